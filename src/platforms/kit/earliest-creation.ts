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
  part.at.getTime() + Math.min(0, aheadMs(answer)) - CLOCK_ALLOWANCE_MS;

/** When a post of a list was made, by this service's clock as far as the Date header shows it; undefined if it is not said. */
export function creationTime(time: string, answer: HttpResponse): Date | undefined {
  const at = Date.parse(time);
  return Number.isNaN(at) ? undefined : new Date(at - aheadMs(answer));
}

/** How far the platform's clock is ahead; 0 if it does not say. */
function aheadMs({ headers, receivedAt }: HttpResponse): number {
  const ahead = Date.parse(headers.date ?? '') - receivedAt.getTime();
  return Number.isNaN(ahead) ? 0 : ahead;
}
