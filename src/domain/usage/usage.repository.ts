/** What of its quotas an account uses. */
import { type Part, prepared } from '../../foundation/database/statement.js';
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { type ConnectionCount, type Period, periodOf, type QuotaUse, type Usage } from '../plans/limits.js';
import { postCounts } from './post-counts.repository.js';
import { PostUsageEntity } from './post-usage.entity.js';

/** Counters of targets that are pending. */
const PENDING = 'pending:';

/** The account that carries a plan and the users that it manages. */
const USERS_OF_OWNER = 'SELECT id FROM users WHERE id = $1 UNION ALL SELECT id FROM users WHERE managed_by_id = $1';

/** Found once, and first, so that Postgres reads only their counts and changes, independent of statistics. */
const MEMBER = `member AS MATERIALIZED (SELECT ARRAY(${USERS_OF_OWNER}) AS ids)`;
const IS_MEMBER = 'user_id = ANY((SELECT ids FROM member)::text[])';

/** A list of rows, as JSON. */
const listOf = <Row>(rows: string) =>
  expression<Row[]>(`(SELECT coalesce(jsonb_agg(listed), '[]') FROM (${rows}) listed)`);

const POST_USAGE = table(PostUsageEntity);

/** The counts of the period that begins at `start`, an expression. */
const usageFrom = (start: string) =>
  computed({
    postsPerMonth: listOf<ConnectionCount>(
      `SELECT ${POST_USAGE.only('userId', 'platformId', 'used').list} FROM post_usage
      WHERE ${IS_MEMBER} AND period_start = ${start} AND used > 0 ORDER BY 1, 2`,
    ),
    detached: listOf<ConnectionCount>(
      `SELECT u.id AS "userId", p."platformId", p.used, true AS "isDetached"
       FROM users u, jsonb_to_recordset(u.detached_with->'posts') AS p(${POST_USAGE.except('userId').record})
      WHERE u.detached_from_id = $1 AND p."periodStart" = ${start}`,
    ),
    pending: listOf<ConnectionCount>(
      `SELECT user_id AS "userId", substr(counter, ${PENDING.length + 1}) AS "platformId", sum(count) AS used
       FROM (${postCounts(IS_MEMBER, `counter ^@ '${PENDING}'`)}) n
      GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2`,
    ),
    connections: expression<number>(`(SELECT count(*)::int FROM connections WHERE ${IS_MEMBER})`),
  });

const USAGE = usageFrom('$2');
const USAGE_OF_PERIODS = usageFrom('period.start');

/**
 * The account's counts in one statement. With the owner's lock they stay valid until the transaction ends. The parts of
 * a thread are one post [plans/counted-per-platform-post], pending until the last of them has ended.
 */
export async function readUsage(db: Db, ownerId: string, period: Period): Promise<Usage> {
  const result = await db.query(prepared(`WITH ${MEMBER} SELECT ${USAGE.list}`), [ownerId, period.start]);
  return toUsage(USAGE.one(result));
}

/** The same of several periods, in their order. */
export async function readUsages(db: Db, ownerId: string, periods: readonly Period[]): Promise<Usage[]> {
  const result = await db.query(
    `WITH ${MEMBER} SELECT ${USAGE_OF_PERIODS.list}
       FROM unnest($2::timestamptz[]) WITH ORDINALITY AS period (start, number) ORDER BY period.number`,
    [ownerId, periods.map(({ start }) => start)],
  );
  return USAGE_OF_PERIODS.rows(result).map(toUsage);
}

const toUsage = ({ detached, postsPerMonth, ...rest }: RowIn<typeof USAGE>): Usage => ({
  ...rest,
  postsPerMonth: [...postsPerMonth, ...detached],
});

const KEPT = computed({
  bytes: expression<string>('(SELECT coalesce(sum(bytes), 0)::text FROM storage_usage WHERE user_id = $1)'),
  files: expression<number>('(SELECT coalesce(sum(files), 0)::int FROM storage_usage WHERE user_id = $1)'),
  posts: listOf<unknown>(
    `SELECT ${POST_USAGE.except('userId').list} FROM post_usage
      WHERE user_id = $1 AND period_start >= $2 AND used > 0`,
  ),
});

/**
 * Notes on a user, which is locked, what it stores and used when it is detached from its owner. The owner's account counts
 * that from then on: files and drafts until they are deleted, posts in their month.
 */
