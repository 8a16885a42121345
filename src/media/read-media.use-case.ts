import { buffer } from 'node:stream/consumers';
import type { Db } from '../database/unit-of-work.js';
import type { ObjectStorage } from '../storage/storage.js';
import { type Media, MediaStatus } from './media.js';
import { findMedia, noteArrival, updateMedia } from './media.repository.js';
import type { ByteSource, Probe } from './probe.js';

export type ReadMedia = (mediaId: string) => Promise<Media | null>;

/**
 * Looks whether a file has come and what it is, and stores that. One that was read before is read again only when its
 * size is another: whoever has the address may send a second one. Null for media that are gone.
 */
export const makeReadMedia =
  (needs: { db: Db; storage: ObjectStorage; probe: Probe; clock: () => Date }): ReadMedia =>
  async (mediaId) => {
    const { db, storage, clock } = needs;
    const media = await findMedia(db, mediaId);
    if (!media) return null;
    const size = await sizeOf(storage, media.fileName);
    const isRead = media.status !== MediaStatus.AWAITING;
    if (size === undefined || (isRead && media.metadata.size === size)) return media;
    if (media.uploadUrl !== null) await noteArrival(db, media.fileName, clock());
    const probed = await needs.probe(sourceOf(storage, media.fileName, size), media.mimeType);
    const outcome =
      probed.kind === 'broken'
        ? { status: MediaStatus.BROKEN, problem: probed.reason, metadata: { ...media.metadata, size } }
        : { status: MediaStatus.READY, problem: null, mimeType: probed.mimeType, metadata: probed.metadata };
    const changes = { ...outcome, uploadUrl: null, updatedAt: clock() };
    await updateMedia(db, mediaId, changes);
    return { ...media, ...changes };
  };

/** Bytes of an object; undefined when there is none. */
async function sizeOf(storage: ObjectStorage, key: string): Promise<number | undefined> {
  const object = await storage.get(key, { start: 0, end: 0 });
  object?.body.destroy();
  return object?.size;
}

/** An object whose parts can be read. */
export const sourceOf = (storage: ObjectStorage, key: string, size: number): ByteSource => ({
  size,
  async read(start, length) {
    const object = await storage.get(key, { start, end: start + length - 1 });
    if (!object) throw new Error(`The object ${key} went away while it was read`);
    return buffer(object.body);
  },
});
