/**
 * Classes of SQLSTATE that say nothing about the statement: connection, transaction state (a limit of time), rollback,
 * resources, object not ready, operator intervention, system error.
 */
const TRANSIENT_CLASSES = new Set(['08', '25', '40', '53', '55', '57', '58']);
/** Driver errors without a code. */
const DRIVER_MESSAGES = /^(Connection terminated|timeout e|Query read timeout|Client (has encountered|was closed))/;

/**
 * Whether a statement failed because the database was unavailable, busy or too slow: the same statement may succeed
 * later.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return DRIVER_MESSAGES.test(error.message);
  // ECONNREFUSED and similar socket errors.
  return /^E[A-Z_]+$/.test(code) || TRANSIENT_CLASSES.has(code.slice(0, 2));
}
