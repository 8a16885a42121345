import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Confirm } from '../../parts/confirm.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Panel } from '../../parts/panel.js';
import { platformName } from '../../parts/platform.js';
import { showDone } from '../../parts/show-done.js';
import { ACCOUNTS, type Account, DISCONNECT } from './managed-users.operations.js';

/** The user connects accounts elsewhere, and no event says so. */
const REFRESH_MS = 5_000;

const STATES: Record<Account['tokenStatus'], (left: string) => string> = {
  NOT_EXPIRING: () => t`Connected`,
  VALID: (left) => t`Connected, valid for ${left}`,
  EXPIRING_SOON: (left) => t`Connected, but only valid for ${left}: the user has to reconnect it with the link`,
  EXPIRED: () => t`Access has ended: the user has to reconnect it with the link`,
};

/** What the user has connected; below `ActingFor`. */
export function Accounts() {
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: ACCOUNTS });
  const mayManage = useMay('MANAGE');
  const [, disconnect] = useMutation(DISCONNECT);
  const [leaving, setLeaving] = useState<Account | null>(null);
  useInterval(() => document.visibilityState === 'visible' && refresh(), REFRESH_MS, { autoInvoke: true });

  const remove = async ({ platformId, username }: Account) => {
    const failure = failureOf(await disconnect({ input: { platformId } }));
    if (failure) showFailure(failure);
    else showDone(t`${username} disconnected`);
    refresh();
  };
  const failure = failureOf(state);
  const accounts = data?.connectedAccounts?.edges.map(({ node }) => node);
  const totalCount = data?.connectedAccounts?.totalCount ?? 0;
  return (
    <Panel title={t`Accounts`}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!accounts && !failure && <Loading />}
      {accounts?.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>None yet. They show here as soon as the user has connected them with the link.</Trans>
        </Text>
      )}
      {accounts && accounts.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Accounts`}>
          {accounts.map((account) => (
            <Paper key={account.id} component="li" withBorder p="sm">
              <Group justify="space-between">
                <Stack gap={2} miw={0} flex="1 1 14rem">
                  <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
                    {platformName(account.platform ?? account.platformId)}{' '}
                    {account.profileUrl ? (
                      <Anchor href={account.profileUrl} target="_blank" rel="noreferrer" underline="always">
                        @{account.username}
                      </Anchor>
                    ) : (
                      `@${account.username}`
                    )}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {STATES[account.tokenStatus](account.tokenExpiresIn ?? '')}
                  </Text>
                </Stack>
                {mayManage && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t`Disconnect @${account.username}`}
                    onClick={() => setLeaving(account)}
                  >
                    <Trans>Disconnect</Trans>
                  </Button>
                )}
              </Group>
            </Paper>
          ))}
        </Stack>
      )}
      {accounts && totalCount > accounts.length && (
        <Text size="sm" c="dimmed">
          <Trans>
            The first {accounts.length} of {totalCount} accounts.
          </Trans>
        </Text>
      )}
      {leaving && (
        <Confirm
          title={t`Disconnect @${leaving.username}`}
          action={t`Disconnect`}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          <Trans>Scheduled posts to it will fail. What is published stays on the platform.</Trans>
        </Confirm>
      )}
    </Panel>
  );
}
