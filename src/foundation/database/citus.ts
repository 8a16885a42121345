/**
 * Tables of accounts on a worker of Citus. A transaction that changes rows there and others on the coordinator is committed in
 * two phases: the coordinator's rows are seen a moment before the worker's, and for longer where one of the two fails in
 * between. What follows from a row of the coordinator (a job, a notice) waits until the worker's are seen, too: `Shards.settled`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { inShard } from './shard.js';
import type { Db } from './unit-of-work.js';

/**
 * How long a commit may take to be seen everywhere. One that a failure has interrupted is ended by Citus within a minute
 * (`citus.recover_2pc_interval`) of the nodes being there again.
 */
const LONGEST_MS = 10_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;

/** Transactions of the coordinator that the worker which has the current shard has prepared, and not yet committed. */
const PREPARED = `SELECT p.gid FROM (SELECT count(*) FROM (SELECT FROM storage_usage LIMIT 0) AS none) AS there,
         pg_prepared_xact() AS p (transaction, gid, prepared, owner, database)
   WHERE p.gid ^@ 'citus_'`;

/**
 * Waits until what had been committed before the call is seen in a shard; fails if that takes too long. It was prepared on the worker
 * before it was committed on the coordinator, so it is seen once none is left of those that are prepared there at the time of the call.
 */
export function makeSettle(db: Db, nodes: ShardNodes): (shard: string) => Promise<void> {
  const prepared = async () => new Set<string>((await db.query(PREPARED)).map(({ gid }: { gid: string }) => gid));
  async function settleNode(): Promise<void> {
    const end = performance.now() + LONGEST_MS;
    let open = await prepared();
    for (let pauseMs = FIRST_PAUSE_MS; open.size > 0; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      if (performance.now() > end)
        throw new NotSettled('A transaction of Citus has been prepared, and was not ended in time');
      await pause(pauseMs);
      const still = await prepared();
      open = new Set([...open].filter((gid) => still.has(gid)));
    }
  }
  /** By node: what runs, and what begins after it, for all who have called meanwhile. More would not be answered sooner. */
  const running = new Map<string | undefined, Promise<void>>();
  const next = new Map<string | undefined, Promise<void>>();
  return (shard) => {
    const node = nodes.get(shard);
    const begin = () => {
      next.delete(node);
      const settling = inShard(shard, settleNode).finally(() => running.delete(node));
      running.set(node, settling);
      return settling;
    };
    const shared = next.get(node) ?? Promise.allSettled([running.get(node)]).then(begin);
    next.set(node, shared);
    return shared;
  };
}

/** As of a database that does not answer. */
class NotSettled extends Error {
  readonly code = 'ETIMEDOUT';
}

/** The node that has each shard, by the shard's name. */
export type ShardNodes = ReadonlyMap<string, string>;

const IS_SHARD = /^accounts_[1-9]\d*$/;
/** Triggers of each shard by which rows get the ids of the worker's transactions: live events are read by them. */
const STAMPS = 3;

/**
 * Where Citus has the tables of accounts; null: it has distributed none. `unsupported`: not in shards, or without their triggers.
 * Read-only.
 */
export async function readDistribution(db: Db): Promise<ShardNodes | 'unsupported' | null> {
  const [{ hasCitus }] = await db.query(`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS "hasCitus"`);
  if (!hasCitus) return null;
  const schemas: { name: string; node: string; isWhole: boolean; stamps: number }[] = await db.query(
    `SELECT n.nspname AS name, min(d.nodename || ':' || d.nodeport) AS node, bool_and(p.partmethod = 'n') AS "isWhole",
            (SELECT count(*)::int FROM pg_trigger t JOIN pg_class k ON k.oid = t.tgrelid
              WHERE k.relnamespace = n.oid AND t.tgname LIKE 'stamp\\_%') AS stamps
       FROM pg_dist_partition p
       JOIN pg_class c ON c.oid = p.logicalrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_dist_shard s USING (logicalrelid) JOIN pg_dist_placement l USING (shardid)
       JOIN pg_dist_node d ON d.groupid = l.groupid AND d.noderole = 'primary'
      WHERE p.partmethod <> 'n' OR (p.repmodel = 's' AND p.colocationid <> 0)
      GROUP BY n.oid, n.nspname ORDER BY length(n.nspname), n.nspname`,
  );
  if (schemas.length === 0) return null;
  const areShards = schemas.every(({ name, isWhole, stamps }) => IS_SHARD.test(name) && isWhole && stamps === STAMPS);
  return areShards ? new Map(schemas.map(({ name, node }) => [name, node])) : 'unsupported';
}
