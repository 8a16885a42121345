import type { LivePost } from './live-event.js';
import { type PlatformPost, shownStatus } from './platform-post.js';

/** A platform post as live events show it. */
export const livePost = (post: PlatformPost): LivePost => ({
  id: post.id,
  platform: post.platform,
  platformId: post.platformId,
  status: shownStatus(post),
  postedId: post.postedId,
  url: post.url,
  error: post.error,
  dueAt: post.dueAt?.toISOString() ?? null,
});
