import { type ConstructorOptions, PgBoss } from 'pg-boss';
import manifest from 'pg-boss/package.json' with { type: 'json' };
import type { Logger } from 'pino';
import { type Connections, makeConnections } from '../src/foundation/database/connections.js';
import { workingSession } from '../src/foundation/database/processes.repository.js';
import { type Part, prepared } from '../src/foundation/database/statement.js';
import { UNIQUE_VIOLATION } from '../src/foundation/database/unique-violation.js';
import type { Db } from '../src/foundation/database/unit-of-work.js';
import { makeQueues } from './queues.js';

/** The version of the tables of the job engine. */
const BOSS_SCHEMA: number = manifest.pgboss.schema;

export interface BossOptions {
  url: string;
  /** How it connects; by default with its own connections. */
  connections?: Connections;
  /** Workers work on jobs and make those of schedules; an API process only enqueues. */
  works: boolean;
  log: Logger;
}

/** Jobs under way are few, however many wait. The job engine has no index that finds those of silent workers. */
const ACTIVE_JOBS = 'job_common_active_idx';

/** Creates and migrates the tables of the job engine. */
export async function migrateBoss({
  url,
  connections = makeConnections(url),
  log,
}: Omit<BossOptions, 'works'>): Promise<void> {
  const options = { ...connections.forMigrations, application_name: 'jobs' };
  const boss = new PgBoss({ ...options, max: 1, supervise: false, schedule: false });
  boss.on('error', (error) => log.error({ err: error }, 'The migration of the job engine reported an error'));
  try {
    await boss.start();
    await indexActiveJobs(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Does not stop writes. A build that was interrupted leaves an invalid index behind, which is replaced. */
async function indexActiveJobs(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  const { rows } = await db.executeSql(
    `SELECT indisvalid OR EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = i.indexrelid) AS usable
       FROM pg_index i WHERE indexrelid = to_regclass('pgboss.${ACTIVE_JOBS}')`,
  );
  if (rows[0]?.usable) return;
  if (rows[0]) await db.executeSql(`DROP INDEX CONCURRENTLY IF EXISTS pgboss.${ACTIVE_JOBS}`);
  try {
    await db.executeSql(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${ACTIVE_JOBS} ON pgboss.job_common (name, id) WHERE state = 'active'`,
    );
  } catch (error) {
    // Another process has created it at the same moment.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
  }
}

/** Whether its tables are those of this version, or of a newer one. Read-only. */
export async function isBossMigrated(db: Db): Promise<boolean> {
  const [{ known }] = await db.query(`SELECT to_regclass('pgboss.version') IS NOT NULL AS known`);
  if (!known) return false;
  const [{ version }] = await db.query('SELECT version FROM pgboss.version');
  return version >= BOSS_SCHEMA;
}

/** The job engine on the service's database, started. Its tables are migrated before. */
export async function startBoss(options: BossOptions): Promise<PgBoss> {
  const { url, connections = makeConnections(url), works, log } = options;
  const boss = new PgBoss({
    ...connections.options,
    application_name: works ? workingSession() : 'jobs',
    max: works ? 4 : 2,
    // Workers call for that when there is something to do, and now and then.
    supervise: false,
    schedule: works,
    // Workers that call at once, because each found the same silent worker, do it once.
    monitorIntervalSeconds: 4,
    // Queues keep ended jobs for an hour; by default they would be removed once a day.
    maintenanceIntervalSeconds: 3_600,
    // Schedules are by the minute. By default they are read every 30 seconds, and what they have made is fetched every five.
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 30,
    // Changes of tables that a new version of the job engine makes in the background; every minute by default.
    bamIntervalSeconds: 600,
  });
  let isStopped = false;
  boss.on('stopped', () => {
    isStopped = true;
  });
  boss.on('error', (error) => {
    // A job that takes longer than the process may take to stop has been given back, and cannot be ended here any more.
    if (isStopped) log.warn({ err: error }, 'A job was interrupted: it was still running when the process stopped');
    else log.error({ err: error }, 'The job engine reported an error');
  });
  boss.on('warning', (warning) => log.warn({ warning }, 'The job engine reported a warning'));
  try {
    return await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
}

/** The job engine for a command, which only enqueues. Its tables must exist: the service creates them. */
export async function startEnqueueing({ url }: Pick<BossOptions, 'url'>): Promise<PgBoss> {
  const { options } = makeConnections(url);
  const quiet = { migrate: false, supervise: false, schedule: false };
  const boss = new PgBoss({ ...options, ...quiet, application_name: 'jobs', max: 1 });
  // Errors are reported by the failing call.
  boss.on('error', () => undefined);
  return boss.start();
}

/** Creates the queues. Workers also update the policies, because they configure the heartbeat. */
export async function migrateQueues(
  boss: PgBoss,
  options: { heartbeatSeconds: number; update: boolean },
): Promise<void> {
  for (const [name, { policy, ...settings }] of Object.entries(makeQueues(options))) {
    if (!(await boss.getQueue(name))) await boss.createQueue(name, { ...settings, ...(policy && { policy }) });
    else if (options.update) await boss.updateQueue(name, settings);
  }
}

/**
 * Adapts a transaction for pg-boss, so that a job is enqueued or completed atomically with other changes. With
 * `prepared`, statements are prepared: their texts must be few.
 */
export const bossDatabase = (
  db: Db,
  prepare: (text: string) => string = (text) => text,
): NonNullable<ConstructorOptions['db']> => ({
  async executeSql(text, values) {
    if (!db.queryRunner) throw new Error('Jobs are written inside a transaction');
    const { records } = await db.queryRunner.query(prepare(text), values as unknown[], true);
    return { rows: records ?? [] };
  },
});

/** What `insert` would send to the database that it is given, as part of a larger statement. */
export async function insertion(
  insert: (db: NonNullable<ConstructorOptions['db']>) => Promise<unknown>,
): Promise<Part> {
  let part: Part | undefined;
  await insert({
    async executeSql(text, values) {
      part = { text, values: values ?? [] };
      return { rows: [] };
    },
  });
  if (!part) throw new Error('The job engine sent nothing');
  return part;
}

/** How `ignoreGroups` names a tier of a group. */
export const tierName = (group: string, tier: string): string => `${group}/${tier}`;

const IGNORED_GROUPS = /j\.group_id <> ALL\((\$\d+)::text\[\]\)/;
const LIMIT = /LIMIT (\d+)/;

/**
 * The `db` of a fetch, for what the job engine has no option for: ignored groups can be tiers, too, and the statement is
 * prepared, with the batch size as a value.
 */
export const fetchingDatabase = (
  boss: PgBoss,
  { ignoresGroups }: { ignoresGroups: boolean },
): NonNullable<ConstructorOptions['db']> => ({
  executeSql(text, values = []) {
    const [, limit] = LIMIT.exec(text) ?? [];
    if (limit === undefined || IGNORED_GROUPS.test(text) !== ignoresGroups) {
      throw new Error('The job engine fetches with another statement');
    }
    const fetching = text
      .replace(LIMIT, `LIMIT $${values.length + 1}::int`)
      .replace(
        IGNORED_GROUPS,
        (groups, names) => `(${groups} AND coalesce(j.group_id || '/' || j.group_tier, '') <> ALL(${names}::text[]))`,
      );
    return boss.getDb().executeSql(prepared(fetching), [...values, Number(limit)]);
  },
});
