import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../api/failure.js';
import { Dialog } from '../parts/dialog.js';
import { FailureNotice } from '../parts/failure-notice.js';
import { nextHour } from '../parts/time.js';
import { TimePicker } from '../parts/time-picker.js';
import { useApproving } from '../shell/approvals.js';
import { useViewer } from '../shell/viewer.js';
import { approversOf } from './approval-words.js';
import { useAsk } from './use-ask.js';

interface AskDialogProps {
  post: { id: string; scheduledTime: string | null };
  /** The time of an earlier request. */
  wanted?: string | null | undefined;
  onAsked: () => void;
  onClose: () => void;
}

/** Asks for the approval of a draft, for a time or as soon as it is approved. */
export function AskDialog({ post, wanted, onAsked, onClose }: AskDialogProps) {
  const before = post.scheduledTime ?? wanted ?? null;
  const [isTimed, setTimed] = useState(before !== null);
  const [at, setAt] = useState(() => (before !== null && Date.parse(before) > Date.now() ? before : nextHour()));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSending, setSending] = useState(false);
  const { policy } = useApproving();
  const { displayName } = useViewer();
  const ask = useAsk();
  const send = async () => {
    setSending(true);
    const refusal = await ask(post, isTimed ? at : null);
    setSending(false);
    setFailure(refusal);
    if (refusal) return;
    onAsked();
    onClose();
  };
  return (
    <Dialog title={t`Ask for approval`} onClose={onClose}>
      <Stack>
        {failure && <FailureNotice failure={failure} />}
        <Radio.Group
          label={t`When it goes out`}
          value={isTimed ? 'timed' : 'approved'}
          onChange={(value) => setTimed(value === 'timed')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="approved" label={t`As soon as it is approved`} />
            <Radio value="timed" label={t`At a time`} />
          </Stack>
        </Radio.Group>
        {isTimed && <TimePicker label={t`Time`} at={at} onChange={setAt} />}
        <Text size="sm" c="dimmed">
          <Trans>{approversOf(policy, displayName)} are notified. A change of the post ends the request.</Trans>
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={isSending} onClick={() => void send()}>
            <Trans>Ask for approval</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
