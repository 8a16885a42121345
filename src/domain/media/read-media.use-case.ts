import { buffer } from 'node:stream/consumers';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.use-case.js';
import { type Media, type MediaMetadata, MediaStatus } from './media.js';
import { endReceiving, findMedia, storedBytesOf, updateMedia } from './media.repository.js';
import type { ByteSource, Probe } from './probe.js';

/** `last`: nothing comes under the file's address any more. */
export type ReadMedia = (mediaId: string, options?: { last: boolean }) => Promise<Media | null>;

interface Needs {
  db: Db;
  transaction: Transaction;
  storage: ObjectStorage;
  probe: Probe;
  clock: () => Date;
}

/**
 * Looks whether a file has come and what it is, and stores that. One that was read before is read again only when its
 * size is another, or for the last time: whoever has the address may send a second one. What is no file that can be
 * published, and what is over the account's storage limit, is removed from storage; its record says why. Null for media
 * that are gone.
 */
export const makeReadMedia =
  (needs: Needs): ReadMedia =>
  async (mediaId, { last } = { last: false }) => {
    const { db, storage, clock } = needs;
    if (last) await endReceiving(db, mediaId);
    const media = await findMedia(db, mediaId);
    if (!media) return null;
    const size = await sizeOf(storage, media.fileName);
    if (size === undefined) {
      if (last) await updateMedia(db, mediaId, { storedBytes: 0 });
      return media;
    }
    if (!last && media.status === MediaStatus.READY && media.metadata.size === size) return media;
    const probed = await needs.probe(sourceOf(storage, media.fileName, size), media.mimeType);
    const changes =
      probed.kind === 'broken' ? await refuse(needs, media, size, probed.reason) : await keep(needs, media, probed);
    return { ...media, ...changes, uploadUrl: null, updatedAt: clock() };
  };

type Read = Pick<Media, 'status' | 'problem' | 'mimeType' | 'metadata'>;

/** Counts a file with its real size; one that the account has no room for is refused. */
async function keep(
  needs: Needs,
  media: Media,
  { mimeType, metadata }: { mimeType: string; metadata: MediaMetadata },
): Promise<Read> {
  const size = metadata.size ?? 0;
  const read = { status: MediaStatus.READY, problem: null, mimeType, metadata };
  try {
    await needs.transaction(async (tx) => {
      const room = await lockStorageRoom(tx, media.userId);
      const more = size - (await storedBytesOf(tx, media.id));
      if (more > 0) assertStorageRoom(room, { bytes: more, files: 0 });
      await updateMedia(tx, media.id, { ...read, storedBytes: size, uploadUrl: null, updatedAt: needs.clock() });
    });
    return read;
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORAGE_LIMIT_REACHED') {
      return refuse(needs, media, size, error.message);
    }
    throw error;
  }
}

/** First the object, so that what could not be removed goes on being counted, and is read again. */
async function refuse({ db, storage, clock }: Needs, media: Media, size: number, problem: string): Promise<Read> {
  const { id, mimeType } = media;
  await storage.delete([media.fileName]);
  const read = { status: MediaStatus.INVALID, problem, mimeType, metadata: { ...media.metadata, size } };
  await updateMedia(db, id, { ...read, storedBytes: 0, uploadUrl: null, updatedAt: clock() });
  return read;
}

/** Bytes of an object; undefined when there is none. */
export async function sizeOf(storage: Pick<ObjectStorage, 'get'>, key: string): Promise<number | undefined> {
  const object = await storage.get(key, { start: 0, end: 0 });
  object?.body.destroy();
  return object?.size;
}

/** An object whose parts can be read. */
export const sourceOf = (storage: ObjectStorage, key: string, size: number): ByteSource => ({
  size,
  async read(start, length) {
    const object = await storage.get(key, { start, end: start + length - 1 });
    if (!object) throw new Error(`The object ${key} was deleted while it was being read`);
    return buffer(object.body);
  },
});
