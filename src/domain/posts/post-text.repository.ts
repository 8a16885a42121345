/**
 * The texts of groups and posts. They can be large, so they are read apart from everything else, each once, and never
 * when they are more than the reader has room for.
 */
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { OwnTexts } from './overrides.js';
import type { PlatformPost } from './platform-post.js';

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

/** Texts of groups, in any order, together at most `maxBytes`. */
export const textsOfGroups = (db: Db, ids: readonly string[], maxBytes: number): Promise<StoredText[]> =>
  textsOf(db, 'post_groups', ids, maxBytes);

/** The texts that posts have of their own; the others have that of their group. */
export const ownTextsOfPosts = (db: Db, ids: readonly string[], maxBytes: number): Promise<StoredText[]> =>
  textsOf(db, 'platform_posts', ids, maxBytes);

/**
 * The texts that targets of a group have in place of the group's, by platform id. Of a thread only its parts are stored,
 * so its target has none.
 */
export async function ownTextsOfTargets(db: Db, posts: readonly PlatformPost[]): Promise<OwnTexts> {
  const threads = new Set(posts.filter(({ partIndex }) => partIndex > 0).map(({ targetIndex }) => targetIndex));
  const whole = new Map(posts.flatMap((post) => (threads.has(post.targetIndex) ? [] : [[post.id, post.platformId]])));
  const texts = await ownTextsOfPosts(db, [...whole.keys()], Number.MAX_SAFE_INTEGER);
  return new Map(texts.flatMap(({ id, content }) => (content === null ? [] : [[whole.get(id) ?? '', content]])));
}

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
