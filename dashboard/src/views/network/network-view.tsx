import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, SegmentedControl, Select, Switch } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountAvatar } from '../../parts/account-avatar.js';
import { type Account, useAccounts, useFurtherAccounts } from '../../parts/accounts.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { platformName } from '../../parts/platform.js';
import { AccountStatistics } from './account-statistics.js';
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
  const loaded = useAccounts();
  const [wasOpened, setOpened] = useState(false);
  const change = (changes: NetworkSearch) =>
    void navigate({ to: '/network', search: { ...search, ...changes }, resetScroll: false });

  const { list: accounts, isComplete, failure, onRetry } = loaded;
  const wanted = accounts.find(isWanted(search.target));
  const account = wanted ?? (isComplete ? otherOf(accounts) : undefined);
  useFurtherAccounts(loaded, wasOpened || !wanted);
  return (
    <Page title={t`Network`}>
      {failure && <FailureNotice failure={failure} onRetry={onRetry} />}
      {!account && !isComplete && !failure && <Loading />}
      {isComplete && accounts.length === 0 && (
        <Empty title={t`No accounts yet`}>
          <Trans>
            Once an account is connected, its followers, its statistics and what people reply are shown here.
          </Trans>
        </Empty>
      )}
      {account && (
        <>
          <Group align="end">
            <Select
              label={t`Account`}
              data={accounts.map((one) => ({ value: one.platformId, label: nameOf(one) }))}
              value={account.platformId}
              onChange={(value) => change({ target: value ?? undefined, post: undefined })}
              onDropdownOpen={() => setOpened(true)}
              allowDeselect={false}
              leftSection={<AccountAvatar account={account} size={20} />}
              searchable
            />
            {account.platform === 'NETWORK' && (
              <>
                <SegmentedControl
                  aria-label={t({ message: 'Time', context: 'period' })}
                  data={RANGES.map((range) => ({ value: `${range}`, label: t`${range} days` }))}
                  value={`${days}`}
                  onChange={(value) => change({ days: RANGES.find((range) => `${range}` === value) })}
                />
                <Switch
                  label={t`As a table`}
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

/** The account of the address; without one the first of network, which has most to show. */
const isWanted =
  (wanted: string | undefined) =>
  ({ platform, platformId }: Account): boolean =>
    wanted === undefined ? platform === 'NETWORK' : platformId === wanted;

/** In its place, if it is not connected. */
const otherOf = (accounts: Account[]): Account | undefined =>
  accounts.find(({ platform }) => platform === 'NETWORK') ??
  accounts.find(({ platform }) => platform === 'THREADTALK') ??
  accounts[0];
