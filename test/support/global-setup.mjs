// One Postgres for the whole run, with a migrated template that each test file copies. It runs on the built code,
// because jest does not transform a global set-up into modules; so do the tests that start the service. What is stale is
// built first.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { ensureBuilt } from '../../tools/install-build.mjs';

await ensureBuilt(path.join(import.meta.dirname, '../..'));
const { migrateBoss, migrateQueues, startBoss } = await import('../../.build/jobs/boss.js');
const { makeDataSource } = await import('../../.build/src/compose/data-source.js');
const { startEmbeddedPostgres } = await import('../../.build/src/local/postgres.js');
const { TESTED_POSTGRES } = await import('../../.build/src/testing/environment.js');

export const TEMPLATE = 'service_template';

export default async function globalSetup() {
  const dir = await mkdtemp(path.join(tmpdir(), 'publishing-test-'));
  const postgres = await startEmbeddedPostgres({
    dir,
    database: TEMPLATE,
    settings: {
      ...TESTED_POSTGRES,
      max_connections: '300',
      // For tests that count how often statements are planned.
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_planning': 'on',
      // Of all databases together: with fewer, those of other tests push the counted ones out.
      'pg_stat_statements.max': '50000',
    },
  });
  globalThis.stopTestPostgres = async () => {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
  await migrateTemplate(postgres.url);
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_DATA_DIR = path.join(dir, 'data');
}

async function migrateTemplate(url) {
  const dataSource = await makeDataSource({ url, poolSize: 1 }).initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
  const log = pino({ level: 'warn' });
  await migrateBoss({ url, log });
  const boss = await startBoss({ url, works: false, log });
  await migrateQueues(boss, { heartbeatSeconds: 10, update: false });
  await boss.stop({ graceful: false });
}
