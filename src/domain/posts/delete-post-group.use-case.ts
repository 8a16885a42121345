import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertMayChange, type Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { ChangeSet } from './state/change-set.js';
import type { GuardDeletion } from './state/guard-deletion.port.js';
import type { MediaOfGroup } from './state/media-of-group.port.js';
import { PlatformPostStatus } from './state/platform-post.js';
import { lockPostGroup, postsOfGroups } from './state/post-group.repository.js';
import { isPlainDraft } from './state/post-rules.js';
import type { RecordChanges } from './state/record-changes.repository.js';

export type DeletePostGroup = (viewer: Viewer, id: string) => Promise<void>;

/**
 * Removes a group with its posts, log and media, in every status, then the stored objects. What is live on a platform
 * stays there [delete-post/stays-on-the-platform].
 */
export const makeDeletePostGroup =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    recordChanges: RecordChanges;
    mediaOfGroup: Pick<MediaOfGroup, 'remove'>;
    guardDeletion: GuardDeletion;
  }): DeletePostGroup =>
  async (viewer, id) => {
    const removeObjects = await needs.transaction(async (db) => {
      const group = await lockPostGroup(db, id);
      if (!group || group.userId !== viewer.userId) throw new AppError('POST_GROUP_NOT_FOUND');
      const posts = await postsOfGroups(db, [id]);
      assertMayChange(viewer, { isDraft: isPlainDraft(group, posts) });
      await needs.guardDeletion(db, viewer, group);
      const { scheduledTime, userId } = group;
      // Quota is free again only if nothing was published [plans/unscheduling-frees].
      const targets = posts.filter(({ status }) => status === PlatformPostStatus.SCHEDULED);
      const changes = new ChangeSet();
      if (targets.length > 0 && scheduledTime) {
        await lockPlan(db, viewer.ownerId);
        changes.quota = { of: { userId, targets, scheduledTime }, change: -1 };
      }
      changes.remove({ group, posts });
      const now = needs.clock();
      await needs.recordChanges(db, changes, now);
      return needs.mediaOfGroup.remove(db, { userId, ids: [id] }, now);
    });
    await removeObjects();
  };
