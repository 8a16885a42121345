import { AppError } from './app-error.js';
import { internalError } from './temporary-failure.js';

/** The reason why a request body could not be read, from the error of its parser. */
export function bodyError(error: unknown, maxBodyBytes: number): AppError {
  if (error instanceof AppError) return error;
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large') return new AppError('BODY_TOO_LARGE', { limit: `${maxBodyBytes} bytes` });
  return typeof status === 'number' && status < 500 ? new AppError('BODY_NOT_JSON') : internalError(error);
}
