import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Accordion, Button, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { oneOf } from '../../parts/one-of.js';
import { DeliveryItem } from './delivery-item.js';
import { RedeliverSkipped } from './redeliver-skipped.js';
import { useWebhookActivity } from './use-webhook-activity.js';
import { DELIVERY_STATUS } from './webhook-badges.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './webhook-words.js';
import { DELIVERIES, type Webhook } from './webhooks.operations.js';

const route = getRouteApi('/signed-in/webhooks/$webhookId');
const PAGE_SIZE = 20;
const ALL = 'ALL';

/** What was sent to a webhook in the last 30 days, live. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { status } = route.useSearch();
  const mayManage = useMay('MANAGE');
  const navigate = useNavigate();
  /** Counts what happened: the pages are read again. */
  const [changes, setChanges] = useState(0);
  const onChange = useCallback(() => setChanges((before) => before + 1), []);
  useWebhookActivity(webhook.id, onChange);
  const filter = (value: string | null) =>
    void navigate({
      to: '/webhooks/$webhookId',
      params: { webhookId: webhook.id },
      search: { status: oneOf(DELIVERY_STATUSES, value) },
    });
  return (
    <Stack component="section" aria-labelledby="deliveries" gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4" id="deliveries">
          <Trans>Deliveries</Trans>
        </Title>
        {mayManage && <RedeliverSkipped webhook={webhook} />}
      </Group>
      <Tabs value={status ?? ALL} onChange={filter}>
        <Tabs.List>
          <Tabs.Tab value={ALL}>
            <Trans>All</Trans>
          </Tabs.Tab>
          {DELIVERY_STATUSES.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {DELIVERY_STATUS[value].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Accordion variant="separated" order={3} chevronPosition="left">
        <DeliveriesPage key={status} webhook={webhook} status={status} changes={changes} after={null} />
      </Accordion>
    </Stack>
  );
}

interface DeliveriesPageProps {
  webhook: Webhook;
  status: DeliveryStatus | undefined;
  changes: number;
  after: string | null;
}

/** A page of them, and once it is asked for the next one. */
function DeliveriesPage({ after, ...props }: DeliveriesPageProps) {
  const { webhook, status, changes } = props;
  const variables = { id: webhook.id, status: status ?? null, first: PAGE_SIZE, after };
  const { data, failure, refresh, refreshSoon } = useLiveQuery({ query: DELIVERIES, variables });
  useEffect(() => {
    if (changes > 0) refreshSoon();
  }, [changes, refreshSoon]);
  const [more, setMore] = useState(false);
  const deliveries = data?.webhook?.deliveries;
  return (
    <>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {after === null && deliveries?.edges.length === 0 && (
        <Text c="dimmed">
          {status
            ? t`No delivery has this status.`
            : t`Nothing was sent yet. Send a sample, or publish a post, and it is shown here.`}
        </Text>
      )}
      {deliveries?.edges.map(({ node }) => (
        <DeliveryItem key={node.id} delivery={node} canRedeliver={webhook.isActive} />
      ))}
      {deliveries?.pageInfo.hasNextPage &&
        (more ? (
          <DeliveriesPage {...props} after={deliveries.pageInfo.endCursor} />
        ) : (
          <Button variant="default" mt="sm" onClick={() => setMore(true)}>
            <Trans>Show more</Trans>
          </Button>
        ))}
    </>
  );
}
