import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Accordion, Button, Code, Group, Stack, Text, Timeline } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { showFailure } from '../../parts/failure-notice.js';
import { useMay } from '../../parts/may.js';
import { Time } from '../../parts/time.js';
import { DeliveryBadge } from './webhook-badges.js';
import { EVENTS } from './webhook-words.js';
import { type Delivery, REDELIVER } from './webhooks.operations.js';

interface DeliveryItemProps {
  delivery: Delivery;
  /** Nothing is sent to a webhook that is switched off. */
  canRedeliver: boolean;
}

/** One delivery: its body, and the response to each attempt. */
export function DeliveryItem({ delivery, canRedeliver }: DeliveryItemProps) {
  const { id, event, status, isTest, body, createdAt, nextAttemptAt, attempts } = delivery;
  const mayManage = useMay('MANAGE');
  const [{ fetching }, redeliver] = useMutation(REDELIVER);
  const sendAgain = async () => {
    const failure = failureOf(await redeliver({ input: { deliveryId: id } }));
    if (failure) showFailure(failure);
  };
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs">
          <Stack gap={0}>
            <Text fw={500}>{isTest ? t`${t(EVENTS[event])} (sample)` : t(EVENTS[event])}</Text>
            <Text size="sm" c="dimmed">
              <Time at={createdAt} /> · <Plural value={attempts.length} one="# attempt" other="# attempts" />
            </Text>
          </Stack>
          <DeliveryBadge status={status} />
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm" align="flex-start">
          {nextAttemptAt && (
            <Text size="sm">
              <Trans>
                The next attempt is due <Time at={nextAttemptAt} />.
              </Trans>
            </Text>
          )}
          {attempts.length > 0 && <Attempts attempts={attempts} />}
          <Text size="sm" fw={500}>
            <Trans context="HTTP">Request</Trans>
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <Code>X-Service-Delivery: {id}</Code>
          </Text>
          <Body label={t`Body of the request`}>{body}</Body>
          {mayManage && status !== 'PENDING' && (
            <Button size="xs" variant="default" loading={fetching} disabled={!canRedeliver} onClick={sendAgain}>
              {canRedeliver ? t`Redeliver` : t`Redeliver: switch the webhook on first`}
            </Button>
          )}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

const Attempts = ({ attempts }: Pick<Delivery, 'attempts'>) => (
  <Timeline bulletSize={14} lineWidth={2}>
    {attempts.map(({ number, startedAt, durationMs, status, error, responseExcerpt }) => (
      <Timeline.Item
        key={number}
        color={error ? 'red' : undefined}
        title={
          status === null
            ? t`Attempt ${number}: no answer after ${durationMs} ms`
            : t`Attempt ${number}: answered ${status} after ${durationMs} ms`
        }
      >
        {error && <Text size="sm">{error}</Text>}
        {responseExcerpt && <Body label={t`Answer to attempt ${number}`}>{responseExcerpt}</Body>}
        <Text size="sm" c="dimmed">
          <Time at={startedAt} />
        </Text>
      </Timeline.Item>
    ))}
  </Timeline>
);

const Body = ({ label, children }: { label: string; children: string }) => (
  <Code
    block
    w="100%"
    tabIndex={0}
    role="region"
    aria-label={label}
    mah={240}
    style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
  >
    {children}
  </Code>
);
