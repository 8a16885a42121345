import type { PlatformPost } from './platform-post.js';

/**
 * The post with a new round of attempts that begins at `at`: one that its owner retries, or schedules again, has as much
 * time as one that was never tried. Null: when it begins is not known yet.
 */
export const withNewRound = (post: PlatformPost, at: Date | null): PlatformPost => ({
  ...post,
  error: null,
  attemptCount: 0,
  firstAttemptAt: post.firstAttemptAt && (at ?? post.firstAttemptAt),
  wait: null,
});
