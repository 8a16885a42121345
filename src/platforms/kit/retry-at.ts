/**
 * When a platform allows the next attempt, read from an error response. Each reader returns undefined if the response
 * does not say, or the value is not a time.
 */
import type { HttpResponse } from '../../foundation/http-client/http.js';
import { DAY_MS } from '../../foundation/time/durations.js';

/** `Retry-After` of RFC 9110, section 10.2.3: seconds from now, or an HTTP date. */
export function retryAfter(answer: HttpResponse): Date | undefined {
  const value = answer.headers['retry-after'];
  return (
    afterSeconds(answer, value) ?? (/[A-Za-z]/.test(value ?? '') ? time(answer, Date.parse(value ?? '')) : undefined)
  );
}

/** A number of seconds after the response was received. */
export function afterSeconds(answer: HttpResponse, seconds: unknown): Date | undefined {
  const count = wholeSeconds(seconds);
  return count === undefined ? undefined : time(answer, answer.receivedAt.getTime() + count * 1000);
}

/** A header with a Unix timestamp in seconds. */
export function unixHeader(answer: HttpResponse, name: string): Date | undefined {
  const seconds = wholeSeconds(answer.headers[name]);
  return seconds === undefined ? undefined : time(answer, seconds * 1000);
}

/** A header with an ISO 8601 time. */
export function isoHeader(answer: HttpResponse, name: string): Date | undefined {
  const value = answer.headers[name];
  return value !== undefined && /^\d{4}-\d\d-\d\dT/.test(value) ? time(answer, Date.parse(value)) : undefined;
}

function wholeSeconds(value: unknown): number | undefined {
  return /^\d{1,10}$/.test(String(value)) ? Number(value) : undefined;
}

/** The window of the longest limit that a platform has, a month; a later time is a mistake (a date where seconds belong). */
const LONGEST_MS = 31 * DAY_MS;

function time({ receivedAt }: HttpResponse, milliseconds: number): Date | undefined {
  const date = new Date(milliseconds);
  const isLikely = date.getTime() <= receivedAt.getTime() + LONGEST_MS;
  return isLikely ? date : undefined;
}
