/**
 * Waits for statements of a transaction that were sent without waiting for each other. If some fail, it throws the first
 * error once all have ended: what is sent after a rollback would be stored.
 */
export async function inOneGo(...statements: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(statements)) if (result.status === 'rejected') throw result.reason;
}
