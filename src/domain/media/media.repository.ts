import { In, IsNull, LessThanOrEqual, Not } from 'typeorm';
import { columns } from '../../foundation/database/columns.js';
import { type Batch, type BatchResult, batchQuery, batchValues } from '../../foundation/database/retention.js';
import { prepared } from '../../foundation/database/statement.js';
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Framing } from '../../platforms/port/framing.js';
import { ENDED_STATUSES } from '../posts/state/platform-post.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { ProcessingStatus } from '../posts/state/post-group.js';
import { MediaEntity } from './media.entity.js';
import { type Media, MediaOrigin, MediaStatus, mediaIdOf } from './media.js';
import { MediaConversionEntity } from './media-conversion.entity.js';
import { ObjectDeletionEntity } from './object-deletion.entity.js';
import { deleteMedia, lockObjects, removeFromStorage } from './stored-objects.repository.js';

export type MediaConversion = MediaConversionEntity;

const MEDIA = table(MediaEntity).except('storedBytes', 'reservedBytes', 'sha256');

/** `storedBytes`: what of it is stored already, or is about to be; an address for an upload stores nothing yet. */
export async function insertMedia(db: Db, media: Media, storedBytes = 0): Promise<void> {
  await db.insert(MediaEntity, columns<MediaEntity>({ ...media, storedBytes }));
}

export async function updateMedia(
  db: Db,
  id: string,
  changes: Partial<Media> & { storedBytes?: number },
): Promise<void> {
  await db.update(MediaEntity, id, columns<MediaEntity>(changes));
}

/** Records of files of which no bytes are counted: nothing is stored yet, or another file counts them. */
export async function insertUncounted(db: Db, media: readonly Media[]): Promise<void> {
  if (media.length === 0) return;
  await db.insert(
    MediaEntity,
    media.map((one) => columns<MediaEntity>({ ...one, storedBytes: 0 })),
  );
}

/** Gives files that belong to no group to one. */
export async function attachMedia(db: Db, ids: readonly string[], groupId: string, now: Date): Promise<void> {
  await db.update(MediaEntity, { id: In([...ids]) }, { groupId, updatedAt: now });
}

/** Large videos are copied in the storage, or labelled, while their files are locked. */
export async function allowSlowCopy(tx: Db): Promise<void> {
  await tx.query("SET LOCAL idle_in_transaction_session_timeout = '2min'");
}

