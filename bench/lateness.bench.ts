import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { Pool } from 'undici';
import type { SandboxAccount, SandboxPlatform } from '../sandbox/types.js';
import { type Arrivals, awaitArrivals, type Due, makeBurst } from './burst.js';
import { type Child, startChild, startService } from './child.js';
import { FLOOR_QUEUE, FLOOR_SCHEMA, type FloorJob } from './floor-job.js';
import { send } from './load.js';
import { processUsage } from './process-usage.js';
import type { Row, Section } from './report.js';
import { headersInTurn, MEASURED_PLATFORMS, type Seeded } from './seed.js';
import { max, median, percentile } from './statistics.js';

export interface LatenessOptions {
  /** Posts that are due in the same second. */
  burst: number;
  /** Posts that come one by one. */
  singles: number;
}

export interface LatenessResult {
  sections: Section[];
  /** Still running, for the idle figures after the load. */
  worker: Child;
}

/** Publishes what is due and returns when the last outcome was stored (epoch milliseconds). */
interface Contender {
  pid: number;
  /** Time that it takes to create a post beforehand, at most. */
  createMs: number;
  schedule(run: string, posts: Due[]): Promise<void>;
  lastStored(run: string, count: number): Promise<number | undefined>;
}

const SECOND = 1000;
const WITHIN_MS = 60_000;
/** Between two posts that come one by one. */
const STEP_MS = 300;

/** How late posts arrive, and how fast many are through, beside a bare pg-boss worker. */
export async function measureLateness(
  seeded: Seeded,
  sandbox: Child,
  accounts: SandboxAccount[],
  { burst, singles }: LatenessOptions,
): Promise<LatenessResult> {
  const api = await startService(seeded.databaseUrl, 'api');
  const worker = await startService(seeded.databaseUrl, 'worker');
  const floorWorker = await startChild({
    script: new URL('./floor-worker.js', import.meta.url),
    env: { FLOOR: JSON.stringify({ databaseUrl: seeded.databaseUrl, accounts }) },
    ready: /^Ready$/,
  });
  const db = new pg.Pool({ connectionString: seeded.databaseUrl, max: 1 });
  const pool = new Pool(api.address, { connections: 16 });
  const boss = new PgBoss({ connectionString: seeded.databaseUrl, schema: FLOOR_SCHEMA, supervise: false, max: 2 });
  await boss.start();
  const service = makeService(worker.pid, pool, db, seeded);
  const floor = makeFloor(floorWorker.pid, boss, db);
  const measure = (contender: Contender, run: string, platforms: readonly SandboxPlatform[], offsets: number[]) =>
    measureRun(contender, sandbox.address, run, platforms, offsets);

  // Sessions made, code warm.
  for (const contender of [floor, service]) await measure(contender, 'warm-up', MEASURED_PLATFORMS, evenly(60, 0));

  const rows: Row[] = [];
  for (const [shape, spreadMs] of [
    ['over 1 s', SECOND],
    ['at once', 0],
  ] as const) {
    for (const platforms of [['fediverse'], MEASURED_PLATFORMS] as const) {
      const run = `${burst} ${shape}, ${platforms.length === 1 ? platforms[0] : 'all three'}`;
      const floorRun = await measure(floor, `floor: ${run}`, platforms, evenly(burst, spreadMs));
      const ours = await measure(service, run, platforms, evenly(burst, spreadMs));
      rows.push(rowOf(run, ours, ours.perSecond / floorRun.perSecond), rowOf('  floor', floorRun, 1));
    }
  }
  const offsets = Array.from({ length: singles }, (_, i) => i * STEP_MS + Math.random() * STEP_MS * 0.8);
  const single = await measure(service, `${singles} singly`, ['fediverse'], offsets);

  await Promise.all([boss.stop({ graceful: false }), pool.close(), db.end()]);
  await floorWorker.stop();
  await api.stop();
  const bursts: Section = {
    title: `${burst} posts due in one second, one worker`,
    rows,
    notes: [
      'Lateness in ms: arrival at the sandbox minus due time. Drained: from the first due time to the last stored outcome.',
    ],
  };
  const idle: Section = {
    title: 'A single post, idle worker',
    rows: [{ name: `${singles} posts, one per ${STEP_MS} ms`, figures: latenessFigures(single) }],
    notes: [],
  };
  return { sections: [bursts, idle], worker };
}

interface Run extends Arrivals {
  drainMs: number;
  perSecond: number;
  /** Per post, of the worker process. */
  cpuMs: number;
}

async function measureRun(
  contender: Contender,
  sandboxUrl: string,
  run: string,
  platforms: readonly SandboxPlatform[],
  offsetsMs: number[],
): Promise<Run> {
  const count = offsetsMs.length;
  // Time to create them all before the first is due.
  const first = Math.ceil((Date.now() + 1_500 + count * contender.createMs) / SECOND) * SECOND;
  const posts = makeBurst(
    run,
    platforms,
    offsetsMs.map((offset) => first + offset),
  );
  await contender.schedule(run, posts);
  if (Date.now() > first - 200) throw new Error(`${run}: creating the posts took until they were due`);
  const before = await processUsage(contender.pid);
  const until = Math.max(...posts.map(({ at }) => at)) + WITHIN_MS;
  const arrivals = await awaitArrivals(sandboxUrl, run, count, until);
  let stored = await contender.lastStored(run, count);
  while (stored === undefined) stored = await contender.lastStored(run, count);
  const after = await processUsage(contender.pid);
  const cpuMs = before && after ? ((after.cpuSeconds - before.cpuSeconds) * 1000) / count : Number.NaN;
  return { ...arrivals, drainMs: stored - first, perSecond: (count * 1000) / (stored - arrivals.first), cpuMs };
}

const makeService = (pid: number, pool: Pool, db: pg.Pool, { people, targets }: Seeded): Contender => ({
  pid,
  createMs: 10,
  async schedule(_run, posts) {
    const waiting = [...posts];
    const headers = headersInTurn(people);
    const create = async () => {
      for (let post = waiting.shift(); post; post = waiting.shift()) {
        const scheduledTime = new Date(post.at).toISOString();
        const body = JSON.stringify({ content: post.text, platforms: [targets[post.platform]], scheduledTime });
        await send(pool, {
          path: '/api/v1/create-post',
          headers,
          body,
          good: '"success":true',
        });
      }
    };
    await Promise.all(Array.from({ length: 16 }, create));
  },
  async lastStored(run, count) {
    const { rows } = await db.query(
      `SELECT count(*)::int AS count, max(updated_at) AS last FROM platform_posts
        WHERE content LIKE $1 AND status = 'published'`,
      [`Bench ${run}: %`],
    );
    return rows[0].count >= count ? rows[0].last.getTime() : undefined;
  },
});

const makeFloor = (pid: number, boss: PgBoss, db: pg.Pool): Contender => ({
  pid,
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
});

const evenly = (count: number, spreadMs: number) => Array.from({ length: count }, (_, i) => (i * spreadMs) / count);

const latenessFigures = ({ latenessMs, doubles }: Arrivals) => ({
  median: median(latenessMs),
  p99: percentile(latenessMs, 0.99),
  max: max(latenessMs),
  doubles,
});

const rowOf = (name: string, run: Run, ratio: number): Row => ({
  name,
  figures: {
    ...latenessFigures(run),
    'drained ms': run.drainMs,
    'posts/s': run.perSecond,
    'CPU ms/post': run.cpuMs,
    ratio,
  },
});
