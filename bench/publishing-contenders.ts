/** Who publishes what is due: the service, and a bare pg-boss worker as its floor. */
import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { Pool } from 'undici';
import type { SandboxAccount, SandboxPlatform } from '../sandbox/types.js';
import { type Arrivals, awaitArrivals, type Due, makeBurst } from './burst.js';
import { type Child, type ServiceOptions, startChild } from './child.js';
import { openDatabase } from './database.js';
import { FLOOR_QUEUE, FLOOR_SCHEMA, type FloorJob } from './floor-job.js';
import { type Shot, send } from './load.js';
import { processUsage, treeCpuSeconds } from './process-usage.js';
import { headersInTurn, type Seeded } from './seed.js';
import { max, median, percentile } from './statistics.js';
import type { Server, Surroundings } from './surroundings.js';

export interface Contender {
  /** Of its worker. */
  pid: number;
  /** Of the database server, where nothing else uses it. */
  serverPid?: number | undefined;
  /** Of what has the jobs, where that is not the database. */
  redisPid?: number | undefined;
  /** Time that it takes to create a post beforehand, at most. */
  readonly createMs: number;
  schedule(run: string, posts: Due[]): Promise<void>;
  /** When the last of so many outcomes was stored (epoch milliseconds); undefined before that. */
  lastStored(run: string, count: number, since: number): Promise<number | undefined>;
  stop(): Promise<unknown>;
}

export interface Run extends Arrivals {
  /** From the first due time to the last stored outcome. */
  drainMs: number;
  perSecond: number;
  /** Per post, of the worker process. */
  cpuMs: number;
  /** Per post, of the database server where nothing else uses it; NaN elsewhere. */
  serverCpuMs: number;
  /** Per post, of Redis where it has the jobs; NaN elsewhere. */
  redisCpuMs: number;
}

const SECOND = 1000;
const WITHIN_MS = 60_000;
const LOOK_MS = 20;
/** Of the names of runs: a platform's timeline has those of all rounds. */
let runs = 0;

/** Schedules posts, waits until all have arrived and are stored, and says how late they were. */
export async function measureRun(
  contender: Contender,
  sandboxUrl: string,
  what: string,
  platforms: readonly SandboxPlatform[],
  offsetsMs: number[],
): Promise<Run> {
  runs += 1;
  const run = `${what}, run ${runs}`;
  const count = offsetsMs.length;
  const since = Date.now();
  // Time to create them all before the first is due.
  const first = Math.ceil((since + 1_500 + count * contender.createMs) / SECOND) * SECOND;
  const posts = makeBurst(
    run,
    platforms,
    offsetsMs.map((offset) => first + offset),
  );
  await contender.schedule(run, posts);
  if (Date.now() > first - 200) throw new Error(`${run}: creating the posts took until they were due`);
  const cpuOf = async (pid?: number) =>
    (pid === undefined ? undefined : await processUsage(pid))?.cpuSeconds ?? Number.NaN;
  const sample = async () => ({
    worker: await cpuOf(contender.pid),
    redis: await cpuOf(contender.redisPid),
    server: contender.serverPid === undefined ? Number.NaN : await treeCpuSeconds(contender.serverPid),
  });
  const before = await sample();
  const until = Math.max(...posts.map(({ at }) => at)) + WITHIN_MS;
  const arrivals = await awaitArrivals(sandboxUrl, run, count, until);
  let stored = await contender.lastStored(run, count, since);
  while (stored === undefined) {
    if (Date.now() > until) throw new Error(`${run}: the outcomes were not all stored in time`);
    await pause(LOOK_MS);
    stored = await contender.lastStored(run, count, since);
  }
  const after = await sample();
  const perPost = (what: keyof typeof before) => ((after[what] - before[what]) * 1000) / count;
  return {
    ...arrivals,
    drainMs: stored - first,
    perSecond: (count * 1000) / (stored - arrivals.first),
    cpuMs: perPost('worker'),
    serverCpuMs: perPost('server'),
    redisCpuMs: perPost('redis'),
  };
}

