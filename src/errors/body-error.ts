import { AppError } from './app-error.js';

/** Why a request's body could not be read, from the error that Express's JSON parser hands on. */
export function bodyError(error: unknown, maxBodyBytes: number): AppError {
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large') return new AppError('BODY_TOO_LARGE', { limit: `${maxBodyBytes} bytes` });
  return new AppError(typeof status === 'number' && status < 500 ? 'BODY_NOT_JSON' : 'INTERNAL_ERROR');
}
