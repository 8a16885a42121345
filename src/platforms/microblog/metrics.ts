/**
 * Numbers of posts (GET /2/tweets, 100 at once) and of the user (GET /2/users/me). Clicks are not public: they exist for
 * the user's own posts of the last 30 days. An older post is missing in a response to a request for them, so it is read
 * again without.
 */
import type { Http } from '../../foundation/http-client/http.js';
import { measured, measuredPost, type Names, resultOf } from '../kit/metrics.js';
import type { Account } from '../port/account.js';
import type { AccountMetric, MeasuredPost, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform } from '../port/platform.js';
import { connect, type PostNumbers } from './client.js';

/** `repost_count` is `retweet_count` in older documents. */
const POST_NAMES: Names<PostMetric> = {
  impressions: ['impression_count'],
  reactions: ['like_count'],
  comments: ['reply_count'],
  shares: ['repost_count', 'retweet_count', 'quote_count'],
  clicks: ['url_link_clicks'],
  saves: ['bookmark_count'],
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['followers_count'], posts: ['post_count', 'tweet_count'] };

const NOT_FOUND = /\/problems\/resource-not-found$/;

export const metrics = {
  postMetrics: ['impressions', 'reactions', 'comments', 'shares', 'clicks', 'saves'],
  accountMetrics: ['followers', 'posts'],
  scopes: [],
  postsAtOnce: 100,
  requestsPerCall: 2,
  appLimits: [],
  open: (http: Http): Metrics => ({
    async ofPosts(account: Account, posts) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      const { client } = connected;
      const found = new Map<string, PostNumbers>();
      const gone = new Set<string>();
      for (const fields of ['public_metrics,non_public_metrics', 'public_metrics']) {
        const ids = posts.map(({ postedId }) => postedId).filter((id) => !found.has(id) && !gone.has(id));
        if (ids.length === 0) break;
        const listed = await client.numbers(ids, fields);
        if (listed.kind === 'rejected') return listed.step;
        for (const post of listed.value.data) found.set(post.id, post);
        for (const { type, value } of listed.value.errors) {
          if (value !== undefined && NOT_FOUND.test(type)) gone.add(value);
        }
      }
      const value = posts.map((post): MeasuredPost => {
        const { postedId } = post;
        if (gone.has(postedId)) return { postedId, kind: 'gone' };
        const { public_metrics, non_public_metrics } = found.get(postedId) ?? {};
        return measuredPost(post, { ...non_public_metrics, ...public_metrics }, POST_NAMES);
      });
      return { kind: 'ok', value };
    },
    async ofAccount(account: Account) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      const counted = await connected.client.counts();
      return resultOf(counted, ({ data }) => measured(data.public_metrics, ACCOUNT_NAMES));
    },
  }),
} satisfies Platform['metrics'];
