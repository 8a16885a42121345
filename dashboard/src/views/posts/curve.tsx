import { t } from '@lingui/core/macro';
import { columnOf, formatOfMetric, givenIn, type Metric, metricName, numberOf } from '../../metrics/metric.js';
import { ChartFrame } from '../../parts/chart/chart-frame.js';
import { LineChart } from '../../parts/chart/line-chart.js';
import { shortTime } from '../../parts/formats.js';
import { useTimeZone } from '../../parts/time.js';
import type { PartMetrics } from './results.operations.js';

interface CurveProps {
  /** Of the post on its platform. */
  name: string;
  metric: Metric;
  points: PartMetrics['points'];
}

/** How a metric has grown since publication. Its table has all metrics. */
export function Curve({ name, metric, points }: CurveProps) {
  const timeZone = useTimeZone();
  const format = formatOfMetric(metric);
  const line = points.map(({ at, values }) => ({
    key: at,
    label: shortTime(at, timeZone),
    x: Date.parse(at),
    value: numberOf(values, metric),
  }));
  const known = line.flatMap(({ value }) => value ?? []);
  // One number is no curve.
  if (known.length < 2) return null;
  const given = givenIn(points.map(({ values }) => values));
  return (
    <ChartFrame
      title={`${metricName(metric)}, ${name}`}
      order={4}
      file={`post-${metricName(metric).toLowerCase().replaceAll(' ', '-')}`}
      head={t`Time`}
      columns={given.map(columnOf)}
      rows={points.map(({ at, values }) => ({
        key: at,
        name: at,
        shown: shortTime(at, timeZone),
        values: given.map((column) => numberOf(values, column)),
      }))}
    >
      <LineChart
        title={t`Chart: ${metricName(metric)}, ${name}: ${format(known.at(-1) ?? 0)} at the end`}
        points={line}
        format={format}
        from={0}
      />
    </ChartFrame>
  );
}
