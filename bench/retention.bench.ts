import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { Pool } from 'undici';
import { makeRemoveExpired } from '../jobs/remove-expired.js';
import { makeRetentionRules } from '../jobs/retention-rules.js';
import type { SandboxAccount } from '../sandbox/types.js';
import { makeDataSource } from '../src/compose/data-source.js';
import type { Transaction } from '../src/foundation/database/unit-of-work.js';
import { DAY_MS } from '../src/foundation/time/durations.js';
import { type Arrivals, awaitArrivals, type Due, makeBurst } from './burst.js';
import { type Child, startService } from './child.js';
import { send } from './load.js';
import type { Section } from './report.js';
import { headersInTurn, type Seeded, seedDatabase } from './seed.js';
import { max, percentile } from './statistics.js';
import { makeTopic } from './topic.js';

export interface RetentionOptions {
  /** Rows in the tables that grow, before. */
  rows: number;
  /** How long posts are made and published, without a removal and beside one. */
  seconds: number;
}

const POSTS_PER_SECOND = 5;
/** Between the creation of a post and its time. */
const AHEAD_MS = 3_000;
const SAMPLE_MS = 20;
/** Removed are rows older than a year, from tables with two years: about half. */
const AGES = {
  postLogsMs: 365 * DAY_MS,
  publishAttemptsMs: 365 * DAY_MS,
  webhookDeliveriesMs: 365 * DAY_MS,
  auditLogMs: 365 * DAY_MS,
  mediaMs: null,
};
const YEARS_MS = 730 * DAY_MS;
/** Of all rows. A group has 20 log entries. */
const SHARES = { post_logs: 0.8, publish_attempts: 0.1, webhook_deliveries: 0.05, webhook_attempts: 0.05 };
const TABLES = Object.keys(SHARES);

export const retention = makeTopic<RetentionOptions>({
  about: 'removal of old rows from large tables while posts are published',
  // The removal is this version's.
  isComparable: false,
  sizes: { full: { rows: 10_000_000, seconds: 60 }, quick: { rows: 20_000, seconds: 3 } },
  start: async (surroundings, options) => ({
    async round() {
      const [account] = await surroundings.accounts(['fediverse']);
      if (!account) throw new Error('The sandbox made no account');
      const { url } = await surroundings.server();
      return measureRetention(url, await surroundings.sandbox(), account, options, surroundings.say);
    },
    stop: async () => undefined,
  }),
});

/** Removes what is old from tables with many rows, while posts are made and published. */
async function measureRetention(
  server: string,
  sandbox: Child,
  account: SandboxAccount,
  options: RetentionOptions,
  say: (line: string) => void,
): Promise<Section[]> {
  const seeded = await seedDatabase(server, 'retention', [account], 40);
  const db = new pg.Pool({ connectionString: seeded.databaseUrl, max: 2 });
  say(`${options.rows} rows …`);
  await fill(db, options.rows);
  say('filled; publishing without a removal …');

  const api = await startService(seeded.databaseUrl, 'api');
  // Its own removal would keep everything.
  const off = {
    RETENTION_POST_LOGS_DAYS: 'off',
    RETENTION_PUBLISH_ATTEMPTS_DAYS: 'off',
    RETENTION_WEBHOOK_DELIVERIES_DAYS: 'off',
  };
  const worker = await startService(seeded.databaseUrl, 'worker', off);
  await publish(seeded, api, sandbox, 'warm-up', 5);
  const without = await publish(seeded, api, sandbox, 'without', options.seconds);

  say('publishing beside a removal …');
  const wal = await walPosition(db);
  const removal = startRemoval(seeded.databaseUrl, db);
  const beside = await publish(seeded, api, sandbox, 'beside', options.seconds);
  const { batches, rows, seconds, waits } = await removal.stop();
  const walBytes = Number(
    (await db.query('SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), $1) AS bytes', [wal])).rows[0].bytes,
  );
  const dead = await deadRows(db);
  say('publishing without a removal again …');
  const again = await publish(seeded, api, sandbox, 'again', options.seconds);
  say('vacuum …');
  const began = performance.now();
  for (const table of TABLES) await db.query(`VACUUM ${table}`);
  const vacuumMs = performance.now() - began;
  await worker.stop();
  await api.stop();
  await db.end();

  return [
    {
      title: `Posts, ${POSTS_PER_SECOND} a second for ${options.seconds} s`,
      rows: [
        { name: 'without a removal', figures: figuresOf(without) },
        { name: 'beside a removal', figures: figuresOf(beside) },
        { name: 'without it again', figures: figuresOf(again) },
      ],
      notes: ['create: POST create-post, ms. late: arrival at the platform after the due time, ms.'],
    },
    {
      title: `Removal from ${options.rows} rows`,
      rows: [
        {
          name: 'all kinds',
          figures: {
            'rows removed': String(rows),
            seconds,
            'rows/s': rows / seconds,
            batches: String(batches.length),
            'batch p50 ms': percentile(batches, 0.5),
            'p99 ms': percentile(batches, 0.99),
            'max ms': max(batches),
          },
        },
      ],
      notes: [
        'A batch is a transaction of 1,000 rows, and a rest of nine times its duration follows it. The runs of 20 s follow each other at once; a worker begins one a minute.',
        `Sessions that waited for a lock, looked at every ${SAMPLE_MS} ms: ${waits.waiting} in ${waits.samples} looks.`,
        `${Math.round(walBytes / 1e6)} MB of WAL, with the posts. ${dead} dead rows were left at the end of it; VACUUM of the tables took ${Math.round(vacuumMs / 100) / 10} s.`,
      ],
    },
  ];
}

