/** Numbers of posts (GET /:post/insights) and of the account (GET /me/threads_insights). A request is about one post. */
import type { Http } from '../../foundation/http-client/http.js';
import { openGraph } from '../graph/graph-api.js';
import { fetchInsights, insightsFailures, mayNotRead, numbersOf } from '../graph/graph-insights.js';
import { measured, measureEach, type Names, resultOf } from '../kit/metrics.js';
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
const POST = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'];
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['followers_count'] };
const ACCOUNT = ['followers_count'];

/** "The requested resource does not exist". */
const NO_RESOURCE = 24;

const metricsApi = { ...api, failures: insightsFailures(api.failures, [{ error: NO_RESOURCE }]) };

export const metrics = {
  postMetrics: ['views', 'reactions', 'comments', 'shares'],
  accountMetrics: ['followers'],
  scopes: [READ_NUMBERS],
  postsAtOnce: 1,
  requestsPerCall: 1,
  appLimits: [],
  open(http: Http, setup: PlatformSetup): Metrics {
    const read = async (
      account: Account,
      path: string,
      names: readonly string[],
    ): Promise<InteractionResult<Record<string, number>>> => {
      const opened = openGraph(http, metricsApi, setup, account, 'prepare');
      if (opened.kind === 'failed') return opened;
      const refused = mayNotRead(api, opened, READ_NUMBERS);
      if (refused) return refused;
      return resultOf(await fetchInsights(opened.graph, path, names), (insights) => numbersOf(insights, names));
    };
    return {
      ofPosts: (account, posts) =>
        measureEach(posts, POST_NAMES, ({ postedId }) =>
          read(account, `/${encodeURIComponent(postedId)}/insights`, POST),
        ),
      async ofAccount(account) {
        const given = await read(account, '/me/threads_insights', ACCOUNT);
        return given.kind === 'failed' ? given : { kind: 'ok', value: measured(given.value, ACCOUNT_NAMES) };
      },
    };
  },
} satisfies Platform['metrics'];
