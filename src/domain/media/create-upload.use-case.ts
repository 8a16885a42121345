import { randomBytes } from 'node:crypto';
import { newId } from '../../foundation/database/id.js';
import { storableText } from '../../foundation/database/storable-text.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage } from '../../storage/storage.js';
import type { Viewer } from '../identity/access/viewer.js';
import { assertIncluded } from '../plans/limits.js';
import { type Plans, planOf } from '../plans/plans.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import type { MediaType } from '../posts/state/media-type.js';
import type { NoteEdit } from '../posts/state/note-edit.port.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import { mayBeMedia } from './file-format.js';
import { lockForFile } from './lock-for-file.step.js';
import { type Media, newMedia, sanitizeFileName, storageKey, UPLOAD_VALID_SECONDS, withoutName } from './media.js';
import { insertMedia } from './media.repository.js';
import type { MediaQueue } from './media-queue.port.js';

export interface CreateUploadInput {
  /** Null: a file for a post that is created later. */
  postGroupId: string | null;
  fileName: string;
  contentType: string;
  /** A hint, as the content type: the bytes decide what the file is. */
  type: MediaType;
  /** Reject groups of other users and content types of what is neither an image nor a video. REST does not. */
  validate: boolean;
}

/** Everything about a file, with the address to upload it to. */
export type Upload = Media & { uploadUrl: string };

export type CreateUpload = (viewer: Viewer, input: CreateUploadInput) => Promise<Upload>;

/**
 * Creates an upload URL for one file of a group, or of a later one, valid for an hour, for PUT with the same content
 * type. A group of the user that is being published, or was, accepts no more files: MEDIA_NOT_ATTACHABLE; nor does an account without
 * storage left: STORAGE_LIMIT_REACHED. An open upload URL counts as a file; its bytes count once uploaded.
 */
export const makeCreateUpload =
  (needs: {
    transaction: Transaction;
    plans: Plans;
    clock: () => Date;
    storage: ObjectStorage;
    mediaQueue: MediaQueue;
    recordChanges: RecordChanges;
    guardSchedule: GuardSchedule;
    noteEdit: NoteEdit;
  }): CreateUpload =>
  async (viewer, input) => {
    const { userId } = viewer;
    const { type, validate } = input;
    const groupId = storableText(input.postGroupId ?? '');
    const mimeType = storableText(input.contentType);
    if (validate && !mayBeMedia(mimeType)) {
      throw new AppError('CONTENT_TYPE_INVALID', { type, contentType: mimeType });
    }
    const now = needs.clock();
    const id = newId(now);
    const name = sanitizeFileName(input.fileName);
    // Clients of REST read the name in the address.
    const nameInKey = validate ? withoutName(name) : name;
    const fileName = storageKey(type, id, randomBytes(16).toString('hex'), nameInKey);
    const uploadUrl = await needs.storage.signUpload(fileName, mimeType, UPLOAD_VALID_SECONDS);
    const urlPure = needs.storage.publicUrl(fileName);
    const uploadExpiresAt = new Date(now.getTime() + UPLOAD_VALID_SECONDS * 1000);
    const file = { id, userId, groupId, type, name, fileName, urlPure, uploadUrl, uploadExpiresAt, mimeType };
    const media: Upload = { ...newMedia(file, now), uploadUrl };
    await needs.transaction(async (db) => {
      const group = input.postGroupId === null ? null : await lockForFile(db, viewer, { groupId, ...needs });
      if (validate && input.postGroupId !== null) {
        if (!group) throw new AppError('POST_GROUP_NOT_FOUND');
        assertIncluded(planOf(needs.plans, viewer), group.posts);
      }
      assertStorageRoom(await lockStorageRoom(needs.plans, db, userId), { bytes: 1, files: 1 });
      await insertMedia(db, media);
      await needs.mediaQueue.enqueueProbe(db, id);
      await needs.mediaQueue.enqueueLastProbe(db, id);
      if (!group) return;
      await recordEditedFiles(db, needs.recordChanges, group, now);
      await needs.noteEdit(db, group.group, viewer);
    });
    return media;
  };
