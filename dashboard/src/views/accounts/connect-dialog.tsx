import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { type Platform, platformName } from '../../parts/platform.js';
import { type Account, CONNECTABLE, type Connectable, type Usage } from './accounts.operations.js';
import { CredentialsForm } from './credentials-form.js';
import { LoginForm } from './login-form.js';
import { PlatformChoice } from './platform-choice.js';

interface ConnectDialogProps {
  /** Omitted: the dialog asks for it. */
  platform?: Platform | undefined;
  /** The account that is connected again. */
  account?: Account | undefined;
  /** Where a login leads back to: a path of the dashboard. */
  returnTo?: string | undefined;
  onConnected: (platformId: string) => void;
  onClose: () => void;
}

/** Connects an account: first the platform, then as the platform has it. */
export function ConnectDialog({ platform, account, returnTo = '/accounts', onConnected, onClose }: ConnectDialogProps) {
  const [{ data, ...state }] = useQuery({ query: CONNECTABLE, requestPolicy: 'cache-and-network' });
  const [chosen, setChosen] = useState(platform);
  const failure = failureOf(state);
  const connectable = data?.connectablePlatforms?.find((one) => one.platform === chosen);
  const title = account
    ? t`Reconnect @${account.username}`
    : chosen
      ? t`Connect an account on ${platformName(chosen)}`
      : t`Connect an account`;
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        {failure && <FailureNotice failure={failure} />}
        {!data && !failure && <Loading />}
        {data?.usage && !account && <Room usage={data.usage} />}
        {data && !chosen && (
          <PlatformChoice
            platforms={data.connectablePlatforms ?? []}
            included={data.usage?.plan.platforms ?? []}
            planName={data.usage?.plan.name ?? ''}
            onChoose={setChosen}
          />
        )}
        {account && (
          <Text size="sm">
            <Trans>
              Use the same account, @{account.username}: its posts and their schedule stay. Another one is connected
              beside it.
            </Trans>
          </Text>
        )}
        {connectable && <Ways connectable={connectable} returnTo={returnTo} onConnected={onConnected} />}
      </Stack>
    </Dialog>
  );
}

/** Says when the plan has no room for another account. */
function Room({ usage: { plan, connectedAccounts } }: { usage: Usage }) {
  const { name, maxConnectedAccounts } = plan;
  if (maxConnectedAccounts === null || connectedAccounts < maxConnectedAccounts) return null;
  return (
    <Alert color="orange" title={t`Your plan (${name}) is full`}>
      <Trans>It has room for {maxConnectedAccounts} accounts. Disconnect one first, or choose another plan.</Trans>
    </Alert>
  );
}

interface WaysProps extends Pick<ConnectDialogProps, 'onConnected'> {
  connectable: Connectable;
  returnTo: string;
}

/** How accounts of the platform are connected: with a login, or with what its owner enters, or either. */
function Ways({ connectable, returnTo, onConnected }: WaysProps) {
  const { login, fields } = connectable;
  const byLogin = login && <LoginForm connectable={connectable} returnTo={returnTo} />;
  const byCredentials = fields.length > 0 && <CredentialsForm connectable={connectable} onConnected={onConnected} />;
  if (!byLogin || !byCredentials) return byLogin || byCredentials;
  return (
    <Tabs defaultValue="login">
      <Tabs.List mb="md">
        <Tabs.Tab value="login">
          <Trans>Log in</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="credentials">
          <Trans>Enter credentials</Trans>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="login">{byLogin}</Tabs.Panel>
      <Tabs.Panel value="credentials">{byCredentials}</Tabs.Panel>
    </Tabs>
  );
}
