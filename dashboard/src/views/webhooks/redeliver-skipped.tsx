import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { showFailure } from '../../parts/failure-notice.js';
import { showDone } from '../../parts/show-done.js';
import { TimePicker } from '../../parts/time-picker.js';
import { REDELIVER_SKIPPED, type Webhook } from './webhooks.operations.js';

/** Sends what was skipped while the webhook was switched off, from a time on. */
export function RedeliverSkipped({ webhook: { id: webhookId, isActive, createdAt } }: { webhook: Webhook }) {
  const [asking, setAsking] = useState(false);
  const [since, setSince] = useState(createdAt);
  const [{ fetching }, redeliver] = useMutation(REDELIVER_SKIPPED);
  const close = () => setAsking(false);
  const send = async () => {
    const result = await redeliver({ input: { webhookId, since } });
    const failure = failureOf(result);
    const done = result.data?.redeliverSkippedWebhookDeliveries;
    if (failure) showFailure(failure);
    if (!done) return;
    showDone(
      done.hasMore
        ? plural(done.count, {
            one: '# skipped delivery sent. There are more: do it again.',
            other: '# skipped deliveries sent. There are more: do it again.',
          })
        : plural(done.count, { one: '# skipped delivery sent', other: '# skipped deliveries sent' }),
    );
    if (!done.hasMore) close();
  };
  return (
    <>
      <Button size="xs" variant="default" disabled={!isActive} onClick={() => setAsking(true)}>
        <Trans>Redeliver skipped</Trans>
      </Button>
      {asking && (
        <Dialog onClose={close} title={t`Redeliver what was skipped`}>
          <Stack>
            <TimePicker label={t`Since`} at={since} onChange={setSince} />
            <Text size="sm" c="dimmed">
              <Trans>
                Everything that happened since then while the webhook was switched off is sent, oldest first.
              </Trans>
            </Text>
            <Button loading={fetching} onClick={send}>
              <Trans>Redeliver</Trans>
            </Button>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
