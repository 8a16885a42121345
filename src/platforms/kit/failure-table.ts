/**
 * Classifies a platform's error by a table: rows from specific to general, the first match wins.
 *
 * status        of the HTTP answer
 * error         the platform's own code in the body; it decides before the status does, because platforms answer 400
 *               for an expired token
 * subcode       the reason below that code, on platforms that have both
 * isTransient   the platform says that the failure is temporary
 * messagePrefix      a fixed beginning of the platform's message, in any case, where the platform has no code for the reason
 */

import type { HttpResponse } from '../../foundation/http-client/http.js';
import type { Failure, FailureCode } from '../port/failure.js';
import { type Context, type FailedStep, failed } from './failed-step.js';
import { retryAfter } from './retry-at.js';

type Range = readonly [from: number, to: number];

export interface FailureRow {
  status?: number | Range;
  error?: string | number | Range;
  subcode?: number;
  isTransient?: true;
  messagePrefix?: string;
  code: FailureCode;
  retryAt?: (answer: HttpResponse) => Date | undefined;
}

/** The platform's own error codes and message in the response body. */
export interface ReportedError {
  error?: string | number;
  subcode?: number;
  isTransient?: boolean;
  message?: string;
  /** A gateway may have written it. At the step that publishes, it leaves the outcome open, and a lookup follows. */
  isDoubtful?: boolean;
}

export interface FailureTable {
  rows: readonly FailureRow[];
  read(answer: HttpResponse): ReportedError;
  /** The platform's errors have no body: the status alone is significant, but at the step that publishes. */
  isBare?: true;
}

/** Standard HTTP statuses; appended to every platform's table. */
const HTTP_ROWS: readonly FailureRow[] = [
  { status: 401, code: 'PLATFORM_AUTH_EXPIRED' },
  { status: 403, code: 'PERMISSION_DENIED' },
  { status: 413, code: 'CONTENT_TOO_LARGE' },
  { status: 429, code: 'RATE_LIMITED', retryAt: retryAfter },
  { status: [500, 599], code: 'PLATFORM_SERVER_ERROR', retryAt: retryAfter },
];

/** Codes that only an error of the platform itself can mean, and not the status of a proxy. */
const OWN_ERRORS_ONLY: ReadonlySet<FailureCode> = new Set(['INVALID_CONTENT', 'NOT_FOUND_ON_PLATFORM']);

/** Completes the sentence `<platform> …` for the codes that a table can give. */
const HAPPENED: Partial<Record<FailureCode, string>> = {
  PLATFORM_AUTH_EXPIRED: 'rejected the access token',
  PERMISSION_DENIED: 'denied permission for this action',
  RATE_LIMITED: 'rate-limited this account',
  INVALID_CONTENT: 'rejected the content',
  CONTENT_TOO_LARGE: 'rejected the content as too large',
  NOT_FOUND_ON_PLATFORM: 'has no such post, comment, reply or reaction; it may have been deleted',
  PLATFORM_SERVER_ERROR: 'returned a server error',
  PLATFORM_NOT_CONFIGURED: 'rejected the configuration that the operator of this service has set up for it',
};

/**
 * The step of a part whose request did not succeed, including a 2xx response without the expected content. A failure is
 * retryable if the next response may differ: server errors of the platform, and responses that are not its own (a proxy
 * page, a redirect, a truncated body).
 */
export function responseFailure(answer: HttpResponse, table: FailureTable, context: Context): FailedStep {
  const said = table.read(answer);
  const known = [...table.rows, ...HTTP_ROWS].find((each) => matches(each, answer.status, said));
  // At the step that publishes, an empty body can be a proxy's as well.
  const isBareRefusal =
    table.isBare === true && answer.text === '' && answer.status >= 400 && context.purpose !== 'write';
  const isOwnError = said.error !== undefined || said.message !== undefined || isBareRefusal;
  // A proxy's page says nothing about the post, for any status; nor does it mean that the platform rejected the content.
  const isProxyPage = !isOwnError && answer.status < 500 && context.purpose === 'write';
  const row = isOwnError || !known || !(isProxyPage || OWN_ERRORS_ONLY.has(known.code)) ? known : undefined;
  const isDoubtful = said.isDoubtful === true && context.purpose === 'write';
  // The access is renewed, and the request repeated without a lookup, only if the platform itself rejects the access.
  const isDoubtfulAccess = isDoubtful && row?.code === 'PLATFORM_AUTH_EXPIRED';
  if ((!row && !isOwnError) || isDoubtfulAccess) return notUnderstood(answer, context);
  const code = row?.code ?? 'UNKNOWN_ERROR';
  return failed(code, context, {
    outcome: isDoubtful ? 'unknown' : outcomeOf(answer.status, row, context),
    happened: HAPPENED[code] ?? `returned a response (HTTP ${answer.status}) that this service does not recognize`,
    platformMessage: said.message,
    raw: answer.text,
    status: answer.status,
    retryAt: row?.retryAt?.(answer),
  });
}

function notUnderstood(answer: HttpResponse, context: Context): FailedStep {
  const { status, headers, text } = answer;
  const type = /^[\w.+-]{1,50}\/[\w.+-]{1,50}/.exec(headers['content-type'] ?? '')?.[0];
  const body = text === '' ? 'no body' : type;
  return failed('PLATFORM_SERVER_ERROR', context, {
    outcome: context.purpose === 'prepare' ? 'rejected' : 'unknown',
    happened: `returned an unreadable response (HTTP ${status}${body === undefined ? '' : `, ${body}`})`,
    raw: text,
    status,
    retryAt: retryAfter(answer),
  });
}

function matches(row: FailureRow, status: number, said: ReportedError): boolean {
  return (
    isIn(row.status, status) &&
    isIn(row.error, said.error) &&
    isIn(row.subcode, said.subcode) &&
    isIn(row.isTransient, said.isTransient) &&
    (row.messagePrefix === undefined ||
      said.message?.toLowerCase().startsWith(row.messagePrefix.toLowerCase()) === true)
  );
}

/** An omitted condition matches everything. */
function isIn(
  wanted: string | number | true | Range | undefined,
  value: string | number | boolean | undefined,
): boolean {
  if (typeof wanted !== 'object') return wanted === undefined || wanted === value;
  const [from, to] = wanted;
  return typeof value === 'number' && value >= from && value <= to;
}

/** A rejection is certain only if the platform says so: not on server errors, not on a 2xx without content. */
function outcomeOf(
  status: number,
  row: FailureRow | undefined,
  { purpose, isRepeat = false }: Context,
): Failure['outcome'] {
  if (purpose === 'prepare') return 'rejected';
  if (purpose === 'lookup' || isRepeat) return 'unknown';
  const certain = row ? row.code !== 'PLATFORM_SERVER_ERROR' && status < 500 : status >= 300 && status < 500;
  return certain ? 'rejected' : 'unknown';
}
