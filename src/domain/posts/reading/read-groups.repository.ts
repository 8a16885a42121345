/**
 * Groups with what is shown of them. One statement reads them as of one moment. Postgres writes them as JSON, which is
 * parsed faster than rows.
 */
import { combine, type Part, prepared } from '../../../foundation/database/statement.js';
import { table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { IS_PART } from '../state/platform-post.entity.js';
import { PostGroupEntity } from '../state/post-group.entity.js';
import type { PostGroup } from '../state/post-group.js';
import { type StoredText, textsWithin } from './post-text.repository.js';
import { SHOWN, type ShownPost } from './shown-post.repository.js';

const GROUP = table(PostGroupEntity).except('content', 'eventPosition');

/** Longer texts are read apart: the event loop is blocked while the result of a statement is parsed. */
export const MAX_TEXT_BYTES = 1_000_000;
const TEXT = textsWithin(String(MAX_TEXT_BYTES));

/** What is read with groups. */
export interface GroupParts {
  /** At most so many of their posts, in the order of groups, targets and parts. */
  posts?: number;
  /** Their texts; `shared`: only if a post of the group has no custom text. */
  texts?: 'all' | 'shared' | false;
  /** The texts of posts that have their own. */
  ownTexts?: boolean;
  /** Their files. */
  files?: FilesOfGroups;
}

/** Returns a statement that selects the files of groups. `groups` selects `id` and `user_id` of these. */
export type FilesOfGroups = (groups: string) => string;

/** Parts that were not requested are undefined. Texts without content are too long to be read with their groups. */
export interface ReadGroups {
  groups: PostGroup[];
  /** Those whose parts were read. */
  complete: PostGroup[];
  posts: ShownPost[] | undefined;
  texts: StoredText[] | undefined;
  ownTexts: StoredText[] | undefined;
  /** As JSON. */
  files: unknown[] | undefined;
  count: number | undefined;
}

interface Selection {
  /** Selects rows of `post_groups`. */
  groups: Part;
  /** The parts of the first so many groups are read. */
  limit?: number;
  /** Selects a number as `count`. */
  count?: Part | undefined;
  /** Whether connections prepare the statement. There must be few texts of such statements. */
  isPrepared: boolean;
}

/** Reads groups with parts of them. */
export async function readGroups(
  db: Db,
  { groups, limit, count, isPrepared }: Selection,
  { posts, texts, ownTexts, files }: GroupParts,
): Promise<ReadGroups> {
  const complete = limit === undefined ? 'page' : `(SELECT * FROM page LIMIT ${limit}) page`;
  const theirs = `FROM platform_posts WHERE group_id = ANY(ARRAY(SELECT id FROM ${complete})) AND ${IS_PART}`;
  const columns = [list('groups', `SELECT ${GROUP.list} FROM page`)];
  if (posts !== undefined) {
    const order = `ORDER BY group_id, target_index, part_index LIMIT ${posts}`;
    columns.push(list('posts', `SELECT ${SHOWN.list} ${theirs} ${order}`));
  }
  if (texts) columns.push(list('texts', `SELECT ${TEXT.list} FROM ${complete} ${texts === 'shared' ? IS_SHARED : ''}`));
  if (ownTexts) columns.push(list('"ownTexts"', `SELECT ${TEXT.list} ${theirs} AND content IS NOT NULL`));
  if (files) columns.push(list('files', files(`SELECT id, user_id FROM ${complete}`)));
  if (count) columns.push('(SELECT count FROM counted) AS count');
  const parts = [['page', groups], ...(count ? [['counted', count] as const] : [])] as const;
  const { text, values } = combine(parts, `SELECT ${columns.join(', ')}`);
  const [found] = await db.query(isPrepared ? prepared(text) : text, [...values]);
  const read = GROUP.fromJson(found.groups);
  return {
    ...found,
    groups: read,
    complete: read.slice(0, limit),
    ...(found.posts && { posts: SHOWN.fromJson(found.posts) }),
  };
}

const IS_SHARED = 'WHERE EXISTS (SELECT FROM platform_posts p WHERE p.group_id = page.id AND p.content IS NULL)';

/** Rows as one column. */
const list = (name: string, rows: string) => `(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r) AS ${name}`;
