import { z } from 'zod';
import type { HttpResponse } from '../../foundation/http-client/http.js';
import type { FailureTable } from '../kit/failure-table.js';
import { metricsFailures } from '../kit/metrics.js';
import { retryAfter, unixHeader } from '../kit/retry-at.js';
import { unpublishFailures } from '../kit/unpublish.js';

/** A problem (RFC 9457), as `https://api.x.com/2/problems/<kind>`. */
const problemSchema = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
});
/** In a list, older parts of the API only have a message. */
const listedSchema = problemSchema.extend({ message: z.string().optional() });
/** One problem, a list of them, or one with a list of what is wrong in detail. A list may also come with a 200. */
const said = problemSchema.extend({ errors: z.array(listedSchema).optional() });
/** Without a kind, it has no other fields. Those of gateways often have more: `instance`, `error_code`, `traceId`. */
const blankSchema = z.strictObject({
  ...said.shape,
  type: z.literal('about:blank').optional(),
  status: z.int().optional(),
});

const kindOf = (type: string | undefined): string | undefined =>
  /^https:\/\/api\.(?:x|twitter)\.com\/2\/problems\/([\w-]+)$/.exec(type ?? '')?.[1];

/** Each limit has its own headers: of an endpoint in 15 minutes, of an account and of an app in 24 hours. */
const LIMITS = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour'] as const;

/** When the last exhausted limit resets. */
function liftedAt(answer: HttpResponse): Date | undefined {
  const usedUp = LIMITS.filter((limit) => answer.headers[`${limit}-remaining`] === '0');
  const resets = (usedUp.length > 0 ? usedUp : LIMITS.slice(0, 1)).flatMap(
    (limit) => unixHeader(answer, `${limit}-reset`)?.getTime() ?? [],
  );
  return resets.length > 0 ? new Date(Math.max(...resets)) : retryAfter(answer);
}

/** How the message begins when the text equals that of a recent post. */
export const DUPLICATE = 'You are not allowed to create a Tweet with duplicate content';

/** Of problems without a kind, by their details. */
const OWN_WORDS = new RegExp(
  `^(?:${[
    DUPLICATE,
    'Your Tweet text is too long',
    'This user is not allowed to ',
    'You attempted to reply to a Tweet ',
    'You are not (?:permitted|allowed) to ',
  ].join('|')})`,
);

/** Whether a problem without a kind is the platform's. Of those that repeat their status, only what follows needs it. */
function isOwnBlank(answer: HttpResponse, detail: string): boolean {
  if (answer.status === 429) return unixHeader(answer, 'x-rate-limit-reset') !== undefined;
  return (answer.status === 401 && detail === 'Unauthorized') || OWN_WORDS.test(detail);
}

/** The errors of the X API v2: the kind of the problem, and where it has none the beginning of its detail. */
export const microblogFailures: FailureTable = {
  rows: [
    { error: 'unsupported-authentication', code: 'PLATFORM_AUTH_EXPIRED' },
    // From the token endpoint: a used, expired or unknown refresh token or code.
    { error: 'invalid_request', messagePrefix: 'Value passed for the', code: 'PLATFORM_AUTH_EXPIRED' },
    { error: 'usage-capped', code: 'RATE_LIMITED', retryAt: liftedAt },
    { error: 'rate-limit-exceeded', code: 'RATE_LIMITED', retryAt: liftedAt },
    // The app has no credits left, or no access to this part of the API.
    { status: 402, code: 'PLATFORM_NOT_CONFIGURED' },
    { error: 'client-forbidden', code: 'PLATFORM_NOT_CONFIGURED' },
    { status: 403, messagePrefix: DUPLICATE, code: 'INVALID_CONTENT' },
    { status: 403, messagePrefix: 'Your Tweet text is too long', code: 'INVALID_CONTENT' },
    { status: 403, messagePrefix: 'This user is not allowed to post a video longer than', code: 'INVALID_CONTENT' },
    { status: 403, messagePrefix: 'You attempted to reply to a Tweet that is deleted', code: 'INVALID_CONTENT' },
    // A chunk that it reported as received.
    { error: 'invalid-request', messagePrefix: 'Segments do not add up', code: 'PLATFORM_SERVER_ERROR' },
    { error: 'invalid-request', code: 'INVALID_CONTENT' },
    { error: 'not-authorized-for-resource', code: 'PERMISSION_DENIED' },
    { error: 'internal-error', code: 'PLATFORM_SERVER_ERROR' },
    { status: 429, code: 'RATE_LIMITED', retryAt: liftedAt },
  ],
  read: (answer) => {
    const read = said.safeParse(answer.json);
    if (!read.success) return {};
    const { errors: [first] = [], ...whole } = read.data;
    const error = kindOf(whole.type) ?? kindOf(first?.type);
    const message = first?.message ?? first?.detail ?? whole.detail ?? whole.title;
    if (error !== undefined) return { error, message };
    if (message === undefined || !blankSchema.safeParse(answer.json).success) return {};
    return { message, isDoubtful: whole.type === undefined || !isOwnBlank(answer, whole.detail ?? '') };
  },
};

/** Of requests for numbers. */
export const numbersFailures = metricsFailures(microblogFailures, []);

/** Of a request that deletes a post. */
export const deletionFailures = unpublishFailures(microblogFailures, [{ error: 'resource-not-found' }]);
