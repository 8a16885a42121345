/**
 * Numbers of public videos (POST /v2/video/query/, 20 at once) and of the user (GET /v2/user/info/). A post that is not
 * public, or whose id the platform had not given yet, is known by its publishing job: no numbers exist of it.
 */
import type { Http } from '../../foundation/http-client/http.js';
import { measured, measuredPost, type Names, resultOf, withoutNumbers, withoutScope } from '../kit/metrics.js';
import type { Account } from '../port/account.js';
import type { AccountMetric, MeasuredPost, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform } from '../port/platform.js';
import { connect } from './client.js';

const VIDEO_SCOPE = 'video.list';
const USER_SCOPE = 'user.info.stats';

const POST_NAMES: Names<PostMetric> = {
  views: ['view_count'],
  reactions: ['like_count'],
  comments: ['comment_count'],
  shares: ['share_count'],
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['follower_count'], posts: ['video_count'] };

const VIDEO_ID = /^\d+$/;

export const metrics = {
  postMetrics: ['views', 'reactions', 'comments', 'shares'],
  accountMetrics: ['followers', 'posts'],
  scopes: [VIDEO_SCOPE, USER_SCOPE],
  postsAtOnce: 20,
  requestsPerCall: 1,
  appLimits: [],
  open: (http: Http): Metrics => ({
    async ofPosts(account: Account, posts) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      if (lacks(account, VIDEO_SCOPE)) return withoutScope('shortvideo', VIDEO_SCOPE);
      const ids = posts.map(({ postedId }) => postedId).filter((id) => VIDEO_ID.test(id));
      if (ids.length === 0) return { kind: 'ok', value: posts.map(withoutNumbers) };
      const listed = await connected.client.videos(ids);
      return resultOf(listed, ({ videos }) => {
        const found = new Map(videos.map(({ id, ...counts }) => [id, counts]));
        return posts.map((post): MeasuredPost => {
          const { postedId } = post;
          if (!VIDEO_ID.test(postedId)) return withoutNumbers(post);
          const counts = found.get(postedId);
          return counts ? measuredPost(post, counts, POST_NAMES) : { postedId, kind: 'gone' };
        });
      });
    },
    async ofAccount(account: Account) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      if (lacks(account, USER_SCOPE)) return withoutScope('shortvideo', USER_SCOPE);
      return resultOf(await connected.client.userCounts(), ({ user }) => measured(user, ACCOUNT_NAMES));
    },
  }),
} satisfies Platform['metrics'];

/** Unknown for accounts whose scopes were not stored: the platform decides. */
const lacks = ({ credentials: { scopes } }: Account, scope: string): boolean =>
  scopes !== undefined && scopes !== '' && !scopes.split(' ').includes(scope);
