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
    else showDone(`“${name}” disconnected`);
    refresh();
  };
  return (
    <Panel title="Connected applications">
      <Text size="sm" c="dimmed">
        AI assistants that act for your account. Connect one at <Code>{`${location.origin}/mcp`}</Code>
      </Text>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {data && applications.length === 0 && <Text size="sm">None is connected.</Text>}
      {applications.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Connected applications">
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
          title={`Disconnect “${ending.name}”`}
          action="Disconnect"
          onConfirm={() => disconnect(ending)}
          onClose={() => setEnding(null)}
        >
          Its requests are refused from now on. Posts that it scheduled are published.
        </Confirm>
      )}
    </Panel>
  );
}

const rightsOf = (scopes: Application['scopes']): string => {
  if (scopes.includes('PUBLISH')) return 'publishes';
  return scopes.includes('DRAFT') ? 'writes drafts only' : 'reads only';
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
            {host} · {rightsOf(scopes)} · connected <Time at={createdAt} /> ·{' '}
            {lastUsedAt ? (
              <>
                last used <Time at={lastUsedAt} />
              </>
            ) : (
              'never used'
            )}
          </Text>
        </Stack>
        <Button size="xs" variant="default" onClick={onDisconnect} aria-label={`Disconnect ${name}`}>
          Disconnect
        </Button>
      </Group>
    </Paper>
  );
}
