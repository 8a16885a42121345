/** Small pictures of stored objects. Files that refer to an object refer to its picture, too. */
import type { Db } from '../../foundation/database/unit-of-work.js';
import { type Media, MediaStatus } from './media.js';
import { deleteDeletions, lockMedia } from './media.repository.js';

/** Schedules objects for deletion: nothing refers to them, or not yet. */
export async function noteObjects(db: Db, keys: readonly string[], dueAt: Date): Promise<void> {
  await db.query(
    `INSERT INTO object_deletions (key, due_at) SELECT key, $2 FROM unnest($1::text[]) AS key
     ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at`,
    [keys, dueAt],
  );
}

/**
 * Gives the files of an object its picture, which is not deleted then. It stays noted for deletion if the file was removed
 * or replaced meanwhile, or has one.
 */
export async function setThumbnail(db: Db, { id, fileName, metadata }: Media, key: string): Promise<void> {
  const [file] = await lockMedia(db, [id]);
  const isSame = file?.fileName === fileName && file.metadata.size === metadata.size;
  if (!isSame || file.status !== MediaStatus.READY || file.thumbnail !== null) return;
  await db.query(`UPDATE media SET thumbnail = $2 WHERE file_name = $1 AND status = '${MediaStatus.READY}'`, [
    fileName,
    key,
  ]);
  await deleteDeletions(db, [key]);
}

/** Another file may have been uploaded in place of one: its picture is made again. */
export async function dropThumbnail(db: Db, { id, thumbnail }: Media, now: Date): Promise<void> {
  if (thumbnail === null) return;
  await db.query('UPDATE media SET thumbnail = NULL WHERE id = $1', [id]);
  await noteObjects(db, [thumbnail], now);
}
