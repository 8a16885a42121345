import { In, IsNull, LessThanOrEqual, Not } from 'typeorm';
import { columns } from '../database/columns.js';
import type { Db } from '../database/unit-of-work.js';
import { MediaEntity } from './media.entity.js';
import { type Media, mediaIdOf } from './media.js';
import { MediaConversionEntity } from './media-conversion.entity.js';
import { ObjectDeletionEntity } from './object-deletion.entity.js';

export type MediaConversion = MediaConversionEntity;

export async function insertMedia(db: Db, media: Media): Promise<void> {
  await db.insert(MediaEntity, columns<MediaEntity>(media));
}

export async function updateMedia(db: Db, id: string, changes: Partial<Media>): Promise<void> {
  await db.update(MediaEntity, id, columns<MediaEntity>(changes));
}

/** The file under this key has come: should it be missing later, that is the service's fault. */
export async function noteArrival(db: Db, key: string, now: Date): Promise<void> {
  const id = mediaIdOf(key);
  if (id === null) return;
  const awaited = { id, fileName: key, uploadUrl: Not(IsNull()) };
  await db.update(MediaEntity, awaited, columns<MediaEntity>({ uploadUrl: null, updatedAt: now }));
}

export const findMedia = (db: Db, id: string): Promise<Media | null> => db.findOneBy(MediaEntity, { id });

/** The files of a user's groups, in the order in which they were added. What others attached to them is not theirs. */
export const mediaOfGroups = (db: Db, userId: string, groupIds: readonly string[]): Promise<Media[]> =>
  db.find(MediaEntity, {
    where: { groupId: In([...groupIds]), userId },
    order: { groupId: 'ASC', addedAt: 'ASC', id: 'ASC' },
  });

/** Texts of files by their place; what is not said of a file stays as it is. */
export async function setAltTexts(db: Db, media: readonly Media[], altTexts: readonly string[]): Promise<void> {
  const texts = media.slice(0, altTexts.length).map(({ id }, index) => ({ id, text: altTexts[index] || null }));
  await db.query(
    'UPDATE media m SET alt_text = c.text FROM jsonb_to_recordset($1::jsonb) AS c(id text, text text) WHERE m.id = c.id',
    [JSON.stringify(texts)],
  );
}

/** Media that belong to no group any more, or never did. */
export async function orphanedMedia(db: Db, addedBefore: Date, limit: number): Promise<Media[]> {
  return db
    .createQueryBuilder(MediaEntity, 'm')
    .where('m.added_at < :addedBefore', { addedBefore })
    .andWhere('NOT EXISTS (SELECT 1 FROM post_groups g WHERE g.id = m.group_id AND g.user_id = m.user_id)')
    .orderBy('m.added_at')
    .limit(limit)
    .getMany();
}

/**
 * Removes media, and notes their objects for removal once no upload can arrive any more. The answer is their keys:
 * whoever removes them right away, too, spares the storage the wait.
 */
export async function deleteMedia(db: Db, media: readonly Media[], now: Date): Promise<string[]> {
  if (media.length === 0) return [];
  const ids = media.map(({ id }) => id);
  const converted = await db.findBy(MediaConversionEntity, { mediaId: In(ids) });
  await db.delete(MediaConversionEntity, { mediaId: In(ids) });
  await db.delete(MediaEntity, { id: In(ids) });
  const uploaded = media.map(({ fileName: key, uploadExpiresAt }) => ({ key, dueAt: later(uploadExpiresAt, now) }));
  const made = converted.map(({ fileName: key }) => ({ key, dueAt: now }));
  await db.upsert(ObjectDeletionEntity, [...uploaded, ...made], ['key']);
  return [...uploaded, ...made].map(({ key }) => key);
}

const later = (one: Date, other: Date) => (one > other ? one : other);

/** A picture as a rule asks for it; null when it was not converted yet. */
export const findConversion = (db: Db, mediaId: string, rule: string): Promise<MediaConversion | null> =>
  db.findOneBy(MediaConversionEntity, { mediaId, rule });

/** Two workers that convert the same picture at once store the same thing. */
export async function saveConversion(db: Db, conversion: MediaConversion): Promise<void> {
  await db.upsert(MediaConversionEntity, conversion, ['mediaId', 'rule']);
}

/** Keys of objects that nothing refers to any more, those that wait the longest first. */
export const dueDeletions = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (
    await db.find(ObjectDeletionEntity, {
      where: { dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC' },
      take: limit,
    })
  ).map(({ key }) => key);

export async function forgetDeletions(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(ObjectDeletionEntity, { key: In([...keys]) });
}
