import { randomUUID } from 'node:crypto';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertMayPublish, type Viewer } from '../identity/viewer.js';
import { ChangeSet } from './change-set.js';
import { LiveEventType } from './live-event.js';
import { canHappen, type PlatformPost } from './platform-post.js';
import type { PostChange } from './post-change.js';
import { findPlatformPost, lockPostGroup, postsOfGroups } from './post-group.repository.js';
import { scheduledEntry } from './post-log.js';
import type { RecordChanges } from './record-changes.repository.js';

export type RetryPlatformPost = (
  viewer: Viewer,
  input: { id: string; acknowledgeUnknownOutcome: boolean },
) => Promise<PlatformPost>;

/**
 * Queues a failed platform post again, at once and with five new attempts [retry/by-its-owner]. One whose outcome
 * is unknown may be live: its owner has to say that they looked. A thread goes on from the first of its parts that
 * failed, whichever of them is named; the parts after that wait for it.
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
      const { targetIndex, status } = named;
      if (!canHappen('retry', status)) throw new AppError('PLATFORM_POST_NOT_RETRYABLE', { status });
      const failed = posts.filter((post) => post.targetIndex === targetIndex && canHappen('retry', post.status));
      const [first = named, ...laterParts] = failed;
      if (first.error?.code === 'OUTCOME_UNKNOWN' && !acknowledgeUnknownOutcome) {
        throw new AppError('OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED');
      }
      const now = needs.clock();
      const log = [{ ...scheduledEntry(first), metadata: { retryOf: first.error?.code } }];
      const retries = [
        { ...retry(first, now, { dueAt: now, jobId: randomUUID() }), log },
        ...laterParts.map((part) => retry(part, now)),
      ];
      const changes = new ChangeSet();
      const changed = { group, posts };
      changes.change(changed, { posts: retries });
      await needs.recordChanges(db, changes, now);
      return changed.posts.find((post) => post.id === first.id) ?? first;
    });
  };

/** A failed post is published again: by a job of its own, or after the part before it. */
const retry = (
  post: PlatformPost,
  now: Date,
  job: Pick<PlatformPost, 'dueAt' | 'jobId'> = { dueAt: null, jobId: null },
): PostChange => ({
  event: 'retry',
  post: {
    ...post,
    ...job,
    error: null,
    attemptCount: 0,
    wait: null,
    generation: post.generation + 1,
    updatedAt: now,
  },
  liveEvents: [{ type: LiveEventType.QUEUED }],
});
