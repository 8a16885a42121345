/**
 * Platform posts as they are shown. A page can have ten thousand: Postgres writes them as JSON, which is read ten times
 * as fast as rows that become entities.
 */
import { prepared } from '../../../foundation/database/statement.js';
import { type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { IS_PART, PlatformPostEntity } from '../state/platform-post.entity.js';

export const SHOWN = table(PlatformPostEntity).except(
  ...(['userId', 'content', 'unsplitContent', 'hasOwnText', 'firstComment', 'finalText', 'furtherIds'] as const),
  ...(['firstAttemptAt', 'generation', 'jobId', 'leaseUntil', 'wait'] as const),
);

/** What of a post is shown, and its position among the others. */
export type ShownPost = RowIn<typeof SHOWN>;

type Position = Pick<ShownPost, 'groupId' | 'targetIndex' | 'partIndex'>;

const START: Position = { groupId: '', targetIndex: 0, partIndex: 0 };

/** Posts by their ids, in any order; no first comments. */
export const shownPostsById = async (db: Db, ids: readonly string[]): Promise<ShownPost[]> =>
  SHOWN.rows(await db.query(`SELECT ${SHOWN.list} FROM platform_posts WHERE id = ANY($1) AND ${IS_PART}`, [ids]));

const PAGE_OF_GROUPS = prepared(
  `SELECT coalesce(json_agg(post), '[]') AS posts FROM (
     SELECT ${SHOWN.list} FROM platform_posts
      WHERE group_id = ANY($1) AND (group_id, target_index, part_index) > ($2, $3, $4) AND ${IS_PART}
      ORDER BY group_id, target_index, part_index LIMIT $5) AS post`,
);

/** At most `limit` posts of groups, in the order of targets and parts; those after a post where it is given. */
export async function shownPostsOfGroups(
  db: Db,
  groupIds: readonly string[],
  { limit, after = START }: { limit: number; after?: Position | undefined },
): Promise<ShownPost[]> {
  const [{ posts }] = await db.query(PAGE_OF_GROUPS, [
    groupIds.filter((id) => id >= after.groupId),
    after.groupId,
    after.targetIndex,
    after.partIndex,
    limit,
  ]);
  return SHOWN.fromJson(posts);
}
