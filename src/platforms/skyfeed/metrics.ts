/**
 * Numbers of posts (app.bsky.feed.getPosts, 25 at once) and of the account (app.bsky.actor.getProfile). The data server
 * passes both on to the network's app. A post that the app does not have may only not have arrived there: the record at
 * the data server decides whether it is gone.
 */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { MINUTE_SECONDS } from '../../foundation/time/durations.js';
import { measured, measureEach, metricsFailures, missing, type Names, resultOf } from '../kit/metrics.js';
import type { InteractionResult } from '../port/interactions.js';
import type { AccountMetric, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform, PlatformSetup } from '../port/platform.js';
import type { PublishedPart } from '../port/unpublish.js';
import { connect } from './client.js';
import { skyfeedFailures } from './failures.js';

const POST_NAMES: Names<PostMetric> = {
  reactions: ['likeCount'],
  comments: ['replyCount'],
  shares: ['repostCount', 'quoteCount'],
  saves: ['bookmarkCount'],
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['followersCount'], posts: ['postsCount'] };

const failures = metricsFailures(skyfeedFailures, [{ error: 'RecordNotFound' }]);

const count = z.unknown().optional();
const postsSchema = z.object({
  posts: z.array(
    z.object({
      uri: z.string(),
      likeCount: count,
      replyCount: count,
      repostCount: count,
      quoteCount: count,
      bookmarkCount: count,
    }),
  ),
});
const profileSchema = z.object({ followersCount: count, followsCount: count, postsCount: count });

/** Posts of one request. */
const POSTS_MAX = 25;

export const metrics = {
  postMetrics: ['reactions', 'comments', 'shares', 'saves'],
  accountMetrics: ['followers', 'posts'],
  scopes: [],
  postsAtOnce: POSTS_MAX,
  requestsPerCall: 1 + POSTS_MAX,
  // Of an address: its accounts on a server share it.
  appLimits: [{ max: 3000, unit: 'requests', perSeconds: 5 * MINUTE_SECONDS }],
  open: (http: Http, setup: PlatformSetup): Metrics => ({
    async ofPosts(account, posts) {
      const connected = connect(http, account, setup, 'prepare', failures);
      if (connected.kind === 'failed') return connected;
      const { xrpc } = connected;
      const query = { uris: posts.map(({ postedId }) => postedId) };
      const listed = await xrpc('app.bsky.feed.getPosts', postsSchema, { query });
      if (listed.kind === 'rejected') return listed.step;
      const found = new Map(listed.value.posts.map((post) => [post.uri, post]));
      const readRecord = async ({ postedId }: PublishedPart): Promise<InteractionResult<Record<string, unknown>>> => {
        const [collection = '', rkey = ''] = postedId.split('/').slice(-2);
        const about = { repo: account.accountId, collection, rkey };
        const record = await xrpc('com.atproto.repo.getRecord', z.unknown(), { query: about });
        if (record.kind === 'ok') return { kind: 'ok', value: {} };
        return record.error === 'RecordNotFound' ? missing(record.step) : record.step;
      };
      return measureEach(posts, POST_NAMES, readRecord, found);
    },
    async ofAccount(account) {
      const connected = connect(http, account, setup, 'prepare', failures);
      if (connected.kind === 'failed') return connected;
      const query = { actor: account.accountId };
      const profile = await connected.xrpc('app.bsky.actor.getProfile', profileSchema, { query });
      return resultOf(profile, (counts) => measured(counts, ACCOUNT_NAMES));
    },
  }),
} satisfies Platform['metrics'];
