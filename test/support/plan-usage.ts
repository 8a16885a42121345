/** What an account uses of its plan, written as the service stores it, so that no test has to make 500 requests. */
import { newId } from '../../src/foundation/database/id.js';
import { SOME_SECRET } from './account.js';
import type { TestDatabase } from './database.js';

/** As if so many posts to a target were published, or will be, in the month of a time. */
export async function countPosts(
  db: TestDatabase,
  { userId, platformId, used, month }: { userId: string; platformId: string; used: number; month: string },
): Promise<void> {
  await db.query(
    `INSERT INTO post_usage (user_id, period_start, platform_id, used)
     VALUES ($1, date_trunc('month', $2::timestamptz, 'UTC'), $3, $4)
     ON CONFLICT (user_id, period_start, platform_id) DO UPDATE SET used = excluded.used`,
    [userId, month, platformId, used],
  );
}

/** A group with so many posts that wait for their time, each to another target. */
export async function insertPending(db: TestDatabase, userId: string, count: number): Promise<void> {
  const groupId = newId();
  await db.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, scheduled_time, platform_settings,
                              created_at, updated_at)
     VALUES ($1, $2, 'Hi', 'scheduled', 'pending', '2040-01-01', '{}', now(), now())`,
    [groupId, userId],
  );
  await db.query(
    `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, content,
                                 status, due_at, generation, created_at, updated_at)
     SELECT id, $2, $3, place, 'skyfeed', place, 'skyfeed-' || place, 'Hi', 'scheduled', '2040-01-01', 1, now(), now()
       FROM unnest($1::text[]) WITH ORDINALITY AS post(id, place)`,
    [Array.from({ length: count }, () => newId()), groupId, userId],
  );
}

/** So many drafts, with a text and without targets. */
export async function insertDrafts(db: TestDatabase, userId: string, count: number, content = 'Hi'): Promise<void> {
  await db.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
     SELECT id, $2, $3, 'draft', 'pending', '{}', now(), now() FROM unnest($1::text[]) AS id`,
    [Array.from({ length: count }, () => newId()), userId, content],
  );
}

/** So many connections that exist at no platform. */
export async function insertConnections(db: TestDatabase, userId: string, count: number): Promise<void> {
  await db.query(
    `INSERT INTO connections (id, user_id, platform, account_id, platform_id, username, display_name, credentials,
                              created_at, updated_at)
     SELECT id, $2, 'skyfeed', id, 'skyfeed-' || id, 'a', 'A', $3, now(), now() FROM unnest($1::text[]) AS id`,
    [Array.from({ length: count }, () => newId()), userId, SOME_SECRET],
  );
}
