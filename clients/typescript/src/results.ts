/** What posts have achieved. A metric that no platform gave is null. */
import type { CallOptions } from './call-options.js';
import {
  type BestTimes,
  ListPostResults,
  type MetricsFilter,
  type MetricsGrouping,
  type MetricsReport,
  type PostMetric,
  type PostResult,
  ReadResults,
  ReadResultsCsv,
  type TopPost,
} from './operations.js';
import type { Endpoint } from './options.js';
import { itemsOf } from './pages.js';
import { runOperation } from './run-operation.js';

export interface Results {
  report: MetricsReport;
  topPosts: TopPost[];
  bestTimes: BestTimes;
}

export interface ReadResultsOptions extends CallOptions {
  filter: MetricsFilter;
  groupBy?: MetricsGrouping | undefined;
  /** Also reports the period before it: of a calendar month the month before, of a year the year before. */
  compare?: boolean | undefined;
  /** The metric of top posts and best times; ENGAGEMENTS if omitted. */
  by?: PostMetric | undefined;
  /** How many top posts; 10 if omitted. */
  top?: number | undefined;
}

export interface ResultsApi {
  /** Sums, top posts and best times of a period, as of one request. Errors: FILTER_INVALID, TIME_ZONE_INVALID. */
  read(options: ReadResultsOptions): Promise<Results>;
  /** The posts of a period with their numbers, earliest first. */
  posts(options: CallOptions & { filter: MetricsFilter }): AsyncGenerator<PostResult, void, undefined>;
  /** The same as a CSV file for spreadsheets, in pieces that follow each other. */
  csv(options: CallOptions & { filter: MetricsFilter }): AsyncGenerator<string, void, undefined>;
}

const PAGE_SIZE = 100;

export const makeResults = (endpoint: Endpoint): ResultsApi => ({
  async read({ signal, ...variables }) {
    const options = { signal, isRepeatable: true };
    const { metrics, ...others } = await runOperation(endpoint, ReadResults, variables, options);
    // Null only with an error, which is thrown.
    return { report: metrics, ...others } as Results;
  },
  posts: ({ filter, signal }) =>
    itemsOf(async (after) => {
      const variables = { filter, first: PAGE_SIZE, after };
      return (await runOperation(endpoint, ListPostResults, variables, { signal, isRepeatable: true })).postResults;
    }),
  async *csv({ filter, signal }) {
    let after: string | null | undefined;
    do {
      const variables = { filter, first: PAGE_SIZE, after };
      const options = { signal, isRepeatable: true };
      const { postResults } = await runOperation(endpoint, ReadResultsCsv, variables, options);
      if (postResults) yield postResults.csv;
      after = postResults?.pageInfo.hasNextPage ? postResults.pageInfo.endCursor : undefined;
    } while (after);
  },
});
