import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { ConnectAgain, missingInWords } from '../../metrics/connect-again.js';
import { hasNoAccess } from '../../parts/account-access.js';
import { AccountAvatar } from '../../parts/account-avatar.js';
import { formatList } from '../../parts/formats.js';
import { platformName } from '../../parts/platform.js';
import classes from './analytics.module.css';
import { ACCESS, type MeasuredAccount } from './analytics.operations.js';
import type { AnalyticsSearch } from './analytics-search.js';
import { useReport } from './use-report.js';

/** The accounts whose numbers are missing, each with the reason and the cure. */
export function Access({ search: { target, platforms } }: { search: AnalyticsSearch }) {
  const variables = useMemo(
    () => ({ filter: { ...(target && { platformIds: [target] }), ...(platforms && { platforms }) } }),
    [target, platforms],
  );
  const { data, isOutdated } = useReport({ query: ACCESS, variables });
  const accounts = data?.connectedAccounts?.edges.map(({ node }) => node) ?? [];
  const measured = accounts.filter(({ metrics }) => metrics && metrics.state !== 'NOT_SUPPORTED');
  const lost = measured.filter(hasNoAccess);
  const refused = measured.filter((one) => one.metrics?.state === 'PERMISSION_MISSING' && !hasNoAccess(one));
  const without = accounts.filter(({ metrics }) => metrics?.state === 'NOT_SUPPORTED');
  const silent = [...new Set(without.flatMap(({ platform }) => (platform ? platformName(platform) : [])))];
  const names = formatList(silent);
  if (lost.length === 0 && refused.length === 0 && silent.length === 0) return null;
  return (
    <Paper component="section" withBorder p="md" aria-label={t`Missing numbers`} aria-busy={isOutdated}>
      <Stack gap="sm">
        {lost.length > 0 && (
          <ul className={classes.proposals} aria-label={t`Accounts to reconnect`}>
            {lost.map((account) => (
              <Lost key={account.id} account={account} />
            ))}
          </ul>
        )}
        {refused.length > 0 && (
          <ul className={classes.proposals} aria-label={t`Accounts without permission`}>
            {refused.map((account) => (
              <Refused key={account.id} account={account} />
            ))}
          </ul>
        )}
        {silent.length > 0 && (
          <Text size="sm" c="dimmed">
            {plural(silent.length, {
              one: `${names} gives no numbers of posts.`,
              other: `${names} give no numbers of posts.`,
            })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

const Lost = ({ account }: { account: MeasuredAccount }) => (
  <Cured account={account} problem={t`${account.displayName} (@${account.username}) has to be connected again.`}>
    <Trans>Its numbers are not read until then. The last ones stay.</Trans>
  </Cured>
);

const Refused = ({ account }: { account: MeasuredAccount }) => (
  <Cured account={account} problem={t`${account.displayName} (@${account.username}) has no numbers.`}>
    {missingInWords(account.metrics?.missingScopes ?? [])}
  </Cured>
);

interface CuredProps {
  account: MeasuredAccount;
  problem: string;
  children: ReactNode;
}

/** An account with its problem, and the button that leads to the cure. */
const Cured = ({ account, problem, children }: CuredProps) => (
  <Group component="li" gap="sm" justify="space-between">
    <Group gap="sm" wrap="nowrap" miw={0} flex="1 1 14rem">
      <AccountAvatar account={account} size={24} />
      <div>
        <Text size="sm">{problem}</Text>
        <Text size="xs" c="dimmed">
          {children}
        </Text>
      </div>
    </Group>
    <ConnectAgain platformId={account.platformId} username={account.username} returnTo="/analytics" />
  </Group>
);
