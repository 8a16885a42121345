import { Button, Modal, Stack, Text } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { plural } from '../../parts/act-on-all.js';
import { showFailure } from '../../parts/failure-notice.js';
import { showDone } from '../../parts/show-done.js';
import { toEntered, toInstant, useTimeZone } from '../../parts/time.js';
import { REDELIVER_SKIPPED, type Webhook } from './webhooks.operations.js';

/** Sends what was skipped while the webhook was switched off, from a time on. */
export function RedeliverSkipped({ webhook: { id: webhookId, isActive, createdAt } }: { webhook: Webhook }) {
  const [timeZone] = useTimeZone();
  const [asking, setAsking] = useState(false);
  const [entered, setEntered] = useState(() => toEntered(createdAt, timeZone));
  const [{ fetching }, redeliver] = useMutation(REDELIVER_SKIPPED);
  const close = () => setAsking(false);
  const send = async () => {
    const result = await redeliver({ input: { webhookId, since: toInstant(entered, timeZone) } });
    const failure = failureOf(result);
    const done = result.data?.redeliverSkippedWebhookDeliveries;
    if (failure) showFailure(failure);
    if (!done) return;
    showDone(
      done.hasMore
        ? `${plural(done.count, 'skipped delivery', 'skipped deliveries')} sent. There are more: do it again.`
        : `${plural(done.count, 'skipped delivery', 'skipped deliveries')} sent`,
    );
    if (!done.hasMore) close();
  };
  return (
    <>
      <Button size="xs" variant="default" disabled={!isActive} onClick={() => setAsking(true)}>
        Redeliver skipped
      </Button>
      {asking && (
        <Modal
          opened
          onClose={close}
          title="Redeliver what was skipped"
          centered
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <Stack>
            <DateTimePicker
              label="Since"
              description={timeZone}
              dropdownType="modal"
              submitButtonProps={{ 'aria-label': 'Done' }}
              value={entered}
              onChange={(value) => value && setEntered(value)}
            />
            <Text size="sm" c="dimmed">
              Everything that happened since then while the webhook was switched off is sent, oldest first.
            </Text>
            <Button loading={fetching} onClick={send}>
              Redeliver
            </Button>
          </Stack>
        </Modal>
      )}
    </>
  );
}
