import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage, StoredObject } from '../../storage/storage.js';
import type { Plans } from '../plans/plans.js';
import { MediaType } from '../posts/state/media-type.js';
import type { PostGroup } from '../posts/state/post-group.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import { lockGroupOf } from './lock-for-file.step.js';
import { hasExpired, type Media, MediaOrigin, MediaStatus, type StoredAt } from './media.js';
import { endCountingRefused, endReceiving, findMedia, lockMedia, updateMedia } from './media.repository.js';
import { REPLACED } from './media-refused.js';
import type { Probe, Probed } from './probe.js';
import { recordInspection } from './record-inspection.step.js';
import { keptFor, recordReplacedFile } from './replace-file.step.js';
import { factsOf, sha256Of, sourceOf } from './stored-object.step.js';
import { adopt, endChecking, findSame, setSha256, storedBytesOf } from './stored-objects.repository.js';

/** `last`: the upload URL has expired. */
export type ReadMedia = (mediaId: string, options?: { last: boolean }) => Promise<Media | null>;

interface Needs {
  db: Db;
  transaction: Transaction;
  plans: Plans;
  storage: ObjectStorage;
  probe: Probe;
  recordChanges: RecordChanges;
  clock: () => Date;
}

/** Inspections of one request: each is repeated because another file arrived meanwhile. */
const MOST_READS = 5;

/**
 * Checks whether a file was uploaded, inspects it and stores the result. A file is inspected again only if its object has
 * changed, or for the last time: the upload URL can be reused until it expires. Its bytes decide what it is: a label that
 * disagrees is corrected, also in storage. Files that cannot be published, that replace one which may not be replaced, or
 * that exceed the account's storage limit are deleted from storage; the record keeps the reason. Subscribers of its group
 * hear of what is new. Null for deleted media, and for that of a removed account.
 */
