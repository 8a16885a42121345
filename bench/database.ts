import pg from 'pg';

/** A connection to a database. When a measurement fails, the server ends before it does, which is no further error. */
export function openDatabase(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 });
  pool.on('error', () => undefined);
  return pool;
}

/** Does something with one session of a database, which is closed then. */
export async function withSession<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Committed transactions of a database so far; queried from another one, so that the query does not count. */
export async function committedTransactions(databaseUrl: string): Promise<number> {
  const url = new URL(databaseUrl);
  const database = url.pathname.slice(1);
  url.pathname = '/postgres';
  const query = 'SELECT xact_commit FROM pg_stat_database WHERE datname = $1';
  const { rows } = await withSession(url.href, (db) => db.query(query, [database]));
  return Number(rows[0].xact_commit);
}
