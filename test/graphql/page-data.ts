import { newId } from '../../src/foundation/database/id.js';
import type { TestDatabase } from '../support/database.js';

/** A group as pages sort and filter it. Times are milliseconds; few different ones make ties. */
export interface Row {
  id: string;
  createdAt: number;
  updatedAt: number;
  scheduledTime: number | null;
  publishedAt?: number | null;
  status: 'draft' | 'scheduled' | 'published';
  platforms: string[];
  /** Its account on each of them; `1` if left out. */
  account?: string;
  /** `Hi` if left out. */
  content?: string;
  /** Why its posts failed, and when; they did not if left out. */
  failure?: { code: string; failedAt: number };
}

const START = Date.parse('2026-01-01T00:00:00Z');
export const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

/** Stores groups with one post per platform, as a whole and as they are. */
export async function insertRows(db: TestDatabase, userId: string, rows: Row[]): Promise<void> {
  await db.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, scheduled_time, published_at,
                              platform_settings, created_at, updated_at)
     SELECT r->>'id', $1, coalesce(r->>'content', 'Hi'), r->>'status', 'pending', (r->>'scheduledTime')::timestamptz,
            (r->>'publishedAt')::timestamptz, '{}',
            (r->>'createdAt')::timestamptz, (r->>'updatedAt')::timestamptz
       FROM jsonb_array_elements($2::jsonb) r`,
    [
      userId,
      JSON.stringify(
        rows.map((row) => ({
          ...row,
          createdAt: at(row.createdAt),
          updatedAt: at(row.updatedAt),
          scheduledTime: row.scheduledTime === null ? null : at(row.scheduledTime),
          publishedAt: row.publishedAt == null ? null : at(row.publishedAt),
        })),
      ),
    ],
  );
  const posts = rows.flatMap(({ id, platforms, account = '1', failure }) =>
    platforms.map((platform, index) => ({
      id,
      platform,
      account,
      index,
      error: failure && { ...failure, failedAt: at(failure.failedAt) },
    })),
  );
  await db.query(
    `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, content,
                                 status, error, created_at, updated_at)
     SELECT p->>'postId', p->>'id', $1, (p->>'index')::int, p->>'platform', p->>'account',
            (p->>'platform') || '-' || (p->>'account'), 'Hi',
            CASE WHEN p ? 'error' THEN 'failed' ELSE 'draft' END, p->'error', now(), now()
       FROM jsonb_array_elements($2::jsonb) p`,
    [userId, JSON.stringify(posts.map((post) => ({ ...post, postId: newId() })))],
  );
}
