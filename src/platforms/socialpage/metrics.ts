/** Numbers of posts (their insights), of videos (those of the video object), and of the page. */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { type Graph, openGraph } from '../graph/graph-api.js';
import { fetchInsights, insightsFailures, mayNotRead, numbersOf } from '../graph/graph-insights.js';
import { measured, measureEach, type Names, resultOf } from '../kit/metrics.js';
import type { Account } from '../port/account.js';
import type { InteractionResult } from '../port/interactions.js';
import type { AccountMetric, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform, PlatformSetup } from '../port/platform.js';
import { api, READ_NUMBERS } from './client.js';

const REACH = 'post_total_media_view_unique';
const POST = [
  ...['post_media_view', REACH, 'post_clicks'],
  ...['post_reactions_by_type_total', 'post_activity_by_action_type'],
];
/** Of a video that the platform shows as a reel, as it does with all of them since June 2025. */
const REEL = [
  ...['fb_reels_total_plays', 'post_impressions_unique', 'post_video_view_time'],
  ...['post_video_likes_by_reaction_type', 'post_video_social_actions'],
];
/** Of an older one. */
const VIDEO = [
  ...['total_video_views', 'total_video_view_total_time'],
  ...['total_video_reactions_by_type_total', 'total_video_stories_by_action_type'],
];
const PARTS = {
  post_activity_by_action_type: ['comment', 'share'],
  post_video_social_actions: ['COMMENT', 'SHARE'],
  total_video_stories_by_action_type: ['comment', 'share'],
};

const POST_NAMES: Names<PostMetric> = {
  reach: [REACH, 'post_impressions_unique'],
  views: ['post_media_view', 'fb_reels_total_plays', 'total_video_views'],
  reactions: [
    ...['post_reactions_by_type_total', 'post_video_likes_by_reaction_type'],
    'total_video_reactions_by_type_total',
  ],
  comments: [
    ...['post_activity_by_action_type.comment', 'post_video_social_actions.COMMENT'],
    'total_video_stories_by_action_type.comment',
  ],
  shares: [
    ...['post_activity_by_action_type.share', 'post_video_social_actions.SHARE'],
    'total_video_stories_by_action_type.share',
  ],
  clicks: ['post_clicks'],
  watchSeconds: { milliseconds: ['post_video_view_time', 'total_video_view_total_time'] },
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['followers_count'] };

const countsSchema = z.object({ followers_count: z.unknown(), fan_count: z.unknown() });

export const metrics = {
  postMetrics: ['reach', 'views', 'reactions', 'comments', 'shares', 'clicks', 'watchSeconds'],
  accountMetrics: ['followers'],
  scopes: [READ_NUMBERS],
  postsAtOnce: 10,
  requestsPerCall: 20,
  appLimits: [],
  open(http: Http, setup: PlatformSetup): Metrics {
    const failures = insightsFailures(api.failures);
    const open = (account: Account) => openGraph(http, { ...api, failures }, setup, account, 'prepare');
    return {
      async ofPosts(account, posts) {
        const opened = open(account);
        if (opened.kind === 'failed') return opened;
        const refused = mayNotRead(api, opened, READ_NUMBERS);
        if (refused) return refused;
        // The id of a post begins with that of its page, the id of a video does not.
        return measureEach(posts, POST_NAMES, ({ postedId }) =>
          postedId.includes('_') ? readPost(opened.graph, postedId) : readVideo(opened.graph, postedId),
        );
      },
      async ofAccount(account) {
        const opened = open(account);
        if (opened.kind === 'failed') return opened;
        const query = { fields: 'followers_count,fan_count' };
        const counted = await opened.graph.get(`/${account.accountId}`, query, countsSchema);
        return resultOf(counted, (counts) => measured(counts, ACCOUNT_NAMES));
      },
    };
  },
} satisfies Platform['metrics'];

type Read = Promise<InteractionResult<Record<string, number>>>;

/** The platform refuses to tell the reach of a page with few followers, and with it all metrics of the request. */
async function readPost(graph: Graph, postedId: string): Read {
  const path = `/${encodeURIComponent(postedId)}/insights`;
  let insights = await fetchInsights(graph, path, POST);
  if (insights.kind === 'rejected' && insights.error === 200) {
    const others = POST.filter((name) => name !== REACH);
    insights = await fetchInsights(graph, path, others);
  }
  return resultOf(insights, (found) => numbersOf(found, POST, PARTS));
}

/** Without names, because a video has the metrics of one kind or of the other. */
async function readVideo(graph: Graph, videoId: string): Read {
  const insights = await fetchInsights(graph, `/${encodeURIComponent(videoId)}/video_insights`, null);
  return resultOf(insights, (found) => numbersOf(found, found.has('total_video_views') ? VIDEO : REEL, PARTS));
}
