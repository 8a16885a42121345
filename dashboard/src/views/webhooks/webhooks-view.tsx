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
      New webhook
    </Button>
  );
  return (
    <Page title="Webhooks" actions={add}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {webhooks?.length === 0 && (
        <Empty
          title="No webhooks yet"
          action={
            mayManage && (
              <Button variant="default" onClick={() => setCreating(true)}>
                Create a webhook
              </Button>
            )
          }
        >
          A webhook sends events to your server as they happen, such as a published post, a failed post, or an account
          whose access ends soon. {mayManage && 'Create one, then send a sample to it.'}
        </Empty>
      )}
      {webhooks && webhooks.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Webhooks">
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
        <SecretDialog title="The webhook is there" label="Secret" secret={secret} onClose={() => setSecret(null)}>
          Every delivery is signed with it, so that your server can tell that it comes from here.
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
      {events.map((event) => EVENTS[event]).join(' · ')}
    </Text>
    <Text size="sm" c="dimmed">
      {lastTriggeredAt ? (
        <>
          Last sent <Time at={lastTriggeredAt} />
        </>
      ) : (
        'Nothing was sent to it yet.'
      )}
    </Text>
  </Paper>
);
