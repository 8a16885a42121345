/** Polling a platform that is processing something: for how long, and how often. */

import { DAY_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import { FAILURES, type Failure } from '../port/failure.js';
import type { Clock, State, Step } from '../port/platform.js';
import type { FailedStep } from './failed-step.js';

/** State of something being polled since a time, in epoch milliseconds. */
export type PollState = State & { since: number };

/** A platform that needs longer for a file will not come to an end with it. */
const WAIT_MAX_MS = 30 * MINUTE_MS;
const ASK_MS = { least: 1_000, most: 60_000 };
/** A platform that requests a longer delay is polled all the same. */
const REFUSED_MAX_MS = DAY_MS;

export const isOverdue = ({ since }: PollState, clock: Clock): boolean => clock().getTime() - since > WAIT_MAX_MS;

/**
 * Polls again after as long as it has taken so far, so less and less often. After a rejected request, not before the
 * platform allows the next one.
 */
export function pollAgain(state: PollState, clock: Clock, refused?: Failure): Step {
  const now = clock().getTime();
  const untilAllowed = Math.min((refused?.retryAt?.getTime() ?? 0) - now, REFUSED_MAX_MS);
  return pollIn(Math.max(inBounds(now - state.since), untilAllowed), state, clock);
}

/** Polls again after the interval that the platform requests, within bounds. */
export const pollAfter = (state: PollState, clock: Clock, wantedMs: number): Step =>
  pollIn(inBounds(wantedMs), state, clock);

/** After a failed poll: polls again, unless the failure is permanent. */
export function retryPoll(step: FailedStep, state: PollState, clock: Clock): Step {
  const isPassing = FAILURES[step.failure.code].retryable && !isOverdue(state, clock);
  return isPassing ? pollAgain(state, clock, step.failure) : step;
}

const inBounds = (ms: number): number => Math.min(Math.max(ms, ASK_MS.least), ASK_MS.most);

/** A start time in the future would never be overdue: it counts from now. */
const pollIn = (checkAfterMs: number, state: PollState, clock: Clock): Step => ({
  kind: 'pending',
  state: { ...state, since: Math.min(state.since, clock().getTime()) },
  checkAfterMs,
});
