import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage } from '../../storage/storage.js';
import type { Viewer } from '../identity/access/viewer.js';
import { assertIncluded } from '../plans/limits.js';
import { type Plans, planOf } from '../plans/plans.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import { assertWebAddress } from '../posts/state/given-files.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import type { MediaType } from '../posts/state/media-type.js';
import type { NoteEdit } from '../posts/state/note-edit.port.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import { lockForFile } from './lock-for-file.step.js';
import type { Media } from './media.js';
import { insertMedia } from './media.repository.js';
import type { MediaQueue } from './media-queue.port.js';
import { newWebMedia } from './web-media.js';

export interface CreateUploadFromUrlInput {
  /** Null: a file for a post that is created later. */
  postGroupId: string | null;
  url: string;
  type: MediaType;
  /** Null: the last part of the address. */
  fileName: string | null;
}

export type CreateUploadFromUrl = (viewer: Viewer, input: CreateUploadFromUrlInput) => Promise<Media>;

/**
 * Adds a file that a worker fetches from a URL, to a group or for a later one. The same groups accept it as with
 * createUpload, and it counts as a file from now on; its bytes count as they arrive.
 */
export const makeCreateUploadFromUrl =
  (needs: {
    transaction: Transaction;
    plans: Plans;
    clock: () => Date;
    storage: ObjectStorage;
    mediaQueue: MediaQueue;
    recordChanges: RecordChanges;
    guardSchedule: GuardSchedule;
    noteEdit: NoteEdit;
  }): CreateUploadFromUrl =>
  async (viewer, { postGroupId, url, type, fileName }) => {
    const { userId, ownerId } = viewer;
    assertWebAddress(url);
    const now = needs.clock();
    const file = { userId, groupId: postGroupId ?? '', url, type, fileName };
    const media = newWebMedia(file, (key) => needs.storage.publicUrl(key), now);
    await needs.transaction(async (db) => {
      const group = postGroupId === null ? null : await lockForFile(db, viewer, { groupId: postGroupId, ...needs });
      if (postGroupId !== null && !group) throw new AppError('POST_GROUP_NOT_FOUND');
      if (group) assertIncluded(planOf(needs.plans, viewer), group.posts);
      assertStorageRoom(await lockStorageRoom(needs.plans, db, userId), { bytes: 1, files: 1 });
      await insertMedia(db, media);
      await needs.mediaQueue.enqueueFetch(db, media.id, ownerId);
      if (!group) return;
      await recordEditedFiles(db, needs.recordChanges, group, now);
      await needs.noteEdit(db, group.group, viewer);
    });
    return media;
  };
