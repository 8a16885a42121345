/**
 * Numbers of statuses and of the account. Mastodon lists 20 statuses by their ids since 4.3 (GET /api/v1/statuses). A
 * status that is not in the list, and every one of other servers, is read by itself. snac responds with a page to a request
 * for a status that is gone, as a gateway may, so the server must respond to another request before that counts.
 */
import type { Http } from '../../foundation/http-client/http.js';
import type { ApiResult } from '../kit/call-api.js';
import { measured, measureEach, missing, type Names, resultOf } from '../kit/metrics.js';
import type { InteractionResult } from '../port/interactions.js';
import type { AccountMetric, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform } from '../port/platform.js';
import type { PublishedPart } from '../port/unpublish.js';
import { connect, STATUSES_MAX } from './client.js';

/** Quotes exist since 4.5. */
const POST_NAMES: Names<PostMetric> = {
  reactions: ['favourites_count'],
  comments: ['replies_count'],
  shares: ['reblogs_count', 'quotes_count'],
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['followers_count'], posts: ['statuses_count'] };

/** How servers respond to a request that they do not have. */
const NOT_SERVED = [400, 404, 405, 410, 422, 501];

const GONE = [404, 410];

type Rejected = Extract<ApiResult<unknown>, { kind: 'rejected' }>;

export const metrics = {
  postMetrics: ['reactions', 'comments', 'shares'],
  accountMetrics: ['followers', 'posts'],
  scopes: [],
  postsAtOnce: STATUSES_MAX,
  requestsPerCall: 2 + STATUSES_MAX,
  appLimits: [],
  open: (http: Http): Metrics => ({
    async ofPosts(account, posts) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      const { client } = connected;
      const listed = await client.numbers(posts.map(({ postedId }) => postedId));
      if (listed.kind === 'rejected' && !NOT_SERVED.includes(listed.status ?? 0)) return listed.step;
      const found = new Map((listed.kind === 'ok' ? listed.value : []).map((status) => [status.id, status]));
      let answers: Promise<boolean> | undefined;
      const isGone = async ({ step, status = 0 }: Rejected): Promise<boolean> => {
        if (step.failure.code === 'NOT_FOUND_ON_PLATFORM') return true;
        if (!GONE.includes(status)) return false;
        answers ??= client.counts().then(({ kind }) => kind === 'ok');
        return answers;
      };
      const readOne = async ({ postedId }: PublishedPart): Promise<InteractionResult<Record<string, unknown>>> => {
        const read = await client.numbersOf(postedId);
        if (read.kind === 'ok') return { kind: 'ok', value: read.value };
        return (await isGone(read)) ? missing(read.step) : read.step;
      };
      return measureEach(posts, POST_NAMES, readOne, found);
    },
    async ofAccount(account) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      return resultOf(await connected.client.counts(), (counts) => measured(counts, ACCOUNT_NAMES));
    },
  }),
} satisfies Platform['metrics'];
