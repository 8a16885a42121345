/**
 * Tables of accounts on a worker of Citus. A transaction that changes rows there and others on the coordinator is committed in
 * two phases: the coordinator's rows are seen a moment before the worker's, and for longer where one of the two fails in
 * between. What follows from a row of the coordinator (a job, a notice) waits until the worker's are seen, too.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from './unit-of-work.js';

/** Resolves once whatever had been committed before the call is seen on every node; fails if that takes too long. */
export type Settle = () => Promise<void>;

/**
 * How long a commit may take to be seen everywhere. One that a failure has interrupted is ended by Citus within a minute
 * (`citus.recover_2pc_interval`) of the nodes being there again.
 */
const LONGEST_MS = 10_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;

/** Transactions of the coordinator that the worker which has this table has prepared, and not yet committed. */
const PREPARED = `SELECT p.gid FROM (SELECT count(*) FROM (SELECT FROM storage_usage LIMIT 0) AS none) AS there,
         pg_prepared_xact() AS p (transaction, gid, prepared, owner, database)
   WHERE p.gid ^@ 'citus_'`;

/**
 * What was committed on the coordinator had been prepared on the worker before. So it is seen there once none is left of
 * those that are prepared at the time of the call.
 */
export const makeSettle =
  (db: Db): Settle =>
  async () => {
    const prepared = async () => new Set<string>((await db.query(PREPARED)).map(({ gid }: { gid: string }) => gid));
    const end = performance.now() + LONGEST_MS;
    let open = await prepared();
    for (let pauseMs = FIRST_PAUSE_MS; open.size > 0; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      if (performance.now() > end)
        throw new Error('A transaction of Citus has been prepared, and was not ended in time');
      await pause(pauseMs);
      const still = await prepared();
      open = new Set([...open].filter((gid) => still.has(gid)));
    }
  };

/** How Citus has the tables of accounts; null: as one Postgres has them. */
export type Distribution = 'schema' | 'unsupported' | null;

/**
 * Read-only. Of a schema, the rows that live events are read by have the ids of the worker's transactions, by triggers; tables that
 * are distributed in another way, or without those, are not supported.
 */
export async function readDistribution(db: Db): Promise<Distribution> {
  const [{ hasCitus }] = await db.query(`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS "hasCitus"`);
  if (!hasCitus) return null;
  const [{ method, stamped }] = await db.query(
    `SELECT min(p.partmethod) FILTER (WHERE p.partmethod <> 'n' OR p.colocationid <> 0) AS method,
            (SELECT count(*) FROM pg_trigger
              WHERE tgrelid IN (to_regclass('live_events'), to_regclass('post_groups'), to_regclass('webhook_deliveries'))
                AND tgname LIKE 'stamp\\_%') = 3 AS stamped
       FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
      WHERE c.relnamespace = current_schema()::regnamespace`,
  );
  if (method === null) return null;
  return method === 'n' && stamped ? 'schema' : 'unsupported';
}
