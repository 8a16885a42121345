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
  /** Responses that mention a post, or nothing, and have no number. */
  withoutNumbers?: (postedId: string) => unknown[];
  /** Posts are read as a list: two take no more requests than one. */
  isList?: true;
  /** The kind of the post, by its name in `contents.ts`. Default: the simplest. */
  content?: string;
  /** What a post of this kind has, if that is less than the platform's posts can have. */
  given?: readonly PostMetric[];
}

/** Of the Graph APIs, to a token without a scope. */
export const GRAPH_REFUSAL = {
  status: 400,
  body: {
    error: {
      message: '(#10) Application does not have permission for this action',
      type: 'OAuthException',
      code: 10,
      fbtrace_id: 'A1',
    },
  },
};

const ROWS: Partial<Record<PlatformKey, MetricsRow>> = {
  photogram: {
    paths: { posts: '/insights', account: '/me' },
    refusal: GRAPH_REFUSAL,
    content: 'a video',
    own: {
      ...{ views: 800, reach: 900, likes: 80, comments: 12, shares: 9, saved: 7, total_interactions: 108 },
      ...{ ig_reels_avg_watch_time: 5000, ig_reels_video_view_total_time: 4_000_000 },
    },
    ownOfAccount: { followers_count: 345, media_count: 6 },
  },
  // Videos have other metrics: metrics-kinds.test.ts.
  socialpage: {
    paths: { posts: '/insights', account: '/v25.0/1' },
    refusal: GRAPH_REFUSAL,
    given: ['reach', 'views', 'reactions', 'comments', 'shares', 'clicks'],
    own: {
      ...{ post_media_view: 800, post_total_media_view_unique: 900, post_clicks: 30, post_reactions_by_type_total: 80 },
      ...{ 'post_reactions_by_type_total.like': 60, 'post_reactions_by_type_total.love': 20 },
      ...{ 'post_activity_by_action_type.comment': 12, 'post_activity_by_action_type.share': 9 },
    },
    ownOfAccount: { followers_count: 345, fan_count: 345 },
  },
  videohub: {
    paths: { posts: '/youtube/v3/videos', account: '/youtube/v3/channels' },
    refusal: {
      status: 403,
      body: {
        error: {
          code: 403,
          message: 'Request had insufficient authentication scopes.',
          errors: [{ message: 'Insufficient Permission', domain: 'global', reason: 'insufficientPermissions' }],
        },
      },
    },
    withoutNumbers: (id) => [{ kind: 'youtube#videoListResponse', items: [{ id, statistics: {} }] }],
    own: { viewCount: 800, likeCount: 80, dislikeCount: 0, commentCount: 12 },
    ownOfAccount: { subscriberCount: 345, videoCount: 6, viewCount: 0 },
    missing: (_postedId, index) => `missing${String(index).padStart(4, '0')}`,
  },
  shortvideo: {
    paths: { posts: '/v2/video/query/', account: '/v2/user/info/' },
    refusal: {
      status: 401,
      body: { data: {}, error: { code: 'scope_not_authorized', message: 'Not authorized', log_id: '2026' } },
    },
    withoutNumbers: (id) => [
      { data: { videos: [{ id }], user: {} }, error: { code: 'ok', message: '', log_id: '2026' } },
      { data: {}, error: { code: 'ok', message: '', log_id: '2026' } },
    ],
    own: { view_count: 800, like_count: 80, comment_count: 12, share_count: 9 },
    ownOfAccount: { follower_count: 345, video_count: 6, likes_count: 0 },
  },
  pinboard: {
    paths: { posts: '/v5/pins/', account: '/v5/boards/' },
    withoutNumbers: (id) => [{ id, pin_metrics: { lifetime_metrics: {} } }],
    refusal: { status: 403, body: { code: 29, message: 'You are not permitted to access that resource.' } },
    content: 'a video',
    own: {
      ...{ impression: 1200, pin_click: 30, clickthrough: 15, save: 7, reaction: 80, comment: 12 },
      ...{ video_mrc_view: 800, video_v50_watch_time: 4_000_000, video_avg_watch_time: 5000 },
    },
    ownOfAccount: { follower_count: 345, pin_count: 6 },
  },
  microblog: {
    isList: true,
    paths: { posts: '/2/tweets', account: '/2/users/me' },
    withoutNumbers: (id) => [{ data: [{ id, public_metrics: {} }] }, { data: { id, public_metrics: {} } }],
    refusal: { status: 403, body: { title: 'Forbidden', type: 'about:blank', status: 403, detail: 'Forbidden' } },
    own: {
      ...{ impression_count: 1200, like_count: 80, reply_count: 12, repost_count: 7, quote_count: 2 },
      ...{ bookmark_count: 7, url_link_clicks: 30, user_profile_clicks: 0 },
    },
    ownOfAccount: { followers_count: 345, following_count: 0, post_count: 6, listed_count: 0 },
  },
  network: {
    paths: { posts: '/memberCreatorPostAnalytics', account: '/memberFollowersCount' },
    refusal: {
      status: 403,
      body: { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message: 'Not enough permissions to access' },
    },
    withoutNumbers: () => [{ elements: [] }, { elements: [{ count: -1 }] }],
    own: { IMPRESSION: 1200, MEMBERS_REACHED: 900, REACTION: 80, COMMENT: 12, RESHARE: 9 },
    ownOfAccount: { memberFollowersCount: 345 },
  },
  threadtalk: {
    paths: { posts: '/insights', account: '/threads_insights' },
    refusal: GRAPH_REFUSAL,
    own: { views: 800, likes: 80, replies: 12, reposts: 6, quotes: 2, shares: 1 },
    ownOfAccount: { followers_count: 345 },
  },
  skyfeed: {
    isList: true,
    paths: { posts: 'app.bsky.feed.getPosts', account: 'app.bsky.actor.getProfile' },
    withoutNumbers: (uri) => [{ posts: [] }, { posts: [{ uri }] }],
    refusal: { status: 403, body: { error: 'AccountDeactivated', message: 'Account is deactivated' } },
    own: { likeCount: 80, replyCount: 12, repostCount: 7, quoteCount: 2, bookmarkCount: 7 },
    ownOfAccount: { followersCount: 345, followsCount: 0, postsCount: 6 },
    missing: (uri, index) => `${uri.slice(0, uri.lastIndexOf('/'))}/missing-${index}`,
  },
  fediverse: {
    isList: true,
    paths: { posts: '/api/v1/statuses', account: '/accounts/verify_credentials' },
    withoutNumbers: (id) => [[{ id }], { id }],
    refusal: { status: 403, body: { error: 'This action is outside the authorized scopes' } },
    own: { favourites_count: 80, replies_count: 12, reblogs_count: 7, quotes_count: 2 },
    ownOfAccount: { followers_count: 345, following_count: 0, statuses_count: 6 },
  },
};

/** Ids grow with time, or have such a number at their end: these are minutes or hours from those that exist. */
const otherEnd = (postedId: string, index: number): string =>
  postedId.replace(/\d{12}$/, (digits) => String((Number(digits) + 5e11 + index) % 1e12).padStart(12, '0'));

export function metricsRow(key: PlatformKey): MetricsRow & Required<Pick<MetricsRow, 'missing'>> {
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
