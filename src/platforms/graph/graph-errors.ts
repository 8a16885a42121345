/**
 * The errors of the Graph APIs, shared by several platforms: `{"error": {"code", "error_subcode", …}}`, mostly with
 * HTTP 400, so the status is not significant. A platform's own rows come before these.
 */
import { z } from 'zod';
import type { HttpResponse } from '../../foundation/http-client/http.js';
import type { FailureRow, FailureTable, ReportedError } from '../kit/failure-table.js';
import { afterSeconds, retryAfter } from '../kit/retry-at.js';
import type { FailureCode } from '../port/failure.js';

const errorSchema = z.object({
  error: z.object({
    message: z.string().optional(),
    code: z.int().optional(),
    error_subcode: z.int().optional(),
    is_transient: z.boolean().optional(),
    /** A message for the content owner. */
    error_user_msg: z.string().optional(),
    /** Errors of gateways have a code and a message, too, but not this. */
    fbtrace_id: z.string(),
  }),
});

/** Subcode "object does not exist": also returned for new objects for a while. */
export const UNKNOWN_OBJECT = 33;

/** The same code for several subcodes. */
export const subcodes = (numbers: readonly number[], code: FailureCode): FailureRow[] =>
  numbers.map((subcode) => ({ subcode, code }));

/** The same code for several errors. */
export const errors = (numbers: readonly number[], code: FailureCode): FailureRow[] =>
  numbers.map((error) => ({ error, code }));

const GRAPH_ROWS: readonly FailureRow[] = [
  ...errors([190, 102], 'PLATFORM_AUTH_EXPIRED'),
  // The app's own credentials: its id or secret.
  { error: 101, code: 'PLATFORM_NOT_CONFIGURED' },
  ...[4, 17, 32, 613].map((error) => ({ error, code: 'RATE_LIMITED', retryAt: quotaRegainedAt }) as const),
  { error: [80_000, 80_014], code: 'RATE_LIMITED', retryAt: quotaRegainedAt },
  { isTransient: true, code: 'PLATFORM_SERVER_ERROR' },
  ...errors([1, 2], 'PLATFORM_SERVER_ERROR'),
  { error: 10, code: 'PERMISSION_DENIED' },
  { error: [200, 299], code: 'PERMISSION_DENIED' },
  ...errors([100, 506, 368], 'INVALID_CONTENT'),
];

/** The failure table of a platform with additional rows. */
export const graphFailures = (own: readonly FailureRow[]): FailureTable => ({
  rows: [...own, ...GRAPH_ROWS],
  read({ json }): ReportedError {
    const read = errorSchema.safeParse(json);
    if (!read.success) return {};
    const { message, code, error_subcode: subcode, is_transient: isTransient, error_user_msg } = read.data.error;
    return { error: code, subcode, isTransient, message: error_user_msg ?? message };
  },
});

/**
 * At the token endpoint, the only parameter that can be invalid is the code or token being exchanged. A wrong secret has
 * the code of temporary errors.
 */
export const graphLoginFailures: FailureTable = graphFailures([
  { error: 1, messagePrefix: 'Error validating client secret', code: 'PLATFORM_NOT_CONFIGURED' },
  { error: 100, code: 'PLATFORM_AUTH_EXPIRED' },
]);

/** Usage by account and type, and the minutes until access is regained. */
const usageSchema = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().nonnegative().optional() })),
);

/** `X-Business-Use-Case-Usage`: the longest wait. */
export function quotaRegainedAt(answer: HttpResponse): Date | undefined {
  const read = usageSchema.safeParse(parse(answer.headers['x-business-use-case-usage']));
  const uses = read.success ? Object.values(read.data).flat() : [];
  const minutes = Math.max(0, ...uses.map((use) => use.estimated_time_to_regain_access ?? 0));
  return minutes === 0 ? retryAfter(answer) : afterSeconds(answer, Math.ceil(minutes * 60));
}

function parse(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
