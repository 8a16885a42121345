import type { Call, SandboxContext } from '../exchange.js';
import type { GraphRequest } from '../graph/endpoints.js';
import { breakdown, type Insights, insightsReply, metricsOf } from '../graph/insights.js';
import { invalid, notFound, refuse } from '../graph/wire.js';
import type { PostNumbers } from '../numbers.js';
import { checkPageToken } from './pages.js';

const reach = 'post_total_media_view_unique';
/** Those that have not been retired, as far as the sandbox counts them. */
const ofPost = [
  'post_media_view',
  reach,
  'post_clicks',
  'post_reactions_by_type_total',
  'post_activity_by_action_type',
];
/** A page with fewer followers is not told its reach. */
const fewestFollowers = 100;

/** GET /{post}/insights and GET /{video}/video_insights. */
export function readInsights(
  { store, numbers }: SandboxContext,
  { grant, account, params, req }: GraphRequest,
  edge: 'insights' | 'video_insights',
): Call['run'] {
  checkPageToken(grant);
  const id = String(req.params.id);
  const post = store.post('socialpage', '', id);
  if (post?.accountId !== account.accountId) throw notFound(id);
  const isPost = id.includes('_');
  if (isPost !== (edge === 'insights')) throw invalid(`Tried accessing nonexisting field (${edge})`);
  const counted = () => {
    const all = numbers.ofPost(post, { countsViews: true });
    return isPost ? postInsights(all) : reelInsights(all);
  };
  const isAll = !isPost && params.metric === undefined;
  const names = isAll
    ? Object.keys(counted())
    : metricsOf(params, isPost ? ofPost : Object.keys(counted()), () => 'The value must be a valid insights metric');
  // Without the permission for insights the platform has no data, and no error.
  if (grant.scopes && !grant.scopes.includes('read_insights')) return () => insightsReply(id, edge, [], {});
  if (names.includes(reach) && (numbers.ofAccount(account).followers ?? 0) < fewestFollowers) {
    throw refuse({ code: 200, message: '(#200) This metric is not available for a Page with few followers' });
  }
  return () => insightsReply(id, edge, names, counted());
}

const postInsights = ({ views, reach: reached, clicks, reactions, comments, shares }: PostNumbers): Insights => ({
  post_media_view: views,
  [reach]: reached,
  post_clicks: clicks,
  post_reactions_by_type_total:
    reactions === undefined
      ? undefined
      : breakdown({ like: reactions - Math.floor(reactions / 4), love: Math.floor(reactions / 4) }),
  post_activity_by_action_type: breakdown({ like: reactions, comment: comments, share: shares }),
});

/** The platform shows every video as a reel. */
function reelInsights({ views, reach: reached, reactions, comments, shares, watchSeconds }: PostNumbers): Insights {
  const playedMs = watchSeconds === undefined ? undefined : watchSeconds * 1000;
  return {
    fb_reels_total_plays: views,
    fb_reels_replay_count: views === undefined ? undefined : Math.floor(views / 10),
    blue_reels_play_count: views === undefined ? undefined : views - Math.floor(views / 10),
    post_impressions_unique: reached,
    post_video_avg_time_watched: playedMs === undefined ? undefined : Math.round(playedMs / Math.max(1, views ?? 0)),
    post_video_view_time: playedMs,
    post_video_likes_by_reaction_type: reactions === undefined ? undefined : breakdown({ REACTION_LIKE: reactions }),
    post_video_social_actions: breakdown({ COMMENT: comments, SHARE: shares }),
    post_video_retention_graph: { 0: 1, 1000: 0.5, 2000: 0.25 },
  };
}
