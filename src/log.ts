import { type Logger, pino } from 'pino';

/** The service's log: JSON lines on standard output. */
export const makeLog = (level: string): Logger => pino({ level, serializers: { err: describeError } });

/** An error without what libraries attach to it: statements' parameters and requests can hold secrets and content. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
