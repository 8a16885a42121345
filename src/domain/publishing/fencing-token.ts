import { type PlatformPost, PlatformPostStatus } from '../posts/state/platform-post.js';

/**
 * What a job carries. A new job of a post raises its generation, so that an older job, and the worker that
 * has it, can tell that it is out of date.
 */
export interface FencingToken {
  postId: string;
  groupId: string;
  generation: number;
}

const OPEN = [PlatformPostStatus.SCHEDULED, PlatformPostStatus.PENDING, PlatformPostStatus.PROCESSING];

/** Whether the job of this generation may act: it is the post's newest, and the post has not ended. */
export const isCurrent = (post: PlatformPost, generation: number): boolean =>
  post.generation === generation && OPEN.includes(post.status);

/**
 * Whether an attempt may still decide about its post, although its job is out of date: another worker took this one for
 * dead and looked it up. It is the post's last attempt, and the post has not ended, or has ended as unknown.
 */
export const mayRecordLateOutcome = (
  post: PlatformPost & { lastAttempt: number },
  attempt: { number: number },
): boolean =>
  post.lastAttempt === attempt.number && (OPEN.includes(post.status) || post.error?.code === 'OUTCOME_UNKNOWN');
