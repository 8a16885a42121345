import pg from 'pg';
import type { Queryable } from './account.js';
import { turnClock } from './turned-clock.js';

/**
 * `public` is searched before `pg_catalog`, so that `now()` and its like in statements, in triggers and in defaults of
 * columns are these.
 */
const TURNED_FUNCTIONS = `
  CREATE TABLE IF NOT EXISTS public.turned_clock (id integer PRIMARY KEY CHECK (id = 1), milliseconds bigint NOT NULL);
  INSERT INTO public.turned_clock VALUES (1, 0) ON CONFLICT DO NOTHING;
  ${[
    ['now', 'STABLE'],
    ['transaction_timestamp', 'STABLE'],
    ['statement_timestamp', 'STABLE'],
    ['clock_timestamp', 'VOLATILE'],
  ]
    .map(
      ([name, volatility]) =>
        `CREATE OR REPLACE FUNCTION public.${name}() RETURNS timestamptz LANGUAGE sql ${volatility}
           AS 'SELECT pg_catalog.${name}() + (SELECT milliseconds FROM public.turned_clock) * interval ''1 ms''';`,
    )
    .join('\n')}
  DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path TO public, pg_catalog', current_database()); END $$;`;

/**
 * Makes the clock of a database one that can be turned, for every session that is opened from now on. A database that
 * had one before keeps its time, and the clocks of this process are turned to it.
 */
export async function installTurnedClock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(TURNED_FUNCTIONS);
    const { rows } = await client.query('SELECT milliseconds FROM public.turned_clock');
    turnClock(Number(rows[0].milliseconds));
  } finally {
    await client.end();
  }
}

/** The address for sessions that set their own search path: those of the service. */
export function onTurnedClock(url: string): string {
  const address = new URL(url);
  address.searchParams.set('options', '-c search_path=public,pg_catalog');
  return address.href;
}

/** The same for the job engine, which reads the time through its own function once its tables exist. */
export const turnJobEngine = (db: Queryable): Promise<unknown> =>
  db.query(
    `CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT public.now()'`,
  );

/** Turns the clocks of the database and of this process forwards. */
export async function turnClocks(db: Queryable, milliseconds: number): Promise<void> {
  // This process first: what the database calls due is due here, too.
  turnClock(milliseconds);
  await db.query('UPDATE public.turned_clock SET milliseconds = milliseconds + $1', [milliseconds]);
}
