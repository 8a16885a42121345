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

/** Posts that share the text of their group keep it when the group gets a new one. */
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

const TARGET = table(PlatformPostEntity).only('id', 'groupId', 'platformId').of('p');
const OWN_TEXT = TARGET.only('platformId').plus({ content: expression<string>(OVERRIDE) });
const STORED_OVERRIDE = TARGET.plus({
  bytes: expression<number>(`octet_length(${OVERRIDE})`),
  content: expression<string | null>(`CASE WHEN sum(octet_length(${OVERRIDE})) OVER () <= $2 THEN ${OVERRIDE} END`),
});

/** `id` is that of the target's post. */
export type StoredOverride = RowIn<typeof STORED_OVERRIDE>;

/** The texts that targets of a group have in place of the group's, by platform id. */
export async function ownTextsOfTargets(db: Db, groupId: string): Promise<OwnTexts> {
  const rows = await db.query(
    `SELECT ${OWN_TEXT.list} FROM platform_posts p WHERE p.group_id = $1 AND p.has_own_text`,
    [groupId],
  );
  return new Map(OWN_TEXT.rows(rows).map(({ platformId, content }) => [platformId, content]));
}

/** The same of several groups, in the order of their targets, together at most `maxBytes`: all of them or none. */
export async function overridesOfGroups(
  db: Db,
  groupIds: readonly string[],
  maxBytes: number,
): Promise<StoredOverride[]> {
  const rows = await db.query(
    `SELECT ${STORED_OVERRIDE.list} FROM platform_posts p WHERE p.group_id = ANY($1) AND p.has_own_text
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
