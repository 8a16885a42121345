import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Code, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Confirm } from '../../parts/confirm.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { APPLICATIONS, type Application, REVOKE_APPLICATION } from './settings.operations.js';

/** Applications that may act for the account over MCP. */
export function Applications() {
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: APPLICATIONS });
  const [, revoke] = useMutation(REVOKE_APPLICATION);
  const [ending, setEnding] = useState<Application | null>(null);
  const applications = data?.connectedApplications?.edges.map(({ node }) => node) ?? [];
  const failure = failureOf(state);
  const disconnect = async ({ id: applicationId, name }: Application) => {
    const refused = failureOf(await revoke({ input: { applicationId } }));
    if (refused) showFailure(refused);
    else showDone(t`“${name}” disconnected`);
    refresh();
  };
  return (
    <Panel title={t`Connected applications`}>
      <Text size="sm" c="dimmed">
        <Trans>
          AI assistants that act for your account. Connect one at <Code>{`${location.origin}/mcp`}</Code>
        </Trans>
      </Text>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {data && applications.length === 0 && (
        <Text size="sm">
          <Trans>None is connected.</Trans>
        </Text>
      )}
      {applications.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Connected applications`}>
          {applications.map((application) => (
            <ApplicationItem
              key={application.id}
              application={application}
              onDisconnect={() => setEnding(application)}
            />
          ))}
        </Stack>
      )}
      {ending && (
        <Confirm
          title={t`Disconnect “${ending.name}”`}
          action={t`Disconnect`}
          onConfirm={() => disconnect(ending)}
          onClose={() => setEnding(null)}
        >
          <Trans>Its requests are refused from now on. Posts that it scheduled are published.</Trans>
        </Confirm>
      )}
    </Panel>
  );
}

const rightsOf = (scopes: Application['scopes']): string => {
  if (scopes.includes('PUBLISH')) return t`publishes`;
  return scopes.includes('DRAFT') ? t`writes drafts only` : t`reads only`;
};

function ApplicationItem({ application, onDisconnect }: { application: Application; onDisconnect: () => void }) {
  const { name, host, scopes, createdAt, lastUsedAt } = application;
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between">
        <Stack gap={2} miw={0} flex="1 1 14rem">
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {host} · {rightsOf(scopes)} ·{' '}
            <Trans>
              connected <Time at={createdAt} />
            </Trans>{' '}
            ·{' '}
            {lastUsedAt ? (
              <Trans>
                last used <Time at={lastUsedAt} />
              </Trans>
            ) : (
              t`never used`
            )}
          </Text>
        </Stack>
        <Button size="xs" variant="default" onClick={onDisconnect} aria-label={t`Disconnect ${name}`}>
          <Trans>Disconnect</Trans>
        </Button>
      </Group>
    </Paper>
  );
}
