/** Which posts are recovered once their account is connected again, and how. */
import { HOUR_MS } from '../../foundation/time/durations.js';
import type { FailureCode } from '../../platforms/port/failure.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import { type FailedTarget, failedTargets } from '../posts/state/post-rules.js';

export const RecoveryMode = { AUTOMATIC: 'AUTOMATIC', ASK: 'ASK', OFF: 'OFF' } as const;
export type RecoveryMode = (typeof RecoveryMode)[keyof typeof RecoveryMode];

/** What happens after a reconnect to posts that failed for access. */
export interface RecoveryPolicy {
  mode: RecoveryMode;
  /** Posts that failed earlier than this before now are not recovered. */
  hours: number;
}

/**
 * Of an account that has set none. It asks: a program that follows failures may have published the content by other means
 * meanwhile, and nothing is posted twice.
 */
export const DEFAULT_POLICY: RecoveryPolicy = { mode: 'ASK', hours: 24 };

export const MAX_HOURS = 168;

/** Posts of one account that are recovered, or offered, together: the earliest. */
export const MAX_POSTS = 200;

/** How many of them are listed. */
export const LISTED_POSTS = 20;

/**
 * What goes out by itself: the platform refused the account, so nothing was published, and new credentials help. Neither
 * content that was refused, nor an unknown outcome.
 */
export const ACCESS_FAILURES: readonly FailureCode[] = ['PLATFORM_AUTH_EXPIRED', 'PERMISSION_DENIED'];

/** What is offered: also what failed after a person had disconnected the account, maybe to stop it. */
export const OFFERED_FAILURES: readonly FailureCode[] = [...ACCESS_FAILURES, 'CONNECTION_NOT_FOUND'];

/** Which failures are recovered. */
export interface Failures {
  codes: readonly FailureCode[];
  /** Those that happened then or later. */
  since: Date;
}

/** Posts of one account are due so far apart: workers run jobs concurrently, and the posts are to keep their order. */
const APART_MS = 5_000;

/** When the recovered post at an index is due. */
export const dueAtOf = (index: number, now: Date): Date => new Date(now.getTime() + index * APART_MS);

/** The earliest time of a failure that is recovered. */
export const sinceOf = ({ hours }: Pick<RecoveryPolicy, 'hours'>, now: Date): Date =>
  new Date(now.getTime() - hours * HOUR_MS);

/** What of a group is recovered for an account; a group has at most one target there. `posts` are all of the group. */
export function recoverableTarget(
  posts: readonly PlatformPost[],
  platformId: string,
  { codes, since }: Failures,
): FailedTarget<PlatformPost> | undefined {
  return [...failedTargets(posts).values()].find(
    ({ first: { platformId: account, error } }) =>
      account === platformId && error !== null && codes.includes(error.code) && new Date(error.failedAt) >= since,
  );
}
