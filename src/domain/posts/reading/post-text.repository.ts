/**
 * The texts of groups and posts. They can be large, so they are read apart from everything else, each once, and never
 * when they are more than the reader has room for.
 */
import { prepared } from '../../../foundation/database/statement.js';
import { expression, type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { OwnTexts } from '../state/overrides.js';
import { PlatformPostEntity } from '../state/platform-post.entity.js';
import { PostGroupEntity } from '../state/post-group.entity.js';

/** Texts that have together at most so many bytes: all of them or none. */
export const textsWithin = (maxBytes: string) =>
  table(PostGroupEntity)
    .only('id')
    .plus({
      /** In UTF-8. */
      bytes: expression<number>('octet_length(content)'),
      /** Null: there was no room for it. */
      content: expression<string | null>(
        `CASE WHEN sum(octet_length(content)) OVER () <= ${maxBytes} THEN content END`,
      ),
    });

const TEXT = textsWithin('$2');

export type StoredText = RowIn<typeof TEXT>;

/** The text of a group, which is there. */
export async function textOfGroup(db: Db, groupId: string): Promise<string> {
  const [row] = await db.query('SELECT content FROM post_groups WHERE id = $1', [groupId]);
  return row.content;
}

/** The beginning of a text, of at most 200 characters: an expression of SQL. */
export const excerpt = (column: string): string =>
  `CASE WHEN length(${column}) > 200 THEN left(${column}, 200) || '…' ELSE ${column} END`;

/** The text with which a post `p` of a group `g` was published: its target's or its part's, with what was added to it. */
export const PUBLISHED_TEXT = 'coalesce(p.final_text, p.content, g.content)';

/** The beginning of the text of a group, which is there. */
export async function excerptOfGroup(db: Db, groupId: string): Promise<string> {
  const [row] = await db.query(`SELECT ${excerpt('content')} AS excerpt FROM post_groups WHERE id = $1`, [groupId]);
  return row.excerpt;
}

/** Posts that share the text of their group keep it when the group gets a new one. */
export async function keepTexts(db: Db, posts: readonly { id: string }[]): Promise<void> {
  if (posts.length === 0) return;
  await db.query(
    `UPDATE platform_posts p SET content = g.content FROM post_groups g
      WHERE p.id = ANY($1) AND g.id = p.group_id AND p.content IS NULL`,
    [posts.map(({ id }) => id)],
  );
}

/** The text that an owner gave to a target alone; of a post whose text became a thread, the text before that. */
const OVERRIDE = 'CASE WHEN p.has_own_text THEN coalesce(p.unsplit_content, p.content) END';
const OVERRIDE_BYTES = `(octet_length(coalesce(${OVERRIDE}, '')) + octet_length(coalesce(p.first_comment, '')))`;
const IS_OVERRIDDEN = '(p.has_own_text OR p.first_comment IS NOT NULL)';

const TARGET = table(PlatformPostEntity).only('id', 'groupId', 'platformId').of('p');
const OWN = TARGET.only('platformId').plus({
  content: expression<string | null>(OVERRIDE),
  firstComment: expression<string | null>('p.first_comment'),
});
const FITS = `sum(${OVERRIDE_BYTES}) OVER () <= $2`;
const STORED_OVERRIDE = TARGET.plus({
  bytes: expression<number>(OVERRIDE_BYTES),
  fits: expression<boolean>(FITS),
  content: expression<string | null>(`CASE WHEN ${FITS} THEN ${OVERRIDE} END`),
  firstComment: expression<string | null>(`CASE WHEN ${FITS} THEN p.first_comment END`),
});

/** `id` is that of the target's post. */
export type StoredOverride = RowIn<typeof STORED_OVERRIDE>;

/** What targets of a group have in place of the group's, by platform id. */
export async function ownTextsOfTargets(db: Db, groupId: string): Promise<OwnTexts> {
  const rows = await db.query(`SELECT ${OWN.list} FROM platform_posts p WHERE p.group_id = $1 AND ${IS_OVERRIDDEN}`, [
    groupId,
  ]);
  return new Map(
    OWN.rows(rows).map(({ platformId, content, firstComment }) => [
      platformId,
      { ...(content !== null && { content }), ...(firstComment !== null && { firstComment }) },
    ]),
  );
}

/** The same of several groups, in the order of their targets, together at most `maxBytes`: all of them or none. */
export async function overridesOfGroups(
  db: Db,
  groupIds: readonly string[],
  maxBytes: number,
): Promise<StoredOverride[]> {
  const rows = await db.query(
    `SELECT ${STORED_OVERRIDE.list} FROM platform_posts p WHERE p.group_id = ANY($1) AND ${IS_OVERRIDDEN}
      ORDER BY p.group_id, p.target_index`,
    [groupIds, maxBytes],
  );
  return STORED_OVERRIDE.rows(rows);
}

/** Texts of groups, in any order, together at most `maxBytes`. */
export const textsOfGroups = (db: Db, ids: readonly string[], maxBytes: number): Promise<StoredText[]> =>
  textsOf(db, 'post_groups', ids, maxBytes);

/** The texts of posts that have their own; the others have that of their group. */
export const ownTextsOfPosts = (db: Db, ids: readonly string[], maxBytes: number): Promise<StoredText[]> =>
  textsOf(db, 'platform_posts', ids, maxBytes);

/** The texts that platforms received, of posts to whose text something was added. */
export async function finalTextsOfPosts(db: Db, ids: readonly string[], maxBytes: number): Promise<StoredText[]> {
  const finalTexts = '(SELECT id, final_text AS content FROM platform_posts WHERE final_text IS NOT NULL) AS p';
  return TEXT.rows(
    await db.query(prepared(`SELECT ${TEXT.list} FROM ${finalTexts} WHERE id = ANY($1)`), [ids, maxBytes]),
  );
}

/** All of them or none: the sum is of lengths that Postgres knows without reading the texts. */
const textsOf = async (
  db: Db,
  table: 'post_groups' | 'platform_posts',
  ids: readonly string[],
  maxBytes: number,
): Promise<StoredText[]> =>
  TEXT.rows(
    await db.query(prepared(`SELECT ${TEXT.list} FROM ${table} WHERE id = ANY($1) AND content IS NOT NULL`), [
      ids,
      maxBytes,
    ]),
  );
