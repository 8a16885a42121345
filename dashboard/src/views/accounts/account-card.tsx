import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { AccountAvatar } from '../../parts/account-avatar.js';
import { showFailure } from '../../parts/failure-notice.js';
import { platformName } from '../../parts/platform.js';
import { AccountBadge, AccountState } from './account-state.js';
import { type Account, CHECK_ACCOUNT, type Check } from './accounts.operations.js';
import { ConnectDialog } from './connect-dialog.js';
import { Disconnect } from './disconnect.js';

interface AccountCardProps {
  account: Account;
  /** Called when its state may have changed. */
  onChanged: () => void;
  /** Called when it was connected again, or another account instead. */
  onConnected: () => void;
}

/** One account: its name, its state, and its actions. */
export function AccountCard({ account, onChanged, onConnected }: AccountCardProps) {
  const { platformId, platform, username, displayName, profileUrl, tokenStatus } = account;
  const [asking, setAsking] = useState<'reconnect' | 'disconnect' | null>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const [{ fetching }, checkAccount] = useMutation(CHECK_ACCOUNT);
  const close = () => setAsking(null);
  const runCheck = async () => {
    const result = await checkAccount({ input: { platformId } });
    const failure = failureOf(result);
    if (failure) showFailure(failure);
    setCheck(result.data?.checkAccount?.check ?? null);
    onChanged();
  };
  const name = `@${username}`;
  const on = platform ? platformName(platform) : 'a platform that is no longer supported';
  return (
    <Paper component="li" withBorder p="md">
      <Group align="flex-start" wrap="nowrap">
        <AccountAvatar account={account} />
        <Stack gap="xs" miw={0} flex={1}>
          <Group justify="space-between" gap="xs">
            <Stack gap={0} miw={0} flex="1 1 14rem">
              <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
                {displayName}
              </Title>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {profileUrl ? (
                  <Anchor href={profileUrl} target="_blank" rel="noreferrer" underline="always" inherit>
                    {name}
                  </Anchor>
                ) : (
                  name
                )}{' '}
                on {on}
              </Text>
            </Stack>
            <AccountBadge account={account} />
          </Group>
          <AccountState account={account} />
          {check && <CheckResult check={check} onClose={() => setCheck(null)} />}
          <Group gap="xs">
            {platform && (
              <Button
                size="xs"
                variant={tokenStatus === 'EXPIRED' ? 'filled' : 'default'}
                aria-label={`Reconnect ${name}`}
                onClick={() => setAsking('reconnect')}
              >
                Reconnect
              </Button>
            )}
            <Button size="xs" variant="default" loading={fetching} aria-label={`Check ${name}`} onClick={runCheck}>
              Check
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={`Disconnect ${name}`}
              onClick={() => setAsking('disconnect')}
            >
              Disconnect
            </Button>
          </Group>
        </Stack>
      </Group>
      {asking === 'reconnect' && platform && (
        <ConnectDialog
          platform={platform}
          account={account}
          onConnected={() => {
            close();
            onConnected();
          }}
          onClose={close}
        />
      )}
      {asking === 'disconnect' && <Disconnect account={account} onDone={onConnected} onClose={close} />}
    </Paper>
  );
}

/** The message for a platform without a check. */
const UNCHECKED = 'unknown';

function CheckResult({ check, onClose }: { check: Check; onClose: () => void }) {
  const { working, message, username, permissions } = check;
  const isUnchecked = !working && username === UNCHECKED;
  return (
    <Alert
      role="status"
      color={working ? 'green' : isUnchecked ? 'gray' : 'red'}
      title={isUnchecked ? 'This platform has no check' : message}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {isUnchecked && 'The next post shows whether the account works.'}
      {working && permissions.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          It may: {permissions.join(', ')}
        </Text>
      )}
      {!working && !isUnchecked && 'Connect it again if this goes on.'}
    </Alert>
  );
}
