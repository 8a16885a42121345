import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { ChartFrame } from '../../parts/chart/chart-frame.js';
import { LineChart } from '../../parts/chart/line-chart.js';
import { formatNumber, shortDate } from '../../parts/formats.js';
import { Panel } from '../../parts/panel.js';
import { FOLLOWERS } from './analytics.operations.js';
import { laterDate, type Period } from './periods.js';

interface FollowersProps {
  platformId: string;
  period: Period;
}

/** The followers of an account, by day. */
export function Followers({ platformId, period: { from, to } }: FollowersProps) {
  const [{ data }] = useQuery({ query: FOLLOWERS, variables: { platformId, from, to: laterDate(to, 1) } });
  const metrics = data?.connectedAccount?.metrics;
  if (!metrics || metrics.state === 'NOT_SUPPORTED') return null;
  const { points } = metrics;
  const known = points.flatMap(({ followers }) => followers ?? []);
  const [first, last] = [known[0], known.at(-1)];
  return (
    <Panel title="Followers">
      {first === undefined || last === undefined ? (
        <Text size="sm" c="dimmed">
          No numbers of these days.
        </Text>
      ) : (
        <ChartFrame
          title="Followers by day"
          file={`followers-${from}-${to}`}
          head="Day"
          columns={[{ title: 'Followers' }]}
          rows={points.map(({ date, followers }) => ({
            ...{ key: date, name: date, shown: shortDate(date), values: [followers] },
          }))}
        >
          <LineChart
            title={`Chart: followers by day, from ${formatNumber(first)} to ${formatNumber(last)}`}
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
