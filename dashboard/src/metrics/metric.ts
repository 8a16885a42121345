import type { graphql } from '../api/graphql.js';
import { formatNumber, formatSeconds } from '../parts/formats.js';
import type { MetricsSum, MetricValues } from './metrics.operations.js';

export type Metric = ReturnType<typeof graphql.scalar<'PostMetric'>>;

interface Shown {
  field: keyof MetricValues;
  name: string;
  /** In files, with the unit. */
  inFile?: string;
  format?: (value: number) => string;
}

/** Every metric of the schema, in the order in which they are shown. */
const SHOWN: Record<Metric, Shown> = {
  ENGAGEMENTS: { field: 'engagements', name: 'Engagements' },
  IMPRESSIONS: { field: 'impressions', name: 'Impressions' },
  REACH: { field: 'reach', name: 'Reach' },
  VIEWS: { field: 'views', name: 'Views' },
  REACTIONS: { field: 'reactions', name: 'Reactions' },
  COMMENTS: { field: 'comments', name: 'Comments' },
  SHARES: { field: 'shares', name: 'Shares' },
  CLICKS: { field: 'clicks', name: 'Clicks' },
  SAVES: { field: 'saves', name: 'Saves' },
  WATCH_SECONDS: { field: 'watchSeconds', name: 'Watch time', inFile: 'Watch seconds', format: formatSeconds },
};
export const METRICS = Object.keys(SHOWN) as Metric[];

/** Those of several posts: people who were reached are not summed, because the same ones can have seen several posts. */
export const SUMMED = METRICS.filter((metric) => metric !== 'REACH');

export const metricName = (metric: Metric): string => SHOWN[metric].name;

/** The number of a metric; null: not given. */
export const numberOf = (values: MetricValues, metric: Metric): number | null => values[SHOWN[metric].field];

/** How the numbers of a metric are shown. */
export const formatOfMetric = (metric: Metric): ((value: number) => string) => SHOWN[metric].format ?? formatNumber;

/** The column of a metric in a table. */
export const columnOf = (metric: Metric) => ({
  title: metricName(metric),
  format: formatOfMetric(metric),
  inFile: SHOWN[metric].inFile,
});

/** Those of some metrics that at least one of several values has. */
export const givenIn = (all: readonly MetricValues[], metrics: readonly Metric[] = METRICS): Metric[] =>
  metrics.filter((metric) => all.some((values) => numberOf(values, metric) !== null));

/** Why a sum has no number of a metric. Undefined: there were no posts. */
export function missingIn(total: Pick<MetricsSum, 'posts' | 'measuredPosts'> | undefined): string {
  if (!total || total.posts === 0) return 'No posts';
  return total.measuredPosts === 0 ? 'No numbers yet' : 'Not given';
}
