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
export const earliestCreation = (part: Part, answer: HttpResponse): number =>
  part.at.getTime() + Math.min(0, aheadMs(answer) ?? 0) - CLOCK_ALLOWANCE_MS;

/** When a post of a list was made, by this service's clock; undefined: the platform does not say, or not what its clock is. */
export function creationTime(time: string, answer: HttpResponse): Date | undefined {
  const at = Date.parse(time);
  const ahead = aheadMs(answer);
  return Number.isNaN(at) || ahead === undefined ? undefined : new Date(at - ahead);
}

/** How far the platform's clock is ahead, by the Date header. */
function aheadMs({ headers, receivedAt }: HttpResponse): number | undefined {
  const ahead = Date.parse(headers.date ?? '') - receivedAt.getTime();
  return Number.isNaN(ahead) ? undefined : ahead;
}
