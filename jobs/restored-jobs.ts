import type { PgBoss } from 'pg-boss';
import type { Db } from '../src/foundation/database/unit-of-work.js';

const AT_ONCE = 500;

const ACTIVE = `FROM pgboss.job WHERE state = 'active' AND started_on <= $1`;

/** How many jobs were active in a backup that was restored at that time. */
export async function activeJobs(db: Db, at: Date): Promise<number> {
  const [row] = await db.query(`SELECT count(*)::int AS count ${ACTIVE}`, [at]);
  return row.count;
}

/** Gives jobs that were active in a backup back to their queues: their workers are gone. Returns their number. */
export async function releaseActiveJobs(boss: PgBoss, db: Db, at: Date): Promise<number> {
  let released = 0;
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    const jobs: { id: string; name: string }[] = await db.query(
      `SELECT id, name ${ACTIVE} AND id > $2 ORDER BY id LIMIT ${AT_ONCE}`,
      [at, after],
    );
    for (const name of new Set(jobs.map((job) => job.name))) {
      await boss.fail(
        name,
        jobs.filter((job) => job.name === name).map(({ id }) => id),
      );
    }
    released += jobs.length;
    after = jobs.length === AT_ONCE ? jobs.at(-1)?.id : undefined;
  }
  return released;
}
