import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Menu, Group as Row } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { KebabHorizontalIcon, PencilIcon, TrashIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { ButtonLink } from '../../parts/link.js';
import { liveOf } from '../../parts/post-status.js';
import { Reschedule } from '../../parts/reschedule.js';
import { useRun } from '../../parts/use-run.js';
import { AskDialog } from '../../posts/ask-dialog.js';
import { ShareDialog } from '../../posts/share-dialog.js';
import { usePostActions } from '../../posts/use-post-actions.js';
import { useApproving, useAsking, useMayShare } from '../../shell/approvals.js';
import type { Group } from './posts.operations.js';

/** What can be done with the whole post now. */
export function PostActions({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const { id, status, allowedActions, scheduledTime, posts, approval } = group;
  const navigate = useNavigate();
  const actions = usePostActions();
  const [opened, setOpened] = useState<'delete' | 'schedule' | 'ask' | 'share' | null>(null);
  const { running, run } = useRun();
  const can = (action: (typeof allowedActions)[number]) => allowedActions.includes(action);
  const change = async (action: () => Promise<Failure | null>) => {
    await run(action);
    onChanged();
  };
  /** The policy may be another one since the page was loaded. */
  const schedule = (at: string) =>
    change(async () => {
      const failure = await actions.schedule(id, at);
      if (failure?.code === 'APPROVAL_REQUIRED' && status === 'DRAFT') setOpened('ask');
      return failure;
    });
  const remove = async () => {
    if (!(await run(() => actions.remove(id)))) return;
    notifications.show({ message: t`Post deleted`, color: 'green', role: 'status' });
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
  const { policy } = useApproving();
  const asking = useAsking();
  const mayShare = useMayShare();
  const needsApproval = policy?.neededFor === 'EVERYBODY';
  const isPlainDraft = status === 'DRAFT' && liveOf(posts).live === 0;
  // What was approved is changed only as a draft.
  const isApproved = needsApproval && status === 'SCHEDULED';
  const canEditRest = can('UNSCHEDULE') && status === 'PARTIALLY_PUBLISHED';
  const failed = new Set(posts.flatMap((post) => (post.status === 'FAILED' ? post.platformId : [])));
  return (
    <Row gap="xs">
      {can('RETRY') && failed.size > 1 && (
        <Button size="xs" variant="default" loading={running} onClick={() => change(() => actions.retry(id))}>
          <Trans>Retry what failed</Trans>
        </Button>
      )}
      {(can('EDIT') || canEditRest) && !isApproved && (
        <Button size="xs" variant="default" disabled={running} onClick={edit}>
          {canEditRest ? t`Edit the rest` : t`Edit`}
        </Button>
      )}
      {isApproved && can('UNSCHEDULE') && (
        <Button size="xs" variant="default" disabled={running} onClick={() => change(() => actions.unschedule(id))}>
          <Trans>Take back to change it</Trans>
        </Button>
      )}
      {/* Later requests are in the panel of the first. */}
      {isPlainDraft && asking.instead && !approval && (
        <Button size="xs" disabled={running} onClick={() => setOpened('ask')}>
          <Trans>Ask for approval</Trans>
        </Button>
      )}
      {isPlainDraft && asking.may && mayShare && !approval && (
        <Button size="xs" variant="default" disabled={running} onClick={() => setOpened('share')}>
          <Trans>Share for approval</Trans>
        </Button>
      )}
      {can('SCHEDULE') && !needsApproval && (
        <Button size="xs" variant="default" disabled={running} onClick={() => setOpened('schedule')}>
          {status === 'SCHEDULED' ? t`Move` : t`Schedule`}
        </Button>
      )}
      {can('DUPLICATE') && !group.recurrence && (
        <ButtonLink size="xs" variant="default" to="/recurring" search={{ post: id }}>
          <Trans>Repeat</Trans>
        </ButtonLink>
      )}
      {can('DUPLICATE') && (
        <Button size="xs" variant="default" disabled={running} onClick={duplicate}>
          <Trans>Duplicate</Trans>
        </Button>
      )}
      {(can('UNSCHEDULE') || can('DELETE')) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t`More actions`} disabled={running}>
              <KebabHorizontalIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {can('UNSCHEDULE') && (
              <Menu.Item leftSection={<PencilIcon />} onClick={() => change(() => actions.unschedule(id))}>
                <Trans>Back to draft</Trans>
              </Menu.Item>
            )}
            {can('DELETE') && (
              <Menu.Item leftSection={<TrashIcon />} color="red" onClick={() => setOpened('delete')}>
                <Trans>Delete</Trans>
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {opened === 'delete' && (
        <Confirm title={t`Delete this post`} action={t`Delete`} onConfirm={remove} onClose={() => setOpened(null)}>
          <Trans>
            It is removed here with its log, and cannot be restored. What is live on a platform stays there.
          </Trans>
        </Confirm>
      )}
      {opened === 'schedule' && (
        <Reschedule
          title={status === 'SCHEDULED' ? t`Move` : t`Schedule`}
          from={scheduledTime}
          onSchedule={(at) => void schedule(at)}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'ask' && <AskDialog post={group} onAsked={onChanged} onClose={() => setOpened(null)} />}
      {opened === 'share' && (
        <ShareDialog posts={[{ ...group, isAsked: false }]} onShared={onChanged} onClose={() => setOpened(null)} />
      )}
    </Row>
  );
}
