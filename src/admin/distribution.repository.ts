import { ACCOUNT_TABLES } from '../foundation/database/distribution/tables.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';

/** A table of accounts in a database that is not distributed. */
export interface TableSize {
  table: string;
  /** As Postgres estimates them. */
  rows: number;
  /** With what is stored out of line, without indexes. */
  bytes: number;
}

/** The sessions of the operator's commands, which wait for the one that distributes. */
export const ADMIN_SESSIONS = 'admin';

/** What there is to move; nothing where the tables are distributed. */
export const accountTables = (db: Db): Promise<TableSize[]> =>
  db.query(
    `SELECT relname AS table, greatest(reltuples, 0)::float8 AS rows, pg_table_size(c.oid)::float8 AS bytes
       FROM unnest($1::text[]) WITH ORDINALITY AS t (name, place) JOIN pg_class c ON c.relname = t.name
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY place`,
    [ACCOUNT_TABLES],
  );

/** Why the servers do not let the tables be distributed, in the order in which that is to be changed. Read-only. */
export async function serverObstacles(db: Db, transaction: Transaction): Promise<string[]> {
  const [{ hasCitus }] = await db.query(`SELECT to_regclass('pg_dist_schema') IS NOT NULL AS "hasCitus"`);
  if (!hasCitus)
    return ['The database has no Citus: install it on every server, and CREATE EXTENSION citus in the database.'];
  const [role] = await db.query(
    `SELECT rolsuper AS "isSuperuser", (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'users'::regclass) AS owner,
            EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0) AS "knowsItself",
            current_setting('synchronous_commit') AS "synchronousCommit",
            (SELECT count(*)::int FROM pg_dist_node
              WHERE isactive AND shouldhaveshards AND noderole = 'primary' AND groupid <> 0) AS workers
       FROM pg_roles WHERE rolname = current_user`,
  );
  if (!role.knowsItself) {
    return ['The coordinator does not know its own address: SELECT citus_set_coordinator_host(host, port) first.'];
  }
  if (role.workers === 0)
    return ['Citus knows no worker that may have tables: SELECT citus_add_node(host, port) first.'];
  const obstacles: string[] = [];
  if (!role.isSuperuser) {
    obstacles.push(
      `Citus lets only a superuser choose workers: run the command with a DATABASE_URL of one; what it creates belongs to ${role.owner}.`,
    );
  }
  if (role.synchronousCommit === 'off') obstacles.push(COMMITS_LATE('The coordinator'));
  for (const { node, success, result } of await onWorkers(transaction, SETTINGS, null)) {
    if (!success) {
      obstacles.push(`The coordinator cannot use the worker ${node}: ${result}.`);
      continue;
    }
    const { prepared, synchronousCommit } = JSON.parse(result);
    if (prepared === '0') {
      obstacles.push(
        `The worker ${node} has max_prepared_transactions = 0: set it to at least the max_connections of the coordinator.`,
      );
    }
    if (synchronousCommit === 'off') obstacles.push(COMMITS_LATE(`The worker ${node}`));
  }
  if (obstacles.length > 0) return obstacles;
  // As the service will.
  const asOwner = await onWorkers(transaction, 'SELECT 1', role.owner);
  return asOwner.flatMap(({ node, success, result }) =>
    success
      ? []
      : `The coordinator cannot use the worker ${node} as ${role.owner}, which the tables belong to (${result}): create that role there, and let the coordinator log in as it.`,
  );
}

const COMMITS_LATE = (server: string) =>
  `${server} has synchronous_commit = off, and could lose one half of a transaction: set it to on.`;

const SETTINGS = `SELECT json_build_object('prepared', current_setting('max_prepared_transactions'),
  'synchronousCommit', current_setting('synchronous_commit'))`;

/** How long a worker that does not answer is waited for. */
const CONNECT_MS = 3_000;

/** What each worker answers to a statement, as the session's role or another one; or why it does not. */
const onWorkers = (
  transaction: Transaction,
  statement: string,
  role: string | null,
): Promise<{ node: string; success: boolean; result: string }[]> =>
  transaction(async (db) => {
    await db.query(`SET LOCAL citus.node_connection_timeout = ${CONNECT_MS}`);
    if (role !== null) await db.query(`SELECT set_config('role', $1, true)`, [role]);
    return db.query(
      `SELECT nodename || ':' || nodeport AS node, success, regexp_replace(result, '\\s+', ' ', 'g') AS result
         FROM run_command_on_workers($1) ORDER BY 1`,
      [statement],
    );
  });

/** Names of the other sessions on the database. */
export async function otherSessions(db: Db): Promise<string[]> {
  const rows: { name: string }[] = await db.query(
    `SELECT DISTINCT coalesce(nullif(application_name, ''), 'one without a name') AS name FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend'
        AND application_name <> $1 AND application_name NOT LIKE 'citus%' ORDER BY 1`,
    [ADMIN_SESSIONS],
  );
  return rows.map(({ name }) => name);
}
