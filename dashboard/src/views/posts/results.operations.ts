import { graphql, type ResultOf } from '../../api/graphql.js';
import { METRIC_VALUES } from '../../metrics/metrics.operations.js';

/** What a post achieved, on each platform and together. */
export const RESULTS = graphql(
  `
    query PostResults($id: ID!) {
      postGroup(id: $id) {
        id
        metrics {
          posts
          measuredPosts
          missing
          values {
            ...MetricValuesFields
          }
        }
        posts {
          id
          platformId
          platformKey
          partIndex
          status
          account {
            id
            username
            displayName
            picturePath
          }
          metrics {
            state
            measuredAt
            nextAt
            own {
              name
              value
            }
            values {
              ...MetricValuesFields
            }
            points {
              at
              values {
                ...MetricValuesFields
              }
            }
          }
        }
      }
    }
  `,
  [METRIC_VALUES],
);

type Results = NonNullable<ResultOf<typeof RESULTS>['postGroup']>;
export type GroupMetrics = NonNullable<Results['metrics']>;
export type MeasuredPart = Results['posts'][number];
export type PartMetrics = NonNullable<MeasuredPart['metrics']>;
