import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { ChartFrame } from '../../parts/chart/chart-frame.js';
import { LineChart } from '../../parts/chart/line-chart.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { formatNumber, shortDate } from '../../parts/formats.js';
import { Panel } from '../../parts/panel.js';
import { FOLLOWERS } from './analytics.operations.js';
import { laterDate, type Period } from './periods.js';
import { useReport } from './use-report.js';

interface FollowersProps {
  platformId: string;
  period: Period;
}

/** The followers of an account, by day. */
export function Followers({ platformId, period: { from, to } }: FollowersProps) {
  const asked = useMemo(() => ({ platformId, from, to: laterDate(to, 1) }), [platformId, from, to]);
  const { data, failure, refresh, variables, isOutdated } = useReport({ query: FOLLOWERS, variables: asked });
  const metrics = data?.connectedAccount?.metrics;
  if (failure && !metrics) {
    return (
      <Panel title={t`Followers`}>
        <FailureNotice failure={failure} onRetry={refresh} />
      </Panel>
    );
  }
  if (!metrics || metrics.state === 'NOT_SUPPORTED') return null;
  const { points } = metrics;
  const known = points.flatMap(({ followers }) => followers ?? []);
  const [first, last] = [known[0], known.at(-1)];
  return (
    <Panel title={t`Followers`} isBusy={isOutdated}>
      {first === undefined || last === undefined ? (
        <Text size="sm" c="dimmed">
          <Trans>No numbers of these days.</Trans>
        </Text>
      ) : (
        <ChartFrame
          title={t`Followers by day`}
          file={`followers-${variables.from}-${laterDate(variables.to, -1)}`}
          head={t`Day`}
          columns={[{ title: t`Followers` }]}
          rows={points.map(({ date, followers }) => ({
            ...{ key: date, name: date, shown: shortDate(date), values: [followers] },
          }))}
        >
          <LineChart
            title={t`Chart: followers by day, from ${formatNumber(first)} to ${formatNumber(last)}`}
            format={formatNumber}
            points={points.map(({ date, followers }) => ({
              ...{ key: date, label: shortDate(date), x: Date.parse(date), value: followers },
            }))}
          />
        </ChartFrame>
      )}
    </Panel>
  );
}
