/**
 * Trouble of the server that passes by itself: the database or the storage is away, full, silent or too busy. A caller
 * does well to come back; after any other unexpected error, the same request would meet it again.
 */

import { AppError } from './app-error.js';

/** When a caller may come back. */
export const RETRY_AFTER_SECONDS = 5;

/**
 * Classes of SQLSTATE: lost connections, transactions that lost to others, no disk, memory or connections left, an
 * operator or a time limit stepped in, the server's own input and output failed.
 */
const SQL_CLASSES = new Set(['08', '40', '53', '57', '58']);
/** A server that only reads, as one does that was the leader a moment ago; a lock that was not had. */
const SQL_STATES = new Set(['25006', '25P03', '55P03']);

const SYSTEM_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'],
]);

/** What `pg` and TypeORM say without a code when a connection is not to be had, was lost, or left a statement unanswered. */
const LOST_CONNECTION =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated|Client was closed|Client has encountered a connection error|Query runner already released)/i;

export function isTemporaryFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, driverError, $fault } = error as Error & Record<string, unknown>;
  if (typeof code === 'string' && isTemporaryCode(code)) return true;
  // The client of S3 says whose fault it was.
  if ($fault === 'server' || LOST_CONNECTION.test(error.message)) return true;
  return isTemporaryFailure(driverError ?? cause);
}

/** What a caller is told of an error that nobody foresaw. */
export const internalError = (error: unknown): AppError =>
  new AppError('INTERNAL_ERROR', isTemporaryFailure(error) ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {});

const isTemporaryCode = (code: string): boolean =>
  /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
    ? SQL_CLASSES.has(code.slice(0, 2)) || SQL_STATES.has(code)
    : SYSTEM_CODES.has(code);
