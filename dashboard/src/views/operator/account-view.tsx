import { Group, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import { AccountActions } from './account-actions.js';
import { Console } from './console.js';
import { ACCOUNT, type Account } from './operator.operations.js';
import { Rows } from './rows.js';

const route = getRouteApi('/signed-in/operator/accounts/$userId');

/** One account: its state, usage and connections, and what the operator can do with it. */
export const AccountView = () => (
  <Console>
    <Loaded />
  </Console>
);

function Loaded() {
  const { userId } = route.useParams();
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: ACCOUNT, variables: { user: userId } });
  const failure = failureOf(state);
  const account = data?.account;
  return (
    <Page title={account?.email ?? 'Account'} actions={<PageLink to="/operator">All accounts</PageLink>}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!account && !failure && <Loading />}
      {account && (
        <>
          <Facts account={account} />
          <AccountActions account={account} onChanged={refresh} />
          <Panel
            title="Usage and health"
            actions={
              <Group>
                <PageLink to="/operator" search={{ tab: 'posts', user: account.id }}>
                  Posts
                </PageLink>
                <PageLink to="/operator" search={{ tab: 'deliveries', user: account.id }}>
                  Webhook deliveries
                </PageLink>
              </Group>
            }
          >
            <Rows
              label="Usage and health"
              none=""
              head={['What', 'Number']}
              rows={numbersOf(account).map(([what, number]) => ({ key: what, cells: [what, number] }))}
            />
          </Panel>
          <Panel title="Connected accounts">
            <Rows
              label="Connected accounts"
              none="None is connected."
              head={['Platform', 'Account', 'Problem']}
              rows={account.connections.map(({ platformId, platform, username, revokedAt, renewalRefusedAt }) => ({
                key: platformId,
                cells: [
                  platformName(platform),
                  username,
                  <Problem key="problem" {...{ revokedAt, renewalRefusedAt }} />,
                ],
              }))}
            />
          </Panel>
        </>
      )}
    </Page>
  );
}

function Problem({ revokedAt, renewalRefusedAt }: { revokedAt: string | null; renewalRefusedAt: string | null }) {
  if (revokedAt) {
    return (
      <>
        The platform refuses it since <Time at={revokedAt} />
      </>
    );
  }
  if (!renewalRefusedAt) return 'none';
  return (
    <>
      It cannot be renewed since <Time at={renewalRefusedAt} />
    </>
  );
}

const numbersOf = ({ health, usage }: Account): [string, string | number][] => [
  ['Posts this month', usage.postsThisMonth],
  ['Waiting posts', usage.waitingPosts],
  ['Late posts', health.duePosts],
  ['Failed in 7 days', health.failedPosts],
  ['Connected accounts, with those of managed users', usage.connections],
  ['Connection problems', health.connectionProblems],
  ['Stored files', usage.storedFiles],
  ['Stored megabytes', Math.round(usage.storedBytes / 1024 ** 2)],
];

function Facts({ account }: { account: Account }) {
  const times: [string, string | null][] = [
    ['Created', account.createdAt],
    ['E-mail address confirmed', account.emailConfirmedAt],
    ['Two-factor authentication since', account.twoFactorSince],
    ['On hold since', account.heldAt],
    ['Hold ends', account.holdExpiresAt],
    ['Inactive since', account.deactivatedAt],
    ['Removed on', account.removalAt],
  ];
  return (
    <Stack gap={2}>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {account.displayName} · {account.planName} plan
        {account.managedBy && ` of ${account.managedBy}`}
        {account.isOperator && ' · operator'} · id {account.id}
      </Text>
      {times.map(
        ([what, at]) =>
          at && (
            <Text key={what} size="sm" c="dimmed">
              {what}: <Time at={at} />
            </Text>
          ),
      )}
      {account.holdReason && (
        <Text size="sm" c="dimmed">
          Reason of the hold: {account.holdReason}
        </Text>
      )}
    </Stack>
  );
}
