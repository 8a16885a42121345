/**
 * Distributes a database of one Postgres with Citus: the tables of accounts come into schemas, each on one worker, and an
 * account has its rows in one of them, which `users.shard` names.
 */
import type pg from 'pg';
import { creationOf, type DatabaseFunction, readFunctions, readTables, type Table } from '../dump-schema.js';
import { ACCOUNT_FUNCTIONS, accountFunctions, STAMP_TRIGGERS, STAMPS } from './functions.js';
import { ACCOUNT_TABLES, JOBS_ABOUT, OWNED_BY, REFERENCE_TABLES, shardName } from './tables.js';

/** What a caller may tell of a distribution while it goes on. */
export type Progress =
  | { kind: 'copying'; table: string; schema: string; bytes: number }
  | { kind: 'created'; schema: string };

/** What a distribution did. */
export interface Distributed {
  /** All schemas of accounts that there are, in order. */
  schemas: string[];
  /** Rows of each table that were moved; none where the tables had been distributed before. */
  moved: { table: string; rows: number }[];
}

interface Options {
  /** How many schemas there will be, at least 1; those that are there already stay. */
  schemas: number;
  /** How long a statement waits for a lock. */
  lockTimeoutMs?: number;
  onProgress?: (progress: Progress) => void;
}

const LOCK_TIMEOUT_MS = 5_000;
/** Schemas that get the accounts that there are: each takes some 250 locks, and Postgres has room for 6,400 by default. */
const FILLED_AT_ONCE = 8;
const PUBLIC = 'public';

/**
 * Divides the accounts among the first schemas, in one transaction: if it fails, the database is as it was. Then creates the other
 * schemas, which are empty, each in a transaction of its own: their locks would not have room in one. Repeated, it creates those
 * that are missing.
 *
 * All migrations must have run, no other session may use the tables, and Citus must know the workers.
 * @param client Of a superuser, as Citus demands of who chooses nodes. What is created belongs to the owner of `users`. It is left
 * without settings.
 */
