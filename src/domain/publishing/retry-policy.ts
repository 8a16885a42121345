/**
 * What follows a failed attempt: another after a growing delay [attempts/delays], five at most [attempts/five]. Waiting
 * for a rate limit burns none [waits/burn-no-attempt].
 */
import { withJitter } from '../../foundation/time/jitter.js';
import { FAILURES, type Failure } from '../../platforms/port/failure.js';
import { growingDelayMs } from './waits.js';

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
  /** The first wait for a rate limit; how often in a row it was waited for before. */
  rateLimit: { firstWaitMs: number; waitsBefore: number };
  /** No attempt after this. */
  giveUpAt: Date;
  /** 0 to 1, for the jitter. */
  random: number;
}

/**
 * A rate limit is waited for until the platform's reset time or, where that is nearer or missing, for a time that
 * doubles: a reset of "now" must not become a request after the other.
 */
export function afterFailure({
  failure,
  burnt,
  now,
  delaysMs,
  rateLimit,
  giveUpAt,
  random,
}: FailedAttempt): AfterFailure {
  if (!FAILURES[failure.code].retryable) return { kind: 'final' };
  const burnsAttempt = failure.code !== 'RATE_LIMITED';
  if (burnsAttempt && burnt + 1 >= MAX_ATTEMPTS) return { kind: 'final' };
  const delay = burnsAttempt
    ? withJitter(delaysMs[burnt] ?? 0, random)
    : growingDelayMs(rateLimit.firstWaitMs, rateLimit.waitsBefore);
  const at = new Date(Math.max(now.getTime() + delay, failure.retryAt?.getTime() ?? 0));
  return at > giveUpAt ? { kind: 'final' } : { kind: 'again', at, burnsAttempt };
}
