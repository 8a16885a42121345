import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type DataSource, QueryFailedError } from 'typeorm';
import { type Connections, makeConnections } from '../foundation/database/connections.js';
import { StartError } from '../foundation/errors/start-error.js';
import { HOUR_MS } from '../foundation/time/durations.js';
import { makeDataSource } from './data-source.js';

/** Advisory lock id; must not be used by other programs on the database. */
const MIGRATION_LOCK = 724_316_045;
/** How long a process waits for another one that migrates. */
const PATIENCE_MS = HOUR_MS;
const LOOK_MS = 200;

/**
 * A statement that changes a table waits for the transactions that use it, and every other statement on the table
 * waits behind it. So it gives up soon, and is repeated after those have had their turn.
 */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_ATTEMPTS = 20;
const LOCK_PAUSE_MS = 3_000;
const LOCK_NOT_AVAILABLE = '55P03';

interface MigrateOptions {
  connections?: Connections;
  log?: Pick<Logger, 'info' | 'warn'>;
  /** How often, and for how long each time, a migration waits for locks. */
  locks?: { attempts: number; timeoutMs: number; pauseMs: number };
}

/**
 * Runs the pending migrations, in their order, and returns their names. Processes that start together wait for the
 * first. Each is a transaction, or can be repeated: one that fails leaves the database to the versions before it.
 * @throws StartError if one fails, or the database needs a newer version.
 */
export async function migrate(dataSource: DataSource, url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { connections = makeConnections(url), log } = options;
  await assertKnown(dataSource);
  if ((await pendingMigrations(dataSource)).length === 0) return [];
  const { forMigrations: connect } = connections;
  const holder = new connect.Client(connect);
  await holder.connect();
  const { migrations } = dataSource.options;
  const migrating = makeDataSource({ url, poolSize: 1, connect, ...(migrations && { migrations }) });
  try {
    // Not pg_advisory_lock: a session that waits in a statement would hold up the build of an index by the other.
    await waitFor(async () => {
      const { rows } = await holder.query('SELECT pg_try_advisory_lock($1) AS free', [MIGRATION_LOCK]);
      return rows[0].free;
    });
    await migrating.initialize();
    return await runMigrations(migrating, options.locks, log);
  } finally {
    if (migrating.isInitialized) await migrating.destroy();
    await holder.end();
  }
}

async function runMigrations(
  migrating: DataSource,
  locks = { attempts: LOCK_ATTEMPTS, timeoutMs: LOCK_TIMEOUT_MS, pauseMs: LOCK_PAUSE_MS },
  log?: MigrateOptions['log'],
): Promise<string[]> {
  const done: string[] = [];
  await migrating.query(`SET lock_timeout = ${locks.timeoutMs}`);
  for (let attempt = 1; ; attempt += 1) {
    const before = await pendingMigrations(migrating);
    const failure = await migrating.runMigrations().then(
      () => undefined,
      (error: Error) => error,
    );
    const after = await pendingMigrations(migrating);
    const made = before.filter((name) => !after.includes(name));
    done.push(...made);
    if (made.length > 0) log?.info({ migrations: made }, 'Migrated the database');
    if (!failure) return done;
    const [name] = after;
    const isBusy = failure instanceof QueryFailedError && failure.driverError.code === LOCK_NOT_AVAILABLE;
    if (!isBusy || attempt === locks.attempts) {
      throw new StartError(
        `The migration ${name} failed: ${failure.message}. Processes of the version before it can go on; the next start tries again.`,
      );
    }
    log?.warn({ migration: name, attempt }, 'A migration waits for a table that is in use');
    await pause(locks.pauseMs);
  }
}

async function waitFor(isOver: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isOver())) {
    if (performance.now() > end) throw new StartError('Another process has been migrating the database for an hour.');
    await pause(LOOK_MS);
  }
}

/** Names of the migrations of this version that the database does not have, in their order. Read-only. */
export async function pendingMigrations({ manager, migrations }: DataSource): Promise<string[]> {
  const [{ known }] = await manager.query(`SELECT to_regclass('migrations') IS NOT NULL AS known`);
  const made: { name: string }[] = known ? await manager.query('SELECT name FROM migrations') : [];
  return migrations
    .map(({ constructor: { name } }) => name)
    .filter((name) => !made.some((one) => one.name === name))
    .sort((one, other) => timeOf(one) - timeOf(other));
}

/** A migration's name ends with its time. */
const timeOf = (name: string) => Number(/\d+$/.exec(name)?.[0]);

/**
 * Whether this version may work on the database: it knows every migration that a newer one requires there. Read-only.
 * @throws StartError if not.
 */
export async function assertKnown({ manager, migrations }: DataSource): Promise<void> {
  const [{ known }] = await manager.query(`SELECT to_regclass('migration_requirements') IS NOT NULL AS known`);
  if (!known) return;
  const [missing] = await manager.query('SELECT name FROM migration_requirements WHERE name <> ALL($1)', [
    migrations.map(({ constructor: { name } }) => name),
  ]);
  if (!missing) return;
  throw new StartError(
    `The database was migrated by a newer version, which needs ${missing.name} that this version does not have: start that version, or the one before it.`,
  );
}

/** @throws StartError while migrations are pending. */
export async function assertMigrated(dataSource: DataSource, isBossMigrated: boolean): Promise<void> {
  await assertKnown(dataSource);
  const pending = [...(await pendingMigrations(dataSource)), ...(isBossMigrated ? [] : [JOB_ENGINE])];
  if (pending.length === 0) return;
  throw new StartError(
    `Migrations are pending (${pending.join(', ')}), and MIGRATE_AT_START is false: run npm run admin -- migrate first.`,
  );
}

/** The tables of the job engine, which migrates them itself, in lists of migrations. */
export const JOB_ENGINE = 'pg-boss';
