import { ActionIcon, Button, Menu, Group as Row } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { KebabHorizontalIcon, PencilIcon, TrashIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { Reschedule } from '../../parts/reschedule.js';
import { useRun } from '../../parts/use-run.js';
import { usePostActions } from '../../posts/use-post-actions.js';
import type { Group } from './posts.operations.js';

/** What can be done with the whole post now. */
export function PostActions({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const { id, status, allowedActions, scheduledTime, posts } = group;
  const navigate = useNavigate();
  const actions = usePostActions();
  const [asking, setAsking] = useState<'delete' | 'schedule' | null>(null);
  const { running, run } = useRun();
  const can = (action: (typeof allowedActions)[number]) => allowedActions.includes(action);
  const change = async (action: () => Promise<Failure | null>) => {
    await run(action);
    onChanged();
  };
  const remove = async () => {
    if (!(await run(() => actions.remove(id)))) return;
    notifications.show({ message: 'Post deleted', color: 'green', role: 'status' });
    await navigate({ to: '/posts' });
  };
  const duplicate = () =>
    run(async () => {
      const { failure, id: copy } = await actions.duplicate(id);
      if (copy) await navigate({ to: '/posts/$postGroupId', params: { postGroupId: copy } });
      return failure;
    });
  const edit = async () => {
    if (!can('EDIT') && !(await run(() => actions.unschedule(id)))) return;
    await navigate({ to: '/compose/$postGroupId', params: { postGroupId: id } });
  };
  const canEditRest = can('UNSCHEDULE') && status === 'PARTIALLY_PUBLISHED';
  const failed = new Set(posts.flatMap((post) => (post.status === 'FAILED' ? post.platformId : [])));
  return (
    <Row gap="xs">
      {can('RETRY') && failed.size > 1 && (
        <Button size="xs" variant="default" loading={running} onClick={() => change(() => actions.retry(id))}>
          Retry what failed
        </Button>
      )}
      {(can('EDIT') || canEditRest) && (
        <Button size="xs" variant="default" disabled={running} onClick={edit}>
          {canEditRest ? 'Edit the rest' : 'Edit'}
        </Button>
      )}
      {can('SCHEDULE') && (
        <Button size="xs" variant="default" disabled={running} onClick={() => setAsking('schedule')}>
          {status === 'SCHEDULED' ? 'Move' : 'Schedule'}
        </Button>
      )}
      {can('DUPLICATE') && (
        <Button size="xs" variant="default" disabled={running} onClick={duplicate}>
          Duplicate
        </Button>
      )}
      {(can('UNSCHEDULE') || can('DELETE')) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label="More actions" disabled={running}>
              <KebabHorizontalIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {can('UNSCHEDULE') && (
              <Menu.Item leftSection={<PencilIcon />} onClick={() => change(() => actions.unschedule(id))}>
                Back to draft
              </Menu.Item>
            )}
            {can('DELETE') && (
              <Menu.Item leftSection={<TrashIcon />} color="red" onClick={() => setAsking('delete')}>
                Delete
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {asking === 'delete' && (
        <Confirm title="Delete this post" action="Delete" onConfirm={remove} onClose={() => setAsking(null)}>
          It is removed here with its log, and cannot be restored. What is live on a platform stays there.
        </Confirm>
      )}
      {asking === 'schedule' && (
        <Reschedule
          title={status === 'SCHEDULED' ? 'Move' : 'Schedule'}
          from={scheduledTime}
          onSchedule={(at) => change(() => actions.schedule(id, at))}
          onClose={() => setAsking(null)}
        />
      )}
    </Row>
  );
}
