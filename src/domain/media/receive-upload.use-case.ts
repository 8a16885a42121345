import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage, ReceiveUpload } from '../../storage/storage.js';
import type { Plans } from '../plans/plans.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import { PostGroupStatus } from '../posts/state/post-group.js';
import { postsOfGroups } from '../posts/state/post-group.repository.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import type { DeleteObjects } from './delete-objects.use-case.js';
import { lockGroupOf } from './lock-for-file.step.js';
import { type Media, MediaOrigin, MediaStatus } from './media.js';
import { findMediaByKey, recordArrival, reserveBytes, settleUpload } from './media.repository.js';
import type { MediaQueue } from './media-queue.port.js';
import { sizeOf } from './stored-object.step.js';
import { isShared } from './stored-objects.repository.js';

/**
 * The address of an upload is valid for an hour. What it has brought is not replaced once the group is more than a draft:
 * somebody has looked at it. Until then, another file is a change of the draft.
 */
async function replacing(db: Db, recordChanges: RecordChanges, media: Media, now: Date): Promise<void> {
  const { id, status, origin } = media;
  if (status !== MediaStatus.READY) return;
  // A post that uses it goes out with what was looked at.
  if (origin === MediaOrigin.LIBRARY || (await isShared(db, media))) throw new AppError('MEDIA_NOT_REPLACEABLE');
  const group = await lockGroupOf(db, id);
  if (!group) return;
  if (group.status !== PostGroupStatus.DRAFT) throw new AppError('MEDIA_NOT_ATTACHABLE', { status: group.status });
  await recordEditedFiles(db, recordChanges, { group, posts: await postsOfGroups(db, [group.id]) }, now);
}

/**
 * Accepts an upload that passes through the service. Its bytes are reserved before the first of them is read:
 * STORAGE_LIMIT_REACHED, MEDIA_NOT_FOUND when the file was removed, or ACCOUNT_INACTIVE when its account was. Once
 * uploaded, a job inspects the file.
 */
export const makeReceiveUpload =
  (needs: {
    db: Db;
    transaction: Transaction;
    plans: Plans;
    storage: Pick<ObjectStorage, 'get'>;
    deleteObjects: DeleteObjects;
    mediaQueue: MediaQueue;
    recordChanges: RecordChanges;
    clock: () => Date;
  }): ReceiveUpload =>
  async (key, bytes, store) => {
    const { db, transaction, storage, deleteObjects, mediaQueue, clock } = needs;
    const media = await findMediaByKey(db, key);
    if (!media) throw new AppError('MEDIA_NOT_FOUND');
    const { id, userId } = media;
    await transaction(async (tx) => {
      await replacing(tx, needs.recordChanges, media, clock());
      assertStorageRoom(await lockStorageRoom(needs.plans, tx, userId), { bytes, files: 0 });
      await reserveBytes(tx, id, bytes);
    });
    const settle = (tx: Db) => settleUpload(tx, id, bytes, () => sizeOf(storage, key));
    try {
      await store();
    } catch (error) {
      // What was there before is there still.
      await transaction(settle);
      throw error;
    }
    const isThere = await transaction(async (tx) => {
      if (!(await settle(tx))) return false;
      await recordArrival(tx, id, clock());
      await mediaQueue.enqueueProbe(tx, id);
      return true;
    });
    if (isThere) return;
    await deleteObjects([key]);
    throw new AppError('MEDIA_NOT_FOUND');
  };
