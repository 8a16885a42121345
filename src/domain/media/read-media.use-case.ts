import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage } from '../../storage/storage.js';
import type { Plans } from '../plans/plans.js';
import { MediaType } from '../posts/state/media-type.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import { lockGroupOf } from './lock-for-file.step.js';
import { type Media, MediaOrigin, MediaStatus, type StoredAt, UPLOAD_VALID_SECONDS } from './media.js';
import { endCountingRefused, endReceiving, findMedia, lockMedia, updateMedia } from './media.repository.js';
import type { Probe, Probed } from './probe.js';
import { recordInspection } from './record-inspection.step.js';
import { factsOf, sha256Of, sizeOf, sourceOf } from './stored-object.step.js';
import { adopt, findSame, setSha256, storedBytesOf } from './stored-objects.repository.js';

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

/**
 * Checks whether a file was uploaded, inspects it and stores the result. A file is inspected again only if its size has
 * changed, or for the last time: the upload URL can be reused until it expires. Its bytes decide what it is: a label that
 * disagrees is corrected, also in storage. Files that cannot be published or
 * exceed the account's storage limit are deleted from storage; the record keeps the reason. Subscribers of its group
 * hear of what is new. Null for deleted media, and for that of a removed account.
 */
export function makeReadMedia(needs: Needs): ReadMedia {
  const { db, storage, clock } = needs;
  const readMedia: ReadMedia = async (mediaId, { last } = { last: false }) => {
    if (last) await endReceiving(db, mediaId);
    const media = await findMedia(db, mediaId);
    if (!media) return null;
    if (!last && isSettled(media, clock())) return media;
    const stored = await factsOf(storage, media.fileName);
    if (stored === undefined) {
      if (last) await updateMedia(db, mediaId, { storedBytes: 0 });
      const found = await findMedia(db, mediaId);
      const hasArrived = media.uploadUrl !== null && found?.uploadUrl === null;
      return hasArrived ? readMedia(mediaId) : found;
    }
    const { size } = stored;
    if (!last && media.status === MediaStatus.READY && media.metadata.size === size) return media;
    const file = { ...sourceOf(storage, media.fileName, size), userId: media.userId };
    const probed = await needs.probe(file, media.mimeType).catch((error: Error) => error);
    if (probed instanceof Error) {
      if ((await sizeOf(storage, media.fileName)) !== undefined) throw probed;
      return findMedia(db, mediaId);
    }
    if (probed.kind !== 'broken' && probed.mimeType !== stored.contentType) {
      await storage.relabel(media.fileName, probed.mimeType);
    }
    const changes =
      probed.kind === 'broken' ? await refuse(needs, media, size, probed.reason) : await keep(needs, media, probed);
    if (!changes) return null;
    const thumbnail = media.origin === MediaOrigin.UPLOAD ? null : media.thumbnail;
    return { ...media, thumbnail, ...changes, uploadUrl: null, updatedAt: clock() };
  };
  return readMedia;
}

/** What is invalid stays so when no other file can arrive in its place. */
const isSettled = ({ status, uploadExpiresAt }: Media, now: Date): boolean =>
  status === MediaStatus.INVALID && now.getTime() - uploadExpiresAt.getTime() > UPLOAD_VALID_SECONDS * 1000;

type Read = Pick<Media, 'type' | 'status' | 'problem' | 'mimeType' | 'metadata'> & Partial<StoredAt>;

/** Locks a file of the library that has not been inspected yet with one that has the same bytes; null if none has. */
async function lockSame(tx: Db, media: Media, sha256: string): Promise<Media | null> {
  const id = await findSame(tx, media, sha256);
  if (id === null) return null;
  const locked = await lockMedia(tx, [media.id, id]);
  const [own, same] = [media.id, id].map((each) => locked.find((file) => file.id === each));
  return own?.status === MediaStatus.PENDING_UPLOAD && same?.status === MediaStatus.READY ? same : null;
}

/** Counts a file with its real size; rejects it if it exceeds the storage limit. Null if its account was removed. */
async function keep(
  needs: Needs,
  media: Media,
  { kind, mimeType, metadata }: Exclude<Probed, { kind: 'broken' }>,
): Promise<Read | null> {
  const size = metadata.size ?? 0;
  const type = kind === 'video' ? MediaType.VIDEO : MediaType.IMAGE;
  const read = { type, status: MediaStatus.READY, problem: null, mimeType, metadata };
  const isNew = media.origin === MediaOrigin.LIBRARY && media.status !== MediaStatus.READY;
  const sha256 = isNew ? await sha256Of(needs.storage, media.fileName) : null;
  try {
    const address = await needs.transaction(async (tx) => {
      const group = await lockGroupOf(tx, media.id);
      const room = await lockStorageRoom(needs.plans, tx, media.userId);
      const same = sha256 === null ? null : await lockSame(tx, media, sha256);
      const { own, others } = await storedBytesOf(tx, media.id);
      const more = same?.userId === media.userId ? 0 : size - own - others;
      if (more > 0) assertStorageRoom(room, { bytes: more, files: 0 });
      await recordInspection({ recordChanges: needs.recordChanges, now: needs.clock() }, tx, group, media.id, {
        ...read,
        storedBytes: size - others,
      });
      if (same) await adopt(tx, media, same, needs.clock());
      if (sha256 !== null) await setSha256(tx, media.id, sha256);
      if (!same) return null;
      const { fileName, filePath, urlPure, thumbnail } = same;
      return { fileName, filePath, urlPure, thumbnail };
    });
    return { ...read, ...address };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'ACCOUNT_INACTIVE') return null;
    if (error.code === 'STORAGE_LIMIT_REACHED') return refuse(needs, media, size, error.message);
    throw error;
  }
}

/**
 * The reason is stored before the object is deleted: another inspection, which misses the object, finds it there. Until it
 * is deleted it is counted; where that fails, the next inspection does it.
 */
async function refuse(needs: Needs, media: Media, size: number, problem: string): Promise<Read> {
  const { id, type, mimeType } = media;
  const read = { type, status: MediaStatus.INVALID, problem, mimeType, metadata: { ...media.metadata, size } };
  await needs.transaction(async (tx) => {
    const group = await lockGroupOf(tx, media.id);
    await recordInspection({ recordChanges: needs.recordChanges, now: needs.clock() }, tx, group, id, read);
  });
  await needs.storage.delete([media.fileName]);
  await endCountingRefused(needs.db, id);
  return read;
}