export async function distribute(client: pg.ClientBase, options: Options): Promise<Distributed> {
  const { schemas: count, lockTimeoutMs = LOCK_TIMEOUT_MS, onProgress = () => undefined } = options;
  const transaction = async <T>(work: () => Promise<T>): Promise<T> => {
    await client.query('BEGIN');
    try {
      for (const statement of settings(lockTimeoutMs)) await client.query(statement);
      const result = await work();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // A connection that has broken has nothing to take back.
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  };
  const schemas = await readSchemas(client);
  let moved: Distributed['moved'] = [];
  if (schemas.length === 0) {
    schemas.push(...Array.from({ length: Math.min(count, FILLED_AT_ONCE) }, (_, index) => shardName(index + 1)));
    moved = await transaction(() => moveAccounts(client, schemas, onProgress));
    for (const schema of schemas) onProgress({ kind: 'created', schema });
    // Postgres has not counted what came, and would plan as if there were few rows.
    for (const schema of schemas) {
      const filled = ACCOUNT_TABLES.map((table) => `${schema}.${table}`);
      await transaction(() => client.query(`ANALYZE ${filled.join(', ')}`));
    }
  }
  while (schemas.length < count) {
    const schema = shardName(schemas.length + 1);
    await transaction(() => addSchema(client, shardName(1), schema));
    schemas.push(schema);
    onProgress({ kind: 'created', schema });
  }
  return { schemas, moved };
}

const settings = (lockTimeoutMs: number): string[] => [
  `SET LOCAL lock_timeout = ${lockTimeoutMs}`,
  // A command that was killed holds its locks until this is noticed.
  `SET LOCAL client_connection_check_interval = '5s'`,
  'SET LOCAL citus.enable_unsafe_triggers = on',
  // The sessions on the workers get these, too: one may be idle for as long as the other works.
  `SET LOCAL citus.propagate_set_commands = 'local'`,
  'SET LOCAL statement_timeout = 0',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
  `SET LOCAL citus.propagate_set_commands = 'none'`,
];

const readingOn =
  (client: pg.ClientBase) =>
  async <Row>(text: string) =>
    (await client.query(text)).rows as Row[];

/** The schemas of accounts, in order; none where nothing is distributed yet. */
async function readSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT nspname AS name FROM pg_dist_schema JOIN pg_namespace n ON n.oid = schemaid
      WHERE nspname ~ '^accounts_[1-9][0-9]*$' ORDER BY length(nspname), nspname`,
  );
  return rows.map(({ name }) => name);
}

/** What one Postgres has in `public` is divided among the schemas. */
async function moveAccounts(
  client: pg.ClientBase,
  schemas: readonly string[],
  onProgress: (progress: Progress) => void,
): Promise<Distributed['moved']> {
  await client.query(`SET LOCAL search_path = ${PUBLIC}`);
  await client.query(`LOCK TABLE ${[...REFERENCE_TABLES, ...ACCOUNT_TABLES].join(', ')} IN ACCESS EXCLUSIVE MODE`);
  const read = readingOn(client);
  const functions = await readFunctions(read, PUBLIC);
  const isOfAccounts = ({ name }: DatabaseFunction) => ACCOUNT_FUNCTIONS.some((one) => one === name);
  const own = new Map(functions.filter(isOfAccounts).map((one) => [one.name, one]));
  const tables = (await readTables(read, PUBLIC)).filter(({ name }) => ACCOUNT_TABLES.some((one) => one === name));

  // Those of a database that is older than its workers are not there yet.
  for (const { definition } of functions.filter((one) => !isOfAccounts(one))) await client.query(definition);
  await client.query(NOTIFY_ONCE);
  await assignAccounts(client, schemas.length);
  for (const table of REFERENCE_TABLES) {
    await client.query('SELECT create_reference_table($1)', [table]);
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
  }
  await chooseAmong(client, schemas.length);

  const moved = ACCOUNT_TABLES.map((table) => ({ table, rows: 0 }));
  for (const schema of schemas) {
    await createTables(client, schema, tables);
    const transactionId = await workerTransaction(client, schema);
    for (const count of moved) {
      const { columns, bytes } = await columnsToCopy(client, count.table, transactionId);
      onProgress({ kind: 'copying', table: count.table, schema, bytes });
      const { rowCount } = await client.query(copyOf(count.table, columns, schema), [schema, schemas[0]]);
      count.rows += rowCount ?? 0;
    }
    await finishTables(client, PUBLIC, schema, { tables, functions: accountFunctions(own) });
    for (const statement of STAMP_TRIGGERS) await client.query(statement);
  }
  for (const { table, rows } of moved) await assertCopied(client, table, rows);
  await assignJobs(client, schemas[0] ?? '');

  await client.query(`DROP TABLE ${ACCOUNT_TABLES.map((table) => `${PUBLIC}.${table}`).join(', ')}`);
  for (const name of own.keys()) await client.query(`DROP FUNCTION ${PUBLIC}.${name}`);
  // Schedules make theirs again, for each schema.
  await client.query(
    `DELETE FROM pgboss.job WHERE name ^@ '__pgboss__' OR coalesce(jsonb_typeof(data), 'null') = 'null'`,
  );
  return moved;
}

/** The schema of each user, and of each who is gone and whose rows may be left. */
const ACCOUNTS = 'account_shards';

/** Divides accounts among so many schemas, about as many to each. Managed users come to that of their owner. */
async function assignAccounts(client: pg.ClientBase, count: number): Promise<void> {
  const shardOf = (id: string) => `'${shardName('')}' || (1 + abs(hashtext(${id})::bigint) % ${count})::text`;
  await client.query(`UPDATE users SET shard = ${shardOf('coalesce(managed_by_id, id)')}`);
  await client.query(`UPDATE removed_users SET shard = ${shardOf('user_id')}`);
  await client.query('ALTER TABLE users ALTER COLUMN shard SET NOT NULL');
  await client.query(
    `CREATE TEMP TABLE ${ACCOUNTS} ON COMMIT DROP AS
       SELECT id AS user_id, shard FROM users UNION ALL SELECT user_id, shard FROM removed_users`,
  );
  await client.query(`CREATE UNIQUE INDEX ON ${ACCOUNTS} (user_id)`);
  await client.query(`ANALYZE ${ACCOUNTS}`);
}

/** Copies columns of the rows of a table that are of the schema `$1`. Rows of nobody are of `$2`. */
function copyOf(table: (typeof ACCOUNT_TABLES)[number], columns: string, schema: string): string {
  const owner = OWNED_BY[table];
  const [user, join] = owner
    ? ['o.user_id', `LEFT JOIN ${PUBLIC}.${owner.table} o ON o.id = t.${owner.column}`]
    : ['t.user_id', ''];
  return `INSERT INTO ${schema}.${table}
          SELECT ${columns} FROM ${PUBLIC}.${table} t ${join} LEFT JOIN ${ACCOUNTS} a ON a.user_id = ${user}
           WHERE coalesce(a.shard, $2) = $1`;
}

/** Before the tables are dropped: each row is in one of the schemas. */
async function assertCopied(client: pg.ClientBase, table: string, copied: number): Promise<void> {
  const { rows } = await client.query(`SELECT count(*) AS count FROM ${PUBLIC}.${table}`);
  if (Number(rows[0].count) !== copied) {
    throw new Error(`Of ${rows[0].count} rows of ${table}, ${copied} were copied`);
  }
}

/** Jobs say of which schema they are; those of no account, of `others`. */
async function assignJobs(client: pg.ClientBase, others: string): Promise<void> {
  for (const { field, table } of JOBS_ABOUT) {
    await client.query(
      `UPDATE pgboss.job j SET data = j.data || jsonb_build_object('shard', a.shard)
         FROM ${PUBLIC}.${table} t JOIN ${ACCOUNTS} a ON a.user_id = t.user_id
        WHERE jsonb_typeof(j.data) = 'object' AND t.id = j.data ->> '${field}'`,
    );
  }
  await client.query(
    `UPDATE pgboss.job SET data = data || jsonb_build_object('shard', $1::text)
      WHERE jsonb_typeof(data) = 'object' AND NOT data ? 'shard'`,
    [others],
  );
}

/** The role, as statements name it, that works on the tables: the client need not be it. */
async function ownerOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query(
    `SELECT quote_ident(pg_get_userbyid(relowner)) AS owner FROM pg_class WHERE oid = '${PUBLIC}.users'::regclass`,
  );
  return rows[0].owner;
}

/** A further schema is like one that is there, without its rows. */
async function addSchema(client: pg.ClientBase, model: string, schema: string): Promise<void> {
  await client.query(`SET LOCAL search_path = ${model}, ${PUBLIC}`);
  const read = readingOn(client);
  const functions = await readFunctions(read, model);
  const tables = await readTables(read, model);
  await createTables(client, schema, tables);
  await finishTables(client, model, schema, { tables, functions });
  await chooseAmong(client, Number(/\d+$/.exec(schema)?.[0]));
}

/** Creates a schema on the worker that has the fewest, with tables that can be filled. It belongs to the owner of accounts. */
async function createTables(client: pg.ClientBase, schema: string, tables: readonly Table[]): Promise<void> {
  const owner = await ownerOf(client);
  await client.query(`CREATE SCHEMA ${schema} AUTHORIZATION ${owner}`);
  await client.query(`SET LOCAL search_path = ${schema}, ${PUBLIC}`);
  const inOrder = ACCOUNT_TABLES.flatMap((name) => tables.find((table) => table.name === name) ?? []);
  for (const table of inOrder) await client.query(creationOf(table));
  for (const { name } of inOrder) await client.query(`ALTER TABLE ${name} OWNER TO ${owner}`);
  const [, ...others] = (await client.query(WORKERS)).rows;
  const setOthers = async (haveShards: boolean) => {
    for (const { host, port } of others) {
      await client.query(`SELECT citus_set_node_property($1, $2, 'shouldhaveshards', $3)`, [host, port, haveShards]);
    }
  };
  await setOthers(false);
  await client.query('SELECT citus_schema_distribute($1)', [schema]);
  await setOthers(true);
}

/** What tables that are filled still lack: indexes, and triggers, which would have counted the rows once more. */
async function finishTables(
  client: pg.ClientBase,
  model: string,
  schema: string,
  {
    tables,
    functions,
  }: { tables: readonly Table[]; functions: readonly Pick<DatabaseFunction, 'name' | 'definition'>[] },
): Promise<void> {
  const owner = await ownerOf(client);
  for (const { name, definition } of functions) {
    await client.query(inSchema(definition, schema));
    await client.query(`ALTER FUNCTION ${schema}.${name} OWNER TO ${owner}`);
  }
  for (const { indexes, triggers } of tables) {
    for (const statement of [...indexes, ...triggers])
      await client.query(statement.replace(` ON ${model}.`, ` ON ${schema}.`));
  }
}

/** A function of a schema finds the tables of the schema, whatever the session's `search_path` is. */
const inSchema = (definition: string, schema: string): string =>
  definition
    .replace(/^ SET search_path TO .*\n/m, '')
    .replace(/(FUNCTION )(?:\w+\.)?(\w+\()/, `$1${schema}.$2`)
    .replace(/LANGUAGE \w+/, `$& SET search_path = ${schema}, ${PUBLIC}`);

/** Workers that may have schemas, the one with the fewest first. */
const WORKERS = `
  SELECT n.nodename AS host, n.nodeport AS port
    FROM pg_dist_node n
    LEFT JOIN (pg_dist_placement p JOIN pg_dist_shard s USING (shardid) JOIN pg_class c ON c.oid = s.logicalrelid
                 JOIN pg_dist_schema d ON d.schemaid = c.relnamespace) ON p.groupid = n.groupid
   WHERE n.isactive AND n.shouldhaveshards AND n.noderole = 'primary'
   GROUP BY n.nodename, n.nodeport ORDER BY count(DISTINCT d.schemaid), n.nodename, n.nodeport`;

/** An account that names no schema comes to any of them. */
const chooseAmong = (client: pg.ClientBase, count: number) =>
  client.query(
    `ALTER TABLE ${PUBLIC}.users ALTER COLUMN shard SET DEFAULT '${shardName('')}' || (1 + floor(random() * ${count})::int)::text`,
  );

/** Of triggers on tables that are on every node: nobody listens on a worker, and what notifies cannot be prepared there. */
const NOTIFY_ONCE = `
  CREATE OR REPLACE FUNCTION ${PUBLIC}.notify_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (SELECT groupid FROM pg_dist_local_group) = 0 THEN
      PERFORM pg_notify('access_changed', to_jsonb(OLD) ->> TG_ARGV[0]);
    END IF;
    RETURN NULL;
  END $$`;

/** The id that this transaction has on the worker of a schema. */
async function workerTransaction(client: pg.ClientBase, schema: string): Promise<string> {
  // With a row of the schema, and so on its worker.
  const { rows } = await client.query(
    `SELECT pg_current_xact_id()::text AS id
       FROM (SELECT count(*) FROM (SELECT FROM ${schema}.storage_usage LIMIT 0) AS none) AS there`,
  );
  return rows[0].id;
}

/**
 * Rows name transactions of the coordinator. Those that are ahead of the worker would hide from subscribers until it
 * has had as many: they become rows of this transaction. Cursors that name them are refused. The columns are those of `t`.
 */
async function columnsToCopy(client: pg.ClientBase, table: string, transactionId: string) {
  const { rows } = await client.query<{ columns: string; bytes: string }>(
    `SELECT string_agg(CASE WHEN attname = ANY($2) THEN format('least(t.%I, %s)', attname, $3::bigint) ELSE 't.' || quote_ident(attname) END,
                       ', ' ORDER BY attnum) AS columns, pg_table_size($1::regclass) AS bytes
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [`${PUBLIC}.${table}`, STAMPS.find((stamp) => stamp.table === table)?.columns ?? [], transactionId],
  );
  const [{ columns, bytes } = { columns: 't.*', bytes: '0' }] = rows;
  return { columns, bytes: Number(bytes) };
}
