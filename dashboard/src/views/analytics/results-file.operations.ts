import { graphql, type VariablesOf } from '../../api/graphql.js';
import { METRIC_VALUES } from '../../metrics/metrics.operations.js';

/** The rows of a file for spreadsheets, page by page. */
export const RESULTS_CSV = graphql(`
  query ResultsCsv($filter: MetricsFilter!, $after: String) {
    postResults(filter: $filter, first: 100, after: $after) {
      csv
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** The same rows as objects, with the fields of the client and the command line. */
export const RESULTS_JSON = graphql(
  `
    query ResultsJson($filter: MetricsFilter!, $after: String) {
      postResults(filter: $filter, first: 50, after: $after) {
        edges {
          node {
            postId
            postGroupId
            partIndex
            platform
            platformId
            accountName
            url
            publishedAt
            excerpt
            labels
            author
            state
            measuredAt
            values {
              ...MetricValuesFields
            }
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [METRIC_VALUES],
);

export type ResultsFilter = VariablesOf<typeof RESULTS_CSV>['filter'];
