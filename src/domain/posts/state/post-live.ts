import type { LivePost } from './live-event.js';
import type { PlatformPost } from './platform-post.js';

/** What each live event says of its platform post. */
export const livePost = ({ id, error, dueAt }: PlatformPost): LivePost => ({
  id,
  error,
  dueAt: dueAt?.toISOString() ?? null,
});
