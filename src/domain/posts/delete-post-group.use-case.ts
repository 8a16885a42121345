import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/viewer.js';
import type { DeleteObjects } from '../media/delete-media.use-case.js';
import { deleteMedia, mediaOfGroups } from '../media/media.repository.js';
import { releaseQuota } from '../usage/quota.use-case.js';
import { LiveEventType } from './live-event.js';
import { recordEvents } from './live-event.repository.js';
import { PlatformPostStatus } from './platform-post.js';
import { deletePostGroup, lockPostGroup, postsOfGroups } from './post-group.repository.js';
import type { PublishQueue } from './publish-queue.js';

export type DeletePostGroup = (viewer: Viewer, id: string) => Promise<void>;

/**
 * Removes a group with its posts, log and media, in every status, then the stored objects. What is live on a platform stays there (document 1,
 * "DELETE /api/v1/delete-post").
 */
export const makeDeletePostGroup =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    publishQueue: PublishQueue;
    deleteObjects: DeleteObjects;
  }): DeletePostGroup =>
  async (viewer, id) => {
    const keys = await needs.transaction(async (db) => {
      const group = await lockPostGroup(db, id);
      if (!group || group.userId !== viewer.userId) throw new AppError('POST_GROUP_NOT_FOUND');
      const posts = await postsOfGroups(db, [id]);
      const { status: groupStatus, processingStatus, scheduledTime, userId } = group;
      // Document 3, "Plans": "deleting before publishing frees its place, deleting afterwards does not".
      const targets = posts.filter(({ status }) => status === PlatformPostStatus.SCHEDULED);
      if (targets.length > 0 && scheduledTime) await releaseQuota(db, viewer, { userId, targets, scheduledTime });
      const events = [{ type: LiveEventType.DELETED, groupStatus, processingStatus }];
      const now = needs.clock();
      await recordEvents(db, [{ groupId: id, events }], now);
      await needs.publishQueue.remove(
        db,
        posts.flatMap((post) => post.jobId ?? []),
      );
      await deletePostGroup(db, id);
      return deleteMedia(db, await mediaOfGroups(db, userId, [id]), now);
    });
    await needs.deleteObjects(keys);
  };
