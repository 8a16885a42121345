/**
 * How many groups and posts users have, without reading them. Triggers on `post_groups` and `platform_posts` add a row to
 * `post_count_changes` in the transaction that changes them, for every writer; the maintenance adds these rows to
 * `post_counts` and removes them. The sum of both is exact in every snapshot. The counters of a user:
 *
 * status:<status>         groups with the status
 * day:<number>            groups whose scheduled time is on this day (UTC, counted from 1970-01-01)
 * platform:<key>          groups with a target on the platform
 * pending:<platform id>   targets of which a post is scheduled or in progress
 */
import type { Db } from '../../foundation/database/unit-of-work.js';

/** Rows with `user_id`, `counter` and `count` that add up; `users` and `counters` are conditions on the first two. */
export const postCounts = (users: string, counters: string): string =>
  `SELECT user_id, counter, count FROM post_counts WHERE ${users} AND ${counters}
   UNION ALL
   SELECT user_id, counter, change FROM post_count_changes, unnest(counters) AS counter
    WHERE ${users} AND ${counters}`;

/** Rows of changes that one transaction adds up, and transactions of a run. */
const AT_ONCE = 1_000;
const MAX_BATCHES = 200;

/** Adds up what has changed, so that few rows have the counts of a user. */
export async function foldPostCounts(db: Db): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const [{ rows }] = await db.query(FOLD);
    if (rows < AT_ONCE) return;
  }
}

const FOLD = `
  WITH changed AS (
    DELETE FROM post_count_changes
     WHERE ctid = ANY(ARRAY(SELECT ctid FROM post_count_changes LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED))
    RETURNING user_id, counters, change
  ), added AS (
    INSERT INTO post_counts AS known (user_id, counter, count)
    SELECT user_id, counter, sum(change)
      FROM changed, unnest(counters) AS counter
     GROUP BY user_id, counter HAVING sum(change) <> 0 ORDER BY user_id, counter
    ON CONFLICT (user_id, counter) DO UPDATE SET count = known.count + EXCLUDED.count
  )
  SELECT count(*)::int AS rows FROM changed`;

/** A counter that was not what is stored, and by how much it was too low. */
export interface WrongCount {
  counter: string;
  difference: number;
}

/** The next user with groups, by id; null after the last one. */
export async function nextCountedUser(db: Db, after: string): Promise<string | null> {
  const [row] = await db.query('SELECT min(user_id) AS id FROM post_groups WHERE user_id > $1', [after]);
  return row.id;
}

/** Counts the groups and posts of a user, and corrects the counters that differ. Concurrent changes are safe. */
export async function correctPostCounts(db: Db, userId: string): Promise<WrongCount[]> {
  const rows: { counter: string; difference: string }[] = await db.query(
    'SELECT wrong_counter AS counter, difference FROM correct_post_counts($1)',
    [userId],
  );
  return rows.map(({ counter, difference }) => ({ counter, difference: Number(difference) }));
}
