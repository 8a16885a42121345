import { inspect } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import { isStatementTimeout } from './statement-timeout.js';

export interface LogOptions {
  /** Standard output unless said otherwise. */
  destination?: DestinationStream;
  /** What each line has in addition, when it is written. */
  fields?: () => object;
}

/** The service's log: JSON lines. */
export const makeLog = (level: string, { destination, fields }: LogOptions = {}): Logger =>
  pino({ level, serializers: { err: describeError }, ...(fields && { mixin: fields }) }, destination);

/** Characters of a text in something that was thrown and is no error. */
const KEPT = 200;
/** Characters of a statement that took too long. */
const KEPT_SQL = 2_000;

/** An error without properties attached by libraries: query parameters and requests can contain secrets and content. */
export function describeError(error: unknown): unknown {
  if (!isErrorLike(error)) return { message: inspect(error, { depth: 0, maxStringLength: KEPT }) };
  const { name, message, stack, cause, code, query } = error;
  return {
    name,
    message,
    stack,
    ...(code !== undefined && { code }),
    // Its values are parameters, which are left out.
    ...(isStatementTimeout(error) && typeof query === 'string' && { statement: query.slice(0, KEPT_SQL) }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/** The job engine reports errors as plain objects with a message. */
const isErrorLike = (error: unknown): error is Error & { code?: unknown; query?: unknown } =>
  typeof error === 'object' && error !== null && typeof (error as Partial<Error>).message === 'string';
