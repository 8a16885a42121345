/** What the platforms call the numbers of posts and accounts, and how they refuse them. */

import type { PostMetric } from '../../src/platforms/port/metrics.js';
import type { Platform, PlatformKey } from '../../src/platforms/port/platform.js';
import { contentsOf } from './contents.js';

/** The numbers that the tests choose. */
export const NUMBERS: Record<PostMetric, number> = {
  impressions: 1200,
  reach: 900,
  views: 800,
  reactions: 80,
  comments: 12,
  shares: 9,
  clicks: 30,
  saves: 7,
  watchSeconds: 4000,
};
export const ACCOUNT_NUMBERS = { followers: 345, posts: 6 };

export interface MetricsRow {
  /** In the paths of requests for the numbers of posts, and of the account. */
  paths: { posts: string; account: string };
  /** The response of the platform to an account that did not allow it. */
  refusal: { status: number; body: unknown };
  /** The platform's own numbers of a post with NUMBERS, and of an account with ACCOUNT_NUMBERS. */
  own: Record<string, number>;
  ownOfAccount: Record<string, number>;
  /** The id of a post that the platform does not have, in the form of one that it has. Default: its last digits differ. */
  missing?: (postedId: string, index: number) => string;
  /** The kind of the post, by its name in `contents.ts`. Default: the simplest. */
  content?: string;
  /** What a post of this kind has, if that is less than the platform's posts can have. */
  given?: readonly PostMetric[];
}

const ROWS: Partial<Record<PlatformKey, MetricsRow>> = {
  microblog: {
    paths: { posts: '/2/tweets', account: '/2/users/me' },
    refusal: { status: 403, body: { title: 'Forbidden', type: 'about:blank', status: 403, detail: 'Forbidden' } },
    own: {
      ...{ impression_count: 1200, like_count: 80, reply_count: 12, repost_count: 7, quote_count: 2 },
      ...{ bookmark_count: 7, url_link_clicks: 30, user_profile_clicks: 0 },
    },
    ownOfAccount: { followers_count: 345, following_count: 0, post_count: 6, listed_count: 0 },
  },
};

/** Ids are consecutive numbers, or have some at their end: these are far from those that exist. */
const otherEnd = (postedId: string, index: number): string =>
  postedId.replace(/\d{6}$/, (digits) => String((Number(digits) + 500_000 + index) % 1_000_000).padStart(6, '0'));

export function metricsRow(key: PlatformKey): Required<Omit<MetricsRow, 'content' | 'given'>> & MetricsRow {
  const row = ROWS[key];
  if (!row) throw new Error(`${key} has no row`);
  return { missing: otherEnd, ...row };
}

/** Makes the post whose numbers are read. */
export function measuredContent(platform: Platform) {
  const { content } = metricsRow(platform.key);
  const found = contentsOf(platform).find(({ name }) => content === undefined || name === content);
  if (!found) throw new Error(`${platform.key} takes no ${content}`);
  return found.make;
}
