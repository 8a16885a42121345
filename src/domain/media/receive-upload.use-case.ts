import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { RETRY_AFTER_SECONDS } from '../../foundation/errors/temporary-failure.js';
import type { ObjectStorage, ReceiveUpload } from '../../storage/storage.js';
import type { Plans } from '../plans/plans.js';
import type { PostGroup } from '../posts/state/post-group.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import { lockGroupOf } from './lock-for-file.step.js';
import { type Media, MediaStatus } from './media.js';
import { findMediaByKey, recordArrival, releaseBytes, reserveBytes, settleUpload } from './media.repository.js';
import type { MediaQueue } from './media-queue.port.js';
import { isAwaited, keptFor, noteReplacement, withLockedFile } from './replace-file.step.js';
import { sizeOf } from './stored-object.step.js';

/** To replace a file: twice, unless it is inspected between them. */
const MOST_TRIES = 5;

/**
 * Accepts an upload that passes through the service. Its bytes are reserved before the first of them is read:
 * STORAGE_LIMIT_REACHED, MEDIA_NOT_FOUND when the file was removed, or ACCOUNT_INACTIVE when its account was. Whether they
 * may replace what is there is checked then, and again when they take effect, under the locks of the group and of the file.
 * A job inspects the file afterwards.
 */
export const makeReceiveUpload =
  (needs: {
    db: Db;
    transaction: Transaction;
    plans: Plans;
    storage: Pick<ObjectStorage, 'get'>;
    mediaQueue: MediaQueue;
    recordChanges: RecordChanges;
    clock: () => Date;
  }): ReceiveUpload =>
  async (key, bytes, store) => {
    const { db, transaction, storage, mediaQueue, clock } = needs;
    const media = await findMediaByKey(db, key);
    if (!media) throw new AppError('MEDIA_NOT_FOUND');
    const { id, userId } = media;
    let isNoted = false;
    const place = async (tx: Db, file: Media, group: PostGroup | null, move: () => Promise<void>) => {
      if (file.fileName !== key) throw new AppError('MEDIA_NOT_FOUND');
      await assertReplaceable(tx, file, group);
      // It may have been inspected again since.
      if (!isAwaited(file) && !(isNoted && file.status === MediaStatus.PENDING_UPLOAD)) {
        await noteReplacement(needs, tx, { file, group, now: clock() });
        isNoted = true;
        return false;
      }
      await move();
      await settleUpload(tx, id, { reserved: bytes, stored: (await sizeOf(storage, key)) ?? 0 });
      await recordArrival(tx, id, clock());
      await mediaQueue.enqueueProbe(tx, id);
      return true;
    };
    const placeWith = (move: () => Promise<void>) =>
      withLockedFile(transaction, id, (tx, file, group) => place(tx, file, group, move));
    await transaction(async (tx) => {
      await assertReplaceable(tx, media, await lockGroupOf(tx, id));
      assertStorageRoom(await lockStorageRoom(needs.plans, tx, userId), { bytes, files: 0 });
      await reserveBytes(tx, id, bytes);
    });
    try {
      await store(async (move) => {
        for (let n = 0; n < MOST_TRIES; n += 1) if (await placeWith(move)) return;
        throw new AppError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      });
    } catch (error) {
      await transaction((tx) => releaseBytes(tx, id, bytes));
      throw error;
    }
  };

/** Errors: MEDIA_NOT_REPLACEABLE, MEDIA_NOT_ATTACHABLE. */
async function assertReplaceable(db: Db, file: Media, group: PostGroup | null): Promise<void> {
  const reason = await keptFor(db, file, group);
  if (reason === 'other posts') throw new AppError('MEDIA_NOT_REPLACEABLE');
  if (reason === 'its post' && group) throw new AppError('MEDIA_NOT_ATTACHABLE', { status: group.status });
}
