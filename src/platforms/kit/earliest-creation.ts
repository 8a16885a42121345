/** Which posts of an account are too old to be a part whose response was lost. */
import type { HttpResponse } from '../../foundation/http-client/http.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import type { Part } from '../port/platform.js';

/** How far the two clocks may differ beyond what the Date header shows. */
const CLOCK_ALLOWANCE_MS = 2 * MINUTE_MS;

/**
 * The earliest time, by the platform's clock, at which the part can have been stored, in milliseconds since 1970. The
 * Date header of the platform's response can only move it back: a wrong one must not hide a post.
 */
export function earliestCreation(part: Part, answer: HttpResponse): number {
  const ahead = Date.parse(answer.headers.date ?? '') - answer.receivedAt.getTime();
  return part.at.getTime() + Math.min(0, Number.isNaN(ahead) ? 0 : ahead) - CLOCK_ALLOWANCE_MS;
}
