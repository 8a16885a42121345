/**
 * Stored objects, and the files that refer to them. Files of the accounts of one owner may share an object: it is removed
 * with the last of them. In each account, one file counts its bytes. Locks are taken in this order: groups, the account
 * that carries the plan, objects, files by their ids.
 */
import { In, Not } from 'typeorm';
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { MediaEntity } from './media.entity.js';
import { type Media, MediaOrigin, MediaStatus, type StoredAt, sanitizeFileName, WITHOUT_NAME } from './media.js';
import { MediaConversionEntity } from './media-conversion.entity.js';
import { ObjectDeletionEntity } from './object-deletion.entity.js';

const FILE = table(MediaEntity).only('id', 'fileName', 'uploadExpiresAt');

/**
 * Locks files whose objects other files are about to refer to: until the transaction ends, they are not removed. Returns
 * those that are in storage, and that are not being replaced.
 */
export const lockUsable = (db: Db, ids: readonly string[]): Promise<Media[]> =>
  db.find(MediaEntity, {
    where: { id: In([...ids]), status: MediaStatus.READY, reservedBytes: '0' },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });

/** The counted bytes of the object of a file: by the file itself, and by others of its account that share the object. */
export async function storedBytesOf(db: Db, id: string): Promise<{ own: number; others: number }> {
  const [{ own, others }] = await db.query(
    `SELECT coalesce(sum(s.stored_bytes) FILTER (WHERE s.id = m.id), 0) AS own,
            coalesce(sum(s.stored_bytes) FILTER (WHERE s.id <> m.id), 0) AS others
       FROM media m JOIN media s ON s.file_name = m.file_name AND s.user_id = m.user_id WHERE m.id = $1`,
    [id],
  );
  return { own: Number(own), others: Number(others) };
}

/** Whether other files refer to the object of a file. */
export const isShared = (db: Db, { id, fileName }: Pick<Media, 'id' | 'fileName'>): Promise<boolean> =>
  db.existsBy(MediaEntity, { fileName, id: Not(id), status: Not(MediaStatus.INVALID) });

/**
 * Removes files from storage whose records stay, and say so. Returns the keys of objects that no file refers to any more;
 * they are scheduled for deletion.
 */
export async function removeFromStorage(
  db: Db,
  files: readonly RowIn<typeof FILE>[],
  { now, problem }: { now: Date; problem: string },
): Promise<string[]> {
  const ids = files.map(({ id }) => id);
  await lockToRemove(db, ids);
  const left = await db.query(
    `WITH before AS MATERIALIZED (SELECT id, file_name, thumbnail, stored_bytes FROM media WHERE id = ANY($1)),
          removed AS (
            UPDATE media m SET status = '${MediaStatus.INVALID}', problem = $2, upload_url = NULL, thumbnail = NULL, stored_bytes = 0,
                               reserved_bytes = 0, updated_at = $3
              FROM before b WHERE m.id = b.id RETURNING m.user_id, b.file_name, b.thumbnail, b.stored_bytes)
     SELECT ${LEFT.list} FROM removed`,
    [ids, problem, now],
  );
  return scheduleDeletion(db, files, { left: LEFT.rows(left), now });
}

/**
 * Deletes media, and schedules their objects for deletion once no upload can arrive any more. Returns their keys, so
 * that the caller can also delete them immediately.
 */
export async function deleteMedia(db: Db, media: readonly RowIn<typeof FILE>[], now: Date): Promise<string[]> {
  if (media.length === 0) return [];
  const ids = media.map(({ id }) => id);
  await lockToRemove(db, ids);
  const left = await db.query(
    `WITH removed AS (DELETE FROM media WHERE id = ANY($1) RETURNING user_id, file_name, thumbnail, stored_bytes)
     SELECT ${LEFT.list} FROM removed`,
    [ids],
  );
  return scheduleDeletion(db, media, { left: LEFT.rows(left), now });
}

const LEFT = computed({
  userId: expression<string>('user_id'),
  fileName: expression<string>('file_name'),
  thumbnail: expression<string | null>('thumbnail'),
  storedBytes: expression<string>('stored_bytes'),
});

/**
 * Locks the objects of files, before the files themselves. The files that refer to an object are removed one after
 * another, so that the last one is known to be the last. A new reference needs a row lock of a file that refers to the
 * object: a removal of that file waits for it, and finds it.
 */
export async function lockObjects(db: Db, ids: readonly string[]): Promise<void> {
  await db.query(
    `SELECT pg_advisory_xact_lock(object)
       FROM (SELECT DISTINCT hashtextextended(file_name, 0) AS object FROM media WHERE id = ANY($1) ORDER BY 1) o`,
    [ids],
  );
}

/**
 * The file that is to count the bytes of each object in each account that loses a file: not a post's reference, if the
 * account has another file. `objects` selects keys and accounts.
 */
const heirsOf = (objects: string) =>
  `SELECT DISTINCT ON (m.file_name, m.user_id) m.id, m.file_name, m.user_id FROM media m
    WHERE m.file_name IN (SELECT file_name FROM (${objects}) o) AND (m.file_name, m.user_id) IN (${objects})
      AND m.status <> '${MediaStatus.INVALID}'`;
const HEIRS_FIRST = `ORDER BY m.file_name, m.user_id, m.origin = '${MediaOrigin.USE}', m.id`;

