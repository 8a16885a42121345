import { z } from 'zod';
import type { FailureTable } from '../kit/failure-table.js';
import { isHttpReason } from '../kit/http-reason.js';
import { metricsFailures } from '../kit/metrics.js';
import { unpublishFailures } from '../kit/unpublish.js';

/** Gateways add fields: `details`, `description`. */
const errorSchema = z.strictObject({ code: z.int(), message: z.string() });

/** Of its errors below 500. */
const DOCUMENTED_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 429]);

/** How gateways before gRPC services translate that protocol's codes. */
const GRPC_CODES: ReadonlyMap<number, readonly number[]> = new Map([
  [400, [3, 9, 11]],
  [401, [16]],
  [403, [7]],
  [404, [5]],
]);

/** The platform repeats the status, too, but in its own words. */
const OWN_WORDS =
  /^(Board|Pin|Authentication failed|Not authorized|You are not permitted|Your token|Invalid|Sorry|Whoops)/i;

/** Gateways repeat the status or its reason, or use the codes of gRPC: 8 for a limit as well, but in other words. */
function isGateways(status: number, { code, message }: z.infer<typeof errorSchema>): boolean {
  if (status === 429) return !(code === 8 && /exceeded.* rate limit/i.test(message));
  if (isHttpReason(message)) return true;
  if (OWN_WORDS.test(message) || status >= 500) return false;
  return code === status || !DOCUMENTED_STATUSES.has(status) || GRPC_CODES.get(status)?.includes(code) === true;
}

/**
 * The errors of the Pinterest API: `{"code", "message"}`. A code means something only together with the status: some
 * calls repeat the status there, and one number has several meanings. A token that lacks a right is 401 with 3, so it
 * is treated like one that has expired: both need a new login.
 */
export const pinboardFailures: FailureTable = {
  rows: [
    // "The authorization grant is invalid": a response to a request for tokens.
    { error: 283, code: 'PLATFORM_AUTH_EXPIRED' },
    // "Not authorized to access board or Pin."
    { status: 401, error: 7, code: 'PERMISSION_DENIED' },
    // The board is the only thing that a request of ours names.
    { status: 404, messagePrefix: 'Board not found', code: 'PERMISSION_DENIED' },
    // An image could not be fetched: its address is ours, and valid.
    { status: 400, messagePrefix: 'Whoops! It looks like you entered an invalid URL', code: 'PLATFORM_SERVER_ERROR' },
    { status: 400, code: 'INVALID_CONTENT' },
  ],
  read: ({ json, status }) => {
    const { data } = errorSchema.safeParse(json);
    return data && !isGateways(status, data) ? { error: data.code, message: data.message } : {};
  },
};

/** "Pin not found." */
const NO_PIN = [{ status: 404, error: 50 }];

/** Of a request that deletes a pin. */
export const deletionFailures = unpublishFailures(pinboardFailures, NO_PIN);

/** Of requests for numbers. */
export const numbersFailures = metricsFailures(pinboardFailures, NO_PIN);

/** The errors of the storage that videos are uploaded to: S3's, `<Error><Code>…</Code><Message>…</Message></Error>`. */
export const uploadFailures: FailureTable = {
  isBare: true,
  rows: [
    { error: 'EntityTooLarge', code: 'CONTENT_TOO_LARGE' },
    // The signed upload has expired, or is not accepted any more: a retry gets a new one.
    { status: [400, 403], code: 'PLATFORM_SERVER_ERROR' },
  ],
  read: ({ text }) => {
    const [, error, message] =
      /<Error>\s*<Code>(\w{1,64})<\/Code>\s*<Message>([^<]{0,500})<\/Message>/.exec(text) ?? [];
    return { error, message };
  },
};
