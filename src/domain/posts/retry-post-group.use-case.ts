import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertMayPublish, type Viewer } from '../identity/access/viewer.js';
import { ChangeSet } from './state/change-set.js';
import { canHappen, isPart, type PlatformPost } from './state/platform-post.js';
import type { PostGroup } from './state/post-group.js';
import { findPostGroup, lockPostGroup, postsOfGroups } from './state/post-group.repository.js';
import { failedTargets } from './state/post-rules.js';
import type { RecordChanges } from './state/record-changes.repository.js';
import { retryTarget } from './state/retry-posts.js';

/** What became of one failed part. */
export interface RetriedPart {
  post: PlatformPost;
  /** Why it was not queued; null: it was, itself or after the part before it. */
  error: AppError | null;
}

export type RetryPostGroup = (
  viewer: Viewer,
  input: { id: string; acknowledgeUnknownOutcome: boolean },
) => Promise<{ group: PostGroup; parts: RetriedPart[] }>;

/**
 * Queues all failed platform posts of a group again, and its failed first comments. Targets with a part that may be live are left out, unless their
 * owner says that they looked.
 */
export const makeRetryPostGroup =
  (needs: { transaction: Transaction; clock: () => Date; recordChanges: RecordChanges }): RetryPostGroup =>
  async (viewer, { id, acknowledgeUnknownOutcome }) => {
    assertMayPublish(viewer);
    return needs.transaction(async (db) => {
      const group = await lockPostGroup(db, id);
      if (!group || group.userId !== viewer.userId) throw new AppError('POST_GROUP_NOT_FOUND');
      const posts = await postsOfGroups(db, [id]);
      const failed = [...failedTargets(posts).values()];
      if (failed.length === 0) {
        const hasFailed = posts.some(({ status }) => canHappen('retry', status));
        const reason = hasFailed
          ? 'those that failed reply to a part of their thread that was deleted'
          : 'none has failed';
        throw new AppError('POST_GROUP_NOT_RETRYABLE', { status: group.status, reason });
      }
      const now = needs.clock();
      const retried = failed.filter(({ isUnknown }) => !isUnknown || acknowledgeUnknownOutcome);
      const changed = { group, posts };
      if (retried.length > 0) {
        const changes = new ChangeSet();
        changes.change(changed, { posts: retried.flatMap((target) => retryTarget(target, now)) });
        await needs.recordChanges(db, changes, now);
      }
      const isRetried = new Set(retried.map(({ first }) => first.targetIndex));
      const wasFailed = new Set(
        failed.flatMap(({ first, laterParts }) => [first, ...laterParts]).map((post) => post.id),
      );
      const parts = changed.posts
        .filter((post) => wasFailed.has(post.id) && isPart(post))
        .map((post) => ({
          post,
          error: isRetried.has(post.targetIndex) ? null : new AppError('OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED'),
        }));
      return { group: (await findPostGroup(db, viewer.userId, id)) ?? group, parts };
    });
  };
