/**
 * The texts of groups and posts. They can be large, so they are read apart from everything else, each once, and never
 * when they are more than the reader has room for.
 */
import { prepared } from '../../../foundation/database/statement.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { OwnTexts } from '../state/overrides.js';

export interface StoredText {
  id: string;
  /** Null: there was no room for it. */
  content: string | null;
  /** In UTF-8. */
  bytes: number;
}

/** `id` is that of the target's post. */
export interface StoredOverride extends StoredText {
  groupId: string;
  platformId: string;
}

/** The text of a group, which is there. */
export async function textOfGroup(db: Db, groupId: string): Promise<string> {
  const [row] = await db.query('SELECT content FROM post_groups WHERE id = $1', [groupId]);
  return row.content;
}

/** Posts that share the text of their group keep it, whatever the group gets. */
export async function keepTexts(db: Db, posts: readonly { id: string }[]): Promise<void> {
  if (posts.length === 0) return;
  await db.query(
    `UPDATE platform_posts p SET content = g.content FROM post_groups g
      WHERE p.id = ANY($1) AND g.id = p.group_id AND p.content IS NULL`,
    [posts.map(({ id }) => id)],
  );
}

/** What an owner gave to a target alone; of a post whose text became a thread, the text before that. */
const OVERRIDE = 'coalesce(p.unsplit_content, p.content)';

/** The texts that targets of a group have in place of the group's, by platform id. */
export async function ownTextsOfTargets(db: Db, groupId: string): Promise<OwnTexts> {
  const rows: { platformId: string; content: string }[] = await db.query(
    `SELECT p.platform_id AS "platformId", ${OVERRIDE} AS content
       FROM platform_posts p
      WHERE p.group_id = $1 AND p.has_own_text`,
    [groupId],
  );
  return new Map(rows.map(({ platformId, content }) => [platformId, content]));
}

/** The same of several groups, in the order of their targets, together at most `maxBytes`: all of them or none. */
export const overridesOfGroups = (db: Db, groupIds: readonly string[], maxBytes: number): Promise<StoredOverride[]> =>
  db.query(
    `SELECT p.id, p.group_id AS "groupId", p.platform_id AS "platformId", octet_length(${OVERRIDE}) AS bytes,
            CASE WHEN sum(octet_length(${OVERRIDE})) OVER () <= $2 THEN ${OVERRIDE} END AS content
       FROM platform_posts p
      WHERE p.group_id = ANY($1) AND p.has_own_text
      ORDER BY p.group_id, p.target_index`,
    [groupIds, maxBytes],
  );

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
    prepared(`SELECT id, octet_length(content) AS bytes,
                     CASE WHEN sum(octet_length(content)) OVER () <= $2 THEN content END AS content
                FROM ${table} WHERE id = ANY($1) AND content IS NOT NULL`),
    [ids, maxBytes],
  );
