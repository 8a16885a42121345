import { inspect } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';

/** The service's log: JSON lines, on standard output unless said otherwise. */
export const makeLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: describeError } }, destination);

/** Characters of a text in something that was thrown and is no error. */
const KEPT = 200;

/** An error without properties attached by libraries: query parameters and requests can contain secrets and content. */
export function describeError(error: unknown): unknown {
  if (!isErrorLike(error)) return { message: inspect(error, { depth: 0, maxStringLength: KEPT }) };
  const { name, message, stack, cause, code } = error;
  return {
    name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/** The job engine reports errors as plain objects with a message. */
const isErrorLike = (error: unknown): error is Error & { code?: unknown } =>
  typeof error === 'object' && error !== null && typeof (error as Partial<Error>).message === 'string';
