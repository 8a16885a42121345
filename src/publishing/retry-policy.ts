/**
 * What follows a failed attempt (document 3, section 3): "tried again with growing delays (the platform's own
 * retry-after or reset time first), at most 5 attempts"; waiting for a limit's reset burns no attempt.
 */
import { FAILURES, type Failure } from '../platforms/failure.js';

export const MAX_ATTEMPTS = 5;

export type AfterFailure =
  | { kind: 'again'; at: Date; burnsAttempt: boolean }
  /** No more attempts: the post has failed. */
  | { kind: 'final' };

export interface FailedAttempt {
  failure: Failure;
  /** Attempts burnt before this one. */
  burnt: number;
  now: Date;
  /** Waits before the second to the fifth attempt. */
  delaysMs: readonly number[];
  /** No attempt after this. */
  giveUpAt: Date;
  /** 0 to 1; spreads retries so that a platform's outage does not end in a stampede. */
  random: number;
}

export function afterFailure({ failure, burnt, now, delaysMs, giveUpAt, random }: FailedAttempt): AfterFailure {
  if (!FAILURES[failure.code].retryable) return { kind: 'final' };
  const { retryAt } = failure;
  const waitsForReset = failure.code === 'RATE_LIMITED' && retryAt !== undefined;
  if (!waitsForReset && burnt + 1 >= MAX_ATTEMPTS) return { kind: 'final' };
  const delay = (delaysMs[burnt] ?? 0) * (0.8 + 0.4 * random);
  const at = waitsForReset ? retryAt : new Date(Math.max(now.getTime() + delay, retryAt?.getTime() ?? 0));
  if (at > giveUpAt) return { kind: 'final' };
  return { kind: 'again', at: at < now ? now : at, burnsAttempt: !waitsForReset };
}
