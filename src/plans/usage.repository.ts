/** What of its quotas an account uses. */
import type { Db } from '../database/unit-of-work.js';
import type { Period, Usage } from './limits.js';

/** The account that carries a plan and the users that it manages. */
const USERS_OF_OWNER = 'SELECT id FROM users WHERE id = $1 OR managed_by_id = $1';

/** The account's counts in one statement. Holding the owner's lock keeps them true until the transaction ends. */
export async function readUsage(db: Db, ownerId: string, period: Period): Promise<Usage> {
  const [row] = await db.query(
    `SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', user_id, 'platformId', platform_id, 'used', used)), '[]')
               FROM post_usage WHERE owner_id = $1 AND period_start = $2) AS "postsPerMonth",
            (SELECT coalesce(jsonb_agg(c), '[]') FROM (
               SELECT user_id AS "userId", platform_id AS "platformId", count(*) AS used FROM platform_posts
                WHERE user_id IN (${USERS_OF_OWNER}) AND status IN ('scheduled', 'pending', 'processing') AND part_index = 0
                GROUP BY 1, 2) c) AS pending,
            (SELECT count(*)::int FROM connections WHERE user_id IN (${USERS_OF_OWNER})) AS connections`,
    [ownerId, period.start],
  );
  return row;
}

export async function connectionsOfOwner(db: Db, ownerId: string): Promise<number> {
  const [{ count }] = await db.query(
    `SELECT count(*)::int AS count FROM connections WHERE user_id IN (${USERS_OF_OWNER})`,
    [ownerId],
  );
  return count;
}

/** Counts one more, or one less, for each target. */
export async function addPosts(
  db: Db,
  { ownerId, userId, platformIds }: { ownerId: string; userId: string; platformIds: readonly string[] },
  period: Period,
  change: 1 | -1,
): Promise<void> {
  await db.query(
    `INSERT INTO post_usage (user_id, platform_id, period_start, owner_id, used)
     SELECT $1, platform_id, $3, $4, greatest($5::int, 0) FROM unnest($2::text[]) AS platform_id
     ON CONFLICT (user_id, platform_id, period_start) DO UPDATE SET used = greatest(post_usage.used + $5::int, 0)`,
    [userId, platformIds, period.start, ownerId, change],
  );
}

/** Notes that the owner is told of a breach in this period; false when that was noted before. */
export async function noteBreach(db: Db, ownerId: string, period: Period): Promise<boolean> {
  const rows = await db.query(
    'INSERT INTO limit_notices (owner_id, period_start) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING owner_id',
    [ownerId, period.start],
  );
  return rows.length > 0;
}