export async function keepUsageOfDetached(db: Db, userId: string, ownerId: string, now: Date): Promise<void> {
  const { start } = periodOf(now);
  const detached = KEPT.one(await db.query(`SELECT ${KEPT.list}`, [userId, start]));
  await db.query('UPDATE users SET detached_from_id = $2, detached_with = $3 WHERE id = $1', [
    userId,
    ownerId,
    JSON.stringify({ at: now, ...detached }),
  ]);
}

/** Groups of the account that are drafts, counted up to `limit`. */
export async function countDrafts(db: Db, ownerId: string, limit: number): Promise<number> {
  const [{ count }] = await db.query(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM post_groups WHERE user_id IN (${USERS_OF_OWNER}) AND status = 'draft'
        UNION ALL
       SELECT 1 FROM users u JOIN post_groups g ON g.user_id = u.id
        WHERE u.detached_from_id = $1 AND g.status = 'draft' AND g.created_at <= (u.detached_with->>'at')::timestamptz
        LIMIT $2) draft`,
    [ownerId, limit],
  );
  return count;
}

/** What an account and the users that it manages store, and those that it managed still do of what they had then. */
export async function readStorage(db: Db, ownerId: string): Promise<{ bytes: number; files: number }> {
  const [{ bytes, files }] = await db.query(
    `SELECT coalesce(sum(bytes), 0) AS bytes, coalesce(sum(files), 0) AS files
       FROM (SELECT bytes, files FROM storage_usage WHERE user_id IN (${USERS_OF_OWNER})
              UNION ALL
             SELECT least(s.bytes, (u.detached_with->>'bytes')::bigint), least(s.files, (u.detached_with->>'files')::int)
               FROM users u JOIN storage_usage s ON s.user_id = u.id WHERE u.detached_from_id = $1) stored`,
    [ownerId],
  );
  return { bytes: Number(bytes), files: Number(files) };
}

export async function connectionsOfOwner(db: Db, ownerId: string): Promise<number> {
  const [{ count }] = await db.query(
    `SELECT count(*)::int AS count FROM connections WHERE user_id IN (${USERS_OF_OWNER})`,
    [ownerId],
  );
  return count;
}

/** Counts one more, or one less, for each target: a part of a statement. */
export const countQuotaUse = ({ userId, targets, scheduledTime }: QuotaUse, change: 1 | -1): Part => ({
  text:
    change === 1
      ? `INSERT INTO post_usage (user_id, period_start, platform_id, used)
         SELECT $1, $2::timestamptz, platform_id, 1 FROM unnest($3::text[]) AS platform_id
         ON CONFLICT (user_id, period_start, platform_id) DO UPDATE SET used = post_usage.used + 1`
      : `UPDATE post_usage SET used = used - 1
          WHERE user_id = $1 AND period_start = $2::timestamptz AND platform_id = ANY($3::text[]) AND used > 0`,
  values: [userId, periodOf(scheduledTime).start, targets.map(({ platformId }) => platformId)],
});

/** The same as a separate statement. */
export async function addPosts(db: Db, use: QuotaUse, change: 1 | -1): Promise<void> {
  const { text, values } = countQuotaUse(use, change);
  await db.query(text, [...values]);
}

/** Counts so many more posts of each target, or fewer, in the month that begins at `start`. */
export async function addCounts(
  db: Db,
  userId: string,
  start: Date,
  changes: readonly { platformId: string; count: number }[],
): Promise<void> {
  if (changes.length === 0) return;
  await db.query(
    `INSERT INTO post_usage (user_id, period_start, platform_id, used)
     SELECT $1::text, $2::timestamptz, c.platform_id, c.change FROM unnest($3::text[], $4::int[]) AS c(platform_id, change)
      WHERE c.change > 0 OR EXISTS (
        SELECT FROM post_usage u WHERE (u.user_id, u.period_start, u.platform_id) = ($1::text, $2::timestamptz, c.platform_id))
         ON CONFLICT (user_id, period_start, platform_id)
         DO UPDATE SET used = greatest(post_usage.used + excluded.used, 0)`,
    [userId, start, changes.map(({ platformId }) => platformId), changes.map(({ count }) => count)],
  );
}

/** Records that the owner is notified of the limit in this period; false if already recorded. */
export async function claimLimitNotice(db: Db, ownerId: string, period: Period): Promise<boolean> {
  const rows = await db.query(
    'INSERT INTO limit_notices (owner_id, period_start) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING owner_id',
    [ownerId, period.start],
  );
  return rows.length > 0;
}
