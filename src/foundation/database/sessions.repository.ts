import type { Db } from './unit-of-work.js';

/** Whether a program with this name is connected to the database. */
export async function hasSessions(db: Db, applicationName: string): Promise<boolean> {
  const rows = await db.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 LIMIT 1',
    [applicationName],
  );
  return rows.length > 0;
}
