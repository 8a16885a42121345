/** Waiting for a platform that works on something: how long, and how often it is asked. */

import { DAY_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import { FAILURES, type Failure } from '../port/failure.js';
import type { Clock, State, Step } from '../port/platform.js';
import type { FailedStep } from './failed-step.js';

/** What is waited for since a time, in milliseconds since 1970. */
export type PollState = State & { since: number };

/** A platform that needs longer for a file will not come to an end with it. */
const WAIT_MAX_MS = 30 * MINUTE_MS;
const ASK_MS = { least: 1_000, most: 60_000 };
/** A platform that wants to be left alone for longer is asked all the same. */
const REFUSED_MAX_MS = DAY_MS;

export const isOverdue = ({ since }: PollState, clock: Clock): boolean => clock().getTime() - since > WAIT_MAX_MS;

/**
 * Asked again after as long as it has taken so far: less and less often. After a question that the platform refused,
 * not before the time at which it allows the next.
 */
export function pollAgain(state: PollState, clock: Clock, refused?: Failure): Step {
  const now = clock().getTime();
  const untilAllowed = Math.min((refused?.retryAt?.getTime() ?? 0) - now, REFUSED_MAX_MS);
  return pollIn(Math.max(inBounds(now - state.since), untilAllowed), state, clock);
}

/** Asked again when the platform itself wants it, within bounds. */
export const pollAfter = (state: PollState, clock: Clock, wantedMs: number): Step =>
  pollIn(inBounds(wantedMs), state, clock);

/** What follows a question that was refused or not understood: the next one, unless no other answer will come. */
export function retryPoll(step: FailedStep, state: PollState, clock: Clock): Step {
  const isPassing = FAILURES[step.failure.code].retryable && !isOverdue(state, clock);
  return isPassing ? pollAgain(state, clock, step.failure) : step;
}

const inBounds = (ms: number): number => Math.min(Math.max(ms, ASK_MS.least), ASK_MS.most);

/** A beginning that is still to come would never be overdue: it counts from now on. */
const pollIn = (checkAfterMs: number, state: PollState, clock: Clock): Step => ({
  kind: 'pending',
  state: { ...state, since: Math.min(state.since, clock().getTime()) },
  checkAfterMs,
});
