import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { StoredPost } from '../store.js';
import { invalid } from './wire.js';

/** A pin, with its numbers if the query asks for them. */
export function pinWithNumbers(
  { numbers }: SandboxContext,
  pin: StoredPost,
  query: Record<string, unknown>,
): Record<string, unknown> {
  const { pin_metrics: wanted = 'false', ...others } = query;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(`unknown parameter '${unknown}'`);
  if (wanted !== 'true' && wanted !== 'false') throw invalid(`'pin_metrics' is not a boolean`);
  const entity = pin.record as Record<string, unknown>;
  if (wanted === 'false') return entity;
  const { impressions, views, reactions, comments, clicks, saves, watchSeconds } = numbers.ofPost(pin);
  const isVideo = entity.creative_type === 'VIDEO';
  const counts = {
    impression: impressions,
    pin_click: clicks,
    // Of those, the ones that lead away from the platform.
    clickthrough: clicks === undefined ? undefined : Math.floor(clicks / 2),
    save: saves,
    ...(isVideo && {
      video_mrc_view: views,
      video_v50_watch_time: watchSeconds === undefined ? undefined : watchSeconds * 1000,
      video_avg_watch_time:
        watchSeconds === undefined ? undefined : Math.round((watchSeconds * 100_000) / Math.max(1, views ?? 0)) / 100,
    }),
  };
  const lifetime = { ...counts, reaction: reactions, comment: comments };
  return { ...entity, pin_metrics: { '90d': counts, lifetime_metrics: lifetime } };
}

/** A board, which is an account of the sandbox. */
export function boardEntity({ numbers }: SandboxContext, board: AccountCore, owner: { username: string }) {
  const { followers, posts } = numbers.ofAccount(board);
  const counts = { follower_count: followers, pin_count: posts, collaborator_count: 0 };
  return { id: board.accountId, name: board.displayName, owner, privacy: 'PUBLIC', ...counts };
}
