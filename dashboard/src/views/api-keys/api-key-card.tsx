import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Code, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { Dialog } from '../../parts/dialog.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { type ApiKey, type ApiKeyScope, RENAME_API_KEY, REVOKE_API_KEY } from './api-keys.operations.js';

/** A key: its rights, its last use, and a button that revokes it. */
export function ApiKeyCard({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => void }) {
  const { id: apiKeyId, name, prefix, scopes, createdAt, lastUsedAt } = apiKey;
  const [asking, setAsking] = useState<'rename' | 'revoke' | null>(null);
  const [{ fetching }, revokeKey] = useMutation(REVOKE_API_KEY);
  const close = () => setAsking(null);
  const revoke = async () => {
    const failure = failureOf(await revokeKey({ input: { apiKeyId } }));
    if (failure) return showFailure(failure);
    showDone(t`“${name}” revoked`);
    onRevoked();
  };
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0} flex="1 1 14rem">
          <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Text size="sm">
            <Code>{prefix}…</Code>
          </Text>
          <Group gap="xs" aria-label={t`Scopes`} role="group">
            {scopes.length === 1 ? (
              <Scope>{t`Reads only`}</Scope>
            ) : (
              scopes.filter(isShownOf(scopes)).map((one) => <Scope key={one}>{t(SCOPE[one])}</Scope>)
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {lastUsedAt ? (
              <Trans>
                Last used <Time at={lastUsedAt} /> · created <Time at={createdAt} />
              </Trans>
            ) : (
              <Trans>
                Never used · created <Time at={createdAt} />
              </Trans>
            )}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={t`Rename ${name}`} onClick={() => setAsking('rename')}>
            <Trans>Rename</Trans>
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={fetching}
            aria-label={t`Revoke ${name}`}
            onClick={() => setAsking('revoke')}
          >
            <Trans>Revoke</Trans>
          </Button>
        </Group>
      </Group>
      {asking === 'rename' && <Rename apiKey={apiKey} onClose={close} />}
      {asking === 'revoke' && (
        <Confirm title={t`Revoke “${name}”`} action={t`Revoke`} onConfirm={revoke} onClose={close}>
          <Trans>
            Requests with this key are refused from now on, and its live connections end. It cannot be restored. Posts
            that it scheduled are published.
          </Trans>
        </Confirm>
      )}
    </Paper>
  );
}

const SCOPE: Record<ApiKeyScope, MessageDescriptor> = {
  READ: msg`Read`,
  DRAFT: msg`Drafts only`,
  PUBLISH: msg`Publish`,
  MANAGE: msg`Manage`,
  WORKSPACE: msg`Clients`,
  MCP: msg`MCP`,
};

/** The right to publish includes that to write drafts. */
const isShownOf =
  (scopes: readonly ApiKeyScope[]) =>
  (scope: ApiKeyScope): boolean =>
    scope !== 'DRAFT' || !scopes.includes('PUBLISH');

const Scope = ({ children }: { children: string }) => (
  <Badge variant="light" color="gray" c="var(--mantine-color-text)">
    {children}
  </Badge>
);

function Rename({ apiKey: { id: apiKeyId, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [, rename] = useMutation(RENAME_API_KEY);
  const submit = async (values: Record<string, string>) => {
    const failure = failureOf(await rename({ input: { apiKeyId, name: values.name ?? '' } }));
    if (!failure) onClose();
    return failure;
  };
  return (
    <Dialog onClose={onClose} title={t`Rename “${name}”`}>
      <Form action={t`Rename`} onSubmit={submit}>
        <TextInput
          name="name"
          label={t`Name`}
          required
          withAsterisk={false}
          maxLength={100}
          defaultValue={name}
          data-autofocus
        />
      </Form>
    </Dialog>
  );
}