/** An id of a time, as SQL. */
const idOf = (ms: string, number: string) =>
  `lpad(to_hex((${ms})::bigint), 12, '0') || lpad(to_hex((${number})::bigint), 12, '0')`;

/** Ended groups over two years, each with one post, with their log, attempts and deliveries. */
async function fill(db: pg.Pool, total: number): Promise<void> {
  const client = await db.connect();
  const logs = Math.round(total * SHARES.post_logs);
  const groups = Math.ceil(logs / 20);
  const now = Date.now();
  /** When the nth of so many was made. */
  const at = (count: number, n = 'n') => `${now - YEARS_MS} + (${n})::float8 * ${YEARS_MS / count}`;
  const time = (count: number, n = 'n') => `to_timestamp((${at(count, n)}) / 1000)`;
  const groupId = (n: string) => idOf(at(groups, n), n);
  // Foreign keys and the index of texts are not what is measured.
  await client.query(`SET session_replication_role = replica`);
  await client.query(`SET synchronous_commit = off`);
  await client.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
     SELECT ${groupId('n')}, 'bench', 'A text', 'published', 'finished', '{}', ${time(groups)}, ${time(groups)}
       FROM generate_series(0, ${groups - 1}) n`,
  );
  await client.query(
    `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status, created_at, updated_at)
     SELECT ${groupId('n')}, ${groupId('n')}, 'bench', 0, 'fediverse', '1', 'fediverse-1', 'published', ${time(groups)}, ${time(groups)}
       FROM generate_series(0, ${groups - 1}) n`,
  );
  await client.query(
    `INSERT INTO post_logs (id, group_id, post_id, platform, event, metadata, created_at)
     SELECT ${idOf(at(logs), 'n')}, ${groupId('n / 20')}, ${groupId('n / 20')}, 'fediverse', 'publish_attempted',
            '{"attempt": 1, "note": "as much as an entry has"}', ${time(logs)}
       FROM generate_series(0, ${logs - 1}) n`,
  );
  const attempts = Math.round(total * SHARES.publish_attempts);
  await client.query(
    `INSERT INTO publish_attempts (id, post_id, number, started_at, uncertain_until, outcome, ended_at)
     SELECT ${idOf(at(attempts), 'n')}, ${idOf(at(groups, `n * ${groups}::bigint / ${attempts}`), `n * ${groups}::bigint / ${attempts}`)},
            n, ${time(attempts)}, ${time(attempts)}, 'published', ${time(attempts)}
       FROM generate_series(0, ${attempts - 1}) n`,
  );
  const deliveries = Math.round(total * SHARES.webhook_deliveries);
  await client.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, user_id, event, subject, body, status, is_test, created_at, ended_at)
     SELECT ${idOf(at(deliveries), 'n')}, 'bench', 'bench', 'post.published', 'bench', repeat('x', 600), 'delivered', false,
            ${time(deliveries)}, ${time(deliveries)}
       FROM generate_series(0, ${deliveries - 1}) n`,
  );
  await client.query(
    `INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, status)
     SELECT ${idOf(at(deliveries), 'n')}, 1, ${time(deliveries)}, 20, 200 FROM generate_series(0, ${deliveries - 1}) n`,
  );
  client.release(true);
  await db.query('VACUUM ANALYZE');
  await db.query('CHECKPOINT');
}

