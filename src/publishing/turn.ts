import { type PlatformPost, PlatformPostStatus } from '../posts/platform-post.js';

/**
 * A turn of a post: what its job carries. Whoever enqueues a job for a post gives the post its next turn, so only the
 * newest job may act.
 */
export interface Turn {
  postId: string;
  groupId: string;
  turn: number;
}

const WAITING = [PlatformPostStatus.SCHEDULED, PlatformPostStatus.PENDING, PlatformPostStatus.PROCESSING];

/** Whether a turn is the post's current one, and the post has not ended. */
export const isInTurn = (post: PlatformPost, turn: number): boolean =>
  post.turn === turn && WAITING.includes(post.status);
