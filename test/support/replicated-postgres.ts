import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/local/postgres.js';
import { TESTED_POSTGRES } from '../../src/testing/environment.js';
import type { TestDatabase } from './database.js';
import { eventually } from './eventually.js';

const run = promisify(execFile);

export interface TestReplica {
  url: string;
  /** From now on it repeats nothing, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Makes it a primary. */
  promote(): Promise<void>;
  /** kill -9, of the server with all its sessions. */
  kill(): Promise<void>;
}

/** A new primary with an empty database, and streaming replicas of it. */
export interface ReplicatedPostgres {
  db: Pick<TestDatabase, 'url' | 'query'>;
  /** Starts a replica, which lags slightly. */
  replicate(): Promise<TestReplica>;
  stop(): Promise<void>;
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'replicated-'));
  const started: { stop(): Promise<void> }[] = [];
  const pools: pg.Pool[] = [];
  const start = async (name: string, settings: Record<string, string> = {}) => {
    const dir = path.join(folder, name);
    const server = await startEmbeddedPostgres({
      dir,
      database: 'service',
      settings: { ...TESTED_POSTGRES, ...settings },
    });
    started.push(server);
    const pool = new pg.Pool({ connectionString: server.url, max: 3 });
    pool.on('error', () => undefined);
    pools.push(pool);
    return { url: server.url, pool, dir };
  };
  const primary = await start('primary');

  /** What pg_basebackup does, which the package of the tests' Postgres does not have. */
  async function copyTo(dir: string): Promise<void> {
    const session = new pg.Client({ connectionString: primary.url });
    await session.connect();
    await session.query(`SELECT pg_backup_start('copy', true)`);
    await run('cp', ['-a', primary.dir, dir]);
    const { rows } = await session.query('SELECT labelfile FROM pg_backup_stop(false)');
    await session.end();
    const data = path.join(dir, 'data');
    await rm(path.join(data, 'postmaster.pid'));
    await writeFile(path.join(data, 'backup_label'), rows[0].labelfile);
    await writeFile(path.join(data, 'standby.signal'), '');
  }

  return {
    db: { url: primary.url, query: async (text, values) => (await primary.pool.query(text, values)).rows },
    async replicate() {
      const name = `replica-${started.length}`;
      await copyTo(path.join(folder, name));
      const { url, pool, dir } = await start(name, { primary_conninfo: primary.url });
      return {
        url,
        async pause() {
          await pool.query('SELECT pg_wal_replay_pause()');
          await eventually(async () => {
            const { rows } = await pool.query('SELECT pg_get_wal_replay_pause_state() AS state');
            return rows[0].state === 'paused' || undefined;
          });
        },
        resume: async () => void (await pool.query('SELECT pg_wal_replay_resume()')),
        promote: async () => void (await pool.query('SELECT pg_promote()')),
        async kill() {
          const [pid] = (await readFile(path.join(dir, 'data', 'postmaster.pid'), 'utf8')).split('\n');
          const { rows } = await pool.query(`SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`);
          for (const each of [Number(pid), ...rows.map((row) => row.pid)]) process.kill(each, 'SIGKILL');
        },
      };
    },
    async stop() {
      await Promise.all(pools.map((pool) => pool.end()));
      await Promise.all(started.reverse().map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
