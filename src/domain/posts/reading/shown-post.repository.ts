/**
 * Platform posts as they are shown. A page can have ten thousand: Postgres writes them as JSON, which is read ten times
 * as fast as rows that become entities.
 */
import { prepared } from '../../../foundation/database/statement.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { PlatformPost } from '../state/platform-post.js';

/** What of a post is shown, and its place among the others. */
export type ShownPost = Omit<
  PlatformPost,
  'userId' | 'firstAttemptAt' | 'generation' | 'jobId' | 'leaseUntil' | 'wait' | 'furtherIds'
>;

type Place = Pick<ShownPost, 'groupId' | 'targetIndex' | 'partIndex'>;

const START: Place = { groupId: '', targetIndex: 0, partIndex: 0 };

const COLUMNS = `id, group_id AS "groupId", target_index AS "targetIndex", part_index AS "partIndex", platform,
  account_id AS "accountId", platform_id AS "platformId", status, posted_id AS "postedId", url, error,
  attempt_count AS "attemptCount", due_at AS "dueAt", deleted_at AS "deletedAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Posts by their ids, in any order. */
export const shownPostsById = (db: Db, ids: readonly string[]): Promise<ShownPost[]> =>
  db.query(`SELECT ${COLUMNS} FROM platform_posts WHERE id = ANY($1)`, [ids]);

const PAGE_OF_GROUPS = prepared(
  `SELECT coalesce(json_agg(post), '[]') AS posts FROM (
     SELECT ${COLUMNS} FROM platform_posts
      WHERE group_id = ANY($1) AND (group_id, target_index, part_index) > ($2, $3, $4)
      ORDER BY group_id, target_index, part_index LIMIT $5) AS post`,
);

/** At most `limit` posts of groups, in the order of targets and parts; those after a post where it is given. */
export async function shownPostsOfGroups(
  db: Db,
  groupIds: readonly string[],
  { limit, after = START }: { limit: number; after?: Place | undefined },
): Promise<ShownPost[]> {
  const [{ posts }] = await db.query(PAGE_OF_GROUPS, [
    groupIds.filter((id) => id >= after.groupId),
    after.groupId,
    after.targetIndex,
    after.partIndex,
    limit,
  ]);
  return posts.map(withDates);
}

/** JSON has times as texts. */
function withDates(post: ShownPost): ShownPost {
  post.dueAt = post.dueAt && new Date(post.dueAt);
  post.deletedAt = post.deletedAt && new Date(post.deletedAt);
  post.createdAt = new Date(post.createdAt);
  post.updatedAt = new Date(post.updatedAt);
  return post;
}
