import { ACTIVE_STATUSES, type PlatformPost } from '../posts/platform-post.js';

/**
 * A turn of a post: what its job carries. Whoever enqueues a job for a post gives the post its next turn, so only the
 * newest job may act.
 */
export interface Turn {
  postId: string;
  groupId: string;
  turn: number;
}

/** Whether a turn is the post's current one, and the post has not ended. */
export const isInTurn = (post: PlatformPost, turn: number): boolean =>
  post.turn === turn && ACTIVE_STATUSES.includes(post.status);

/**
 * Whether an attempt may still decide about its post, although the turn that began it is over: somebody else took its
 * worker for dead and came to look. It is the last attempt, and either the post has not ended, or it ended as unknown.
 */
export const isLastWord = (post: PlatformPost & { lastAttempt: number }, attempt: { number: number }): boolean =>
  post.lastAttempt === attempt.number &&
  (ACTIVE_STATUSES.includes(post.status) || post.error?.code === 'OUTCOME_UNKNOWN');
