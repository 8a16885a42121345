import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { columnOf, formatOfMetric, type Metric, metricName, missingIn, numberOf } from '../../metrics/metric.js';
import { BarChart } from '../../parts/chart/bar-chart.js';
import { ChartFrame } from '../../parts/chart/chart-frame.js';
import { formatOf, shortDate } from '../../parts/formats.js';
import { oneOf } from '../../parts/one-of.js';
import { Panel } from '../../parts/panel.js';
import type { Report } from './analytics.operations.js';
import { INTERVALS, type Interval } from './analytics-search.js';
import { type Period, startsIn } from './periods.js';

interface TrendProps {
  report: Report;
  period: Period;
  metric: Metric;
  interval: Interval;
  isBusy: boolean;
  onInterval: (interval: Interval) => void;
}

const WORDS: Record<Interval, MessageDescriptor> = { DAY: msg`Day`, WEEK: msg`Week`, MONTH: msg`Month` };
const TITLES: Record<Interval, (metric: string) => string> = {
  DAY: (metric) => t`${metric} by day`,
  WEEK: (metric) => t`${metric} by week`,
  MONTH: (metric) => t`${metric} by month`,
};

/** A metric by the day, week or month in which its posts were published. */
export function Trend({ report, period, metric, interval, isBusy, onInterval }: TrendProps) {
  const byStart = new Map(report.groups.map(({ key, total }) => [key, total]));
  const bars = startsIn(period, interval).map((key) => {
    const total = byStart.get(key);
    return {
      key,
      label: nameOf(key, interval),
      posts: total?.posts ?? 0,
      missing: missingIn(total),
      value: total ? numberOf(total.values, metric) : null,
    };
  });
  const format = formatOfMetric(metric);
  const title = TITLES[interval](metricName(metric));
  return (
    <Panel
      title={title}
      isBusy={isBusy}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t`Interval`}
          data={INTERVALS.map((value) => ({ value, label: t(WORDS[value]) }))}
          value={interval}
          onChange={(value) => onInterval(oneOf(INTERVALS, value) ?? interval)}
        />
      }
    >
      <ChartFrame
        title={title}
        file={`${metricName(metric).toLowerCase().replaceAll(' ', '-')}-${period.from}-${period.to}`}
        head={interval === 'WEEK' ? t`Week of` : t(WORDS[interval])}
        columns={[{ title: t`Posts` }, columnOf(metric)]}
        rows={bars.map(({ key, label, posts, value, missing }) => ({
          ...{ key, name: key, shown: label, values: [posts, value] },
          missing,
        }))}
      >
        <BarChart title={t`Chart: ${title}`} bars={bars} format={format} />
      </ChartFrame>
    </Panel>
  );
}

const nameOf = (start: string, interval: Interval): string =>
  interval === 'MONTH'
    ? formatOf({ month: 'short', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(start))
    : shortDate(start);
