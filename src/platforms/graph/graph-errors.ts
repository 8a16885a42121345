/**
 * The errors of the Graph APIs, a family that several platforms speak: `{"error": {"code", "error_subcode", …}}`, mostly
 * with HTTP 400, so the status says nothing. A platform puts its own rows before these.
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
    /** In words for the owner of the content. */
    error_user_msg: z.string().optional(),
  }),
});

/** The subcode of "object does not exist": the platforms say it of new objects too, for a while. */
export const UNKNOWN_OBJECT = 33;

/** The same code for several subcodes. */
export const subcodes = (numbers: readonly number[], code: FailureCode): FailureRow[] =>
  numbers.map((subcode) => ({ subcode, code }));

/** The same code for several errors. */
export const errors = (numbers: readonly number[], code: FailureCode): FailureRow[] =>
  numbers.map((error) => ({ error, code }));

const GRAPH_ROWS: readonly FailureRow[] = [
  ...errors([190, 102], 'PLATFORM_AUTH_EXPIRED'),
  // The app itself: its id or its secret.
  { error: 101, code: 'PLATFORM_NOT_CONFIGURED' },
  ...[4, 17, 32, 613].map((error) => ({ error, code: 'RATE_LIMITED', retryAt: quotaRegainedAt }) as const),
  { error: [80_000, 80_014], code: 'RATE_LIMITED', retryAt: quotaRegainedAt },
  { isTransient: true, code: 'PLATFORM_SERVER_ERROR' },
  ...errors([1, 2], 'PLATFORM_SERVER_ERROR'),
  { error: 10, code: 'PERMISSION_DENIED' },
  { error: [200, 299], code: 'PERMISSION_DENIED' },
  ...errors([100, 506, 368], 'INVALID_CONTENT'),
];

/** The table of a platform with these rows of its own. */
export const graphFailures = (own: readonly FailureRow[]): FailureTable => ({
  rows: [...own, ...GRAPH_ROWS],
  read({ json }): ReportedError {
    const read = errorSchema.safeParse(json);
    if (!read.success) return {};
    const { message, code, error_subcode: subcode, is_transient: isTransient, error_user_msg } = read.data.error;
    return { error: code, subcode, isTransient, message: error_user_msg ?? message };
  },
});

/** Where tokens are given the one parameter that can be wrong is the code, or the token, that is shown for them. */
export const graphLoginFailures: FailureTable = graphFailures([{ error: 100, code: 'PLATFORM_AUTH_EXPIRED' }]);

/** For each account and kind of use how far it is used up, and the minutes until it is not. */
const usageSchema = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().nonnegative().optional() })),
);

/** `X-Business-Use-Case-Usage`: the longest of its waits. */
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
