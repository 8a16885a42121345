import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Paper, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { AccountCard } from './account-card.js';
import classes from './accounts.module.css';
import { ACCOUNTS, type Account, type Check } from './accounts.operations.js';
import type { toFilter } from './accounts-search.js';

const PAGE_SIZE = 25;
/** The interval of a refresh: no event reports ended access, or accounts that were connected elsewhere. */
const REFRESH_MS = 15_000;

type Filter = NonNullable<ReturnType<typeof toFilter>>;
type TokenStatus = NonNullable<Filter['tokenStatuses']>[number];

/** Those that may need a person are listed first. */
const PROBLEMS: TokenStatus[] = ['EXPIRED', 'EXPIRING_SOON'];
const HEALTHY: TokenStatus[] = ['VALID', 'NOT_EXPIRING'];

interface AccountsListProps {
  filter: Filter | null | undefined;
  onReconnect: (platformId: string) => void;
  onDisconnected: () => void;
}

/** The accounts: those with a problem first. */
export function AccountsList({ filter, ...props }: AccountsListProps) {
  const mayManage = useMay('MANAGE');
  const [first, rest] = useMemo(() => {
    const { tokenStatuses, ...others } = filter ?? {};
    const among = (group: TokenStatus[]): Filter => ({
      ...others,
      tokenStatuses: group.filter((status) => !tokenStatuses || tokenStatuses.includes(status)),
    });
    return [among(PROBLEMS), among(HEALTHY)];
  }, [filter]);
  const problems = useLiveQuery(
    { query: ACCOUNTS, variables: { filter: first, first: PAGE_SIZE, after: null } },
    REFRESH_MS,
  );
  const healthy = useLiveQuery(
    { query: ACCOUNTS, variables: { filter: rest, first: PAGE_SIZE, after: null } },
    REFRESH_MS,
  );
  const counts = [problems, healthy].map(({ data }) => data?.connectedAccounts?.totalCount);
  const total = counts.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count, 0) : null;
  const failure = problems.failure ?? healthy.failure;
  // An account that a check finds without access moves to the other list, and takes its result with it.
  const [checks, setChecks] = useState<ReadonlyMap<string, Check>>(new Map());
  const onChecked = (platformId: string, check: Check | null) =>
    setChecks((before) => {
      const after = new Map(before);
      if (check) after.set(platformId, check);
      else after.delete(platformId);
      return after;
    });
  const refresh = () => {
    problems.refresh();
    healthy.refresh();
  };
  const isFiltered = Object.keys(filter ?? {}).length > 0;
  const notice = failure && <FailureNotice failure={failure} onRetry={refresh} />;
  if (total === null) return notice ?? <Loading height={64} />;
  if (total === 0) {
    return isFiltered ? (
      <Empty title={t`No account is like this`}>
        <Trans>Remove a filter, or search for less.</Trans>
      </Empty>
    ) : (
      <Empty title={t`No accounts yet`}>
        {mayManage
          ? t`Posts go to accounts of social platforms. Connect the first one: with a login there, or with an access token or app password that you made there.`
          : t`Posts go to accounts of social platforms. Ask the owner or an admin to connect the first one.`}
      </Empty>
    );
  }
  return (
    <>
      {notice}
      <Text size="sm" c="dimmed" role="status">
        {plural(total, { one: '# account', other: '# accounts' })}
      </Text>
      <Paper component="ul" withBorder className={classes.list} aria-label={t`Accounts`}>
        <AccountsPage {...props} checks={checks} onChecked={onChecked} filter={first} after={null} />
        <AccountsPage {...props} checks={checks} onChecked={onChecked} filter={rest} after={null} />
      </Paper>
    </>
  );
}

interface AccountsPageProps extends Omit<AccountsListProps, 'filter'> {
  filter: Filter;
  after: string | null;
  /** By `platformId`. */
  checks: ReadonlyMap<string, Check>;
  onChecked: (platformId: string, check: Check | null) => void;
}

/** A page of the list, and once it is asked for the next one. */
function AccountsPage({ after, filter, checks, ...props }: AccountsPageProps) {
  const variables = { filter, first: PAGE_SIZE, after };
  const { data, failure, refresh } = useLiveQuery(
    { query: ACCOUNTS, variables },
    after === null ? undefined : REFRESH_MS,
  );
  const [more, setMore] = useState(false);
  const accounts = data?.connectedAccounts;
  // An account that changes is read into both lists at once, and each list is asked again in its own time.
  const isHere = ({ tokenStatus }: Account) => filter.tokenStatuses?.includes(tokenStatus) ?? true;
  return (
    <>
      {failure && after !== null && (
        <li>
          <FailureNotice failure={failure} onRetry={refresh} />
        </li>
      )}
      {!accounts && !failure && (
        <li>
          <Loading rows={1} />
        </li>
      )}
      {accounts?.edges.map(
        ({ node }) =>
          isHere(node) && (
            <AccountCard
              key={node.id}
              account={node}
              check={checks.get(node.platformId)}
              onChanged={refresh}
              {...props}
            />
          ),
      )}
      {accounts?.pageInfo.hasNextPage &&
        (more ? (
          <AccountsPage {...props} checks={checks} filter={filter} after={accounts.pageInfo.endCursor} />
        ) : (
          <li className={classes.more}>
            <Button variant="subtle" size="xs" onClick={() => setMore(true)}>
              <Trans>Show more</Trans>
            </Button>
          </li>
        ))}
    </>
  );
}
