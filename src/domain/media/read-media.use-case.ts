import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage, StoredObject } from '../../storage/storage.js';
import type { Plans } from '../plans/plans.js';
import { MediaType } from '../posts/state/media-type.js';
import type { PostGroup } from '../posts/state/post-group.js';
import { findPostGroup } from '../posts/state/post-group.repository.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import { lockGroupOf } from './lock-for-file.step.js';
import { type Media, MediaOrigin, MediaStatus, type StoredAt } from './media.js';
import {
  allowSlowCopy,
  endCountingRefused,
  endReceiving,
  findMedia,
  lockMedia,
  updateMedia,
} from './media.repository.js';
import type { MediaQueue } from './media-queue.port.js';
import type { Probe, Probed } from './probe.js';
import { recordInspection } from './record-inspection.step.js';
import { isAwaited, keptFor, noteReplacement, recordReplacedFile } from './replace-file.step.js';
import { factsOf, sha256Of, sourceOf } from './stored-object.step.js';
import { adopt, findSame, isShared, setSha256, storedBytesOf } from './stored-objects.repository.js';

/** `last`: the upload URL has expired. */
export type ReadMedia = (mediaId: string, options?: { last: boolean }) => Promise<Media | null>;

interface Needs {
  db: Db;
  transaction: Transaction;
  plans: Plans;
  storage: ObjectStorage;
  probe: Probe;
  recordChanges: RecordChanges;
  mediaQueue: Pick<MediaQueue, 'enqueueProbe'>;
  clock: () => Date;
}

/** Inspections of one request: each is repeated because another file arrived meanwhile. */
const MOST_READS = 5;

/**
 * Checks whether a file was uploaded, inspects it and stores the result. Its bytes decide what it is: a label that disagrees
 * is corrected, also in storage. What arrived in a bucket takes effect here, as it was inspected, if it may replace the file.
 * Files that cannot be published, or that exceed the account's storage limit are deleted from storage; the record keeps the
 * reason. Subscribers of its group hear of what is new. Null for deleted media, and for that of a removed account.
 */
export function makeReadMedia(needs: Needs): ReadMedia {
  const { db, storage, clock } = needs;
  async function read(mediaId: string, last: boolean, reads: number): Promise<Media | null> {
    const media = await findMedia(db, mediaId);
    if (!media || reads > MOST_READS) return media;
    const stored = await findArrived(needs, media);
    if (media.status === MediaStatus.INVALID && stored?.key === media.fileName) {
      // It could not be deleted when it was refused.
      await needs.transaction((tx) => deleteRefused(needs, tx, media, stored));
      return media;
    }
    if (stored === undefined) {
      if (media.status === MediaStatus.READY) return media;
      if (last) await updateMedia(db, mediaId, { storedBytes: 0 });
      const found = await findMedia(db, mediaId);
      const hasArrived = media.uploadUrl !== null && found?.uploadUrl === null;
      return hasArrived ? read(mediaId, false, reads + 1) : found;
    }
    const file = { ...sourceOf(storage, stored.key, stored), userId: media.userId };
    const probed = await needs.probe(file, media.mimeType).catch((error: Error) => error);
    if (probed instanceof Error) {
      const now = await factsOf(storage, stored.key);
      if (now?.version === stored.version) throw probed;
      return read(mediaId, last, reads + 1);
    }
    const changes =
      probed.kind === 'broken'
        ? await refuse(needs, media, stored, probed.reason)
        : await keep(needs, media, stored, probed);
    if (changes === 'changed') return read(mediaId, last, reads + 1);
    if (!changes) return null;
    const thumbnail = media.origin === MediaOrigin.UPLOAD ? null : media.thumbnail;
    return { ...media, thumbnail, ...changes, uploadUrl: null, updatedAt: clock() };
  }
  return async (mediaId, { last } = { last: false }) => {
    if (last) await endReceiving(db, mediaId);
    return read(mediaId, last, 1);
  };
}