/**
 * Locks the objects of files that are removed, then these files and those that are to count the bytes, by their ids. The
 * row that counts the storage of an account is locked after them.
 */
async function lockToRemove(db: Db, ids: readonly string[]): Promise<void> {
  await lockObjects(db, ids);
  await db.query(
    `SELECT 1 FROM media
      WHERE id = ANY($1) OR id IN (SELECT h.id FROM (
              ${heirsOf('SELECT file_name, user_id FROM media WHERE id = ANY($1)')} AND m.id <> ALL($1) ${HEIRS_FIRST}) h)
      ORDER BY id FOR UPDATE`,
    [ids],
  );
}

/**
 * Another file of the account that refers to an object counts its bytes from now on, and represents it in the library.
 * Returns the keys of objects that a file of any account still refers to.
 */
async function passOn(db: Db, left: readonly RowIn<typeof LEFT>[]): Promise<Set<string>> {
  const rows: { key: string }[] = await db.query(
    `WITH lost AS (
       SELECT file_name, user_id, sum(bytes) AS bytes FROM unnest($1::text[], $2::text[], $3::bigint[]) AS u (file_name, user_id, bytes)
        GROUP BY file_name, user_id),
     heirs AS (
       ${heirsOf('SELECT file_name, user_id FROM lost')} ${HEIRS_FIRST}),
     counted AS (
       UPDATE media m SET stored_bytes = m.stored_bytes + l.bytes,
                         origin = CASE m.origin WHEN '${MediaOrigin.USE}' THEN '${MediaOrigin.UPLOAD}' ELSE m.origin END
         FROM heirs h JOIN lost l USING (file_name, user_id)
        WHERE m.id = h.id)
     SELECT DISTINCT file_name AS key FROM media
      WHERE file_name = ANY($1) AND status <> '${MediaStatus.INVALID}'`,
    [
      left.map(({ fileName }) => fileName),
      left.map(({ userId }) => userId),
      left.map(({ storedBytes }) => storedBytes),
    ],
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Deletes the records of the conversions of removed files, and schedules their objects for deletion, with those of the
 * files that no other file refers to, and their small pictures.
 */
async function scheduleDeletion(
  db: Db,
  media: readonly RowIn<typeof FILE>[],
  { left, now }: { left: readonly RowIn<typeof LEFT>[]; now: Date },
): Promise<string[]> {
  const used = await passOn(db, left);
  const ids = media.map(({ id }) => id);
  const converted = await db.findBy(MediaConversionEntity, { mediaId: In(ids) });
  await db.delete(MediaConversionEntity, { mediaId: In(ids) });
  const due = new Map(converted.map(({ fileName }) => [fileName, now]));
  for (const { fileName, uploadExpiresAt } of media) {
    if (!used.has(fileName)) due.set(fileName, later(uploadExpiresAt, now));
  }
  for (const { fileName, thumbnail } of left) {
    if (thumbnail !== null && !used.has(fileName)) due.set(thumbnail, now);
  }
  if (due.size === 0) return [];
  await db.upsert(
    ObjectDeletionEntity,
    [...due].map(([key, dueAt]) => ({ key, dueAt })),
    ['key'],
  );
  return [...due.keys()];
}

/** Users whose files may share objects with those of a user: the account that carries the plan, and all that it manages. */
const OF_SAME_OWNER = `SELECT s.id FROM users u JOIN users s ON coalesce(u.managed_by_id, u.id) IN (s.id, s.managed_by_id)
                        WHERE u.id = $1`;

/**
 * A file of the library of an account of the same owner with the same bytes, its own first; null if there is none. An
 * object whose key has a name that another account gave it is not shared.
 */
export async function findSame(
  db: Db,
  { id, userId, name }: Pick<Media, 'id' | 'userId' | 'name'>,
  sha256: string,
): Promise<string | null> {
  const [same] = await db.query(
    `SELECT id FROM media
      WHERE user_id = ANY(ARRAY(${OF_SAME_OWNER})) AND sha256 = $2 AND id <> $3 AND status = '${MediaStatus.READY}'
        AND (user_id = $1 OR split_part(file_name, '/', 3) = $4 OR split_part(file_name, '/', 3) ~ '${WITHOUT_NAME}')
      ORDER BY user_id <> $1, id LIMIT 1`,
    [userId, sha256, id, sanitizeFileName(name)],
  );
  return same?.id ?? null;
}

export async function setSha256(db: Db, id: string, sha256: string): Promise<void> {
  await db.update(MediaEntity, id, { sha256 });
}

/**
 * Has a file that no other one shares refer to the object of another file; its former object is scheduled for deletion.
 * The bytes count for it only if its account does not count them yet.
 */
export async function adopt(
  db: Db,
  file: RowIn<typeof FILE> & Pick<Media, 'userId'>,
  { userId, fileName, filePath, urlPure, thumbnail }: Pick<Media, 'userId' | keyof StoredAt>,
  now: Date,
): Promise<void> {
  const counted = userId === file.userId && { storedBytes: '0' };
  await db.update(MediaEntity, file.id, { fileName, filePath, urlPure, thumbnail, ...counted });
  await db.upsert(ObjectDeletionEntity, { key: file.fileName, dueAt: later(file.uploadExpiresAt, now) }, ['key']);
}

const later = (one: Date, other: Date) => (one > other ? one : other);
