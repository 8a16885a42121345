import type { PlatformResponse } from '../../foundation/errors/network-entries.js';
import type { Failure } from '../../platforms/port/failure.js';

/** A platform's failure as details of the network endpoints' errors. */
export function platformResponse(
  { code, message, platformStatusCode, platformError, retryAt }: Failure,
  now: Date,
): PlatformResponse {
  const seconds = retryAt && Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000));
  return {
    failure: code,
    reason: message,
    status: platformStatusCode ?? null,
    details: errorObject(platformError) ?? message,
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  };
}

/** The platform's error as an object, if it is one. */
function errorObject(text: string | null): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
