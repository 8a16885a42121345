import type { Reply, SandboxContext } from '../exchange.js';
import type { GraphRequest } from '../graph/endpoints.js';
import { insightsReply, metricsOf } from '../graph/insights.js';
import { notFound, refuse } from '../graph/wire.js';

const common = ['views', 'reach', 'shares', 'total_interactions'];
/** Those that each kind of media has, as far as the sandbox counts them. */
const known: Readonly<Record<string, readonly string[]>> = {
  FEED: [...common, 'likes', 'comments', 'saved'],
  REELS: [...common, 'likes', 'comments', 'saved', 'ig_reels_avg_watch_time', 'ig_reels_video_view_total_time'],
  STORY: [...common, 'replies'],
};

/** A story has insights for this time, once so many have seen it. */
const storyMs = 24 * 3_600_000;
const fewestViewers = 5;

/** GET /{media}/insights. */
export function readInsights({ store, numbers }: SandboxContext, { account, params, req }: GraphRequest): () => Reply {
  const id = String(req.params.id);
  const post = store.post('photogram', '', id);
  if (post?.accountId !== account.accountId) throw notFound(id);
  const { media_product_type: kind = 'FEED' } = post.record as { media_product_type?: string };
  const names = metricsOf(
    params,
    known[kind] ?? [],
    (name) => `The Media Insights API does not support the ${name} metric for this media product type.`,
  );
  return () => {
    const { views, reach, reactions, comments, shares, saves, watchSeconds } = numbers.ofPost(post, {
      countsViews: true,
    });
    const isStory = kind === 'STORY';
    if (isStory && numbers.now() - Date.parse(post.receivedAt) >= storyMs) return insightsReply(id, 'insights', [], {});
    if (isStory && (reach ?? 0) < fewestViewers) {
      throw refuse({ code: 10, message: '(#10) Not enough viewers for the media to show insights' });
    }
    const playedMs = watchSeconds === undefined ? undefined : watchSeconds * 1000;
    const interactions = [reactions, comments, shares, isStory ? 0 : saves];
    return insightsReply(id, 'insights', names, {
      views,
      reach,
      shares,
      likes: reactions,
      comments,
      replies: comments,
      saved: saves,
      total_interactions: interactions.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      ig_reels_avg_watch_time: playedMs === undefined ? undefined : Math.round(playedMs / Math.max(1, views ?? 0)),
      ig_reels_video_view_total_time: playedMs,
    });
  };
}
