/** A statement that was canceled: by the statement timeout, or by an operator. */
const QUERY_CANCELED = '57014';

/**
 * Whether Postgres canceled a statement because of the statement timeout. Locks that a statement waits for one after the
 * other each have the lock timeout: all of them together end with this one.
 */
export const isStatementTimeout = ({ code, message }: { code?: unknown; message: string }): boolean =>
  code === QUERY_CANCELED && message.includes('statement timeout');
