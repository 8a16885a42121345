import { Button, Group as Row } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Reschedule } from '../../parts/reschedule.js';
import type { Group } from './posts.operations.js';
import { usePostActions } from './use-post-actions.js';

/** What can be done with the whole post now. */
export function PostActions({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const { id, allowedActions, scheduledTime } = group;
  const navigate = useNavigate();
  const actions = usePostActions();
  const [asking, setAsking] = useState<'delete' | 'schedule' | null>(null);
  const [running, setRunning] = useState(false);
  const can = (action: (typeof allowedActions)[number]) => allowedActions.includes(action);
  /** Whether it was done. */
  const run = async (action: () => Promise<Failure | null>): Promise<boolean> => {
    setRunning(true);
    const failure = await action();
    setRunning(false);
    if (failure) showFailure(failure);
    return failure === null;
  };
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
  return (
    <Row gap="xs">
      {can('RETRY') && (
        <Button size="xs" loading={running} onClick={() => change(() => actions.retry(id))}>
          Retry what failed
        </Button>
      )}
      {can('EDIT') && (
        <Button size="xs" variant="default" component={Link} to={`/compose/${id}`}>
          Edit
        </Button>
      )}
      {can('SCHEDULE') && (
        <Button size="xs" variant="default" disabled={running} onClick={() => setAsking('schedule')}>
          {scheduledTime ? 'Reschedule' : 'Schedule'}
        </Button>
      )}
      {can('UNSCHEDULE') && (
        <Button size="xs" variant="default" disabled={running} onClick={() => change(() => actions.unschedule(id))}>
          Back to draft
        </Button>
      )}
      {can('DUPLICATE') && (
        <Button size="xs" variant="default" disabled={running} onClick={duplicate}>
          Duplicate
        </Button>
      )}
      {can('DELETE') && (
        <Button size="xs" variant="default" disabled={running} onClick={() => setAsking('delete')}>
          Delete
        </Button>
      )}
      {asking === 'delete' && (
        <Confirm title="Delete this post" action="Delete" onConfirm={remove} onClose={() => setAsking(null)}>
          It is removed here with its log, and cannot be restored. What is live on a platform stays there.
        </Confirm>
      )}
      {asking === 'schedule' && (
        <Reschedule
          title={scheduledTime ? 'Reschedule' : 'Schedule'}
          from={scheduledTime}
          onSchedule={(at) => change(() => actions.schedule(id, at))}
          onClose={() => setAsking(null)}
        />
      )}
    </Row>
  );
}
