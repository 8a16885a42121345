/**
 * Temporary server failures: the database or the storage is unavailable, full, unresponsive or overloaded. A caller
 * should retry; after any other unexpected error, the same request would fail again.
 */

import type { Logger } from 'pino';
import { isStatementTimeout } from '../statement-timeout.js';
import { AppError } from './app-error.js';

/** When a caller may retry. */
export const RETRY_AFTER_SECONDS = 5;

/**
 * SQLSTATE classes: connection exceptions, transaction rollback, insufficient resources, operator intervention, system
 * errors.
 */
const SQL_CLASSES = new Set(['08', '40', '53', '57', '58']);
/** A lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';
/** A read-only server, such as a demoted primary; a lock timeout. */
const SQL_STATES = new Set(['25006', '25P03', LOCK_NOT_AVAILABLE]);

const SYSTEM_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'],
]);

/** Errors of `pg` and TypeORM without a code: no connection available, connection lost, or statement timed out. */
const LOST_CONNECTION =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated|Client was closed|Client has encountered a connection error|Query runner already released)/i;

/** Errors of `pg` when no connection to the database becomes free in time. */
const NO_FREE_CONNECTION = /^(timeout expired|timeout exceeded when trying to connect)/i;

export function isTemporaryFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, driverError, $fault } = error as Error & Record<string, unknown>;
  if (typeof code === 'string' && isTemporaryCode(code)) return true;
  // The S3 client reports whose fault it was.
  if ($fault === 'server' || LOST_CONNECTION.test(error.message)) return true;
  return isTemporaryFailure(driverError ?? cause);
}

/** SERVICE_BUSY if a connection to the database, a lock or a statement took too long; null otherwise. */
export function busyError(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const { code, driverError, cause } = error as Error & Record<string, unknown>;
  if (
    code === LOCK_NOT_AVAILABLE ||
    isStatementTimeout({ code, message: error.message }) ||
    NO_FREE_CONNECTION.test(error.message)
  ) {
    return new AppError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  return busyError(driverError ?? cause);
}

/** The error returned to the caller for an unexpected failure. */
export const internalError = (error: unknown): AppError =>
  busyError(error) ??
  new AppError('INTERNAL_ERROR', isTemporaryFailure(error) ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {});

/**
 * Logs a failure that no caller caused, with the error that the caller gets for it: as a warning if the service was busy,
 * as an error otherwise.
 */
export function logFailure(
  log: Pick<Logger, 'warn' | 'error'>,
  { error, shown, ...facts }: { error: unknown; shown: AppError } & Record<string, unknown>,
  message: string,
): void {
  if (error === shown || shown.status < 500) return;
  log[shown.code === 'SERVICE_BUSY' ? 'warn' : 'error']({ err: error, ...facts }, message);
}

const isTemporaryCode = (code: string): boolean =>
  /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
    ? SQL_CLASSES.has(code.slice(0, 2)) || SQL_STATES.has(code)
    : SYSTEM_CODES.has(code);