/** Creates posts over 16 connections, and knows how long one takes. */
export function makeCreator({ address }: Child, requestFor: (post: Due) => Omit<Shot, 'origin'>) {
  const pool = new Pool(address, { connections: 16 });
  // At first as on a machine with much else to do, then four times what it was.
  let createMs = 40;
  return {
    get createMs() {
      return createMs;
    },
    async create(posts: Due[]): Promise<void> {
      const began = performance.now();
      const waiting = [...posts];
      const create = async () => {
        for (let post = waiting.shift(); post; post = waiting.shift()) await send(pool, requestFor(post));
      };
      await Promise.all(Array.from({ length: 16 }, create));
      createMs = Math.max(10, (4 * (performance.now() - began)) / posts.length);
    },
    close: () => pool.close(),
  };
}

/** An API and a worker, on a database whose server nothing else uses if it is given. */
export async function startPublishing(
  surroundings: Surroundings,
  seeded: Seeded,
  options: {
    server?: Server;
    workerOptions?: ServiceOptions;
    apiEnv?: Record<string, string>;
    workerEnv?: Record<string, string>;
  } = {},
): Promise<Contender & { api: Child; worker: Child }> {
  const { server, workerOptions, apiEnv, workerEnv = {} } = options;
  const { databaseUrl, people, targets } = seeded;
  const api = await surroundings.service(databaseUrl, 'api', apiEnv);
  const worker = await surroundings.service(databaseUrl, 'worker', workerEnv, workerOptions);
  const db = openDatabase(databaseUrl);
  const headers = headersInTurn(people);
  const creator = makeCreator(api, ({ at, platform, text }) => {
    const scheduledTime = new Date(at).toISOString();
    const body = JSON.stringify({ content: text, platforms: [targets[platform]], scheduledTime });
    return { path: '/api/v1/create-post', headers, body, good: '"success":true' };
  });
  return {
    pid: worker.pid,
    serverPid: server?.pid,
    api,
    worker,
    get createMs() {
      return creator.createMs;
    },
    schedule: (_run, posts) => creator.create(posts),
    async lastStored(_run, count, since) {
      // Of accounts that nobody else uses, and by an index: the table may have ten million rows.
      const { rows } = await db.query(
        `SELECT count(*)::int AS count, max(updated_at) AS last FROM platform_posts
          WHERE user_id = ANY($1) AND platform_id = ANY($2) AND status = 'published' AND updated_at > $3`,
        [people.map(({ userId }) => userId), Object.values(targets), new Date(since)],
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

/** pg-boss's own worker, which makes the same calls and stores nothing itself. */
export async function startFloor(databaseUrl: string, accounts: SandboxAccount[]): Promise<Contender> {
  const worker = await startChild({
    script: new URL('./floor-worker.js', import.meta.url),
    env: { FLOOR: JSON.stringify({ databaseUrl, accounts }) },
    ready: /^Ready$/,
  });
  const db = openDatabase(databaseUrl);
  const boss = new PgBoss({ connectionString: databaseUrl, schema: FLOOR_SCHEMA, supervise: false, max: 2 });
  // When a measurement fails, the server ends before it does.
  boss.on('error', () => undefined);
  await boss.start();
  return {
    pid: worker.pid,
    createMs: 1,
    async schedule(run, posts) {
      const jobs = posts.map(({ at, platform, text }) => {
        return { data: { platform, text, run } satisfies FloorJob, startAfter: new Date(at) };
      });
      await boss.insert(FLOOR_QUEUE, jobs);
    },
    async lastStored(run, count) {
      const { rows } = await db.query(
        `SELECT count(*)::int AS count, max(completed_on) AS last FROM ${FLOOR_SCHEMA}.job
          WHERE data->>'run' = $1 AND state = 'completed'`,
        [run],
      );
      return rows[0].count >= count ? rows[0].last.getTime() : undefined;
    },
    async stop() {
      await Promise.all([boss.stop({ graceful: false }), db.end()]);
      await worker.stop();
    },
  };
}

export const evenly = (count: number, spreadMs: number): number[] =>
  Array.from({ length: count }, (_, i) => (i * spreadMs) / count);

export const latenessFigures = ({ latenessMs, doubles }: Arrivals) => ({
  median: median(latenessMs),
  p99: percentile(latenessMs, 0.99),
  max: max(latenessMs),
  doubles,
});

export const burstFigures = (run: Run) => ({
  ...latenessFigures(run),
  'drained ms': run.drainMs,
  'posts/s': run.perSecond,
  'CPU ms/post': run.cpuMs,
});
