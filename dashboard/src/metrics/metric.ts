import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { graphql } from '../api/graphql.js';
import { formatNumber, formatSeconds } from '../parts/formats.js';
import type { MetricsSum, MetricValues } from './metrics.operations.js';

export type Metric = ReturnType<typeof graphql.scalar<'PostMetric'>>;

interface Shown {
  field: keyof MetricValues;
  name: MessageDescriptor;
  /** Within a sentence. */
  inText: MessageDescriptor;
  /** In files, with the unit. */
  inFile?: MessageDescriptor;
  format?: (value: number) => string;
}

/** Every metric of the schema, in the order in which they are shown. */
const SHOWN: Record<Metric, Shown> = {
  ENGAGEMENTS: { field: 'engagements', name: msg`Engagements`, inText: msg`engagements` },
  IMPRESSIONS: { field: 'impressions', name: msg`Impressions`, inText: msg`impressions` },
  REACH: {
    field: 'reach',
    name: msg({ message: 'Reach', context: 'metric' }),
    inText: msg({ message: 'reach', context: 'metric' }),
  },
  VIEWS: {
    field: 'views',
    name: msg({ message: 'Views', context: 'metric' }),
    inText: msg({ message: 'views', context: 'metric' }),
  },
  REACTIONS: { field: 'reactions', name: msg`Reactions`, inText: msg`reactions` },
  COMMENTS: { field: 'comments', name: msg`Comments`, inText: msg`comments` },
  SHARES: {
    field: 'shares',
    name: msg({ message: 'Shares', context: 'metric' }),
    inText: msg({ message: 'shares', context: 'metric' }),
  },
  CLICKS: { field: 'clicks', name: msg`Clicks`, inText: msg`clicks` },
  SAVES: {
    field: 'saves',
    name: msg({ message: 'Saves', context: 'metric' }),
    inText: msg({ message: 'saves', context: 'metric' }),
  },
  WATCH_SECONDS: {
    field: 'watchSeconds',
    name: msg`Watch time`,
    inText: msg`watch time`,
    inFile: msg`Watch seconds`,
    format: formatSeconds,
  },
};
export const METRICS = Object.keys(SHOWN) as Metric[];

/** Those of several posts: people who were reached are not summed, because the same ones can have seen several posts. */
export const SUMMED = METRICS.filter((metric) => metric !== 'REACH');

export const metricName = (metric: Metric): string => t(SHOWN[metric].name);

/** The name within a sentence. */
export const metricInText = (metric: Metric): string => t(SHOWN[metric].inText);

/** The number of a metric; null: not given. */
export const numberOf = (values: MetricValues, metric: Metric): number | null => values[SHOWN[metric].field];

/** How the numbers of a metric are shown. */
export const formatOfMetric = (metric: Metric): ((value: number) => string) => SHOWN[metric].format ?? formatNumber;

/** The column of a metric in a table. */
export function columnOf(metric: Metric) {
  const { inFile } = SHOWN[metric];
  return { title: metricName(metric), format: formatOfMetric(metric), inFile: inFile && t(inFile) };
}

/** Those of some metrics that at least one of several values has. */
export const givenIn = (all: readonly MetricValues[], metrics: readonly Metric[] = METRICS): Metric[] =>
  metrics.filter((metric) => all.some((values) => numberOf(values, metric) !== null));

/** Why a sum has no number of a metric. Undefined: there were no posts. */
export function missingIn(total: Pick<MetricsSum, 'posts' | 'measuredPosts'> | undefined): string {
  if (!total || total.posts === 0) return t`No posts`;
  return total.measuredPosts === 0 ? t`No numbers yet` : t`Not given`;
}