/** Locks files for the rest of the transaction. */
export const lockMedia = (db: Db, ids: readonly string[], onLocked?: 'skip_locked'): Promise<Media[]> =>
  db.find(MediaEntity, {
    where: { id: In([...ids]) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write', ...(onLocked && { onLocked }) },
  });

/** A file was uploaded or replaced: if it is missing later, the service is at fault. */
export const recordArrival = (db: Db, id: string, now: Date): Promise<void> =>
  updateMedia(db, id, { uploadUrl: null, status: MediaStatus.PENDING_UPLOAD, problem: null, updatedAt: now });

/** Reserves storage for an upload. */
export async function reserveBytes(db: Db, id: string, bytes: number): Promise<void> {
  await db.increment(MediaEntity, { id }, 'reservedBytes', bytes);
}

/** Sets the reservation of a file that is being fetched; false if it was removed, or stored by another worker. */
export async function reserveForFetch(db: Db, id: string, bytes: number): Promise<boolean> {
  const { affected } = await db
    .createQueryBuilder()
    .update(MediaEntity)
    .set({ reservedBytes: String(bytes) })
    .where({ id, status: MediaStatus.PENDING_UPLOAD, uploadUrl: Not(IsNull()) })
    .execute();
  return affected === 1;
}

/** Ends the reservation of an upload that stored nothing. */
export async function releaseBytes(db: Db, id: string, bytes: number): Promise<void> {
  await db.query('UPDATE media SET reserved_bytes = greatest(reserved_bytes - $2::bigint, 0) WHERE id = $1', [
    id,
    bytes,
  ]);
}

/** Replaces the reservation of a locked file with the size of what was stored. */
export async function settleUpload(
  db: Db,
  id: string,
  { reserved, stored }: { reserved: number; stored: number },
): Promise<void> {
  await db.query(
    'UPDATE media SET stored_bytes = $2, reserved_bytes = greatest(reserved_bytes - $3::bigint, 0) WHERE id = $1',
    [id, stored, reserved],
  );
}

/** A refused file has been deleted; what has been uploaded in its place since is counted. */
export async function endCountingRefused(db: Db, id: string): Promise<void> {
  await db.update(MediaEntity, { id, status: MediaStatus.INVALID }, { storedBytes: '0' });
}

/** Ends the reservation of a file. */
export async function endReceiving(db: Db, id: string): Promise<void> {
  await db.update(MediaEntity, id, { reservedBytes: '0' });
}

const AWAITED = MEDIA.only('id', 'userId', 'groupId', 'fileName', 'uploadExpiresAt').plus({
  isReceiving: expression<boolean>('reserved_bytes > 0'),
});

/** Locks a file of which nothing has arrived under its upload URL; null for any other. */
export async function lockAwaitedFile(db: Db, id: string): Promise<RowIn<typeof AWAITED> | null> {
  const rows = await db.query(
    `SELECT ${AWAITED.list}
       FROM media WHERE id = $1 AND status = '${MediaStatus.PENDING_UPLOAD}' AND upload_url IS NOT NULL FOR UPDATE`,
    [id],
  );
  return AWAITED.first(rows);
}

export const findMedia = (db: Db, id: string): Promise<Media | null> => db.findOneBy(MediaEntity, { id });

/** Files by their ids, in any order. */
export const mediaById = (db: Db, ids: string[]): Promise<Media[]> => db.findBy(MediaEntity, { id: In(ids) });

export const findMediaByKey = async (db: Db, key: string): Promise<Media | null> => {
  const id = mediaIdOf(key);
  return id === null ? null : db.findOneBy(MediaEntity, { id, fileName: key });
};

/** The files of a user's groups, in their order. Files attached by other users are excluded. */
export async function mediaOfGroups(db: Db, userId: string, groupIds: readonly string[]): Promise<Media[]> {
  const rows = await db.query(prepared(selectMedia('group_id = ANY($1) AND user_id = $2')), [groupIds, userId]);
  return MEDIA.rows(rows);
}

/** Selects the same of groups of one user that a statement selects; `mediaFromJson` reads the result as JSON. */
export const selectMediaOf = (groups: string): string =>
  selectMedia(
    `group_id = ANY(ARRAY(SELECT id FROM (${groups}) g)) AND user_id = (SELECT user_id FROM (${groups}) g LIMIT 1)`,
  );

export const mediaFromJson = (rows: unknown[]): Media[] => MEDIA.fromJson(rows);

const selectMedia = (condition: string) =>
  `SELECT ${MEDIA.list} FROM media WHERE ${condition} ORDER BY group_id, position NULLS LAST, added_at, id`;

/** Alternative texts of files; null: none. */
export async function setAltTexts(db: Db, texts: readonly { id: string; text: string | null }[]): Promise<void> {
  await db.query(
    'UPDATE media m SET alt_text = c.text FROM jsonb_to_recordset($1::jsonb) AS c(id text, text text) WHERE m.id = c.id',
    [JSON.stringify(texts)],
  );
}

/** Framings of files. */
export async function setFramings(
  db: Db,
  files: readonly { id: string; framings: readonly Framing[] }[],
): Promise<void> {
  await db.query(
    'UPDATE media m SET framings = c.framings FROM jsonb_to_recordset($1::jsonb) AS c(id text, framings jsonb) WHERE m.id = c.id',
    [JSON.stringify(files)],
  );
}

/** Gives files to a group, in this order. What is undefined stays as it is; an empty alternative text is none. */
export async function placeMedia(
  db: Db,
  files: readonly { id: string; altText: string | undefined; framings: readonly Framing[] | undefined }[],
  groupId: string,
): Promise<void> {
  await db.query(
    `UPDATE media m SET group_id = $2, position = c.ordinal - 1,
                        alt_text = CASE WHEN c."altText" IS NULL THEN m.alt_text ELSE nullif(c."altText", '') END,
                        framings = coalesce(c.framings, m.framings)
       FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (id text, "altText" text, framings jsonb))
            WITH ORDINALITY AS c(id, "altText", framings, ordinal)
      WHERE m.id = c.id`,
    [JSON.stringify(files), groupId],
  );
}

/** Records of files, in the order in which they were added. */
const FILES = { table: 'media', column: 'id', by: 'id' } as const;
const BATCH = MEDIA.only('id', 'groupId');
const WITH_USER = BATCH.and(MEDIA.only('userId', 'origin'));
const ATTACHED = MEDIA.only('id', 'groupId', 'origin')
  .of('s')
  .plus({ isAttached: expression<boolean>('g.id IS NOT NULL') });

/** Removes the files of a batch that belong to no group of their owner, nor to the library: their group may have been on its way. */
export async function removeUnattached(db: Db, batch: Batch, now: Date): Promise<BatchResult> {
  const result = await db.query(
    // With a limit, each group is found by its id: as a plain EXISTS Postgres may read all groups for each batch.
    `SELECT ${ATTACHED.list}
       FROM (${batchQuery(FILES, WITH_USER.names)}) s
       LEFT JOIN LATERAL (SELECT id FROM post_groups WHERE id = s.group_id AND user_id = s.user_id LIMIT 1) g ON true
      ORDER BY s.key`,
    batchValues(FILES, batch),
  );
  const rows = ATTACHED.rows(result);
  const unattached = new Map(
    rows
      .filter(({ isAttached, origin }) => !isAttached && origin !== MediaOrigin.LIBRARY)
      .map(({ id, groupId }) => [id, groupId]),
  );
  await lockObjects(db, [...unattached.keys()]);
  const locked = unattached.size > 0 ? await lockMedia(db, [...unattached.keys()], 'skip_locked') : [];
  // A post may have been given some of them since.
  const files = locked.filter(
    ({ id, groupId, origin }) => unattached.get(id) === groupId && origin !== MediaOrigin.LIBRARY,
  );
  await deleteMedia(db, files, now);
  return { seen: rows.length, removed: files.length, last: rows.at(-1)?.id ?? null };
}

/** Files that are stored, or that may be. */
const STORED = { ...FILES, where: `status <> '${MediaStatus.INVALID}'` };
const GROUP = table(PostGroupEntity).only('id');
const FILE = MEDIA.only('id', 'fileName', 'uploadExpiresAt').of('m');

/**
 * Removes the files of a batch from storage whose group has ended, with all of its posts, before then. Their records
 * stay and say so, so that a retry cannot publish without them.
 */
export async function removeOfEndedGroups(
  db: Db,
  batch: Batch,
  { now, problem }: { now: Date; problem: string },
): Promise<BatchResult> {
  const rows = BATCH.rows(await db.query(batchQuery(STORED, BATCH.list), batchValues(STORED, batch)));
  const result = { seen: rows.length, last: rows.at(-1)?.id ?? null };
  // Every change of a group or its posts locks the group first.
  const ended = await db.query(
    `SELECT ${GROUP.list} FROM post_groups
      WHERE id = ANY($1) AND processing_status = '${ProcessingStatus.FINISHED}' AND updated_at < $2
      ORDER BY id FOR UPDATE SKIP LOCKED`,
    [[...new Set(rows.map(({ groupId }) => groupId))], batch.before],
  );
  const groupIds = GROUP.values(ended);
  if (groupIds.length === 0) return { ...result, removed: 0 };
  const stored = await db.query(
    `SELECT ${FILE.list} FROM media m JOIN post_groups g ON g.id = m.group_id AND g.user_id = m.user_id
      WHERE m.id = ANY($1) AND g.id = ANY($2)
        AND NOT EXISTS (SELECT 1 FROM platform_posts p
                         WHERE p.group_id = g.id AND (p.status <> ALL($3) OR p.updated_at >= $4))`,
    [rows.map(({ id }) => id), groupIds, ENDED_STATUSES, batch.before],
  );
  const files = FILE.rows(stored);
  if (files.length === 0) return { ...result, removed: 0 };
  await removeFromStorage(db, files, { now, problem });
  return { ...result, removed: files.length };
}

/** Deletes the records of files and of their conversions. Their objects stay: returns no keys. */
export async function deleteMediaRecords(db: Db, media: readonly Pick<Media, 'id'>[]): Promise<string[]> {
  const ids = media.map(({ id }) => id);
  await db.delete(MediaConversionEntity, { mediaId: In(ids) });
  await db.delete(MediaEntity, { id: In(ids) });
  return [];
}

/** A converted image; null if not converted yet. */
export const findConversion = (db: Db, mediaId: string, rule: string): Promise<MediaConversion | null> =>
  db.findOneBy(MediaConversionEntity, { mediaId, rule });

/** Two workers that convert the same picture at once store the same thing. */
export async function saveConversion(db: Db, conversion: MediaConversion): Promise<void> {
  await db.upsert(MediaConversionEntity, conversion, ['mediaId', 'rule']);
}

/** Keys of unreferenced objects, oldest first. */
export const dueDeletions = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (
    await db.find(ObjectDeletionEntity, {
      where: { dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC' },
      take: limit,
    })
  ).map(({ key }) => key);

export async function deleteDeletions(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(ObjectDeletionEntity, { key: In([...keys]) });
}
