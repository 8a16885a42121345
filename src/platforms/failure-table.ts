/**
 * Classification of a platform's refusal by a table: rows from the special to the general, the first match wins.
 *
 * status   of the HTTP answer
 * error    the platform's own code in the body; it decides before the status does, because platforms answer 400 for
 *          an expired token
 * words    a fixed beginning of the platform's message, in any case, where the platform has no code for the reason
 */
import { type Context, type FailedStep, failed } from './failed-step.js';
import type { Failure, FailureCode } from './failure.js';
import type { HttpAnswer } from './http.js';
import { retryAfter } from './retry-at.js';

interface FailureRow {
  status?: number | readonly [from: number, to: number];
  error?: string | number;
  words?: string;
  code: FailureCode;
  retryAt?: (answer: HttpAnswer) => Date | undefined;
}

export interface FailureTable {
  rows: readonly FailureRow[];
  /** Finds the platform's own code and message in the body of an answer. */
  read(answer: HttpAnswer): { error?: string | number; words?: string };
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
  PLATFORM_AUTH_EXPIRED: 'does not accept the access to this account',
  PERMISSION_DENIED: 'does not let this account post there',
  RATE_LIMITED: 'takes no more requests of this account for now',
  INVALID_CONTENT: 'refused the content',
  CONTENT_TOO_LARGE: 'refused the content as too large',
  PLATFORM_SERVER_ERROR: 'had a problem of its own',
  PLATFORM_NOT_CONFIGURED: 'does not know the app that this service is configured with',
};

/**
 * The step of a part whose request was answered with anything but success; an answer that is called a success but
 * lacks what makes one belongs here too.
 */
export function answerFailure(answer: HttpAnswer, table: FailureTable, context: Context): FailedStep {
  const said = table.read(answer);
  const row = [...table.rows, ...HTTP_ROWS].find((each) => matches(each, answer.status, said));
  const code = row?.code ?? 'UNKNOWN_ERROR';
  return failed(code, context, {
    outcome: outcomeOf(answer.status, row, context),
    happened: HAPPENED[code] ?? `gave an answer (HTTP ${answer.status}) that this service does not know`,
    words: said.words,
    raw: answer.text,
    status: answer.status,
    retryAt: row?.retryAt?.(answer),
  });
}

function matches(row: FailureRow, status: number, said: { error?: string | number; words?: string }): boolean {
  const [from, to] = typeof row.status === 'number' ? [row.status, row.status] : (row.status ?? [0, 999]);
  return (
    status >= from &&
    status <= to &&
    (row.error === undefined || row.error === said.error) &&
    (row.words === undefined || said.words?.toLowerCase().startsWith(row.words.toLowerCase()) === true)
  );
}

/** A refusal is certain only where the platform says so: not on its own trouble, not on a success without content. */
function outcomeOf(status: number, row: FailureRow | undefined, { purpose }: Context): Failure['outcome'] {
  if (purpose === 'prepare') return 'rejected';
  if (purpose === 'look') return 'unknown';
  const certain = row ? row.code !== 'PLATFORM_SERVER_ERROR' && status < 500 : status >= 300 && status < 500;
  return certain ? 'rejected' : 'unknown';
}
