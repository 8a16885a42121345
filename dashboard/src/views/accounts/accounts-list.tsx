import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { plural } from '../../parts/act-on-all.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { AccountCard } from './account-card.js';
import { ACCOUNTS } from './accounts.operations.js';
import type { toFilter } from './accounts-search.js';

const PAGE_SIZE = 25;
/** The interval of a refresh: no event reports ended access, or accounts that were connected elsewhere. */
const REFRESH_MS = 15_000;

interface AccountsListProps {
  filter: ReturnType<typeof toFilter>;
  onConnected: () => void;
}

export const AccountsList = (props: AccountsListProps) => (
  <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Accounts">
    <AccountsPage {...props} after={null} />
  </Stack>
);

/** A page of the list, and once it is asked for the next one. */
function AccountsPage({ after, ...props }: AccountsListProps & { after: string | null }) {
  const { filter, onConnected } = props;
  const variables = { filter, first: PAGE_SIZE, after };
  const { data, failure, refresh } = useLiveQuery({ query: ACCOUNTS, variables }, REFRESH_MS);
  const [more, setMore] = useState(false);
  const accounts = data?.connectedAccounts;
  const isFiltered = Object.keys(filter ?? {}).length > 0;
  return (
    <>
      {failure && (
        <li>
          <FailureNotice failure={failure} onRetry={refresh} />
        </li>
      )}
      {!accounts && !failure && (
        <li>
          <Loading />
        </li>
      )}
      {accounts && after === null && (
        <li>
          {accounts.totalCount > 0 ? (
            <Text size="sm" c="dimmed" role="status">
              {plural(accounts.totalCount, 'account')}
            </Text>
          ) : isFiltered ? (
            <Empty title="No account is like this">Take back a filter, or search for less.</Empty>
          ) : (
            <Empty title="No accounts yet">
              Posts go to accounts of social platforms. Connect the first one: with a login there, or with an access
              token or app password that you made there.
            </Empty>
          )}
        </li>
      )}
      {accounts?.edges.map(({ node }) => (
        <AccountCard key={node.id} account={node} onChanged={refresh} onConnected={onConnected} />
      ))}
      {accounts?.pageInfo.hasNextPage &&
        (more ? (
          <AccountsPage {...props} after={accounts.pageInfo.endCursor} />
        ) : (
          <li>
            <Button variant="default" onClick={() => setMore(true)}>
              Show more
            </Button>
          </li>
        ))}
    </>
  );
}
