import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Paper, Text, Title } from '@mantine/core';
import { AlertIcon, CheckIcon } from '@primer/octicons-react';
import { hasNoAccess, needsOwner } from '../../parts/account-access.js';
import { AccountAvatar } from '../../parts/account-avatar.js';
import { formatNumber } from '../../parts/formats.js';
import { PageLink } from '../../parts/link.js';
import { useMay } from '../../parts/may.js';
import classes from './home.module.css';
import type { AccountHealth, Home } from './home.operations.js';

interface AccountsProps {
  /** The first of them. */
  accounts: AccountHealth[];
  total: number;
  ending: Home['ending'];
}

const SHOWN = 6;

/** The health of the accounts, those that need the person first. */
export function Accounts({ accounts, total, ending }: AccountsProps) {
  const mayManage = useMay('MANAGE');
  const ill = (ending?.edges ?? []).map(({ node }) => node).filter(needsOwner);
  const isIll = new Set(ill.map(({ id }) => id));
  const shown = [...ill, ...accounts.filter(({ id }) => !isIll.has(id))].slice(0, SHOWN);
  return (
    <Paper component="section" withBorder aria-labelledby="accounts">
      <div className={classes.panelHead}>
        <Title order={2} size="h4" id="accounts">
          <Trans>Accounts</Trans>
        </Title>
        <PageLink to="/accounts" size="sm">
          {total > shown.length ? t`All ${formatNumber(total)}` : mayManage ? t`Manage` : t`Show`}
        </PageLink>
      </div>
      <ul className={classes.rows}>
        {shown.map((account) => (
          <li key={account.id} className={classes.account}>
            <AccountAvatar account={account} size={24} labelled />
            <Text size="sm" truncate className={classes.words}>
              {account.displayName || `@${account.username}`}
            </Text>
            <State account={account} />
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function State({ account }: { account: AccountHealth }) {
  if (!needsOwner(account)) {
    return (
      <Text size="xs" c="dimmed" className={classes.state}>
        <CheckIcon size={12} className={classes.done} /> <Trans>Connected</Trans>
      </Text>
    );
  }
  const isEnded = hasNoAccess(account);
  return (
    <Text size="xs" className={classes.state}>
      <AlertIcon size={12} className={isEnded ? classes.urgent : classes.soon} />
      {isEnded ? t`Reconnect` : t`Ends in ${account.tokenExpiresIn ?? ''}`}
    </Text>
  );
}
