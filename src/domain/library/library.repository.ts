import { columns } from '../../foundation/database/columns.js';
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { MediaEntity } from '../media/media.entity.js';
import { type Media, MediaOrigin, MediaStatus } from '../media/media.js';
import { type LibraryFilter, LibrarySort } from './library.js';

const FILE = table(MediaEntity).except('storedBytes', 'reservedBytes', 'sha256').of('m');

/** Files that represent their object: a post's reference to the object of another file is not listed. */
const LISTED = `m.origin <> '${MediaOrigin.USE}' AND m.status = '${MediaStatus.READY}'`;

const ORDERS = {
  [LibrarySort.NEWEST]: { by: 'm.added_at DESC, m.id DESC', after: '(m.added_at, m.id) < ($1::timestamptz, $2)' },
  [LibrarySort.OLDEST]: { by: 'm.added_at, m.id', after: '(m.added_at, m.id) > ($1::timestamptz, $2)' },
  [LibrarySort.NAME]: { by: 'lower(m.name), m.id', after: '(lower(m.name), m.id) > (lower($1), $2)' },
};

/** The position of a file in the library: `key` is its name, or the time when it was added. */
export interface LibraryPosition {
  key: string;
  id: string;
}

export interface LibraryPage {
  sort: LibrarySort;
  after: LibraryPosition | null;
  limit: number;
}

/** The statement of a page, with its values. Conditions that are not given are left out: each shape has its own plan. */
export function libraryPageQuery(filter: LibraryFilter, { sort, after, limit }: LibraryPage) {
  const order = ORDERS[sort];
  const values: unknown[] = after ? [after.key, after.id] : [];
  const conditions = conditionsOf(filter, values);
  if (after) conditions.push(order.after);
  values.push(limit);
  const text = `SELECT ${FILE.list} FROM media m WHERE ${conditions.join(' AND ')} ORDER BY ${order.by} LIMIT $${values.length}`;
  return { text, values };
}

function conditionsOf({ userId, text, type, labelIds, unused }: LibraryFilter, values: unknown[]): string[] {
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [`m.user_id = ${parameter(userId)}`, LISTED];
  if (type !== null) conditions.push(`m.type = ${parameter(type)}`);
  if (text !== null) {
    const part = `lower(${parameter(text)})`;
    conditions.push(`(strpos(lower(m.name), ${part}) > 0 OR strpos(lower(m.alt_text), ${part}) > 0)`);
  }
  for (const id of labelIds) {
    conditions.push(`m.id IN (SELECT l.media_id FROM media_labels l WHERE l.label_id = ${parameter(id)})`);
  }
  if (unused) {
    conditions.push(
      "NOT EXISTS (SELECT 1 FROM media u WHERE u.file_name = m.file_name AND u.user_id = m.user_id AND u.group_id <> '')",
    );
  }
  return conditions;
}

export async function libraryPage(db: Db, filter: LibraryFilter, page: LibraryPage): Promise<Media[]> {
  const { text, values } = libraryPageQuery(filter, page);
  return FILE.rows(await db.query(text, values));
}

export async function countLibrary(db: Db, filter: LibraryFilter): Promise<number> {
  const values: unknown[] = [];
  const conditions = conditionsOf(filter, values).join(' AND ');
  const [{ count }] = await db.query(`SELECT count(*)::int AS count FROM media m WHERE ${conditions}`, values);
  return count;
}

const USE = computed({
  fileId: expression<string>('f.id'),
  mediaId: expression<string>('u.id'),
  groupId: expression<string>('g.id'),
});
export type LibraryUse = RowIn<typeof USE>;

/** The posts that use the objects of files, and the files by which they do, newest posts first. */
export async function usesOfFiles(db: Db, fileIds: readonly string[]): Promise<LibraryUse[]> {
  const rows = await db.query(
    `SELECT ${USE.list}
       FROM media f JOIN media u ON u.file_name = f.file_name AND u.user_id = f.user_id
       JOIN post_groups g ON g.id = u.group_id AND g.user_id = u.user_id
      WHERE f.id = ANY($1) ORDER BY g.id DESC, u.id`,
    [fileIds],
  );
  return USE.rows(rows);
}

/**
 * Locks files of a user that are listed, and the references to their objects that are removed with them: those of objects
 * that no other listed file has.
 */
export async function lockFilesToDelete(db: Db, userId: string, ids: readonly string[]): Promise<Media[]> {
  const rows = await db.query(
    `SELECT ${FILE.list} FROM media m
      WHERE m.user_id = $1 AND (m.id = ANY($2) AND m.origin <> '${MediaOrigin.USE}'
         OR m.origin = '${MediaOrigin.USE}'
            AND m.file_name IN (SELECT f.file_name FROM media f
                                 WHERE f.id = ANY($2) AND f.user_id = $1 AND f.origin <> '${MediaOrigin.USE}')
            AND NOT EXISTS (SELECT 1 FROM media o
                             WHERE o.file_name = m.file_name AND o.user_id = m.user_id AND o.origin <> '${MediaOrigin.USE}'
                               AND o.status <> '${MediaStatus.INVALID}' AND o.id <> ALL($2)))
      ORDER BY m.id FOR UPDATE OF m`,
    [userId, ids],
  );
  return FILE.rows(rows);
}

/** Locks a file of the library of a user; null if there is none. */
export const lockLibraryFile = (db: Db, userId: string, id: string): Promise<Media | null> =>
  db.findOne(MediaEntity, {
    where: { id, userId, origin: MediaOrigin.LIBRARY },
    lock: { mode: 'pessimistic_write' },
  });

export async function updateLibraryFile(
  db: Db,
  id: string,
  changes: Partial<Pick<Media, 'name' | 'altText' | 'updatedAt' | 'origin'>> & { sha256?: string | null },
): Promise<void> {
  await db.update(MediaEntity, id, columns<MediaEntity>(changes));
}

/** Gives a file the labels that another one has. */
export async function moveLabels(db: Db, fromId: string, toId: string): Promise<void> {
  await db.query('UPDATE media_labels SET media_id = $2 WHERE media_id = $1', [fromId, toId]);
}
