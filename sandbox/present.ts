import type { StoredPost } from './store.js';
import type { SandboxPost } from './types.js';

/** A post as the sandbox at `url` shows it. */
export function presentPost(post: StoredPost, url: string): SandboxPost {
  const { platform, accountId, postedId, text, receivedAt, media = [], record } = post;
  return { platform, accountId, postedId, text, url: url + post.url, receivedAt, media, record };
}
