import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { memo, useCallback } from 'react';
import { useMay } from '../parts/may.js';
import { IS_MAC, modKey } from '../parts/shortcuts.js';
import { approversOf } from '../posts/approval-words.js';
import { useApproving, useAsking } from '../shell/approvals.js';
import { useViewer } from '../shell/viewer.js';
import classes from './bar.module.css';
import { Discard } from './discard.js';
import { isUnsaved } from './draft.js';
import { TimeMenu } from './time-menu.js';
import type { ComposerState } from './use-composer.js';
import type { Wish } from './use-submit.js';

interface SendBarProps {
  composer: ComposerState;
  onSubmit: (wish: Wish) => void;
}

/** The bar at the lower edge: saves the draft, sets the time and publishes. It also shows where the draft is saved. */
export function SendBar({ composer, onSubmit }: SendBarProps) {
  const { draft, change, running, missing, conflict, check, isScheduled } = composer;
  const mayPublish = useMay('PUBLISH');
  // What is scheduled was approved, or needs no approval.
  const asks = useAsking().instead && !isScheduled;
  const isBlocked = running !== null || conflict !== null;
  return (
    <div className={classes.bar}>
      <Stack gap={2} className={classes.barState}>
        {missing.problems > 0 && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            <Plural
              value={missing.problems}
              one="Fix # problem first. Each is marked next to its field."
              other="Fix # problems first. Each is marked next to its field."
            />
          </Text>
        )}
        <Rule />
        {check.failure && (
          <Text size="sm" c="dimmed">
            <Trans>The post could not be checked: {check.failure.message}</Trans>
          </Text>
        )}
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" c="dimmed" role="status">
            {whereStored(composer)}
          </Text>
          <Discard composer={composer} />
        </Group>
      </Stack>
      <Actions
        at={draft.at}
        queue={composer.queue}
        isQueued={composer.isQueued}
        isScheduled={isScheduled}
        running={running}
        isBlocked={isBlocked}
        mayPublish={mayPublish}
        asks={asks}
        change={change}
        onSubmit={onSubmit}
      />
    </div>
  );
}

interface ActionsProps extends Pick<ComposerState, 'change' | 'running' | 'isScheduled' | 'queue' | 'isQueued'> {
  at: string | null;
  isBlocked: boolean;
  mayPublish: boolean;
  /** It is approved before it is scheduled. */
  asks: boolean;
  onSubmit: (wish: Wish) => void;
}

const Actions = memo(function Actions(props: ActionsProps) {
  const { at, queue, isQueued, isScheduled, running, isBlocked, mayPublish, asks, change, onSubmit } = props;
  const unsent = isQueued ? t`Add to queue` : at === null ? t`Publish now` : t`Schedule`;
  const sending = isScheduled && (isQueued || at !== null) ? t`Save changes` : unsent;
  const main = asks ? 'ask' : 'send';
  const onRepeat = useCallback(() => onSubmit('repeat'), [onSubmit]);
  return (
    <div className={classes.barActions}>
      {!isScheduled && (
        <Button
          {...((mayPublish || asks) && { variant: 'subtle', color: 'gray' })}
          loading={running === 'draft'}
          disabled={isBlocked}
          onClick={() => onSubmit('draft')}
        >
          <Trans>Save draft</Trans>
        </Button>
      )}
      <TimeMenu
        at={at}
        queue={queue}
        isQueued={isQueued}
        change={change}
        isDisabled={running === 'send' || running === 'ask' || running === 'repeat'}
        onRepeat={isScheduled ? null : onRepeat}
        whenApproved={asks}
      />
      {(mayPublish || asks) && (
        <Button loading={running === main} disabled={isBlocked} onClick={() => onSubmit(main)} rightSection={<Keys />}>
          {asks ? t`Ask for approval` : sending}
        </Button>
      )}
    </div>
  );
});

/** One line for those who do not schedule alone. */
function Rule() {
  const mayPublish = useMay('PUBLISH');
  const { instead } = useAsking();
  const { policy } = useApproving();
  const { displayName } = useViewer();
  if (mayPublish && !instead) return null;
  const approvers = approversOf(policy, displayName);
  return (
    <Text size="sm" c="dimmed">
      {!instead
        ? t`Your role writes drafts. An editor, an admin or the owner schedules them.`
        : mayPublish
          ? t`Posts of ${displayName} are scheduled once they are approved. ${approvers} are notified when you ask.`
          : t`Your role writes drafts. ${approvers} are notified when you ask.`}
    </Text>
  );
}

/** The keys of the main action; decorative, as the button can be reached by Tab. */
const Keys = memo(function Keys() {
  return (
    <Kbd size="xs" aria-hidden className={classes.keys}>
      {IS_MAC ? '⌘↵' : `${modKey()} ↵`}
    </Kbd>
  );
});

function whereStored({ draft, stored, running, isKept, uploads }: ComposerState): string {
  if (running) return t`Saving…`;
  if (isUnsaved(draft)) {
    return isKept && uploads.areKept
      ? t`Saved in this browser`
      : t`This browser has no room to keep what you write. Save it as a draft.`;
  }
  if (draft.groupId === null) return '';
  return stored?.status === 'DRAFT' ? t`Saved as draft` : t`No changes`;
}
