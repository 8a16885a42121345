import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { excerpt } from '../posts/reading/post-text.repository.js';
import { IS_PART, PlatformPostEntity } from '../posts/state/platform-post.entity.js';

const FAILED = table(PlatformPostEntity)
  .only('groupId', 'platform')
  .of('p')
  .plus({
    /** Null: the account is not connected any more. */
    username: expression<string | null>('c.username'),
    code: expression<string | null>(`p.error->>'code'`),
    message: expression<string>(`left(coalesce(p.error->>'message', 'Unknown'), 300)`),
    excerpt: expression<string>(excerpt('g.content')),
  });

/** A target with a failed part. */
export type FailedTarget = RowIn<typeof FAILED>;

/** The failed targets of groups, in their order, each by its first failed part. */
export const failedTargetsOf = (db: Db, groupIds: readonly string[]): Promise<FailedTarget[]> =>
  failedOf(db, groupIds, `p.${IS_PART}`);

/** The failed first comments of groups, in the order of their targets, whose posts did not fail. */
export const failedCommentsOf = (db: Db, groupIds: readonly string[]): Promise<FailedTarget[]> =>
  failedOf(db, groupIds, `NOT p.${IS_PART} AND p.error->>'code' <> 'THREAD_INTERRUPTED'`);

async function failedOf(db: Db, groupIds: readonly string[], kind: string): Promise<FailedTarget[]> {
  const rows = await db.query(
    `SELECT DISTINCT ON (p.group_id, p.target_index) ${FAILED.list}
       FROM platform_posts p JOIN post_groups g ON g.id = p.group_id
       LEFT JOIN connections c ON c.user_id = p.user_id AND c.platform_id = p.platform_id
      WHERE p.group_id = ANY($1) AND p.status = 'failed' AND ${kind}
      ORDER BY p.group_id, p.target_index, p.part_index`,
    [groupIds],
  );
  return FAILED.rows(rows);
}
