/**
 * Stored objects, and the files that refer to them. Files of one user may share an object: it is removed with the last of
 * them, and one of them counts its bytes. Locks are taken in this order: groups, the account that carries the plan,
 * objects, files by their ids.
 */
import { In, Not } from 'typeorm';
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { MediaEntity } from './media.entity.js';
import { type Media, MediaOrigin, MediaStatus } from './media.js';
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

/** The counted bytes of the object of a file: by the file itself, and by others that share the object. */
export async function storedBytesOf(db: Db, id: string): Promise<{ own: number; others: number }> {
  const [{ own, others }] = await db.query(
    `SELECT coalesce(sum(s.stored_bytes) FILTER (WHERE s.id = m.id), 0) AS own,
            coalesce(sum(s.stored_bytes) FILTER (WHERE s.id <> m.id), 0) AS others
       FROM media m JOIN media s ON s.file_name = m.file_name WHERE m.id = $1`,
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
    `WITH before AS MATERIALIZED (SELECT id, file_name, stored_bytes FROM media WHERE id = ANY($1)),
          removed AS (
            UPDATE media m SET status = '${MediaStatus.INVALID}', problem = $2, upload_url = NULL, stored_bytes = 0,
                               reserved_bytes = 0, updated_at = $3
              FROM before b WHERE m.id = b.id RETURNING b.file_name, b.stored_bytes)
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
    `WITH removed AS (DELETE FROM media WHERE id = ANY($1) RETURNING file_name, stored_bytes)
     SELECT ${LEFT.list} FROM removed`,
    [ids],
  );
  return scheduleDeletion(db, media, { left: LEFT.rows(left), now });
}

const LEFT = computed({
  fileName: expression<string>('file_name'),
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

/** The file of each object of a list of keys that is to count its bytes: not a post's reference, if there is another. */
const heirsOf = (objects: string) =>
  `SELECT DISTINCT ON (m.file_name) m.id, m.file_name FROM media m
    WHERE m.file_name IN (${objects}) AND m.status <> '${MediaStatus.INVALID}'`;
const HEIRS_FIRST = `ORDER BY m.file_name, m.origin = '${MediaOrigin.USE}', m.id`;

/**
 * Locks the objects of files that are removed, then these files and those that are to count the bytes, by their ids. The
 * row that counts the storage of an account is locked after them.
 */
async function lockToRemove(db: Db, ids: readonly string[]): Promise<void> {
  await lockObjects(db, ids);
  await db.query(
    `SELECT 1 FROM media
      WHERE id = ANY($1) OR id IN (SELECT h.id FROM (
              ${heirsOf('SELECT file_name FROM media WHERE id = ANY($1)')} AND m.id <> ALL($1) ${HEIRS_FIRST}) h)
      ORDER BY id FOR UPDATE`,
    [ids],
  );
}

/**
 * Another file that refers to an object counts its bytes from now on, and represents it in the library. Returns the keys of
 * objects that still have one.
 */
async function passOn(db: Db, left: readonly RowIn<typeof LEFT>[]): Promise<Set<string>> {
  const rows: { key: string }[] = await db.query(
    `WITH heirs AS (
       ${heirsOf('SELECT unnest($1::text[])')} ${HEIRS_FIRST}),
     counted AS (
       UPDATE media m SET stored_bytes = m.stored_bytes + l.bytes,
                         origin = CASE m.origin WHEN '${MediaOrigin.USE}' THEN '${MediaOrigin.UPLOAD}' ELSE m.origin END
         FROM heirs h, (SELECT key, sum(bytes) AS bytes FROM unnest($1::text[], $2::bigint[]) AS u (key, bytes) GROUP BY key) l
        WHERE m.id = h.id AND l.key = h.file_name)
     SELECT file_name AS key FROM heirs`,
    [left.map(({ fileName }) => fileName), left.map(({ storedBytes }) => storedBytes)],
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Deletes the records of the conversions of removed files, and schedules their objects for deletion, with those of the
 * files that no other file refers to.
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
  if (due.size === 0) return [];
  await db.upsert(
    ObjectDeletionEntity,
    [...due].map(([key, dueAt]) => ({ key, dueAt })),
    ['key'],
  );
  return [...due.keys()];
}

/** A file of the library of a user with the same bytes; null if there is none. */
export async function findSame(
  db: Db,
  { id, userId }: Pick<Media, 'id' | 'userId'>,
  sha256: string,
): Promise<string | null> {
  const same = await db.findOne(MediaEntity, {
    select: { id: true },
    where: { userId, sha256, id: Not(id), status: MediaStatus.READY },
    order: { id: 'ASC' },
  });
  return same?.id ?? null;
}

export async function setSha256(db: Db, id: string, sha256: string): Promise<void> {
  await db.update(MediaEntity, id, { sha256 });
}

/** Has a file that no other one shares refer to the object of another file; its former object is scheduled for deletion. */
export async function adopt(
  db: Db,
  file: RowIn<typeof FILE>,
  { fileName, filePath, urlPure }: Pick<Media, 'fileName' | 'filePath' | 'urlPure'>,
  now: Date,
): Promise<void> {
  await db.update(MediaEntity, file.id, { fileName, filePath, urlPure, storedBytes: '0' });
  await db.upsert(ObjectDeletionEntity, { key: file.fileName, dueAt: later(file.uploadExpiresAt, now) }, ['key']);
}

const later = (one: Date, other: Date) => (one > other ? one : other);
