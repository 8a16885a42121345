import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import type { NoteEdit } from '../posts/state/note-edit.port.js';
import { isUpdatable } from '../posts/state/post-group.js';
import { postsOfGroups } from '../posts/state/post-group.repository.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import type { DeleteObjects } from './delete-objects.use-case.js';
import { assertMayChangeFiles, lockGroupOf } from './lock-for-file.step.js';
import { MediaOrigin } from './media.js';
import { findMedia } from './media.repository.js';
import { deleteMedia } from './stored-objects.repository.js';

export type DeleteMedia = (viewer: Viewer, mediaId: string) => Promise<void>;

/**
 * Removes a file from a group whose publishing has not begun, and from storage [delete-media/ended].
 * A file without a group can always be removed; one of the library is deleted by deleteLibraryFiles.
 */
export const makeDeleteMedia =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    deleteObjects: DeleteObjects;
    recordChanges: RecordChanges;
    guardSchedule: GuardSchedule;
    noteEdit: NoteEdit;
  }): DeleteMedia =>
  async (viewer, mediaId) => {
    const keys = await needs.transaction(async (db) => {
      const media = await findMedia(db, mediaId);
      if (!media || media.userId !== viewer.userId || media.origin === MediaOrigin.LIBRARY) {
        throw new AppError('MEDIA_NOT_FOUND');
      }
      const group = await lockGroupOf(db, mediaId);
      const now = needs.clock();
      if (group?.userId !== viewer.userId) return deleteMedia(db, [media], now);
      if (!isUpdatable(group.status)) throw new AppError('MEDIA_NOT_DELETABLE');
      const posts = await postsOfGroups(db, [group.id]);
      await assertMayChangeFiles(db, viewer, { group, posts, guardSchedule: needs.guardSchedule });
      await needs.noteEdit(db, group, null);
      await recordEditedFiles(db, needs.recordChanges, { group, posts }, now);
      const deleted = await deleteMedia(db, [media], now);
      await needs.noteEdit(db, group, viewer);
      return deleted;
    });
    await needs.deleteObjects(keys);
  };
