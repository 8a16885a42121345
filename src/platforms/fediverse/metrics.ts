/**
 * Numbers of statuses and of the account. Mastodon lists 20 statuses by their ids since 4.3 (GET /api/v1/statuses). A
 * status that is not in the list, and every one of other servers, is read by itself.
 */
import type { Http } from '../../foundation/http-client/http.js';
import { measured, measuredPost, type Names, resultOf } from '../kit/metrics.js';
import type { AccountMetric, MeasuredPost, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform } from '../port/platform.js';
import { connect, STATUSES_MAX } from './client.js';

/** Quotes exist since 4.5. */
const POST_NAMES: Names<PostMetric> = {
  reactions: ['favourites_count'],
  comments: ['replies_count'],
  shares: ['reblogs_count', 'quotes_count'],
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['followers_count'], posts: ['statuses_count'] };

/** How servers respond to a request that they do not have. */
const NOT_SERVED = [400, 404, 405, 422, 501];

export const metrics = {
  postMetrics: ['reactions', 'comments', 'shares'],
  accountMetrics: ['followers', 'posts'],
  scopes: [],
  postsAtOnce: STATUSES_MAX,
  requestsPerCall: 1 + STATUSES_MAX,
  open: (http: Http): Metrics => ({
    async ofPosts(account, posts) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      const { client } = connected;
      const listed = await client.numbers(posts.map(({ postedId }) => postedId));
      if (listed.kind === 'rejected' && !NOT_SERVED.includes(listed.status ?? 0)) return listed.step;
      const found = new Map((listed.kind === 'ok' ? listed.value : []).map(({ id, ...counts }) => [id, counts]));
      const value: MeasuredPost[] = [];
      for (const post of posts) {
        const { postedId } = post;
        const counts = found.get(postedId);
        const read = counts ? null : await client.numbersOf(postedId);
        if (read?.kind === 'ok') {
          const { id: _, ...own } = read.value;
          value.push(measuredPost(post, own, POST_NAMES));
        } else if (read?.step.failure.code === 'NOT_FOUND_ON_PLATFORM') value.push({ postedId, kind: 'gone' });
        else if (read) return read.step;
        else value.push(measuredPost(post, counts ?? {}, POST_NAMES));
      }
      return { kind: 'ok', value };
    },
    async ofAccount(account) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      return resultOf(await connected.client.counts(), (counts) => measured(counts, ACCOUNT_NAMES));
    },
  }),
} satisfies Platform['metrics'];
