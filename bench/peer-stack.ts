/** The stack that the service's strongest peers are built on, as processes: Redis, and the API and worker of `tools/peer`. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { publishingVariables } from '../src/config/publishing.js';
import { freePort } from '../src/local/postgres-server.js';
import { type Child, startChild, startProgram } from './child.js';
import { openDatabase } from './database.js';
import { type Contender, makeCreator } from './publishing-contenders.js';
import { headersInTurn, type Seeded } from './seed.js';
import { THIS_VERSION } from './version.js';

const FOLDER = path.join(THIS_VERSION.folder, 'tools/peer');

/** As many as a process of the service has. */
const POOL_SIZE = 10;

/** Installs what `tools/peer` needs, at its first use. */
export async function installPeer(): Promise<void> {
  const { stderr } = await promisify(execFile)(process.execPath, [path.join(FOLDER, 'install.mjs')]);
  process.stderr.write(stderr);
}

export interface Redis extends Child {
  port: number;
}

/**
 * Starts Redis as BullMQ's documentation recommends: it appends each change to a file, and syncs it to disk within a
 * second.
 */
export async function startRedis(folder: string): Promise<Redis> {
  const port = await freePort();
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    dir: folder,
    save: '',
    appendonly: 'yes',
    appendfsync: 'everysec',
    'maxmemory-policy': 'noeviction',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  try {
    const child = await startProgram({ program: 'redis-server', args, ready: /Ready to accept connections/ });
    return { ...child, port };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('The peer needs Redis, which is not installed: apt-get install redis-server');
  }
}

/** The peer's API and worker. */
export async function startPeer(seeded: Seeded, redis: Redis, serverPid: number): Promise<Contender & { api: Child }> {
  const { databaseUrl, people, targets } = seeded;
  const given = {
    databaseUrl,
    redis: { host: '127.0.0.1', port: redis.port },
    poolSize: POOL_SIZE,
    concurrency: publishingVariables.PUBLISH_CONCURRENCY.parse(undefined),
    publisher: new URL('./floor-publisher.js', import.meta.url).href,
  };
  const start = (name: string, ready: RegExp) =>
    startChild({
      script: pathToFileURL(path.join(FOLDER, name)),
      env: { PEER: JSON.stringify(given), NODE_ENV: 'production' },
      ready,
    });
  const api = await start('api.mjs', /^Listening on (\S+)$/);
  const worker = await start('worker.mjs', /^Ready$/);
  const db = openDatabase(databaseUrl);
  const headers = headersInTurn(people);
  const creator = makeCreator(api, ({ at, platform, text }) => {
    const scheduledTime = new Date(at).toISOString();
    const body = JSON.stringify({ content: text, platforms: [targets[platform]], scheduledTime });
    return { path: '/posts', headers, body, good: '"success":true' };
  });
  let last = '0';
  return {
    pid: worker.pid,
    serverPid,
    redisPid: redis.pid,
    api,
    get createMs() {
      return creator.createMs;
    },
    async schedule(_run, posts) {
      last = (await db.query('SELECT coalesce(max(id), 0) AS last FROM posts')).rows[0].last;
      await creator.create(posts);
    },
    async lastStored(_run, count) {
      const { rows } = await db.query(
        `SELECT count(*)::int AS count, max(updated_at) AS last FROM targets WHERE post_id > $1 AND status = 'published'`,
        [last],
      );
      return rows[0].count >= count ? rows[0].last.getTime() : undefined;
    },
    async stop() {
      await Promise.all([creator.close(), db.end()]);
      await worker.stop();
      await api.stop();
    },
  };
}
