import { z } from 'zod';
import type { FailureTable } from '../kit/failure-table.js';
import { isoHeader, retryAfter } from '../kit/retry-at.js';
import { unpublishFailures } from '../kit/unpublish.js';

const said = z.object({ error: z.string() });

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
    const read = said.safeParse(json);
    return read.success ? { message: read.data.error } : {};
  },
};

/** Of a request that deletes a status. */
export const deletionFailures = unpublishFailures(fediverseFailures, [{ status: 404 }, { status: 410 }]);
