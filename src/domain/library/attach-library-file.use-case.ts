import { newId } from '../../foundation/database/id.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockForFile } from '../media/lock-for-file.step.js';
import { type Media, MediaOrigin, newUse } from '../media/media.js';
import { findMedia, insertUncounted } from '../media/media.repository.js';
import { lockUsable } from '../media/stored-objects.repository.js';
import { assertIncluded } from '../plans/limits.js';
import { type Plans, planOf } from '../plans/plans.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import type { NoteEdit } from '../posts/state/note-edit.port.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';

export interface AttachLibraryFileInput {
  mediaId: string;
  postGroupId: string;
}

export type AttachLibraryFile = (viewer: Viewer, input: AttachLibraryFileInput) => Promise<Media>;

/** Adds a file of the library after those that a post has. The same groups accept it as with createUpload. */
export const makeAttachLibraryFile =
  (needs: {
    transaction: Transaction;
    plans: Plans;
    clock: () => Date;
    recordChanges: RecordChanges;
    guardSchedule: GuardSchedule;
    noteEdit: NoteEdit;
  }): AttachLibraryFile =>
  (viewer, { mediaId, postGroupId }) =>
    needs.transaction(async (db) => {
      const { userId } = viewer;
      const target = await lockForFile(db, viewer, { groupId: postGroupId, ...needs });
      if (!target) throw new AppError('POST_GROUP_NOT_FOUND');
      assertIncluded(planOf(needs.plans, viewer), target.posts);
      assertStorageRoom(await lockStorageRoom(needs.plans, db, userId), { bytes: 0, files: 1 });
      const known = await findMedia(db, mediaId);
      if (known?.userId !== userId || known.origin !== MediaOrigin.LIBRARY)
        throw new AppError('LIBRARY_FILE_NOT_FOUND');
      const [file] = await lockUsable(db, [mediaId]);
      if (!file) throw new AppError('MEDIA_NOT_READY');
      const now = needs.clock();
      const use = { ...newUse(file, newId(now), now), groupId: postGroupId };
      await insertUncounted(db, [use]);
      await recordEditedFiles(db, needs.recordChanges, target, now);
      await needs.noteEdit(db, target.group, viewer);
      return use;
    });