/** An object to inspect: under the key of the file, or where a bucket receives uploads for it. */
type Found = Omit<StoredObject, 'body'> & { key: string };

/**
 * What is to be inspected. A file that was inspected is not inspected again: the service notes what it stores itself, and in
 * a bucket, an upload for it is another object. Such an upload is ignored if it may not replace the file.
 */
async function findArrived({ db, storage }: Needs, media: Media): Promise<Found | undefined> {
  const { fileName, origin, status, userId, groupId } = media;
  const upload = storage.uploadKey(fileName);
  const isFinal = status === MediaStatus.READY && origin !== MediaOrigin.UPLOAD;
  if (upload !== fileName && !isFinal) {
    const arrived = await factsOf(storage, upload);
    if (arrived && !(await keptFor(db, media, await findPostGroup(db, userId, groupId))))
      return { ...arrived, key: upload };
  }
  if (status === MediaStatus.READY) return undefined;
  const stored = await factsOf(storage, fileName);
  return stored && { ...stored, key: fileName };
}

type Read = Pick<Media, 'type' | 'status' | 'problem' | 'mimeType' | 'metadata'> & Partial<StoredAt>;

/** Whether a locked file is still to be inspected as it was read; another inspection may have ended since. */
async function isAsRead(
  tx: Db,
  { media, own, group, object }: { media: Media; own: Media; group: PostGroup | null; object: Found },
): Promise<boolean> {
  if (own.fileName !== media.fileName || own.status !== media.status || own.uploadUrl !== media.uploadUrl) return false;
  if (own.groupId !== (group?.id ?? media.groupId)) return false;
  return object.key === own.fileName || (await keptFor(tx, own, group)) === null;
}

const isThere = async ({ storage }: Needs, { key, version }: Found): Promise<boolean> =>
  (await factsOf(storage, key))?.version === version;

/** Locks a file, and, if it is of the library and was not inspected yet, one that has the same bytes. */
async function lockWithSame(tx: Db, media: Media, sha256: string | null) {
  const id = sha256 === null ? null : await findSame(tx, media, sha256);
  const locked = await lockMedia(tx, id === null ? [media.id] : [media.id, id]);
  const [own, same] = [media.id, id].map((each) => locked.find((file) => file.id === each));
  const isUsable = own?.status === MediaStatus.PENDING_UPLOAD && same?.status === MediaStatus.READY;
  return { own, same: isUsable ? same : null };
}

/** The object changed: the transaction is undone, and the file read again. */
class Changed extends Error {}

/**
 * Counts a file with its real size; rejects it if it exceeds the storage limit. An upload takes effect last: what fails
 * before it undoes nothing in storage. Null if the file or its account was removed.
 */
