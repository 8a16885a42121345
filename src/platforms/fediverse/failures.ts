import { z } from 'zod';
import type { FailureTable } from '../kit/failure-table.js';
import { isHttpReason } from '../kit/http-reason.js';
import { metricsFailures } from '../kit/metrics.js';
import { isoHeader, retryAfter } from '../kit/retry-at.js';
import { unpublishFailures } from '../kit/unpublish.js';

/** Errors of gateways have `error`, too, but mostly with further fields. */
const said = z.strictObject({ error: z.string(), error_description: z.string().optional() });

/** How Mastodon words its errors. Other servers, and gateways, have other words. */
const OWN_WORDS = new RegExp(
  `^(?:${[
    'The access token (?:is invalid|was revoked|expired)',
    'This action is (?:outside the authorized scopes|not allowed)',
    'This method requires an authenticated user',
    'Your login is ',
    'Validation failed: ',
    'Cannot attach ',
    'Media .* not found or already attached',
    'File type of uploaded media could not be verified',
    'Error processing thumbnail for uploaded media',
    'The (?:post|status) you are trying to reply to does not appear to exist',
    'Record not found$',
    'Too many requests$',
  ].join('|')})`,
);

/**
 * The errors of the client API: `{"error": "…"}` in English and no code, so the status decides, and where
 * one status has two meanings the fixed beginning of the text does.
 */
export const fediverseFailures: FailureTable = {
  rows: [
    // The token lacks write:statuses; only a new authorization gives it one that has it.
    { status: 403, messagePrefix: 'This action is outside the authorized scopes', code: 'PLATFORM_AUTH_EXPIRED' },
    // The two texts of the attachment size check; which one comes first differs by version.
    { status: 422, messagePrefix: 'Validation failed: File file size must be less than', code: 'CONTENT_TOO_LARGE' },
    { status: 422, messagePrefix: 'Validation failed: File must be less than', code: 'CONTENT_TOO_LARGE' },
    // It reported them as processed before.
    {
      status: 422,
      messagePrefix: 'Cannot attach files that have not finished processing',
      code: 'PLATFORM_SERVER_ERROR',
    },
    { status: 422, code: 'INVALID_CONTENT' },
    // The reset header is an ISO 8601 time here, not seconds.
    {
      status: 429,
      code: 'RATE_LIMITED',
      retryAt: (answer) => isoHeader(answer, 'x-ratelimit-reset') ?? retryAfter(answer),
    },
  ],
  read: ({ json }) => {
    const message = said.safeParse(json).data?.error;
    if (message === undefined) return {};
    const isOwn = OWN_WORDS.test(message);
    return isOwn || !isHttpReason(message) ? { message, isDoubtful: !isOwn } : {};
  },
};

/** Of requests for numbers. A token without the scope for them may publish. */
export const numbersFailures = metricsFailures(
  fediverseFailures,
  [{ status: 404 }, { status: 410 }],
  [{ status: 403, messagePrefix: 'This action is outside the authorized scopes', code: 'PERMISSION_DENIED' }],
);

/** Of a request that deletes a status. */
export const deletionFailures = unpublishFailures(fediverseFailures, [{ status: 404 }, { status: 410 }]);
