import type { Db } from './unit-of-work.js';

/** Rejects when the database does not respond. */
export async function probeDatabase(db: Db): Promise<void> {
  await db.query('SELECT 1');
}

/**
 * Rejects when the database cannot write. Writing the row is not enough: an update can reuse existing space even on a
 * full disk. Sorting half a megabyte with less work_mem than that allocates new disk space for a moment.
 */
export async function writeHealthCheck(db: Db): Promise<void> {
  await db.query(`
    SET LOCAL work_mem = '64kB';
    INSERT INTO health_checks (id, checked_at)
    SELECT 1, now() FROM generate_series(1, 500) AS n HAVING count(DISTINCT repeat(md5(n::text), 32)) > 0
    ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`);
}
