import type { QueryRunner } from 'typeorm';

/**
 * Builds an index without stopping writes, for migrations outside of a transaction (`transaction = false`). A build
 * that was interrupted leaves an invalid index behind, which is dropped first; one that is there is left alone.
 */
export async function createIndexConcurrently(query: QueryRunner, name: string, definition: string): Promise<void> {
  const [{ lock_timeout: limit }] = await query.query('SHOW lock_timeout');
  // A build waits for transactions, and nothing waits for it.
  await query.query('SET lock_timeout = 0');
  try {
    const [index] = await query.query(
      'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)',
      [name],
    );
    if (index && !index.isValid) await query.query(`DROP INDEX CONCURRENTLY ${name}`);
    if (!index?.isValid) await query.query(`CREATE INDEX CONCURRENTLY ${name} ${definition}`);
  } finally {
    await query.query(`SELECT set_config('lock_timeout', $1, false)`, [limit]);
  }
}
