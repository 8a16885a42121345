import { Arg, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AFTER, byTime, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { COST, points } from '../../foundation/graphql/cost.js';
import type { MetricsFacts } from '../../platforms/port/metrics.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { knownPlatform } from '../platforms/platform.types.js';
import { withEngagements } from './metrics.js';
import { filterOf } from './metrics-report.resolver.js';
import { MetricsFilterInput } from './metrics-report.types.js';
import { countPostResults, type PostResultRow, postResults, type ResultPosition } from './post-results.repository.js';
import { PostResultConnection, type PostResultType } from './post-results.types.js';
import { resultsCsv } from './post-results-csv.js';
import { stateOf } from './shown-metrics.js';

const RESULTS = byTime('postResults');

/** With its place in the list. */
type PlacedResult = PostResultType & Pick<PostResultRow, 'countedAt'>;

interface Needs {
  db: Db;
  findMetricsFacts: (platform: string) => MetricsFacts | null;
}

@Resolver()
export class PostResultResolver {
  constructor(private readonly needs: Needs) {}

  @Query(() => PostResultConnection, {
    description:
      'Your posts of a period with their numbers, for export: earliest first, the parts of a thread together, page by page. Errors: FILTER_INVALID, TIME_ZONE_INVALID, PLATFORM_ID_INVALID, ID_INVALID, PAGE_INVALID.',
    complexity: points(() => COST.report, COST.report),
  })
  async postResults(
    @CurrentViewer() viewer: Viewer,
    @Arg('filter', () => MetricsFilterInput, { description: 'Which posts.' }) given: MetricsFilterInput,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<PostResultType>> {
    const { db, findMetricsFacts } = this.needs;
    const filter = await filterOf(db, viewer, given);
    return readPage<PlacedResult, ResultPosition>(
      { first, after },
      {
        cursors: RESULTS,
        positionOf: ({ countedAt, postId }) => ({ time: countedAt, id: postId }),
        read: async (page) =>
          (await postResults(db, viewer.userId, filter, page)).map((row) =>
            toPostResult(row, findMetricsFacts(row.platform)),
          ),
        count: () => countPostResults(db, viewer.userId, filter),
      },
    );
  }
}

@Resolver(() => PostResultConnection)
export class PostResultsCsvResolver {
  @FieldResolver(() => String, {
    description:
      'The page as lines of a CSV file for spreadsheets; the first page begins with the names of the columns. A value that is not given is an empty cell.',
  })
  csv(@Root() { edges, pageInfo }: Connection<PostResultType>): string {
    const posts = edges.map(({ node }) => node);
    return resultsCsv(posts, { isFirst: !pageInfo.hasPreviousPage });
  }
}

function toPostResult(row: PostResultRow, facts: MetricsFacts | null): PlacedResult {
  return {
    ...row,
    ...{ platform: knownPlatform(row.platform), state: stateOf(facts, row.state), values: withEngagements(row) },
  };
}
