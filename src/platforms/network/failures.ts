import { z } from 'zod';
import type { HttpResponse } from '../../foundation/http-client/http.js';
import type { FailureTable } from '../kit/failure-table.js';
import { isHttpReason } from '../kit/http-reason.js';
import { retryAfter } from '../kit/retry-at.js';
import { unpublishFailures } from '../kit/unpublish.js';

const said = z.looseObject({
  status: z.int().optional(),
  code: z.string().optional(),
  serviceErrorCode: z.int().optional(),
  message: z.string().optional(),
});

const OWN_CODE = /^[A-Z][A-Z0-9_]*$/;
/** Of errors without a code. */
const OWN_WORDS = /^(?:Resource level throttle|Not enough permissions)/;
/** Of errors without a code. Those of gateways have others: `error`, `path`, `timestamp`. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['status', 'message', 'errorDetails', 'errorDetailType']);

/** Whether an error with no more than its status and a message is the platform's. Gateways have such errors, too. */
const isOwnBare = (status: number, message: string): boolean =>
  OWN_WORDS.test(message) || ([400, 422].includes(status) && !isHttpReason(message));

/**
 * The errors of the REST API: `{"status", "code", "serviceErrorCode", "message"}`; not every one has all of them. One
 * with a message alone, or with another kind of code, is a proxy's.
 */
export const networkFailures: FailureTable = {
  rows: [
    // The platform has restricted the member: 401, but a new login would not help.
    { error: 'RESTRICTED_MEMBER', code: 'PERMISSION_DENIED' },
    { error: 65608, code: 'PERMISSION_DENIED' },
    // A version of the API lives for about a year; which one is used is the operator's choice.
    { error: 'VERSION_MISSING', code: 'PLATFORM_NOT_CONFIGURED' },
    { error: 'NONEXISTENT_VERSION', code: 'PLATFORM_NOT_CONFIGURED' },
    { status: 426, code: 'PLATFORM_NOT_CONFIGURED' },
    // At a login: a code, or a refresh token, that is not good. RFC 6749 has `invalid_grant` for it.
    { error: 'invalid_request', messagePrefix: 'Unable to retrieve access token', code: 'PLATFORM_AUTH_EXPIRED' },
    { error: 'FIELD_LENGTH_TOO_LONG', code: 'CONTENT_TOO_LARGE' },
    { status: 400, code: 'INVALID_CONTENT' },
    { status: 422, code: 'INVALID_CONTENT' },
    { status: 429, code: 'RATE_LIMITED', retryAt: (answer) => retryAfter(answer) ?? quotaReset(answer) },
  ],
  read: ({ status: httpStatus, json }) => {
    const { data } = said.safeParse(json);
    if (!data) return {};
    const { status, code, serviceErrorCode, message } = data;
    if (serviceErrorCode !== undefined) return { error: code ?? serviceErrorCode, message };
    if (status !== httpStatus) return {};
    if (code !== undefined) return OWN_CODE.test(code) ? { error: code, message } : {};
    if (Object.keys(data).some((field) => !OWN_FIELDS.has(field))) return {};
    return { message, isDoubtful: !isOwnBare(status, message ?? '') };
  },
};

/** "Resource level throttle MEMBER DAY limit for calls to this resource is reached.": daily quotas end at 00:00 UTC. */
function quotaReset({ json, receivedAt }: HttpResponse): Date | undefined {
  if (!said.safeParse(json).data?.message?.includes(' DAY limit ')) return undefined;
  const midnight = new Date(receivedAt);
  midnight.setUTCHours(24, 0, 0, 0);
  return midnight;
}

/** Of a request that deletes a post: one that was deleted before is answered like the first. */
export const deletionFailures = unpublishFailures(networkFailures, [{ status: 404 }]);
