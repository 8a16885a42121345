import { graphql } from '../../api/graphql.js';
import { METRICS_SUM } from '../../metrics/metrics.operations.js';

/** What the posts of some days achieved, by day. */
export const RESULTS = graphql(
  `
    query ResultsOnHome($filter: MetricsFilter!) {
      metrics(filter: $filter, groupBy: DAY, compare: true) {
        total {
          ...MetricsSumFields
        }
        previous {
          ...MetricsSumFields
        }
        comparedWith {
          from
          to
        }
        groups {
          key
          total {
            ...MetricsSumFields
          }
        }
      }
    }
  `,
  [METRICS_SUM],
);
