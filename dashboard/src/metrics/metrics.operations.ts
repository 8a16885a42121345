import { graphql, type ResultOf } from '../api/graphql.js';

/** What posts achieved. A number that is null was not given. */
export const METRIC_VALUES = graphql(`
  fragment MetricValuesFields on MetricValues @_unmask {
    impressions
    reach
    views
    reactions
    comments
    shares
    clicks
    saves
    watchSeconds
    engagements
  }
`);

export type MetricValues = ResultOf<typeof METRIC_VALUES>;

/** The sums over posts. */
export const METRICS_SUM = graphql(
  `
    fragment MetricsSumFields on MetricsSum @_unmask {
      posts
      measuredPosts
      followers
      followersChange
      values {
        ...MetricValuesFields
      }
    }
  `,
  [METRIC_VALUES],
);

export type MetricsSum = ResultOf<typeof METRICS_SUM>;
