/** The Postgres of the suite: a server of its own that can be restarted, and databases that outlive that. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { migrateQueues, startBoss } from '../../jobs/boss.js';
import { makeDataSource } from '../../src/compose/data-source.js';
import type { DatabaseConfig } from '../../src/config/database.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/local/postgres.js';
import type { TestDatabase } from '../support/database.js';

export interface FaultPostgres {
  /** Where it listens now; another port after each restart. */
  port(): number;
  createDatabase(): Promise<TestDatabase>;
  /** Ends every process of the server at once, as a crash does, and starts it again after a while. */
  crash(downMs: number): Promise<void>;
  /** One statement as the owner of the server. */
  administer(statement: string): Promise<void>;
  stop(): Promise<void>;
}

const TEMPLATE = 'service_template';
// What was committed survives a crash of the server; only one of the machine would take it.
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };

export async function startFaultPostgres(): Promise<FaultPostgres> {
  const dir = await mkdtemp(path.join(tmpdir(), 'publishing-faults-'));
  const start = () => startEmbeddedPostgres({ dir, database: TEMPLATE, settings: SETTINGS });
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
      await query(at('postgres'), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
      return {
        url: at(name),
        query: (statement, values) => patiently(() => query(at(name), statement, values)),
        async drop() {
          await query(at('postgres'), `DROP DATABASE ${name} WITH (FORCE)`);
        },
      };
    },
    async crash(downMs) {
      const [pid] = (await readFile(path.join(dir, 'data', 'postmaster.pid'), 'utf8')).split('\n');
      // "Immediate shutdown": what is not committed is lost, and the log is replayed at the next start.
      process.kill(Number(pid), 'SIGQUIT');
      await sleep(downMs);
      await running.stop();
      running = await start();
    },
    administer: async (statement) => void (await query(at('postgres'), statement)),
    async stop() {
      await running.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A connection for each statement: none is there to be lost. */
async function query<Row>(url: string, statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement, values)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The suite keeps running while the server is down. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 40; ; left--) {
    try {
      return await ask();
    } catch (error) {
      const { code = '' } = error as { code?: string };
      const isDown = /^(ECONN|57P|08)/.test(code) || /terminated unexpectedly/.test(String(error));
      if (!isDown || left === 0) throw error;
      await sleep(250);
    }
  }
}

/** Every table of the service, and of its jobs. */
export async function migrateTemplate(url: string, backend: DatabaseConfig['backend'] = 'postgres'): Promise<void> {
  const dataSource = await makeDataSource({ url, poolSize: 1 }).initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
  const boss = await startBoss({ url, backend, works: false, log: pino({ level: 'warn' }) });
  await migrateQueues(boss, { heartbeatSeconds: 10, update: false });
  await boss.stop({ graceful: false });
}
