import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertMayPublish, type Viewer } from '../identity/access/viewer.js';
import { ChangeSet } from './state/change-set.js';
import { canHappen, isPart, type PlatformPost, shownStatus } from './state/platform-post.js';
import { findPlatformPost, lockPostGroup, postsOfGroups } from './state/post-group.repository.js';
import { failedTargets } from './state/post-rules.js';
import type { RecordChanges } from './state/record-changes.repository.js';
import { retryTarget } from './state/retry-posts.js';

export type RetryPlatformPost = (
  viewer: Viewer,
  input: { id: string; acknowledgeUnknownOutcome: boolean },
) => Promise<PlatformPost>;

/**
 * Queues a failed platform post again. If its outcome is unknown, it may be live, so its owner has to confirm that they
 * checked. A thread continues with its first failed part, also if another part is named. A first comment that has failed
 * alone is sent again alone.
 */
export const makeRetryPlatformPost =
  (needs: { db: Db; transaction: Transaction; clock: () => Date; recordChanges: RecordChanges }): RetryPlatformPost =>
  async (viewer, { id, acknowledgeUnknownOutcome }) => {
    const found = await findPlatformPost(needs.db, viewer.userId, id);
    if (!found) throw new AppError('PLATFORM_POST_NOT_FOUND');
    assertMayPublish(viewer);
    return needs.transaction(async (db) => {
      const group = await lockPostGroup(db, found.groupId);
      const posts = await postsOfGroups(db, [found.groupId]);
      const named = posts.find((candidate) => candidate.id === id);
      if (!group || !named) throw new AppError('PLATFORM_POST_NOT_FOUND');
      const hasFailed = canHappen('retry', named.status);
      const failed = failedTargets(posts).get(named.targetIndex);
      if (!failed || !hasFailed) {
        const status = shownStatus(named);
        const reason = hasFailed ? 'it replies to a part of its thread that was deleted' : `it is ${status}`;
        throw new AppError('PLATFORM_POST_NOT_RETRYABLE', { status, reason });
      }
      if (failed.isUnknown && !acknowledgeUnknownOutcome) throw new AppError('OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED');
      const now = needs.clock();
      const changes = new ChangeSet();
      const changed = { group, posts };
      changes.change(changed, { posts: retryTarget(failed, now) });
      await needs.recordChanges(db, changes, now);
      const { first } = failed;
      // Of a first comment, its post is shown.
      const isShown = ({ id, targetIndex, partIndex }: PlatformPost) =>
        isPart(first) ? id === first.id : targetIndex === first.targetIndex && partIndex === 0;
      return changed.posts.find(isShown) ?? first;
    });
  };
