import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Select, Table, Text } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useLiveQuery } from '../../api/live-query.js';
import { saveCsv, toCsv } from '../../parts/csv.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { formatNumber } from '../../parts/formats.js';
import { Loading } from '../../parts/loading.js';
import { oneOf } from '../../parts/one-of.js';
import { Panel } from '../../parts/panel.js';
import { useOpenClient } from '../../shell/client-overview.js';
import { NO_LIMIT_BYTES } from './meter.js';
import { lastMonths, nameOfMonth } from './months.js';
import { Share } from './share.js';
import { inGigabytes } from './sizes.js';
import { CLIENTS, type ClientUsage, type UsageByClient, type UserUsage } from './usage.operations.js';

const PAGE_SIZE = 25;
/** The largest that the service has. */
const WHOLE_PAGE = 100;
const SORTS = { POSTS_PER_MONTH: msg`Most posts first`, STORAGE: msg`Largest storage first` } as const;
type Sort = keyof typeof SORTS;

/** What each client uses of the plan, for the agency. */
export function ClientUsageTable() {
  const months = useMemo(() => lastMonths(new Date()), []);
  const [{ at, sort, after }, setShown] = useState<{ at: string; sort: Sort; after?: string }>({
    at: months[0] ?? '',
    sort: 'POSTS_PER_MONTH',
  });
  const variables = useMemo(() => ({ at, sort, after, first: PAGE_SIZE }), [at, sort, after]);
  const { data, failure, refresh } = useLiveQuery({ query: CLIENTS, variables });
  const { usage } = data ?? {};
  const { hasNextPage = false, endCursor } = usage?.clients?.pageInfo ?? {};
  const total = usage?.clients?.totalCount ?? 0;
  return (
    <Panel title={t`By client`} actions={total > 0 && <Download at={at} sort={sort} />}>
      <Group align="end">
        <Select
          label={t`Month (UTC)`}
          w="12rem"
          allowDeselect={false}
          data={months.map((value) => ({ value, label: nameOfMonth(value) }))}
          value={at}
          onChange={(month) => month && setShown({ at: month, sort })}
        />
        <Select
          label={t`Order`}
          w="14rem"
          allowDeselect={false}
          data={Object.entries(SORTS).map(([value, label]) => ({ value, label: t(label) }))}
          value={sort}
          onChange={(value) => setShown({ at, sort: oneOf(Object.keys(SORTS) as Sort[], value) ?? sort })}
        />
      </Group>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!usage && !failure && <Loading />}
      {usage && total === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No clients yet. What each of them uses of your plan is shown here.</Trans>
        </Text>
      )}
      {usage && total > 0 && <Rows usage={usage} month={nameOfMonth(at)} />}
      {(after || hasNextPage) && (
        <Group>
          <Button variant="default" disabled={!after} onClick={() => setShown({ at, sort })}>
            <Trans>First page</Trans>
          </Button>
          <Button
            variant="default"
            disabled={!hasNextPage}
            onClick={() => endCursor && setShown({ at, sort, after: endCursor })}
          >
            <Trans>Next page</Trans>
          </Button>
          <Text size="sm">
            <Plural value={total} one="# client" other="# clients" />
          </Text>
        </Group>
      )}
      {usage && total > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>
            Posts are those of the month; everything else is as of now. Percentages are of what your plan allows. “All
            together” also has what former clients left: their posts of the month, and their files and drafts.
          </Trans>
        </Text>
      )}
    </Panel>
  );
}

