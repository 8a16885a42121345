import { randomBytes } from 'node:crypto';
import type { Viewer } from '../access/viewer.js';
import { newId } from '../database/id.js';
import { storableText } from '../database/storable-text.js';
import type { Db, Transaction } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { assertIncluded } from '../plans/limits.js';
import { PLANS } from '../plans/plans.js';
import { isUpdatable } from '../posts/post-group.js';
import { findPostGroup, postsOfGroups } from '../posts/post-group.repository.js';
import type { ObjectStorage } from '../storage/storage.js';
import {
  type Media,
  MediaStatus,
  type MediaType,
  sanitizeFileName,
  storageKey,
  UNKNOWN_METADATA,
  UPLOAD_VALID_SECONDS,
} from './media.js';
import { insertMedia } from './media.repository.js';
import type { MediaQueue } from './media-queue.js';

export interface CreateUploadInput {
  postGroupId: string;
  fileName: string;
  contentType: string;
  type: MediaType;
  /** Refuse groups of others and content types that are no images or videos. REST does not (document 1). */
  validate: boolean;
}

/** Everything about a file, with the address to upload it to. */
export type Upload = Media & { uploadUrl: string };

export type CreateUpload = (viewer: Viewer, input: CreateUploadInput) => Promise<Upload>;

/** An address for one file of a group, to be sent there with PUT and the same content type within an hour. */
export const makeCreateUpload =
  (needs: {
    db: Db;
    transaction: Transaction;
    clock: () => Date;
    storage: ObjectStorage;
    mediaQueue: MediaQueue;
  }): CreateUpload =>
  async (viewer, input) => {
    const { userId } = viewer;
    const { postGroupId: groupId, type } = input;
    const mimeType = storableText(input.contentType);
    if (input.validate) {
      if (!mimeType.startsWith(`${type}/`)) throw new AppError('CONTENT_TYPE_INVALID', { type, contentType: mimeType });
      await assertAttachable(needs.db, userId, groupId);
      assertIncluded(PLANS[viewer.plan], await postsOfGroups(needs.db, [groupId]));
    }
    const now = needs.clock();
    const id = newId(now);
    const name = sanitizeFileName(input.fileName);
    const fileName = storageKey(type, id, randomBytes(16).toString('hex'), name);
    const uploadUrl = await needs.storage.signUpload(fileName, mimeType, UPLOAD_VALID_SECONDS);
    const urlPure = needs.storage.publicUrl(fileName);
    const media: Upload = {
      id,
      userId,
      groupId: storableText(groupId),
      type,
      name,
      fileName,
      filePath: new URL(urlPure).pathname,
      urlPure,
      uploadUrl,
      uploadExpiresAt: new Date(now.getTime() + UPLOAD_VALID_SECONDS * 1000),
      mimeType,
      status: MediaStatus.AWAITING,
      problem: null,
      metadata: UNKNOWN_METADATA,
      altText: null,
      addedAt: now,
      updatedAt: now,
    };
    await needs.transaction(async (db) => {
      await insertMedia(db, media);
      await needs.mediaQueue.enqueueProbe(db, id);
    });
    return media;
  };

/** A group of the user's own whose publishing has not begun. */
export async function assertAttachable(db: Db, userId: string, groupId: string): Promise<void> {
  const group = await findPostGroup(db, userId, groupId);
  if (!group) throw new AppError('POST_GROUP_NOT_FOUND');
  if (!isUpdatable(group.status)) throw new AppError('POST_GROUP_NOT_UPDATABLE', { status: group.status });
}
