import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { ACCOUNT_OF_TARGET } from '../../parts/accounts.js';
import { formatList, longDate } from '../../parts/formats.js';
import { platformName } from '../../parts/platform.js';
import { useLabels } from '../../posts/use-labels.js';
import classes from './analytics.module.css';
import { AUTHORS } from './analytics.operations.js';
import type { AnalyticsSearch } from './analytics-search.js';
import type { Period } from './periods.js';

interface PrintHeadProps {
  search: AnalyticsSearch;
  period: Period;
  today: string;
}

/** In place of the filters on paper: what the numbers are of, and when they were printed. */
export function PrintHead({ search, period: { from, to }, today }: PrintHeadProps) {
  const { target, platforms = [], labels: labelIds = [], authors = [] } = search;
  const [{ data }] = useQuery({ query: ACCOUNT_OF_TARGET, variables: { platformId: target ?? '' }, pause: !target });
  const [people] = useQuery({ query: AUTHORS, pause: authors.length === 0 });
  const { labels = [] } = useLabels();
  const account = data?.connectedAccount;
  const accountName = account ? `${platformName(account.platform ?? '')} @${account.username}` : target;
  const labelNames = labels.filter(({ id }) => labelIds.includes(id)).map(({ name }) => name);
  const authorNames = (people.data?.viewer?.mentionable ?? [])
    .filter(({ memberId }) => authors.includes(memberId))
    .map(({ name }) => name);
  return (
    <Text size="sm" className={classes.printed}>
      {[
        `${longDate(from)} – ${longDate(to)}`,
        accountName ? t`Accounts: ${accountName}` : t`Accounts: all`,
        platforms.length > 0 && t`Platforms: ${formatList(platforms.map(platformName))}`,
        labelNames.length > 0 && t`Labels: ${formatList(labelNames)}`,
        authorNames.length > 0 && t`Authors: ${formatList(authorNames)}`,
        t`Printed ${longDate(today)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  );
}