export function makeReadMedia(needs: Needs): ReadMedia {
  const { db, storage, clock } = needs;
  async function read(mediaId: string, last: boolean, reads: number): Promise<Media | null> {
    const media = await findMedia(db, mediaId);
    if (!media || reads > MOST_READS) return media;
    if (!last && media.status === MediaStatus.INVALID && hasExpired(media, clock())) return media;
    const stored = await factsOf(storage, media.fileName);
    if (stored === undefined) {
      if (last) await updateMedia(db, mediaId, { storedBytes: 0 });
      const found = await findMedia(db, mediaId);
      const hasArrived = media.uploadUrl !== null && found?.uploadUrl === null;
      return hasArrived ? read(mediaId, false, reads + 1) : found;
    }
    if (!last && isInspected(media, stored)) return media;
    const file = { ...sourceOf(storage, media.fileName, stored), userId: media.userId };
    const probed = await needs.probe(file, media.mimeType).catch((error: Error) => error);
    if (probed instanceof Error) {
      const now = await factsOf(storage, media.fileName);
      if (now?.version === stored.version) throw probed;
      return now ? read(mediaId, last, reads + 1) : findMedia(db, mediaId);
    }
    const isMislabelled = probed.kind !== 'broken' && probed.mimeType !== stored.contentType;
    const version = isMislabelled
      ? await storage.relabel(media.fileName, probed.mimeType, stored.version)
      : stored.version;
    if (version === undefined) return read(mediaId, last, reads + 1);
    const object = { ...stored, version };
    const changes =
      probed.kind === 'broken'
        ? await refuse(needs, media, object, probed.reason)
        : await keep(needs, media, object, probed);
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

type Stored = Pick<StoredObject, 'size' | 'version'>;

const isInspected = ({ status, metadata, checkedVersion }: Media, { size, version }: Stored): boolean =>
  status === MediaStatus.READY && metadata.size === size && (checkedVersion ?? version) === version;

/** Whether a bucket takes another file under the upload URL; the service refuses one that it receives itself. */
const mayChange = ({ storage, clock }: Needs, media: Media): boolean =>
  !storage.receivesUploads && media.declaredMimeType !== null && !hasExpired(media, clock());

type Read = Pick<Media, 'type' | 'status' | 'problem' | 'mimeType' | 'metadata'> &
  Partial<StoredAt & Pick<Media, 'checkedVersion'>>;

/** Whether a locked file is as it was inspected: another one may have arrived since. */
async function isAsRead({ storage }: Needs, media: Media, own: Media, { version }: Stored, group: PostGroup | null) {
  if (own.fileName !== media.fileName || own.checkedVersion !== media.checkedVersion) return false;
  if (own.groupId !== (group?.id ?? media.groupId)) return false;
  return !storage.receivesUploads || (await factsOf(storage, own.fileName))?.version === version;
}

/** Locks a file, and, if it is of the library and was not inspected yet, one that has the same bytes. */
async function lockWithSame(tx: Db, media: Media, sha256: string | null) {
  const id = sha256 === null ? null : await findSame(tx, media, sha256);
  const locked = await lockMedia(tx, id === null ? [media.id] : [media.id, id]);
  const [own, same] = [media.id, id].map((each) => locked.find((file) => file.id === each));
  const isUsable = own?.status === MediaStatus.PENDING_UPLOAD && same?.status === MediaStatus.READY;
  return { own, same: isUsable && same.checkedVersion === null ? same : null };
}

/**
 * Counts a file with its real size; rejects it if it exceeds the storage limit, or replaces one which may not be replaced.
 * Null if it or its account was removed.
 */
async function keep(
  needs: Needs,
  media: Media,
  object: Stored,
  { kind, mimeType, metadata }: Exclude<Probed, { kind: 'broken' }>,
): Promise<Read | 'changed' | null> {
  const size = metadata.size ?? 0;
  const type = kind === 'video' ? MediaType.VIDEO : MediaType.IMAGE;
  const checkedVersion = mayChange(needs, media) ? object.version : null;
  const read = { type, status: MediaStatus.READY, problem: null, mimeType, metadata };
  const isNew = media.origin === MediaOrigin.LIBRARY && media.status !== MediaStatus.READY;
  const hash = isNew ? await sha256Of(needs.storage, media.fileName) : null;
  if (isNew && hash?.version !== object.version) return 'changed';
  const isAnother = media.checkedVersion !== null && media.checkedVersion !== object.version;
  try {
    const kept = await needs.transaction(async (tx) => {
      const { recordChanges } = needs;
      const now = needs.clock();
      const group = await lockGroupOf(tx, media.id);
      const room = await lockStorageRoom(needs.plans, tx, media.userId);
      const { own, same } = await lockWithSame(tx, media, hash?.sha256 ?? null);
      if (!own) return null;
      if (!(await isAsRead(needs, media, own, object, group))) return 'changed';
      if (isAnother && (await keptFor(tx, own, group))) return 'kept';
      const { own: counted, others } = await storedBytesOf(tx, media.id);
      const more = same?.userId === media.userId ? 0 : size - counted - others;
      if (more > 0) assertStorageRoom(room, { bytes: more, files: 0 });
      const found = { ...read, checkedVersion, storedBytes: size - others };
      await recordInspection({ recordChanges, now }, tx, group, media.id, found);
      if (isAnother) await recordReplacedFile(tx, recordChanges, { file: own, group, now });
      if (checkedVersion === null) await endChecking(tx, media.fileName, object.version);
      if (same) await adopt(tx, media, same, now);
      if (hash) await setSha256(tx, media.id, hash.sha256);
      if (!same) return { ...read, checkedVersion };
      const { fileName, filePath, urlPure, thumbnail } = same;
      return { ...read, checkedVersion: null, fileName, filePath, urlPure, thumbnail };
    });
    return kept === 'kept' ? await refuse(needs, media, object, REPLACED) : kept;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'ACCOUNT_INACTIVE') return null;
    if (error.code === 'STORAGE_LIMIT_REACHED') return refuse(needs, media, object, error.message);
    throw error;
  }
}

/**
 * The reason is stored before the object is deleted: another inspection, which misses the object, finds it there. Until it
 * is deleted it is counted; where that fails, the next inspection does it.
 */
async function refuse(needs: Needs, media: Media, object: Stored, problem: string): Promise<Read | 'changed' | null> {
  const { id, type, mimeType } = media;
  const metadata = { ...media.metadata, size: object.size };
  const read = { type, status: MediaStatus.INVALID, problem, mimeType, metadata };
  const outcome = await needs.transaction(async (tx) => {
    const group = await lockGroupOf(tx, media.id);
    const { own } = await lockWithSame(tx, media, null);
    if (!own) return null;
    if (!(await isAsRead(needs, media, own, object, group))) return 'changed';
    await recordInspection({ recordChanges: needs.recordChanges, now: needs.clock() }, tx, group, id, read);
    return read;
  });
  if (outcome === null || outcome === 'changed') return outcome;
  await needs.transaction((tx) => deleteRefused(needs, tx, media, object));
  return outcome;
}

/** Under the lock of the file: an upload takes effect under it, too, and is not deleted in place of what was refused. */
async function deleteRefused({ storage }: Needs, tx: Db, { id, fileName }: Media, { version }: Stored): Promise<void> {
  const [own] = await lockMedia(tx, [id]);
  if (own?.status !== MediaStatus.INVALID || own.fileName !== fileName) return;
  const found = await factsOf(storage, fileName);
  if (found && found.version !== version) return;
  await storage.delete([fileName]);
  await endCountingRefused(tx, id);
}
