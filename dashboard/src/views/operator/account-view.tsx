import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    <Page
      title={account?.email ?? t`Account`}
      actions={
        <PageLink to="/operator">
          <Trans>All accounts</Trans>
        </PageLink>
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!account && !failure && <Loading />}
      {account && (
        <>
          <Facts account={account} />
          <AccountActions account={account} onChanged={refresh} />
          <Panel
            title={t`Usage and health`}
            actions={
              <Group>
                <PageLink to="/operator" search={{ tab: 'posts', user: account.id }}>
                  <Trans>Posts</Trans>
                </PageLink>
                <PageLink to="/operator" search={{ tab: 'deliveries', user: account.id }}>
                  <Trans>Webhook deliveries</Trans>
                </PageLink>
              </Group>
            }
          >
            <Rows
              label={t`Usage and health`}
              none=""
              head={[t`What`, t`Number`]}
              rows={numbersOf(account).map(([what, number]) => ({ key: what, cells: [what, number] }))}
            />
          </Panel>
          <Panel title={t`Connected accounts`}>
            <Rows
              label={t`Connected accounts`}
              none={t`None is connected.`}
              head={[t`Platform`, t`Account`, t`Problem`]}
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
      <Trans>
        The platform refuses it since <Time at={revokedAt} />
      </Trans>
    );
  }
  if (!renewalRefusedAt) return t`none`;
  return (
    <Trans>
      It cannot be renewed since <Time at={renewalRefusedAt} />
    </Trans>
  );
}

const numbersOf = ({ health, usage }: Account): [string, string | number][] => [
  [t`Posts this month`, usage.postsThisMonth],
  [t`Waiting posts`, usage.waitingPosts],
  [t`Late posts`, health.duePosts],
  [t`Failed in 7 days`, health.failedPosts],
  [t`Connected accounts, with those of managed users`, usage.connections],
  [t`Connection problems`, health.connectionProblems],
  [t`Stored files`, usage.storedFiles],
  [t`Stored megabytes`, Math.round(usage.storedBytes / 1024 ** 2)],
];

function Facts({ account }: { account: Account }) {
  const { planName, managedBy } = account;
  const plan = managedBy ? t`${planName} plan of ${managedBy}` : t`${planName} plan`;
  const times: [string, string | null][] = [
    [t`Created`, account.createdAt],
    [t`E-mail address confirmed`, account.emailConfirmedAt],
    [t`Two-factor authentication since`, account.twoFactorSince],
    [t`On hold since`, account.heldAt],
    [t`Hold ends`, account.holdExpiresAt],
    [t`Inactive since`, account.deactivatedAt],
    [t`Removed on`, account.removalAt],
  ];
  return (
    <Stack gap={2}>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {[account.displayName, plan, account.isOperator && t`operator`, t`id ${account.id}`]
          .filter(Boolean)
          .join(' · ')}
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
          <Trans>Reason of the hold: {account.holdReason}</Trans>
        </Text>
      )}
    </Stack>
  );
}
