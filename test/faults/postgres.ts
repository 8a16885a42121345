/** The Postgres of the suite: a separate server that can be restarted, with databases that survive a restart. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { migrateQueues, startBoss } from '../../jobs/boss.js';
import { makeDataSource } from '../../src/compose/data-source.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/local/postgres.js';
import { type DatabaseServer, patiently, queryOnce } from './server.js';

const TEMPLATE = 'service_template';
// What was committed survives a crash of the server; only one of the machine would take it.
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };

/** `niceness`: how much it yields to other processes. */
export async function startFaultPostgres({ niceness = 0 }: { niceness?: number } = {}): Promise<DatabaseServer> {
  const dir = await mkdtemp(path.join(tmpdir(), 'publishing-faults-'));
  const postmaster = async () => {
    const [pid] = (await readFile(path.join(dir, 'data', 'postmaster.pid'), 'utf8')).split('\n');
    return Number(pid);
  };
  const start = async () => {
    const started = await startEmbeddedPostgres({ dir, database: TEMPLATE, settings: SETTINGS });
    if (niceness > 0) os.setPriority(await postmaster(), niceness);
    return started;
  };
  let running: EmbeddedPostgres = await start();
  await migrateTemplate(running.url);
  const at = (database: string): string => {
    const url = new URL(running.url);
    url.pathname = `/${database}`;
    return url.href;
  };

  return {
    port: () => Number(new URL(running.url).port),
    async createDatabase() {
      const name = `faults_${randomBytes(6).toString('hex')}`;
      await queryOnce(at('postgres'), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
      return {
        // A restart changes the port.
        get url() {
          return at(name);
        },
        query: (statement, values) => patiently(() => queryOnce(at(name), statement, values)),
        async drop() {
          await queryOnce(at('postgres'), `DROP DATABASE ${name} WITH (FORCE)`);
        },
      };
    },
    async crash(downMs) {
      // "Immediate shutdown": what is not committed is lost, and the log is replayed at the next start.
      process.kill(await postmaster(), 'SIGQUIT');
      await sleep(downMs);
      await running.stop();
      running = await start();
    },
    administer: async (statement) => void (await queryOnce(at('postgres'), statement)),
    async stop() {
      await running.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Every table of the service, and of its jobs. */
export async function migrateTemplate(url: string): Promise<void> {
  const dataSource = await makeDataSource({ url, poolSize: 1 }).initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
  const boss = await startBoss({ url, works: false, log: pino({ level: 'warn' }) });
  await migrateQueues(boss, { heartbeatSeconds: 10, update: false });
  await boss.stop({ graceful: false });
}
