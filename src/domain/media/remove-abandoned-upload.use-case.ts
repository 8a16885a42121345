import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import { postsOfGroups } from '../posts/state/post-group.repository.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { isBegun, lockGroupOf } from './lock-for-file.step.js';
import type { Media } from './media.js';
import { lockAwaitedFile } from './media.repository.js';
import { deleteMedia, lockObjects } from './stored-objects.repository.js';

/** A request in the last second of an upload URL has arrived by then. */
const MARGIN_MS = 60_000;

/** True if the file was removed, or needs no further looks. */
export type RemoveAbandonedUpload = (media: Pick<Media, 'id' | 'uploadExpiresAt'>) => Promise<boolean>;

/**
 * Removes a file whose upload URL has expired and of which nothing has arrived: it would fail its post. One that is being
 * received stays, and so does that of a group whose publishing has begun. What arrives in a bucket later is deleted
 * by the maintenance.
 */
export const makeRemoveAbandonedUpload =
  (needs: { transaction: Transaction; clock: () => Date; recordChanges: RecordChanges }): RemoveAbandonedUpload =>
  async ({ id, uploadExpiresAt }) => {
    const now = needs.clock();
    if (now.getTime() < uploadExpiresAt.getTime() + MARGIN_MS) return false;
    return needs.transaction(async (db) => {
      const group = await lockGroupOf(db, id);
      await lockObjects(db, [id]);
      const media = await lockAwaitedFile(db, id);
      if (!media) return true;
      if (media.isReceiving) return false;
      if (group && group.userId === media.userId) {
        const posts = await postsOfGroups(db, [group.id]);
        if (posts.some(isBegun)) return true;
        await recordEditedFiles(db, needs.recordChanges, { group, posts }, now);
      }
      await deleteMedia(db, [media], now);
      return true;
    });
  };
