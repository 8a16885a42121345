import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  query: <Row = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;
  drop(): Promise<void>;
}

const templateUrl = (): string => {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('The global set-up did not start Postgres');
  return url;
};

/** Creates a migrated database: a copy of the template. `empty`: without any tables. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const template = new URL(templateUrl());
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  // Copied as files: the log of every page would take twice the processor time.
  const copied = ` TEMPLATE ${template.pathname.slice(1)} STRATEGY FILE_COPY`;
  await once(admin.href, `CREATE DATABASE ${name}${empty ? '' : copied}`);
  const own = new URL(template);
  own.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: own.href, max: 3, allowExitOnIdle: true });
  // The database of a shared service is there until Postgres stops, which ends idle connections.
  pool.on('error', () => undefined);
  return {
    url: own.href,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async drop() {
      await pool.end();
      // A process that still holds a connection was started by the test and not ended. A socket takes a moment to
      // close.
      const left = await connections(admin.href, name);
      await once(admin.href, `DROP DATABASE ${name} WITH (FORCE)`);
      if (left.length > 0) throw new Error(`The test left connections open: ${left.join(', ')}`);
    },
  };
}

/** How many sessions of a database wait for a lock that another has. */
export async function waitingForLocks({ url }: Pick<TestDatabase, 'url'>): Promise<number> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await once(url, waiting)).length;
}

/** Programs that are connected to a database and stay so. */
async function connections(adminUrl: string, database: string): Promise<string[]> {
  for (let attempt = 0; ; attempt++) {
    const rows = await once(
      adminUrl,
      `SELECT application_name FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
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
