import { expression, type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { PlatformPostEntity } from '../state/platform-post.entity.js';
import { type PlatformPostError, PlatformPostKind, PlatformPostStatus, ShownStatus } from '../state/platform-post.js';
import { PostLogEntity } from '../state/post-log.entity.js';

/** Before its post is first sent, a first comment is a setting; after that it is a row, with a state. */
const ROW = table(PlatformPostEntity).only('postedId', 'url', 'dueAt').of('c');
const TEXT = `coalesce(c.content, p.first_comment, g.platform_settings -> p.platform ->> 'firstComment')`;

const COMMENT = table(PlatformPostEntity)
  .only('groupId', 'targetIndex', 'platform', 'platformId')
  .of('p')
  .plus({
    /** Null: its post was never sent. */
    id: expression<string | null>('c.id'),
    status: expression<ShownStatus>(
      `CASE WHEN coalesce(c.deleted_at, p.deleted_at) IS NOT NULL THEN '${ShownStatus.DELETED}' ELSE coalesce(c.status, p.status) END`,
    ),
    error: expression<PlatformPostError | null>('CASE WHEN c.id IS NULL THEN p.error ELSE c.error END'),
    attemptCount: expression<number>('coalesce(c.attempt_count, 0)'),
    ...{ postedId: ROW.get('postedId'), url: ROW.get('url'), dueAt: ROW.get('dueAt') },
    updatedAt: expression<Date>('coalesce(c.updated_at, p.updated_at)'),
    bytes: expression<number>(`octet_length(${TEXT})`),
    /** Null: there was no room for it. */
    text: expression<string | null>(`CASE WHEN sum(octet_length(${TEXT})) OVER () <= $2 THEN ${TEXT} END`),
  });

export type ShownComment = RowIn<typeof COMMENT>;

/** The first comments of groups, one for each target that has one, together at most `maxBytes`. */
export async function commentsOfGroups(db: Db, groupIds: readonly string[], maxBytes: number): Promise<ShownComment[]> {
  const rows = await db.query(
    `SELECT ${COMMENT.list}
       FROM platform_posts p JOIN post_groups g ON g.id = p.group_id
       LEFT JOIN platform_posts c ON c.group_id = p.group_id AND c.target_index = p.target_index
                                 AND c.kind = '${PlatformPostKind.COMMENT}'
      WHERE p.group_id = ANY($1) AND p.part_index = 0 AND ${TEXT} <> ''
        AND (c.id IS NOT NULL OR p.first_attempt_at IS NULL AND p.status <> '${PlatformPostStatus.PUBLISHED}')`,
    [groupIds, maxBytes],
  );
  return COMMENT.rows(rows);
}

const ENTRY = table(PostLogEntity).of('l');

/** Entries of one log that are shown. */
export const MAX_COMMENT_LOG = 100;

/** The last entries of the logs of first comments, oldest first. */
export async function commentLogs(
  db: Db,
  comments: readonly { groupId: string; id: string }[],
): Promise<RowIn<typeof ENTRY>[]> {
  const rows = await db.query(
    `SELECT l.* FROM unnest($1::text[], $2::text[]) AS of(group_id, id)
      CROSS JOIN LATERAL (
        SELECT ${ENTRY.list} FROM post_logs l WHERE l.group_id = of.group_id AND l.post_id = of.id
         ORDER BY l.id DESC LIMIT ${MAX_COMMENT_LOG}) l
      ORDER BY l.id`,
    [comments.map(({ groupId }) => groupId), comments.map(({ id }) => id)],
  );
  return ENTRY.rows(rows);
}
