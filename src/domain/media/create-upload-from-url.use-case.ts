import { randomBytes } from 'node:crypto';
import { newId } from '../../foundation/database/id.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { isWebAddress } from '../../foundation/http-client/web-client.js';
import type { ObjectStorage } from '../../storage/storage.js';
import type { Viewer } from '../identity/access/viewer.js';
import { assertIncluded } from '../plans/limits.js';
import { PLANS } from '../plans/plans.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import { lockForFile } from './lock-for-file.step.js';
import { type Media, type MediaType, newMedia, sanitizeFileName, storageKey, UPLOAD_VALID_SECONDS } from './media.js';
import { insertMedia } from './media.repository.js';
import type { MediaQueue } from './media-queue.port.js';

/** Characters of an address. */
const MAX_URL = 2_048;

export interface CreateUploadFromUrlInput {
  postGroupId: string;
  url: string;
  type: MediaType;
  /** Null: the last part of the address. */
  fileName: string | null;
}

export type CreateUploadFromUrl = (viewer: Viewer, input: CreateUploadFromUrlInput) => Promise<Media>;

/**
 * Adds a file to a group that a worker fetches from a URL. The same groups accept it as with createUpload, and it counts
 * as a file from now on; its bytes count as they arrive.
 */
export const makeCreateUploadFromUrl =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    storage: ObjectStorage;
    mediaQueue: MediaQueue;
    recordChanges: RecordChanges;
  }): CreateUploadFromUrl =>
  async ({ userId, ownerId, plan }, { postGroupId: groupId, url, type, fileName: given }) => {
    if (url.length > MAX_URL || !isWebAddress(url)) throw new AppError('MEDIA_URL_INVALID');
    const source = new URL(url);
    const now = needs.clock();
    const id = newId(now);
    const name = sanitizeFileName(given ?? source.pathname.split('/').at(-1) ?? '');
    const fileName = storageKey(type, id, randomBytes(16).toString('hex'), name);
    const urlPure = needs.storage.publicUrl(fileName);
    // An attempt that began before the file was removed may store it until then.
    const uploadExpiresAt = new Date(now.getTime() + UPLOAD_VALID_SECONDS * 1000);
    const file = { id, userId, groupId, type, name, fileName, urlPure, uploadUrl: source.href, uploadExpiresAt };
    const media = newMedia({ ...file, mimeType: `${type}/*` }, now);
    await needs.transaction(async (db) => {
      const group = await lockForFile(db, userId, groupId);
      if (!group) throw new AppError('POST_GROUP_NOT_FOUND');
      assertIncluded(PLANS[plan], group.posts);
      assertStorageRoom(await lockStorageRoom(db, userId), { bytes: 1, files: 1 });
      await insertMedia(db, media);
      await needs.mediaQueue.enqueueFetch(db, id, ownerId);
      await recordEditedFiles(db, needs.recordChanges, group, now);
    });
    return media;
  };
