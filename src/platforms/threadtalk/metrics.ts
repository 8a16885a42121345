/** Numbers of posts (GET /:post/insights) and of the account (GET /me/threads_insights). A request is about one post. */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { type Graph, openGraph } from '../graph/graph-api.js';
import { UNKNOWN_OBJECT } from '../graph/graph-errors.js';
import type { ApiResult } from '../kit/call-api.js';
import { measured, measureEach, metricsFailures, type Names, resultOf, withoutScope } from '../kit/metrics.js';
import type { Account } from '../port/account.js';
import type { InteractionResult } from '../port/interactions.js';
import type { AccountMetric, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform, PlatformSetup } from '../port/platform.js';
import { api, READ_NUMBERS } from './client.js';

/** A text is viewed here, and a video played: both are `views`. */
const POST_NAMES: Names<PostMetric> = {
  views: ['views'],
  reactions: ['likes'],
  comments: ['replies'],
  shares: ['reposts', 'quotes', 'shares'],
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['followers_count'] };

/** "The requested resource does not exist". */
const NO_RESOURCE = 24;

const metricsApi = {
  ...api,
  failures: metricsFailures(api.failures, [{ error: 100, subcode: UNKNOWN_OBJECT }, { error: NO_RESOURCE }]),
};

/** Of posts in `values`, of accounts in `total_value`. */
const insightsSchema = z
  .object({
    data: z.array(
      z.object({
        name: z.string(),
        values: z.array(z.object({ value: z.unknown() })).optional(),
        total_value: z.object({ value: z.unknown() }).optional(),
      }),
    ),
  })
  .transform(
    ({ data }): Record<string, unknown> =>
      Object.fromEntries(data.map(({ name, values, total_value }) => [name, (total_value ?? values?.[0])?.value])),
  );

export const metrics = {
  postMetrics: ['views', 'reactions', 'comments', 'shares'],
  accountMetrics: ['followers'],
  scopes: [READ_NUMBERS],
  postsAtOnce: 1,
  requestsPerCall: 1,
  open(http: Http, setup: PlatformSetup): Metrics {
    const call = async (
      account: Account,
      request: (graph: Graph) => Promise<ApiResult<Record<string, unknown>>>,
    ): Promise<InteractionResult<Record<string, unknown>>> => {
      const opened = openGraph(http, metricsApi, setup, account, 'prepare');
      if (opened.kind === 'failed') return opened;
      const { graph, scopes } = opened;
      // Unknown for accounts that were connected before their scopes were stored: the platform decides.
      if (scopes.length > 0 && !scopes.includes(READ_NUMBERS)) return withoutScope(api.platform, READ_NUMBERS);
      return resultOf(await request(graph), (value) => value);
    };
    const metric = Object.values(POST_NAMES).flat().join(',');
    return {
      ofPosts: (account, posts) =>
        measureEach(posts, POST_NAMES, ({ postedId }) =>
          call(account, (graph) => graph.get(`/${encodeURIComponent(postedId)}/insights`, { metric }, insightsSchema)),
        ),
      async ofAccount(account) {
        const query = { metric: 'followers_count' };
        const given = await call(account, (graph) => graph.get('/me/threads_insights', query, insightsSchema));
        return given.kind === 'failed' ? given : { kind: 'ok', value: measured(given.value, ACCOUNT_NAMES) };
      },
    };
  },
} satisfies Platform['metrics'];
