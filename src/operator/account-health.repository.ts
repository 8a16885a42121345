import { IS_ACTIVE, IS_PART } from '../domain/posts/state/platform-post.entity.js';
import { computed, expression, type RowIn } from '../foundation/database/table.js';
import type { Db } from '../foundation/database/unit-of-work.js';

const HEALTH = computed({
  userId: expression<string>('u.id'),
  connections: expression<number>('(SELECT count(*)::int FROM connections c WHERE c.user_id = u.id)'),
  /** Those whose credentials no longer work, or cannot be renewed. */
  connectionProblems: expression<number>(
    `(SELECT count(*)::int FROM connections c
       WHERE c.user_id = u.id AND (c.revoked_at IS NOT NULL OR c.renewal_refused_at IS NOT NULL))`,
  ),
  duePosts: expression<number>(
    `(SELECT count(*)::int FROM platform_posts p
       WHERE p.user_id = u.id AND p.${IS_ACTIVE} AND p.due_at <= clock_timestamp())`,
  ),
  /** Of the last 7 days. */
  failedPosts: expression<number>(
    `(SELECT count(*)::int FROM platform_posts p
       WHERE p.user_id = u.id AND p.status = 'failed' AND p.${IS_PART} AND p.updated_at > clock_timestamp() - interval '7 days')`,
  ),
});

/** How a user is doing. */
export type Health = RowIn<typeof HEALTH>;

/** The health of these users, by id. */
export async function healthOfUsers(db: Db, userIds: readonly string[]): Promise<Map<string, Health>> {
  const rows = await db.query(`SELECT ${HEALTH.list} FROM unnest($1::text[]) AS u(id)`, [userIds]);
  return new Map(HEALTH.rows(rows).map((health) => [health.userId, health]));
}
