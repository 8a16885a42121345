import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { Time } from '../../parts/time.js';
import { useWebhookActivity } from './use-webhook-activity.js';
import { WebhookBadge } from './webhook-badges.js';
import { WebhookForm } from './webhook-form.js';
import { EVENTS } from './webhook-words.js';
import { type ListedWebhook, WEBHOOKS } from './webhooks.operations.js';

export function WebhooksView() {
  const { data, failure, refresh, refreshSoon } = useLiveQuery({ query: WEBHOOKS, variables: {} });
  useWebhookActivity(null, refreshSoon);
  const mayManage = useMay('MANAGE');
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const webhooks = data?.webhooks?.edges.map(({ node }) => node);
  const add = mayManage && (
    <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
      <Trans>New webhook</Trans>
    </Button>
  );
  return (
    <Page title={t`Webhooks`} actions={add}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {webhooks?.length === 0 && (
        <Empty
          title={t`No webhooks yet`}
          action={
            mayManage && (
              <Button variant="default" onClick={() => setCreating(true)}>
                <Trans>Create a webhook</Trans>
              </Button>
            )
          }
        >
          <Trans>
            A webhook sends events to your server as they happen, such as a published post, a failed post, or an account
            whose access ends soon.
          </Trans>
          {mayManage && ` ${t`Create one, then send a sample to it.`}`}
        </Empty>
      )}
      {webhooks && webhooks.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Webhooks`}>
          {webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} />
          ))}
        </Stack>
      )}
      {creating && (
        <WebhookForm
          onSaved={(created) => {
            setCreating(false);
            setSecret(created ?? null);
            refresh();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {secret && (
        <SecretDialog title={t`The webhook is there`} label={t`Secret`} secret={secret} onClose={() => setSecret(null)}>
          <Trans>Every delivery is signed with it, so that your server can tell that it comes from here.</Trans>
        </SecretDialog>
      )}
    </Page>
  );
}

const WebhookCard = ({ webhook: { id, name, url, events, isActive, lastTriggeredAt } }: { webhook: ListedWebhook }) => (
  <Paper component="li" withBorder p="md">
    <Group justify="space-between" gap="xs">
      <PageLink
        to="/webhooks/$webhookId"
        params={{ webhookId: id }}
        c="var(--mantine-color-text)"
        fw={500}
        style={{ overflowWrap: 'anywhere' }}
      >
        {name}
      </PageLink>
      <WebhookBadge isActive={isActive} />
    </Group>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {url}
    </Text>
    <Text size="sm" c="dimmed">
      {events.map((event) => t(EVENTS[event])).join(' · ')}
    </Text>
    <Text size="sm" c="dimmed">
      {lastTriggeredAt ? (
        <Trans>
          Last sent <Time at={lastTriggeredAt} />
        </Trans>
      ) : (
        t`Nothing was sent to it yet.`
      )}
    </Text>
  </Paper>
);
