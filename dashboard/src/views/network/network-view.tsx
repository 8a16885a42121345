import { Group, SegmentedControl, Select, Switch } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { platformName } from '../../parts/platform.js';
import { AccountStatistics } from './account-statistics.js';
import { ACCOUNTS, type Account } from './network.operations.js';
import { type NetworkSearch, RANGES } from './network-search.js';
import { OffersNothing } from './offers.js';
import { OwnPosts } from './own-posts.js';
import { PostPanel } from './post-panel.js';

const route = getRouteApi('/signed-in/network');
const DEFAULT_DAYS = 30;

/** How an account and its posts are received: what their platform says of it, and what can be done there. */
export function NetworkView() {
  const search = route.useSearch();
  const { days = DEFAULT_DAYS, table = false, post } = search;
  const navigate = useNavigate();
  const [{ data, ...state }, fetchAccounts] = useQuery({ query: ACCOUNTS });
  const change = (changes: NetworkSearch) =>
    void navigate({ to: '/network', search: { ...search, ...changes }, resetScroll: false });

  const failure = failureOf(state);
  const accounts = data?.connectedAccounts?.edges.map(({ node }) => node);
  const account = accounts && chosenOf(accounts, search.account);
  return (
    <Page title="Network">
      {failure && <FailureNotice failure={failure} onRetry={() => fetchAccounts({ requestPolicy: 'network-only' })} />}
      {!accounts && !failure && <Loading />}
      {accounts?.length === 0 && (
        <Empty title="No accounts yet">
          Once an account is connected, its followers, its statistics and what people reply are shown here.
        </Empty>
      )}
      {accounts && account && (
        <>
          <Group align="end">
            <Select
              label="Account"
              data={accounts.map((one) => ({ value: one.platformId, label: nameOf(one) }))}
              value={account.platformId}
              onChange={(value) => change({ account: value ?? undefined, post: undefined })}
              allowDeselect={false}
              searchable
            />
            {account.platform === 'NETWORK' && (
              <>
                <SegmentedControl
                  aria-label="Time"
                  data={RANGES.map((range) => ({ value: `${range}`, label: `${range} days` }))}
                  value={`${days}`}
                  onChange={(value) => change({ days: RANGES.find((range) => `${range}` === value) })}
                />
                <Switch
                  label="As a table"
                  checked={table}
                  onChange={({ currentTarget }) => change({ table: currentTarget.checked || undefined })}
                  mb={8}
                />
              </>
            )}
          </Group>
          {account.platform === 'NETWORK' && (
            <AccountStatistics
              key={`${account.id} ${days}`}
              platformId={account.platformId}
              days={days}
              table={table}
            />
          )}
          {account.platform === 'NETWORK' || account.platform === 'THREADTALK' ? (
            <>
              {post && (
                <PostPanel key={post} account={account} postedId={post} onClose={() => change({ post: undefined })} />
              )}
              <OwnPosts key={account.id} account={account} onOpen={(postedId) => change({ post: postedId })} />
            </>
          ) : (
            <OffersNothing platform={account.platform} />
          )}
        </>
      )}
    </Page>
  );
}

const nameOf = ({ platform, platformId, username }: Account) => `${platformName(platform ?? platformId)} @${username}`;

/** The one of the address; else the first with something to show. */
const chosenOf = (accounts: Account[], platformId: string | undefined): Account | undefined =>
  accounts.find((one) => one.platformId === platformId) ??
  accounts.find(({ platform }) => platform === 'NETWORK') ??
  accounts.find(({ platform }) => platform === 'THREADTALK') ??
  accounts[0];
