/**
 * Classification of a platform's refusal by a table: rows from the special to the general, the first match wins.
 *
 * status        of the HTTP answer
 * error         the platform's own code in the body; it decides before the status does, because platforms answer 400
 *               for an expired token
 * subcode       the reason below that code, on platforms that have both
 * isTransient   the platform's own word that the trouble passes
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
  /** The platform refuses what it has already: whether that is this very part, only a look can say. */
  mayBeLive?: true;
}

/** What the body of an answer says in the platform's own codes and words. */
export interface ReportedError {
  error?: string | number;
  subcode?: number;
  isTransient?: boolean;
  message?: string;
}

export interface FailureTable {
  rows: readonly FailureRow[];
  read(answer: HttpResponse): ReportedError;
  /** Where refusals have no body: then a status alone is the platform's word. */
  isBare?: true;
}

/** What HTTP itself says; every platform's table ends with these. */
const HTTP_ROWS: readonly FailureRow[] = [
  { status: 401, code: 'PLATFORM_AUTH_EXPIRED' },
  { status: 403, code: 'PERMISSION_DENIED' },
  { status: 413, code: 'CONTENT_TOO_LARGE' },
  { status: 429, code: 'RATE_LIMITED', retryAt: retryAfter },
  { status: [500, 599], code: 'PLATFORM_SERVER_ERROR', retryAt: retryAfter },
];

/** Completes the sentence `<platform> …` for the codes that a table can give. */
const HAPPENED: Partial<Record<FailureCode, string>> = {
  PLATFORM_AUTH_EXPIRED: 'rejected the access token',
  PERMISSION_DENIED: 'denied permission for this action',
  RATE_LIMITED: 'rate-limited this account',
  INVALID_CONTENT: 'rejected the content',
  CONTENT_TOO_LARGE: 'rejected the content as too large',
  PLATFORM_SERVER_ERROR: 'returned a server error',
  PLATFORM_NOT_CONFIGURED: 'rejected the configuration that the operator of this service has set up for it',
};

/**
 * The step of a part whose request was answered with anything but success; an answer that is called a success but
 * lacks what makes one belongs here too. Retryable is what may be another answer the next time: trouble of the
 * platform, and what is not its word at all (the page of a proxy, a redirect, a body that was cut off).
 */
export function responseFailure(answer: HttpResponse, table: FailureTable, context: Context): FailedStep {
  const said = table.read(answer);
  const told = [...table.rows, ...HTTP_ROWS].find((each) => matches(each, answer.status, said));
  const isBareRefusal = table.isBare === true && answer.text === '' && answer.status >= 400;
  const isItsWord = said.error !== undefined || said.message !== undefined || isBareRefusal;
  // HTTP has statuses for more than the platform's own opinion of a content.
  const row = isItsWord || told?.code !== 'INVALID_CONTENT' ? told : undefined;
  // Of a write, HTTP's 4xx says for sure that it was not done.
  const isRefused = answer.status >= 400 && context.purpose === 'write';
  if (!row && !isItsWord && !isRefused) return notUnderstood(answer, context);
  const code = row?.code ?? 'UNKNOWN_ERROR';
  return failed(code, context, {
    outcome: outcomeOf(answer.status, row, context),
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

/** What a row leaves open, everything matches. */
function isIn(
  wanted: string | number | true | Range | undefined,
  value: string | number | boolean | undefined,
): boolean {
  if (typeof wanted !== 'object') return wanted === undefined || wanted === value;
  const [from, to] = wanted;
  return typeof value === 'number' && value >= from && value <= to;
}

/** A refusal is certain only where the platform says so: not on its own trouble, not on a success without content. */
function outcomeOf(
  status: number,
  row: FailureRow | undefined,
  { purpose, isRepeat = false }: Context,
): Failure['outcome'] {
  if (purpose === 'prepare') return 'rejected';
  if (purpose === 'look' || isRepeat || row?.mayBeLive) return 'unknown';
  const certain = row ? row.code !== 'PLATFORM_SERVER_ERROR' && status < 500 : status >= 300 && status < 500;
  return certain ? 'rejected' : 'unknown';
}
