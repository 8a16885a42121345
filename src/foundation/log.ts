import { type DestinationStream, type Logger, pino } from 'pino';

/** The service's log: JSON lines, on standard output unless said otherwise. */
export const makeLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: describeError } }, destination);

/** An error without properties attached by libraries: query parameters and requests can contain secrets and content. */
function describeError(error: unknown): unknown {
  // The job engine reports errors as plain objects.
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { name, message, stack, cause, code } = error as Partial<Error & { code: unknown }>;
  return {
    name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
