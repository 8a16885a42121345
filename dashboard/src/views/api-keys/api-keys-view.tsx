import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { ApiKeyCard } from './api-key-card.js';
import { API_KEYS } from './api-keys.operations.js';
import { CreateApiKey } from './create-api-key.js';

/** The interval of a refresh: the use of a key causes no event. */
const REFRESH_MS = 5_000;

export function ApiKeysView() {
  const { data, failure, refresh } = useLiveQuery({ query: API_KEYS, variables: {} }, REFRESH_MS);
  const [creating, setCreating] = useState(false);
  const [rawKey, setRawKey] = useState<string | null>(null);
  const keys = data?.apiKeys?.edges.map(({ node }) => node);
  const add = (
    <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
      <Trans>New API key</Trans>
    </Button>
  );
  return (
    <Page title={t`API keys`} actions={add}>
      <Text size="sm">
        <Trans>
          A key lets a program act for your account, over GraphQL or{' '}
          <Anchor href="/api/v1/docs" underline="always" inherit>
            REST
          </Anchor>
          . It cannot connect accounts, nor make other keys.
        </Trans>
      </Text>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {keys?.length === 0 && (
        <Empty
          title={t`No API keys yet`}
          action={
            <Button variant="default" onClick={() => setCreating(true)}>
              <Trans>Create an API key</Trans>
            </Button>
          }
        >
          <Trans>Make one for each program, so that you can revoke it alone. It is sent in the header x-api-key.</Trans>
        </Empty>
      )}
      {keys && keys.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`API keys`}>
          {keys.map((key) => (
            <ApiKeyCard key={key.id} apiKey={key} onRevoked={refresh} />
          ))}
        </Stack>
      )}
      {creating && (
        <CreateApiKey
          onCreated={(created) => {
            setCreating(false);
            setRawKey(created);
            refresh();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {rawKey && (
        <SecretDialog title={t`The key is there`} label={t`API key`} secret={rawKey} onClose={() => setRawKey(null)}>
          <Trans>
            Anyone with this key can post to your accounts. Store it as a secret of your program, never in a repository.
          </Trans>
        </SecretDialog>
      )}
    </Page>
  );
}
