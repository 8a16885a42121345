import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  query: <Row = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;
  drop(): Promise<void>;
}

const OWN = 'test';

const templateUrl = (): string => {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('The global set-up did not start Postgres');
  return url;
};

/** A migrated database of its own: a copy of the template. `empty`: without any tables. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const template = new URL(templateUrl());
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  await once(admin.href, `CREATE DATABASE ${name}${empty ? '' : ` TEMPLATE ${template.pathname.slice(1)}`}`);
  const own = new URL(template);
  own.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: own.href, max: 3, application_name: OWN });
  return {
    url: own.href,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async drop() {
      const { rows } = await pool.query(
        'SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      const left = rows.map((row) => row.application_name).filter((application) => application !== OWN);
      await pool.end();
      await once(admin.href, `DROP DATABASE ${name} WITH (FORCE)`);
      // Whoever still holds a connection was started by the test and not ended.
      if (left.length > 0) throw new Error(`The test left connections open: ${left.join(', ')}`);
    },
  };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
