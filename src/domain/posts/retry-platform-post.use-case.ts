import { randomUUID } from 'node:crypto';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertMayPublish, type Viewer } from '../identity/viewer.js';
import { storeTurns } from '../publishing/turn.repository.js';
import { LiveEventType } from './live-event.js';
import { recordEvents } from './live-event.repository.js';
import { next, type PlatformPost } from './platform-post.js';
import { processingStatus } from './post-group.js';
import { findPlatformPost, lockPostGroup, postsOfGroups } from './post-group.repository.js';
import { livePost } from './post-live.js';
import { scheduledEntry } from './post-log.js';
import { type PublishQueue, publishJob } from './publish-queue.js';

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
  (needs: { db: Db; transaction: Transaction; clock: () => Date; publishQueue: PublishQueue }): RetryPlatformPost =>
  async (viewer, { id, acknowledgeUnknownOutcome }) => {
    const found = await findPlatformPost(needs.db, viewer.userId, id);
    if (!found) throw new AppError('PLATFORM_POST_NOT_FOUND');
    assertMayPublish(viewer);
    return needs.transaction(async (db) => {
      const group = await lockPostGroup(db, found.groupId);
      const posts = await postsOfGroups(db, [found.groupId]);
      const named = posts.find((candidate) => candidate.id === id);
      if (!group || !named) throw new AppError('PLATFORM_POST_NOT_FOUND');
      if (!next(named.status, 'retry')) throw new AppError('PLATFORM_POST_NOT_RETRYABLE', { status: named.status });
      const [post = named, ...laterParts] = posts.filter(
        ({ targetIndex, status }) => targetIndex === named.targetIndex && next(status, 'retry') !== undefined,
      );
      if (post.error?.code === 'OUTCOME_UNKNOWN' && !acknowledgeUnknownOutcome) {
        throw new AppError('OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED');
      }
      const now = needs.clock();
      const retried: PlatformPost = { ...again(post, now), dueAt: now, jobId: randomUUID() };
      const changed = [retried, ...laterParts.map((part) => again(part, now))];
      const after = posts.map((other) => changed.find((one) => one.id === other.id) ?? other);
      const processing = processingStatus(after.map(({ status }) => status));
      const entry = { ...scheduledEntry(post), groupId: group.id, metadata: { retryOf: post.error?.code } };
      await storeTurns(db, { posts: changed, entries: [entry] }, now);
      await needs.publishQueue.enqueue(db, publishJob(retried));
      const state = { groupStatus: group.status, processingStatus: processing };
      const events = changed.map((one) => ({ type: LiveEventType.QUEUED, ...state, post: livePost(one) }));
      await recordEvents(db, [{ groupId: group.id, events, due: [now], processingStatus: processing }], now);
      return retried;
    });
  };

/** A failed post as it is before its next attempt, without a job yet. */
const again = (post: PlatformPost, now: Date): PlatformPost => ({
  ...post,
  status: next(post.status, 'retry') ?? post.status,
  error: null,
  attemptCount: 0,
  wait: null,
  dueAt: null,
  turn: post.turn + 1,
  jobId: null,
  updatedAt: now,
});
