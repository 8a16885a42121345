import pg from 'pg';
import type { DataSource } from 'typeorm';

/** Any number that no other program on the database uses for an advisory lock. */
const MIGRATION_LOCK = 724_316_045;

/** Brings the tables up to date. Processes that start together wait for the first. */
export async function migrate(dataSource: DataSource, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await dataSource.runMigrations();
  } finally {
    await client.end();
  }
}

/** Whether the tables are there in the form that this version wants. Looks, and changes nothing. */
export async function isMigrated({ manager, migrations }: DataSource): Promise<boolean> {
  const [{ known }] = await manager.query(`SELECT to_regclass('migrations') IS NOT NULL AS known`);
  const made: { name: string }[] = known ? await manager.query('SELECT name FROM migrations') : [];
  return migrations.every((migration) => made.some(({ name }) => name === migration.constructor.name));
}
