import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { MediaType } from '../posts/state/media-type.js';
import type { ConvertToThumbnail } from './convert.js';
import { MediaStatus } from './media.js';
import { findMedia } from './media.repository.js';
import { MediaRefused } from './media-refused.js';
import { sourceOf } from './stored-object.step.js';
import { openTemporaryFolder } from './temporary-folder.io.js';
import { noteObjects, setThumbnail } from './thumbnail.repository.js';

/** Makes the small picture of an image that was inspected, unless it has one. Repeating it changes nothing. */
export type MakeThumbnail = (mediaId: string) => Promise<void>;

/**
 * The picture is stored beside the object and removed with it; its bytes do not count. It is noted for deletion until a
 * file refers to it: if this process ends, the maintenance removes it.
 */
export const makeMakeThumbnail =
  (needs: {
    db: Db;
    transaction: Transaction;
    storage: ObjectStorage;
    convert: ConvertToThumbnail;
    temporary: string;
    clock: () => Date;
  }): MakeThumbnail =>
  async (mediaId) => {
    const { db, transaction, storage, convert, temporary, clock } = needs;
    const file = await findMedia(db, mediaId);
    if (file?.status !== MediaStatus.READY || file.type !== MediaType.IMAGE || file.thumbnail !== null) return;
    const { fileName, userId, metadata } = file;
    await using folder = await openTemporaryFolder(temporary);
    const source = { ...sourceOf(storage, fileName, { size: metadata.size ?? 0 }), userId };
    const made = await convert(source, folder.path).catch((error) => {
      if (error instanceof MediaRefused) return null;
      throw error;
    });
    if (!made) return;
    const key = thumbnailKey(fileName, randomBytes(8).toString('hex'));
    await noteObjects(db, [key], new Date(clock().getTime() + DAY_MS));
    await storage.put(key, createReadStream(made.path), { contentType: made.mimeType });
    await transaction((tx) => setThumbnail(tx, file, key));
  };

/** Random: what was uploaded in place of another file has another address. */
const thumbnailKey = (fileName: string, random: string): string =>
  `${fileName.slice(0, fileName.lastIndexOf('/'))}/thumbnail-${random}.webp`;
