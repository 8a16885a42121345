/**
 * The texts of groups and posts. They can be large, so they are read apart from everything else, each once, and never
 * when they are more than the reader has room for.
 */
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { OwnTexts } from './overrides.js';

export interface StoredText {
  id: string;
  /** Null: there was no room for it. */
  content: string | null;
  /** In UTF-8. */
  bytes: number;
}

/** The text of a group, which is there. */
export async function textOfGroup(db: Db, groupId: string): Promise<string> {
  const [row] = await db.query('SELECT content FROM post_groups WHERE id = $1', [groupId]);
  return row.content;
}

/**
 * The texts that targets of a group have in place of the group's, by platform id; of one whose text became a thread, the
 * text before that.
 */
export async function ownTextsOfTargets(db: Db, groupId: string): Promise<OwnTexts> {
  const rows: { platformId: string; content: string }[] = await db.query(
    `SELECT platform_id AS "platformId", own.content
       FROM platform_posts p JOIN post_groups g ON g.id = p.group_id, LATERAL (
            SELECT CASE WHEN p.unsplit_content IS NOT NULL THEN p.unsplit_content
                        WHEN NOT EXISTS (SELECT 1 FROM platform_posts o WHERE o.group_id = p.group_id
                                            AND o.target_index = p.target_index AND o.part_index = 1)
                        THEN p.content END AS content) own
      WHERE p.group_id = $1 AND p.part_index = 0 AND own.content <> g.content`,
    [groupId],
  );
  return new Map(rows.map(({ platformId, content }) => [platformId, content]));
}

/** Texts of groups, in any order, together at most `maxBytes`. */
export const textsOfGroups = (db: Db, ids: readonly string[], maxBytes: number): Promise<StoredText[]> =>
  textsOf(db, 'post_groups', ids, maxBytes);

/** The texts that posts have of their own; the others have that of their group. */
export const ownTextsOfPosts = (db: Db, ids: readonly string[], maxBytes: number): Promise<StoredText[]> =>
  textsOf(db, 'platform_posts', ids, maxBytes);

/** All of them or none: the sum is of lengths that Postgres knows without reading the texts. */
const textsOf = (
  db: Db,
  table: 'post_groups' | 'platform_posts',
  ids: readonly string[],
  maxBytes: number,
): Promise<StoredText[]> =>
  db.query(
    `SELECT id, octet_length(content) AS bytes,
            CASE WHEN sum(octet_length(content)) OVER () <= $2 THEN content END AS content
       FROM ${table} WHERE id = ANY($1) AND content IS NOT NULL`,
    [ids, maxBytes],
  );
