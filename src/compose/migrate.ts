import type { DataSource } from 'typeorm';
import { type Connections, makeConnections } from '../foundation/database/connections.js';
import { makeDataSource } from './data-source.js';

/** Advisory lock id; must not be used by other programs on the database. */
const MIGRATION_LOCK = 724_316_045;

/** Runs the migrations. Processes that start together wait for the first. */
export async function migrate(
  dataSource: DataSource,
  url: string,
  { forMigrations: connect }: Connections = makeConnections(url),
): Promise<void> {
  if (await isMigrated(dataSource)) return;
  const client = new connect.Client(connect);
  await client.connect();
  const migrating = makeDataSource({ url, poolSize: 1, connect });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrating.initialize();
    await migrating.runMigrations();
  } finally {
    if (migrating.isInitialized) await migrating.destroy();
    await client.end();
  }
}

/** Whether the schema is up to date for this version. Read-only. */
export const isMigrated = async (dataSource: DataSource): Promise<boolean> =>
  (await pendingMigrations(dataSource)).length === 0;

/** Names of the migrations of this version that have not run. Read-only. */
export async function pendingMigrations({ manager, migrations }: DataSource): Promise<string[]> {
  const [{ known }] = await manager.query(`SELECT to_regclass('migrations') IS NOT NULL AS known`);
  const made: { name: string }[] = known ? await manager.query('SELECT name FROM migrations') : [];
  const names = migrations.map((migration) => migration.constructor.name);
  return names.filter((own) => !made.some(({ name }) => name === own));
}
