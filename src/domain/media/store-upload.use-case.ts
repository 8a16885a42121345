import { Readable } from 'node:stream';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage, ReceiveUpload } from '../../storage/storage.js';
import type { Viewer } from '../identity/access/viewer.js';
import { findMedia } from './media.repository.js';

/** Stores bytes in place of the PUT to the upload URL of a file. Errors: MEDIA_NOT_FOUND, STORAGE_LIMIT_REACHED. */
export type StoreUpload = (viewer: Viewer, mediaId: string, bytes: Buffer) => Promise<void>;

export const makeStoreUpload =
  (needs: { db: Db; storage: Pick<ObjectStorage, 'put'>; receiveUpload: ReceiveUpload }): StoreUpload =>
  async (viewer, mediaId, bytes) => {
    const { db, storage, receiveUpload } = needs;
    const media = await findMedia(db, mediaId);
    if (media?.userId !== viewer.userId) throw new AppError('MEDIA_NOT_FOUND');
    const { fileName, mimeType: contentType } = media;
    // One chunk: of a Buffer, a stream would have a chunk for each byte.
    await receiveUpload(fileName, bytes.length, (place) =>
      storage.put(fileName, Readable.from([bytes]), { contentType, place }),
    );
  };
