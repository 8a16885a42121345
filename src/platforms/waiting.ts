/** Waiting for a platform that works on something: how long, and how often it is asked. */
import type { Failure } from './failure.js';
import type { State, Step } from './platform.js';

/** A platform that needs longer for a file will not come to an end with it. */
const WAIT_MAX_MS = 30 * 60_000;
const ASK_MS = { least: 1_000, most: 60_000 };

export const isOverdue = ({ since }: { since: number }): boolean => Date.now() - since > WAIT_MAX_MS;

/**
 * Asked again after as long as it has taken since `since` (milliseconds since 1970): less and less often. After a
 * question that the platform refused, not before the time at which it allows the next.
 */
export function askAgain(state: State & { since: number }, refused?: Failure): Step {
  const now = Date.now();
  const inTurn = Math.min(Math.max(now - state.since, ASK_MS.least), ASK_MS.most);
  return { kind: 'pending', state, checkAfterMs: Math.max(inTurn, (refused?.retryAt?.getTime() ?? 0) - now) };
}
