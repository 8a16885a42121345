import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from '../../api/live-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { Deliveries } from './deliveries.js';
import { WebhookActions } from './webhook-actions.js';
import { FailuresBadge, WebhookBadge } from './webhook-badges.js';
import { EVENTS } from './webhook-words.js';
import { WEBHOOK, type Webhook } from './webhooks.operations.js';

const route = getRouteApi('/signed-in/webhooks/$webhookId');

/** One webhook: its events, its deliveries, and their outcomes. */
export function WebhookView() {
  const { webhookId } = route.useParams();
  const mayManage = useMay('MANAGE');
  const { data, failure, refresh } = useLiveQuery({ query: WEBHOOK, variables: { id: webhookId } });
  const webhook = data?.webhook;
  return (
    <Page
      title={webhook ? t`Webhook “${webhook.name}”` : t`Webhook`}
      actions={
        <PageLink to="/webhooks">
          <Trans>All webhooks</Trans>
        </PageLink>
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {data && !webhook && !failure && (
        <Empty title={t`This webhook is not here`}>
          <Trans>It was deleted, or is of another account.</Trans>
        </Empty>
      )}
      {webhook && (
        <>
          <Facts webhook={webhook} />
          {mayManage && <WebhookActions webhook={webhook} onChanged={refresh} />}
          <Deliveries webhook={webhook} />
        </>
      )}
    </Page>
  );
}

function Facts({ webhook: { url, events, isActive, failureCount, lastTriggeredAt, createdAt } }: { webhook: Webhook }) {
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="flex-start">
        <Group gap="xs">
          <WebhookBadge isActive={isActive} />
          {isActive && failureCount > 0 && <FailuresBadge count={failureCount} />}
        </Group>
        <Text style={{ overflowWrap: 'anywhere' }}>{url}</Text>
        <Text size="sm">{events.map((event) => t(EVENTS[event])).join(' · ')}</Text>
        <Text size="sm" c="dimmed">
          {lastTriggeredAt ? (
            <Trans>
              Created <Time at={createdAt} />, last sent <Time at={lastTriggeredAt} />
            </Trans>
          ) : (
            <Trans>
              Created <Time at={createdAt} />
            </Trans>
          )}
        </Text>
        {/* Always: what is below must not move under the pointer when a delivery fails. */}
        {isActive && (
          <Text size="sm" c="dimmed">
            <Trans>
              After five failures in a row the webhook is switched off. A delivery that succeeds starts the count again.
            </Trans>
          </Text>
        )}
        {!isActive && (
          <Alert color="orange" title={t`Switched off: nothing is sent`}>
            <Trans>
              Events that happen meanwhile are kept for 30 days as skipped deliveries. Switch it on, then redeliver the
              ones you need.
            </Trans>
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}