function Rows({ usage, month }: { usage: UsageByClient; month: string }) {
  const openClient = useOpenClient();
  const { postsPerMonth, scheduledPosts, connectedAccounts, storage } = usage;
  return (
    <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} role="region" aria-label={t`Table: usage by client`}>
      <Table aria-label={t`Usage by client, ${month}`} verticalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Trans>Client</Trans>
            </Table.Th>
            {[t`Posts`, t`Waiting posts`, t`Drafts`, t`Accounts`, t`Storage`].map((title) => (
              <Table.Th key={title} ta="end">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(usage.clients?.edges ?? []).map(({ node: { user, ...used } }) => (
            <Row key={user.id} usage={usage} used={used}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="start"
                c="var(--mantine-color-text)"
                style={{ overflowWrap: 'anywhere' }}
                aria-label={t`${user.displayName}: open the usage`}
                onClick={() => openClient(user, { to: '/usage' })}
              >
                {user.displayName}
              </Anchor>
            </Row>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Row usage={usage} used={usage.own}>
            <Trans>This account itself</Trans>
          </Row>
          <Table.Tr>
            <Table.Th scope="row">
              <Trans>All together</Trans>
            </Table.Th>
            <Count value={postsPerMonth.used} />
            <Count value={scheduledPosts.used} />
            <Table.Td />
            <Count value={connectedAccounts} />
            <Table.Td ta="end">{inGigabytes(storage.usedBytes)}</Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowProps {
  usage: UsageByClient;
  used: UserUsage;
  children: ReactNode;
}

/** A client, or the account itself. */
function Row({ usage: { plan, postsPerMonth: month, scheduledPosts, storage }, used, children }: RowProps) {
  const isShared = month.per === 'ACCOUNT';
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} miw="9rem">
        {children}
      </Table.Th>
      <Count value={used.postsPerMonth}>
        <Share
          used={isShared ? used.postsPerMonth : used.mostPostsPerAccount}
          limit={month.limit}
          ofFullest={!isShared}
        />
      </Count>
      <Count value={used.scheduledPosts}>
        <Share used={used.scheduledPosts} limit={scheduledPosts.limit} />
      </Count>
      <Count value={used.drafts}>
        <Share used={used.drafts} limit={plan.maxDrafts} />
      </Count>
      <Count value={used.connectedAccounts}>
        <Share used={used.connectedAccounts} limit={plan.maxConnectedAccounts} />
      </Count>
      <Table.Td ta="end">
        {inGigabytes(used.usedBytes)}
        <Share used={used.usedBytes} limit={storage.limitBytes} none={NO_LIMIT_BYTES} />
      </Table.Td>
    </Table.Tr>
  );
}

const Count = ({ value, children }: { value: number; children?: ReactNode }) => (
  <Table.Td ta="end">
    {formatNumber(value)}
    {children}
  </Table.Td>
);

/** Saves the whole table, all pages of it. */
function Download({ at, sort }: { at: string; sort: Sort }) {
  const client = useClient();
  const [isReading, setReading] = useState(false);
  const download = async () => {
    setReading(true);
    const rows: ClientUsage[] = [];
    let after: string | null = null;
    do {
      const variables: { at: string; sort: Sort; first: number; after: string | null } = {
        ...{ at, sort, after },
        first: WHOLE_PAGE,
      };
      const result = await client.query(CLIENTS, variables, { requestPolicy: 'network-only' });
      const page: UsageByClient['clients'] = result.data?.usage?.clients ?? null;
      const failure = failureOf(result);
      if (failure || !page) {
        setReading(false);
        if (failure) showFailure(failure);
        return;
      }
      rows.push(...page.edges.map(({ node }) => node));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    setReading(false);
    const month = at.slice(0, 7);
    saveCsv(`usage-by-client-${month}.csv`, toCsv(head(), rows.map(cellsOf(month))));
  };
  return (
    <Button size="xs" variant="default" leftSection={<DownloadIcon />} loading={isReading} onClick={download}>
      <Trans>Download as CSV</Trans>
    </Button>
  );
}

const head = (): string[] => [
  ...[t`Client`, t`Client id`, t`Month`, t`Posts`, t`Posts of the fullest account`, t`Waiting posts`, t`Drafts`],
  ...[t`Accounts`, t`Storage in bytes`, t`Files`],
];

const cellsOf =
  (month: string) =>
  ({ user, ...used }: ClientUsage) => [
    ...[user.displayName, user.id, month, used.postsPerMonth, used.mostPostsPerAccount, used.scheduledPosts],
    ...[used.drafts, used.connectedAccounts, used.usedBytes, used.usedFiles],
  ];