interface Published {
  createMs: number[];
  latenessMs: number[];
}

/** Makes posts at a steady rate, each due a little later. */
async function publish(seeded: Seeded, api: Child, sandbox: Child, run: string, seconds: number): Promise<Published> {
  const start = Date.now() + 500;
  const count = seconds * POSTS_PER_SECOND;
  const moments = Array.from({ length: count }, (_, n) => start + AHEAD_MS + (n * 1000) / POSTS_PER_SECOND);
  const pool = new Pool(api.address, { connections: 16 });
  const headers = headersInTurn(seeded.people);
  const create = async ({ at, text }: Due): Promise<number> => {
    await pause(Math.max(at - AHEAD_MS - Date.now(), 0));
    const sent = performance.now();
    const body = { content: text, platforms: [seeded.targets.fediverse], scheduledTime: new Date(at).toISOString() };
    const path = '/api/v1/create-post';
    await send(pool, { path, headers, body: JSON.stringify(body), good: '"success":true' });
    return performance.now() - sent;
  };
  const arrivals: Promise<Arrivals> = awaitArrivals(sandbox.address, run, count, start + seconds * 1000 + 120_000);
  const createMs = await Promise.all(makeBurst(run, ['fediverse'], moments).map(create));
  const { latenessMs } = await arrivals;
  await pool.close();
  return { createMs, latenessMs };
}

const figuresOf = ({ createMs, latenessMs }: Published) => ({
  'create p50': percentile(createMs, 0.5),
  'create p99': percentile(createMs, 0.99),
  'create max': max(createMs),
  'late p50': percentile(latenessMs, 0.5),
  'late p99': percentile(latenessMs, 0.99),
  'late max': max(latenessMs),
});

/** Removes what is old, until it is stopped. */
function startRemoval(url: string, db: pg.Pool) {
  const dataSource = makeDataSource({ url, poolSize: 1 });
  const batches: number[] = [];
  const transaction: Transaction = async (work) => {
    const began = performance.now();
    const result = await dataSource.transaction(work);
    batches.push(performance.now() - began);
    return result;
  };
  let rows = 0;
  const run = makeRemoveExpired({
    rules: makeRetentionRules(AGES, () => new Date()).filter(({ kind }) => TABLES.includes(kind)),
    transaction,
    clock: () => new Date(),
    monotonic: () => performance.now(),
    sleep: pause,
    log: pino({ level: 'warn' }),
    report({ removed }) {
      rows += removed;
    },
  });
  const waits = { waiting: 0, samples: 0 };
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      const { rows: found } = await db.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      waits.waiting += found[0].waiting;
      waits.samples += 1;
      await pause(SAMPLE_MS);
    }
  })();
  const removal = (async () => {
    await dataSource.initialize();
    const began = performance.now();
    while (!isOver) await run();
    return (performance.now() - began) / 1000;
  })();
  return {
    async stop() {
      isOver = true;
      const seconds = await removal;
      await watch;
      await dataSource.destroy();
      return { batches, rows, seconds, waits };
    },
  };
}

const walPosition = async (db: pg.Pool): Promise<string> =>
  (await db.query('SELECT pg_current_wal_lsn()::text AS at')).rows[0].at;

async function deadRows(db: pg.Pool): Promise<number> {
  const { rows } = await db.query(
    'SELECT sum(n_dead_tup)::int AS dead FROM pg_stat_user_tables WHERE relname = ANY($1)',
    [TABLES],
  );
  return rows[0].dead;
}
