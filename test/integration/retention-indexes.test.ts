/** How the maintenance finds what is old: by an index, however large a table is. */
import type { DataSource, EntityManager } from 'typeorm';
import { makeRetentionRules } from '../../jobs/retention-rules.js';
import { makeDataSource } from '../../src/compose/data-source.js';
import { newId } from '../../src/foundation/database/id.js';
import { type Db, makeTransaction, type Transaction } from '../../src/foundation/database/unit-of-work.js';
import { DAY_MS } from '../../src/foundation/time/durations.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { AGES, idAt } from '../support/retention.js';

const NOW = new Date('2026-11-22T10:00:00Z');
const clock = () => NOW;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let db: TestDatabase;
let dataSource: DataSource;
let transaction: Transaction;
beforeAll(async () => {
  db = await createTestDatabase();
  dataSource = await makeDataSource({ url: db.url, poolSize: 1 }).initialize();
  transaction = makeTransaction(dataSource);
});
afterAll(async () => {
  await dataSource?.destroy();
  await db?.drop();
});

/** A group of long ago, with a post and a file. */
async function oldGroup(): Promise<void> {
  const groupId = newId(ago(500));
  await db.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
     VALUES ($1, 'user', 'A', 'published', 'finished', '{}', $2, $2)`,
    [groupId, ago(500)],
  );
  await db.query(
    `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status, created_at, updated_at)
     VALUES ($1, $2, 'user', 0, 'fediverse', '1', 'fediverse-1', 'published', $3, $3)`,
    [newId(ago(500)), groupId, ago(500)],
  );
  await db.query(
    `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type,
                        status, metadata, added_at, updated_at)
     VALUES ($1::text, 'user', $2, 'image', 'n', $1, 'p', 'u', $3, 'image/png', 'ready', '{}', $3, $3)`,
    [idAt(ago(500)), groupId, ago(500)],
  );
}

/** All but the one with as many rows as processes. */
const KINDS = makeRetentionRules(AGES, clock).filter(({ kind }) => kind !== 'live_processes');

test.each(KINDS.map((rule) => [rule.kind, rule] as const))('%s: a batch is found by an index', async (_kind, rule) => {
  await oldGroup();
  const plans: string[] = [];
  await transaction(async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off');
    const query = tx.query.bind(tx);
    const explaining = Object.assign(Object.create(tx) as Db, {
      async query(sql: string, values: unknown[]) {
        const plan: Record<string, string>[] = await query(`EXPLAIN ${sql}`, values);
        plans.push(plan.map((row) => row['QUERY PLAN']).join('\n'));
        return query(sql, values);
      },
    }) as EntityManager;
    await rule.removeBatch(explaining, { before: ago(100), after: null, limit: 1000 });
  });
  for (const plan of plans) {
    expect(plan).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
    expect(plan).not.toContain('Seq Scan');
  }
  expect(plans.length).toBeGreaterThan(0);
});
