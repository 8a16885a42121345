/** Numbers of pins since they were created (GET /v5/pins/:id, a request each) and of the board (GET /v5/boards/:id). */
import type { Http } from '../../foundation/http-client/http.js';
import { measured, measureEach, type Names, resultOf } from '../kit/metrics.js';
import type { Account } from '../port/account.js';
import type { AccountMetric, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform } from '../port/platform.js';
import { connect } from './client.js';

/** `pin_click` includes the clicks that lead away from the platform (`clickthrough`). */
const POST_NAMES: Names<PostMetric> = {
  impressions: ['impression'],
  views: ['video_mrc_view'],
  reactions: ['reaction'],
  comments: ['comment'],
  clicks: ['pin_click'],
  saves: ['save'],
  watchSeconds: { milliseconds: ['video_v50_watch_time'] },
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['follower_count'], posts: ['pin_count'] };

export const metrics = {
  postMetrics: ['impressions', 'views', 'reactions', 'comments', 'clicks', 'saves', 'watchSeconds'],
  accountMetrics: ['followers', 'posts'],
  scopes: [],
  postsAtOnce: 10,
  requestsPerCall: 10,
  appLimits: [],
  open: (http: Http): Metrics => ({
    async ofPosts(account: Account, posts) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      return measureEach(posts, POST_NAMES, async ({ postedId }) =>
        resultOf(
          await connected.client.pinMetrics(postedId),
          ({ pin_metrics: numbers }) => numbers?.lifetime_metrics ?? {},
        ),
      );
    },
    async ofAccount(account: Account) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      const counted = await connected.client.boardCounts(account.accountId);
      return resultOf(counted, (counts) => measured(counts, ACCOUNT_NAMES));
    },
  }),
} satisfies Platform['metrics'];
