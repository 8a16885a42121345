/** Numbers of videos (GET /youtube/v3/videos, 50 at once) and of the channel (GET /youtube/v3/channels). */
import type { Http } from '../../foundation/http-client/http.js';
import { DAY_SECONDS } from '../../foundation/time/durations.js';
import { failed } from '../kit/failed-step.js';
import { measured, measuredPost, type Names, resultOf } from '../kit/metrics.js';
import type { Account } from '../port/account.js';
import type { AccountMetric, MeasuredPost, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform } from '../port/platform.js';
import { connect } from './client.js';

const POST_NAMES: Names<PostMetric> = {
  views: ['viewCount'],
  reactions: ['likeCount'],
  comments: ['commentCount'],
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['subscriberCount'], posts: ['videoCount'] };
/** `favoriteCount` and the channel's `commentCount` are always 0. */
const VIDEO_COUNTS = ['viewCount', 'likeCount', 'dislikeCount', 'commentCount'];
const CHANNEL_COUNTS = ['subscriberCount', 'videoCount', 'viewCount'];

export const metrics = {
  postMetrics: ['views', 'reactions', 'comments'],
  accountMetrics: ['followers', 'posts'],
  // The login reads the channel, too.
  scopes: [],
  postsAtOnce: 50,
  requestsPerCall: 1,
  // The units that requests of a project share; each of these costs one.
  appLimits: [{ max: 10_000, unit: 'requests', perSeconds: DAY_SECONDS }],
  open: (http: Http): Metrics => ({
    async ofPosts(account: Account, posts) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      const listed = await connected.client.statistics(posts.map(({ postedId }) => postedId));
      return resultOf(listed, ({ items }) => {
        const found = new Map(items.map(({ id, statistics }) => [id, statistics]));
        return posts.map((post): MeasuredPost => {
          const statistics = found.get(post.postedId);
          if (!statistics) return { postedId: post.postedId, kind: 'gone' };
          return measuredPost(post, numbersOf(statistics, VIDEO_COUNTS), POST_NAMES);
        });
      });
    },
    async ofAccount(account: Account) {
      const connected = connect(http, account, 'prepare');
      if (connected.kind === 'failed') return connected;
      const { client } = connected;
      const listed = await client.channelStatistics();
      if (listed.kind === 'rejected') return listed.step;
      const channel = listed.value.items.find(({ id }) => id === account.accountId);
      if (!channel) {
        const happened = 'granted access to a different channel';
        return failed('PLATFORM_AUTH_EXPIRED', client.context, { outcome: 'rejected', happened });
      }
      const { hiddenSubscriberCount: isHidden } = channel.statistics;
      const names = CHANNEL_COUNTS.filter((name) => !(isHidden === true && name === 'subscriberCount'));
      return { kind: 'ok', value: measured(numbersOf(channel.statistics, names), ACCOUNT_NAMES) };
    },
  }),
} satisfies Platform['metrics'];

/** Counts that are given; as texts, because they may exceed 32 bits. */
const numbersOf = (statistics: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    names.flatMap((name) => (/^\d+$/.test(String(statistics[name])) ? [[name, Number(statistics[name])]] : [])),
  );
