import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Alert, Anchor, Button, Menu, Text, Title } from '@mantine/core';
import { CheckCircleIcon, KebabHorizontalIcon, PencilIcon, SyncIcon, UnlinkIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { hasNoAccess, needsOwner } from '../../parts/account-access.js';
import { AccountAvatar } from '../../parts/account-avatar.js';
import { showFailure } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { useMay } from '../../parts/may.js';
import { platformName } from '../../parts/platform.js';
import { AccountState } from './account-state.js';
import classes from './accounts.module.css';
import { type Account, CHECK_ACCOUNT, type Check } from './accounts.operations.js';
import { Disconnect } from './disconnect.js';
import { RecoverPosts } from './recover-posts.js';
import { Signature } from './signature.js';

interface AccountCardProps {
  account: Account;
  /** What the last check found, until that is closed. */
  check: Check | undefined;
  /** Null: it is closed. */
  onChecked: (platformId: string, check: Check | null) => void;
  /** Called when its state may have changed. */
  onChanged: () => void;
  onReconnect: (platformId: string) => void;
  onDisconnected: () => void;
}

/** One account in a row: its name, its state, and the cure if it has a problem. Other actions are in a menu. */
export function AccountCard(props: AccountCardProps) {
  const { account, check, onChecked, onChanged, onReconnect, onDisconnected } = props;
  const { platformId, platform, username, displayName, profileUrl } = account;
  const mayManage = useMay('MANAGE');
  const [isDisconnecting, setDisconnecting] = useState(false);
  const [isSigning, setSigning] = useState(false);
  const [{ fetching }, checkAccount] = useMutation(CHECK_ACCOUNT);
  const runCheck = async () => {
    const result = await checkAccount({ input: { platformId } });
    const failure = failureOf(result);
    if (failure) showFailure(failure);
    onChecked(platformId, result.data?.checkAccount?.check ?? null);
    onChanged();
  };
  const name = `@${username}`;
  const isBroken = needsOwner(account) && platform !== null;
  return (
    <li className={classes.row}>
      <AccountAvatar account={account} size={36} />
      <div className={classes.name}>
        <Title order={2} size="h5" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          {displayName}
        </Title>
        <Text size="sm" c="dimmed" truncate>
          {profileUrl ? (
            <Anchor href={profileUrl} target="_blank" rel="noreferrer" c="dimmed" underline="always" inherit>
              <bdi>{name}</bdi>
            </Anchor>
          ) : (
            <bdi>{name}</bdi>
          )}{' '}
          · {platform ? platformName(platform) : t`no longer supported`}
        </Text>
      </div>
      <div className={classes.state}>
        <AccountState account={account} />
      </div>
      <div className={classes.actions}>
        {platform && (
          <PageLink to="/analytics" search={{ target: platformId }} size="sm" aria-label={t`Results of ${name}`}>
            <Trans>Results</Trans>
          </PageLink>
        )}
        {mayManage && isBroken && (
          <Button size="xs" aria-label={t`Reconnect ${name}`} onClick={() => onReconnect(platformId)}>
            <Trans>Reconnect</Trans>
          </Button>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" loading={fetching} aria-label={t`Actions for ${name}`}>
              <KebabHorizontalIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayManage && platform && !isBroken && (
              <Menu.Item leftSection={<SyncIcon />} onClick={() => onReconnect(platformId)}>
                <Trans>Reconnect</Trans>
              </Menu.Item>
            )}
            <Menu.Item leftSection={<CheckCircleIcon />} onClick={runCheck}>
              <Trans>Check</Trans>
            </Menu.Item>
            {mayManage && (
              <Menu.Item leftSection={<PencilIcon />} onClick={() => setSigning(true)}>
                <Trans>Signature</Trans>
              </Menu.Item>
            )}
            {mayManage && (
              <Menu.Item leftSection={<UnlinkIcon />} color="red" onClick={() => setDisconnecting(true)}>
                <Trans>Disconnect</Trans>
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      {check && (
        <div className={classes.check}>
          <CheckResult check={check} onClose={() => onChecked(platformId, null)} />
        </div>
      )}
      {account.recoverablePosts.count > 0 && !hasNoAccess(account) && (
        <RecoverPosts account={account} onChanged={onChanged} />
      )}
      {isSigning && <Signature account={account} onChanged={onChanged} onClose={() => setSigning(false)} />}
      {isDisconnecting && (
        <Disconnect account={account} onDone={onDisconnected} onClose={() => setDisconnecting(false)} />
      )}
    </li>
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
      title={isUnchecked ? t`This platform has no check` : message}
      withCloseButton
      closeButtonLabel={t`Close`}
      onClose={onClose}
    >
      {isUnchecked && t`The next post shows whether the account works.`}
      {working && permissions.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Trans>It may: {permissions.join(', ')}</Trans>
        </Text>
      )}
      {!working && !isUnchecked && t`Connect it again if this continues.`}
    </Alert>
  );
}
