import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SimpleGrid, Text } from '@mantine/core';
import dayjs from 'dayjs';
import { lazy, Suspense, useMemo } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { Panel } from '../../parts/panel.js';
import { Count } from './count.js';
import { METRICS } from './metrics.js';
import { STATISTICS } from './network.operations.js';
import { NoStatistics } from './offers.js';

const Series = lazy(async () => ({ default: (await import('./series.js')).Series }));

interface AccountStatisticsProps {
  platformId: string;
  days: number;
  table: boolean;
}

/** Followers, and all posts of the account together. */
export function AccountStatistics({ platformId, days, table }: AccountStatisticsProps) {
  const variables = useMemo(() => ({ platformId, range: rangeOf(days) }), [platformId, days]);
  const [{ data, ...state }, fetchStatistics] = useQuery({ query: STATISTICS, variables });
  const failure = failureOf(state);
  const account = data?.connectedAccount;
  const hasNone = account && !account.followers && !account.statistics;
  return (
    <>
      <Panel title={t`So far`}>
        {failure && (
          <FailureNotice failure={failure} onRetry={() => fetchStatistics({ requestPolicy: 'network-only' })} />
        )}
        {!data && !failure && <Loading />}
        {hasNone && <NoStatistics />}
        <SimpleGrid component="ul" cols={{ base: 2, sm: 3, lg: 6 }} spacing="xs" p={0} m={0} aria-label={t`Totals`}>
          {account?.followers && <Count label={t`Followers`} {...account.followers} />}
          {account?.statistics?.map(({ metric, ...total }) => (
            <Count key={metric} label={t(METRICS[metric])} {...total} />
          ))}
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          <Trans>The platform is asked at most every 30 minutes. Days are those of UTC.</Trans>
        </Text>
      </Panel>
      {account && !hasNone && (
        <Panel title={t`The last ${days} days`}>
          <Suspense fallback={<Loading />}>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {account.dailyFollowers && <Series title={t`New followers`} table={table} {...account.dailyFollowers} />}
              {account.dailyStatistics?.map(({ metric, ...series }) => (
                <Series key={metric} title={t(METRICS[metric])} table={table} {...series} />
              ))}
            </SimpleGrid>
          </Suspense>
        </Panel>
      )}
    </>
  );
}

/** Whole days up to yesterday; the end is exclusive. */
const rangeOf = (days: number) => {
  const today = dayjs.utc();
  return { start: today.subtract(days, 'day').format('YYYY-MM-DD'), end: today.format('YYYY-MM-DD') };
};