async function keep(
  needs: Needs,
  media: Media,
  object: Found,
  probed: Exclude<Probed, { kind: 'broken' }>,
  isNoted = object.key === media.fileName || isAwaited(media),
): Promise<Read | 'changed' | null> {
  if (!isNoted) {
    const noted = await note(needs, media, object);
    return noted === null || noted === 'changed' ? noted : keep(needs, noted, object, probed, true);
  }
  const { storage, recordChanges } = needs;
  const { kind, mimeType, metadata } = probed;
  const size = metadata.size ?? 0;
  const type = kind === 'video' ? MediaType.VIDEO : MediaType.IMAGE;
  const read = { type, status: MediaStatus.READY, problem: null, mimeType, metadata };
  const isNew = media.origin === MediaOrigin.LIBRARY;
  const hash = isNew ? await sha256Of(storage, object.key) : null;
  if (isNew && hash?.version !== object.version) return 'changed';
  try {
    return await needs.transaction(async (tx) => {
      const now = needs.clock();
      await allowSlowCopy(tx);
      const group = await lockGroupOf(tx, media.id);
      const room = await lockStorageRoom(needs.plans, tx, media.userId);
      const { own, same } = await lockWithSame(tx, media, hash?.sha256 ?? null);
      if (!own) return null;
      if (!(await isAsRead(tx, { media, own, group, object }))) return 'changed';
      if (same && !(await isThere(needs, object))) return 'changed';
      const { own: counted, others } = await storedBytesOf(tx, media.id);
      const more = same?.userId === media.userId ? 0 : size - counted - others;
      if (more > 0) assertStorageRoom(room, { bytes: more, files: 0 });
      await recordInspection({ recordChanges, now }, tx, group, media.id, { ...read, storedBytes: size - others });
      if (same) await adopt(tx, media, same, now);
      if (hash) await setSha256(tx, media.id, hash.sha256);
      if (!same) {
        const taken = await storage.take(own.fileName, { ...object, from: object.key, contentType: mimeType });
        if (!taken) throw new Changed();
        return read;
      }
      if (object.key !== own.fileName) await storage.deleteVersion(object.key, object.version);
      const { fileName, filePath, urlPure, thumbnail } = same;
      return { ...read, fileName, filePath, urlPure, thumbnail };
    });
  } catch (error) {
    if (error instanceof Changed) return 'changed';
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'ACCOUNT_INACTIVE') return null;
    if (error.code === 'STORAGE_LIMIT_REACHED') return refuse(needs, media, object, error.message);
    throw error;
  }
}

/** Notes that the object replaces the file, and returns that, which is to be inspected; null if it was removed. */
async function note(needs: Needs, media: Media, object: Found): Promise<Media | 'changed' | null> {
  return needs.transaction(async (tx) => {
    const group = await lockGroupOf(tx, media.id);
    const [own] = await lockMedia(tx, [media.id]);
    if (!own) return null;
    if (!(await isAsRead(tx, { media, own, group, object }))) return 'changed';
    await noteReplacement(needs, tx, { file: own, group, now: needs.clock() });
    return findMedia(tx, media.id);
  });
}

/**
 * The reason is stored before the object is deleted: another inspection, which misses the object, finds it there. Until it
 * is deleted it is counted; where that fails, the next inspection does it.
 */
async function refuse(needs: Needs, media: Media, object: Found, problem: string): Promise<Read | 'changed' | null> {
  const { recordChanges } = needs;
  const { id, type, mimeType } = media;
  const metadata = { ...media.metadata, size: object.size };
  const read = { type, status: MediaStatus.INVALID, problem, mimeType, metadata };
  const outcome = await needs.transaction(async (tx) => {
    const now = needs.clock();
    const group = await lockGroupOf(tx, id);
    const { own } = await lockWithSame(tx, media, null);
    if (!own) return null;
    if (!(await isAsRead(tx, { media, own, group, object })) || !(await isThere(needs, object))) return 'changed';
    await recordInspection({ recordChanges, now }, tx, group, id, read);
    if (object.key !== own.fileName) await recordReplacedFile(tx, recordChanges, { file: own, group, now });
    return read;
  });
  if (outcome !== null && outcome !== 'changed')
    await needs.transaction((tx) => deleteRefused(needs, tx, media, object));
  return outcome;
}

/**
 * Deletes what was refused, and what it was to replace. Under the lock of the file: an upload takes effect under it, too, and
 * is not deleted in place of what was refused.
 */
async function deleteRefused({ storage }: Needs, tx: Db, { id, fileName }: Media, object: Found): Promise<void> {
  const [own] = await lockMedia(tx, [id]);
  if (own?.status !== MediaStatus.INVALID || own.fileName !== fileName || (await isShared(tx, own))) return;
  await storage.deleteVersion(object.key, object.version);
  if (object.key !== fileName) {
    const replaced = await factsOf(storage, fileName);
    if (replaced) await storage.deleteVersion(fileName, replaced.version);
  }
  await endCountingRefused(tx, id);
}
