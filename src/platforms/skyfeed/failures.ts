import { z } from 'zod';
import type { FailureRow, FailureTable } from '../kit/failure-table.js';
import { isHttpReason } from '../kit/http-reason.js';
import { retryAfter, unixHeader } from '../kit/retry-at.js';

/** A name is one word: a sentence is a proxy's. */
const said = z.looseObject({ error: z.string().regex(/^\w+$/), message: z.string().optional() });

const ROWS: readonly FailureRow[] = [
  { error: 'ExpiredToken', code: 'PLATFORM_AUTH_EXPIRED' },
  { error: 'InvalidToken', code: 'PLATFORM_AUTH_EXPIRED' },
  { error: 'AuthMissing', code: 'PLATFORM_AUTH_EXPIRED' },
  { error: 'AuthenticationRequired', code: 'PLATFORM_AUTH_EXPIRED' },
  // A login with the account's own password asks for a second factor; an app password does not.
  { error: 'AuthFactorTokenRequired', code: 'PLATFORM_AUTH_EXPIRED' },
  { error: 'AccountTakedown', code: 'PLATFORM_AUTH_EXPIRED' },
  { error: 'AccountNotFound', code: 'PLATFORM_AUTH_EXPIRED' },
  // A 401 for tokens that are good: its owner can switch the account on again.
  { error: 'AccountDeactivated', code: 'PERMISSION_DENIED' },
  { error: 'BlobTooLarge', code: 'CONTENT_TOO_LARGE' },
  { error: 'PayloadTooLarge', code: 'CONTENT_TOO_LARGE' },
  {
    error: 'InvalidRequest',
    messagePrefix: 'Invalid app.bsky.feed.post record: blob too big',
    code: 'CONTENT_TOO_LARGE',
  },
  { error: 'InvalidRequest', status: 400, code: 'INVALID_CONTENT' },
  { error: 'InvalidMimeType', code: 'INVALID_CONTENT' },
  // An upload that no record named in time is removed; the next attempt uploads it again.
  { error: 'BlobNotFound', code: 'PLATFORM_SERVER_ERROR' },
  // Seconds since 1970, and no Retry-After.
  {
    status: 429,
    code: 'RATE_LIMITED',
    retryAt: (answer) => unixHeader(answer, 'ratelimit-reset') ?? retryAfter(answer),
  },
];
const NAMES = new Set([...ROWS.flatMap(({ error }) => (typeof error === 'string' ? error : [])), 'RateLimitExceeded']);

/** The errors of XRPC: `{"error": "Name", "message"}`. An expired token is a 400, so the name decides. */
export const skyfeedFailures: FailureTable = {
  rows: ROWS,
  read: ({ json }) => {
    const { error, message, ...more } = said.safeParse(json).data ?? {};
    // A single word can be a gateway's.
    if (error === undefined || isHttpReason(error) || (message === undefined && !NAMES.has(error))) return {};
    const isDoubtful = !NAMES.has(error) || Object.keys(more).length > 0;
    return { error, message: message ?? error, isDoubtful };
  },
};
