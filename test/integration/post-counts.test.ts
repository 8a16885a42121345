import type { Pool } from 'pg';
import { pino } from 'pino';
import { makeDataSource, poolOf } from '../../src/compose/data-source.js';
import { makeKeepPostCounts } from '../../src/domain/usage/keep-post-counts.use-case.js';
import { correctPostCounts, foldPostCounts } from '../../src/domain/usage/post-counts.repository.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const USERS = ['one', 'two'];
const WRITERS = 6;
const STEPS = 60;
const STATUSES = ['draft', 'scheduled', 'published', 'failed', 'partially_published'];
const POST_STATUSES = ['draft', 'scheduled', 'pending', 'processing', 'published', 'failed'];
const PLATFORMS = ['fediverse', 'skyfeed', 'messenger'];

let db: TestDatabase;
let dataSource: ReturnType<typeof makeDataSource>;
let pool: Pool;

beforeEach(async () => {
  db = await createTestDatabase();
  dataSource = await makeDataSource({ url: db.url, poolSize: WRITERS + 2 }).initialize();
  pool = poolOf(dataSource);
});
afterEach(async () => {
  await dataSource?.destroy();
  await db?.drop();
});

/** What is counted, and the same read from the groups and posts themselves. */
async function counters(): Promise<{ counted: unknown[]; stored: unknown[] }> {
  const counted = await db.query(
    `SELECT user_id, counter, sum(count)::int AS count FROM (
       SELECT user_id, counter, count FROM post_counts
       UNION ALL SELECT user_id, unnest(counters), change FROM post_count_changes) c
      GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY user_id, counter COLLATE "C"`,
  );
  const stored = await db.query(
    `SELECT * FROM (
       SELECT user_id, 'status:' || status AS counter, count(*)::int AS count FROM post_groups GROUP BY 1, 2
       UNION ALL
       SELECT user_id, 'day:' || (scheduled_time AT TIME ZONE 'UTC')::date - date '1970-01-01', count(*)::int
         FROM post_groups WHERE scheduled_time IS NOT NULL GROUP BY 1, 2
       UNION ALL
       SELECT user_id, 'platform:' || platform, count(DISTINCT group_id)::int FROM platform_posts GROUP BY 1, 2
       UNION ALL
       SELECT user_id, 'pending:' || platform_id, count(DISTINCT (group_id, target_index))::int FROM platform_posts
        WHERE status IN ('scheduled', 'pending', 'processing') GROUP BY 1, 2) c
      ORDER BY user_id, counter COLLATE "C"`,
  );
  return { counted, stored };
}

/** Pseudorandom numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(state / 65_536) % below;
  };
}

/** Creates, edits, publishes, splits, and deletes groups; a third of the transactions is taken back. */
async function write(writer: number): Promise<void> {
  const random = numbers(writer + 1);
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
  for (let step = 0; step < STEPS; step += 1) {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      for (let change = 0; change <= random(3); change += 1) {
        const made = `${writer}-${step}-${change}`;
        const [group] = (
          await client.query(
            'SELECT id, user_id FROM post_groups ORDER BY md5(id || $1) LIMIT 1 FOR UPDATE SKIP LOCKED',
            [made],
          )
        ).rows;
        const action = group ? random(7) : 0;
        if (action <= 1) {
          const user = pick(USERS);
          await client.query(
            `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, scheduled_time, created_at, updated_at)
             VALUES ($1, $2, 'Hi', $3, 'pending', '{}', timestamptz '2026-01-01' + $4 * interval '7 hours', now(), now())`,
            [made, user, pick(STATUSES), random(10) === 0 ? null : random(20)],
          );
          await client.query(
            `INSERT INTO platform_posts (id, group_id, user_id, target_index, part_index, platform, account_id, platform_id, status, created_at, updated_at)
             SELECT $1 || '-' || t, $1, $2, t / 2, t % 2, ($3::text[])[1 + t / 2 % 2], '1', ($3::text[])[1 + t / 2 % 2] || '-' || t / 2 % 3, $4, now(), now()
               FROM generate_series(0, $5) AS t`,
            [made, user, [pick(PLATFORMS), pick(PLATFORMS)], pick(POST_STATUSES), random(6)],
          );
        } else if (action === 2) {
          await client.query('DELETE FROM post_groups WHERE id = $1', [group.id]);
        } else if (action === 3) {
          await client.query(`DELETE FROM platform_posts WHERE group_id = $1 AND target_index = $2`, [
            group.id,
            random(3),
          ]);
        } else if (action === 4) {
          await client.query(
            'UPDATE platform_posts SET status = $2, updated_at = now() WHERE group_id = $1 AND part_index = $3',
            [group.id, pick(POST_STATUSES), random(2)],
          );
        } else {
          await client.query('UPDATE platform_posts SET status = $2 WHERE group_id = $1', [
            group.id,
            pick(POST_STATUSES),
          ]);
          await client.query(
            `UPDATE post_groups SET status = $2, scheduled_time = timestamptz '2026-01-01' + $3 * interval '7 hours' WHERE id = $1`,
            [group.id, pick(STATUSES), random(20)],
          );
        }
      }
      await client.query(random(3) === 0 ? 'ROLLBACK' : 'COMMIT');
    } finally {
      client.release();
    }
  }
}

test('counts match the stored posts under concurrent writes, additions and corrections', async () => {
  let writing = true;
  const maintain = async () => {
    let corrected = 0;
    while (writing) {
      await foldPostCounts(dataSource.manager);
      for (const user of USERS) corrected += (await correctPostCounts(dataSource.manager, user)).length;
    }
    return corrected;
  };
  const maintaining = maintain();
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(() => {
    writing = false;
  });
  // Also in the middle of it, nothing was wrong.
  expect(await maintaining).toBe(0);
  const { counted, stored } = await counters();
  expect(stored.length).toBeGreaterThan(20);
  expect(counted).toEqual(stored);
  await foldPostCounts(dataSource.manager);
  expect(await db.query('SELECT 1 FROM post_count_changes')).toEqual([]);
  expect((await counters()).counted).toEqual(stored);
});

test('the maintenance corrects a count that is wrong, and logs it as an error', async () => {
  await write(0);
  const lines: { level: number; wrong: unknown }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const run = () => makeKeepPostCounts({ db: dataSource.manager, monotonic: () => performance.now(), log })();
  await run();
  expect(lines).toEqual([]);
  await db.query(`UPDATE post_counts SET count = count + 2 WHERE user_id = 'one' AND counter = 'status:draft'`);
  await db.query(`DELETE FROM post_counts WHERE user_id = 'two'`);
  await run();
  expect(lines.map(({ level }) => level)).toEqual([50, 50]);
  expect(lines[0]?.wrong).toEqual([{ counter: 'status:draft', difference: -2 }]);
  const { counted, stored } = await counters();
  expect(counted).toEqual(stored);
});
