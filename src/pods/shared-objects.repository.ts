/** Objects that files of a moving account share with files of accounts that stay. */
import { MediaStatus } from '../domain/media/media.js';
import { deleteDeletions } from '../domain/media/media.repository.js';
import { noteObjects } from '../domain/media/thumbnail.repository.js';
import type { Db } from '../foundation/database/unit-of-work.js';

/** The keys of an object. */
export interface StoredKeys {
  key: string;
  /** Of its small picture. */
  thumbnail: string | null;
}
export const keysOf = ({ key, thumbnail }: StoredKeys): string[] => (thumbnail === null ? [key] : [key, thumbnail]);

/** A shared object, and a file of the moving account that refers to it. */
export interface SharedObject extends StoredKeys {
  mediaId: string;
}

export const sharedObjects = (db: Db, userIds: readonly string[]): Promise<SharedObject[]> =>
  db.query(
    `SELECT m.file_name AS key, min(m.id) AS "mediaId", min(m.thumbnail) AS thumbnail FROM media m
      WHERE m.user_id = ANY($1) AND m.status <> '${MediaStatus.INVALID}'
        AND EXISTS (SELECT 1 FROM media o WHERE o.file_name = m.file_name AND o.user_id <> ALL($1))
      GROUP BY 1 ORDER BY 1`,
    [userIds],
  );

/**
 * Has the files of users refer to a copy of their object. Their conversions, which are stored beside the object, are made
 * again. Returns the keys of objects that no file refers to any more; they are scheduled for deletion.
 */
export async function referToCopy(
  db: Db,
  userIds: readonly string[],
  { from, to, now }: { from: StoredKeys; to: StoredKeys; now: Date },
): Promise<string[]> {
  // As for every removal of a file, so that the last file of an object is known to be the last.
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [from.key]);
  await deleteDeletions(db, keysOf(to));
  const left: { key: string }[] = await db.query(
    `WITH moved AS (
       UPDATE media SET file_name = $3, thumbnail = $4,
                        file_path = replace(file_path, $2, $3), url_pure = replace(url_pure, $2, $3)
        WHERE file_name = $2 AND user_id = ANY($1) RETURNING id),
     converted AS (
       DELETE FROM media_conversions WHERE media_id IN (SELECT id FROM moved) RETURNING file_name)
     SELECT file_name AS key FROM converted
     UNION SELECT unnest($5::text[]) WHERE NOT EXISTS (
       SELECT 1 FROM media WHERE file_name = $2 AND user_id <> ALL($1) AND status <> '${MediaStatus.INVALID}')`,
    [userIds, from.key, to.key, to.thumbnail, keysOf(from)],
  );
  const keys = left.map(({ key }) => key);
  await noteObjects(db, keys, now);
  return keys;
}
