/** Waiting for a platform that works on something: how long, and how often it is asked. */
import type { State, Step } from './platform.js';

/** A platform that needs longer for a file will not come to an end with it. */
const WAIT_MAX_MS = 30 * 60_000;
const ASK_MS = { least: 1_000, most: 60_000 };

export const isOverdue = ({ since }: { since: number }): boolean => Date.now() - since > WAIT_MAX_MS;

/** Asked again after as long as it has taken since `since` (milliseconds since 1970): less and less often. */
export function askAgain(state: State & { since: number }): Step {
  const age = Date.now() - state.since;
  return { kind: 'pending', state, checkAfterMs: Math.min(Math.max(age, ASK_MS.least), ASK_MS.most) };
}
