import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  /** Where the tables of accounts are distributed: the shard that accounts of tests come to, and whose tables `query` sees. */
  shard?: string;
  query: <Row = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;
  drop(): Promise<void>;
}

const templateUrl = (): string => {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('The global set-up did not start Postgres');
  return url;
};

/** The default of `users.shard` in a template whose tables are distributed. */
const shard = process.env.TEST_DATABASE_SHARD;

/** A database of the coordinator on the other nodes, where the template is distributed: their ports are in TEST_DATABASE_WORKERS. */
const workersOf = (coordinator: URL): string[] =>
  (process.env.TEST_DATABASE_WORKERS ?? '').split(',').flatMap((port) => {
    const node = new URL(coordinator);
    node.port = port;
    return port === '' ? [] : [node.href];
  });

const OBJECT_IN_USE = '55006';

/** Citus has a process on every database that was connected to, on any node, and Postgres copies none that is in use. */
async function withoutMaintenance(admin: string, database: string, copy: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await once(admin, 'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [database]);
    try {
      await copy();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === 20) throw error;
    }
  }
}

/** A migrated database of its own: a copy of the template. `empty`: without any tables. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const template = new URL(templateUrl());
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const workers = empty ? [] : workersOf(admin);
  // Copied as files: the log of every page would take twice the processor time.
  const copied = ` TEMPLATE ${template.pathname.slice(1)} STRATEGY FILE_COPY`;
  for (const node of [admin.href, ...workers]) {
    const create = () => once(node, `CREATE DATABASE ${name}${empty ? '' : copied}`);
    await (workers.length > 0 ? withoutMaintenance(node, template.pathname.slice(1), create) : create());
  }
  const own = new URL(template);
  own.pathname = `/${name}`;
  if (workers.length > 0) {
    // Of tests that have a statement fail.
    await once(admin.href, `ALTER DATABASE ${name} SET citus.enable_unsafe_triggers = on`);
  } else if (process.env.TEST_DATABASE_BACKEND === 'citus') await once(own.href, 'CREATE EXTENSION citus');
  const ofShard = shard !== undefined && workers.length > 0 ? { shard } : {};
  const pool = new pg.Pool({ ...seenFrom({ url: own.href, ...ofShard }), max: 3, allowExitOnIdle: true });
  // The database of a shared service is there until Postgres stops, which ends idle connections.
  pool.on('error', () => undefined);
  return {
    url: own.href,
    ...ofShard,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async drop() {
      await pool.end();
      // Whoever still holds a connection was started by the test and not ended; a socket takes a moment to close.
      const left = await connections(admin.href, name);
      for (const node of [admin.href, ...workers]) await once(node, `DROP DATABASE ${name} WITH (FORCE)`);
      if (left.length > 0) throw new Error(`The test left connections open: ${left.join(', ')}`);
    },
  };
}

/** For connections of a test's own, which see the tables that `query` sees. */
export const seenFrom = ({ url, shard: own }: Pick<TestDatabase, 'url' | 'shard'>): pg.ClientConfig => ({
  connectionString: url,
  ...(own !== undefined && { options: `-c search_path=${own},public` }),
});

/** How many sessions of a database wait for a lock that another has, on whichever node. */
export async function waitingForLocks({ url }: Pick<TestDatabase, 'url'>): Promise<number> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const found = await Promise.all([url, ...workersOf(new URL(url))].map((node) => once(node, waiting)));
  return found.flat().length;
}

/** Programs that are connected to a database and stay so. */
async function connections(adminUrl: string, database: string): Promise<string[]> {
  for (let attempt = 0; ; attempt++) {
    const rows = await once(
      adminUrl,
      `SELECT application_name FROM pg_stat_activity
        WHERE datname = $1 AND backend_type = 'client backend' AND application_name NOT LIKE 'citus_internal%'`,
      [database],
    );
    if (rows.length === 0 || attempt === 40) return rows.map((row) => row.application_name);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function once(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}
