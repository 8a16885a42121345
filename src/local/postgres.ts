import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeConnections } from '../foundation/database/connections.js';
import { choosePostgresAccount, type RunAs } from './postgres-account.js';
import { findBinaries } from './postgres-binaries.js';
import { prepareCluster, ROLE } from './postgres-cluster.js';
import { endLeftover, isServerOf } from './postgres-leftover.js';
import { startServer } from './postgres-server.js';

export interface EmbeddedPostgres {
  /** `postgres://user:password@127.0.0.1:port/database`; the database exists. */
  readonly url: string;
  /** Shuts the server down in order, and by force when that takes longer than ten seconds. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Holds the database files, the password and the server's log. The caller has claimed it for itself. */
  dir: string;
  database: string;
  /** Server settings on top of the defaults, e.g. `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
  log?: (line: string) => void;
  /** For tests: the account to run Postgres under, instead of the first that works. */
  runAs?: RunAs;
}

/** The service's own database in a data folder. */
export const serviceDatabase = (dataDir: string): EmbeddedPostgresOptions => ({
  dir: join(dataDir, 'postgres'),
  database: 'service',
});

/**
 * Starts the Postgres that npm installed, on files in a folder, and makes the database when it is missing.
 * Ends a server that a killed process left running on the same files.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { database, settings = {}, log = () => undefined, runAs = 'auto' } = options;
  const folder = resolve(options.dir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const setup = await choosePostgresAccount(runAs, await findBinaries());
  await endLeftover(join(folder, 'data'), log);
  const password = await prepareCluster({ folder, durable: settings.fsync !== 'off', setup, log });
  const server = await startServer({ folder, setup, settings, log });
  try {
    await createDatabase(urlOf(password, server.port, 'postgres'), database);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: urlOf(password, server.port, database), stop: server.stop };
}

/** The address of the server that another process runs on files in a folder; undefined when none is ready there. */
export async function findEmbeddedPostgres({
  dir,
  database,
}: Pick<EmbeddedPostgresOptions, 'dir' | 'database'>): Promise<string | undefined> {
  const data = join(resolve(dir), 'data');
  const state = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = state.split('\n');
  if (status?.trim() !== 'ready' || !(await isServerOf(data, Number(pid)))) return undefined;
  return urlOf(await readFile(join(resolve(dir), 'password'), 'utf8'), Number(port), database);
}

const urlOf = (password: string, port: number, database: string) =>
  `postgres://${ROLE}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;

async function createDatabase(url: string, database: string): Promise<void> {
  const { forMigrations: options } = makeConnections(url);
  const client = new options.Client({ ...options, ssl: false });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
