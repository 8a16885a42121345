import { randomUUID } from 'node:crypto';
import type { Viewer } from '../access/viewer.js';
import type { Db, Transaction } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { LiveEventType } from '../live/live-event.js';
import { recordEvents } from '../live/live-event.repository.js';
import { type PublishQueue, publishJob } from '../publishing/publish-queue.js';
import { storeTurns } from '../publishing/turn.repository.js';
import { next, type PlatformPost } from './platform-post.js';
import { processingStatus } from './post-group.js';
import { findPlatformPost, lockPostGroup, postsOfGroups } from './post-group.repository.js';
import { livePost } from './post-live.js';
import { scheduledEntry } from './post-log.js';

export type RetryPlatformPost = (
  viewer: Viewer,
  input: { id: string; acknowledgeUnknownOutcome: boolean },
) => Promise<PlatformPost>;

/**
 * Queues a failed platform post again, at once and with five new attempts (document 3, section 3). One whose outcome
 * is unknown may be live: its owner has to say that they looked.
 */
export const makeRetryPlatformPost =
  (needs: { db: Db; transaction: Transaction; clock: () => Date; publishQueue: PublishQueue }): RetryPlatformPost =>
  async (viewer, { id, acknowledgeUnknownOutcome }) => {
    const found = await findPlatformPost(needs.db, viewer.userId, id);
    if (!found) throw new AppError('PLATFORM_POST_NOT_FOUND');
    return needs.transaction(async (db) => {
      const group = await lockPostGroup(db, found.groupId);
      const posts = await postsOfGroups(db, [found.groupId]);
      const post = posts.find((candidate) => candidate.id === id);
      if (!group || !post) throw new AppError('PLATFORM_POST_NOT_FOUND');
      const status = next(post.status, 'retry');
      if (!status) throw new AppError('PLATFORM_POST_NOT_RETRYABLE', { status: post.status });
      if (post.error?.code === 'OUTCOME_UNKNOWN' && !acknowledgeUnknownOutcome) {
        throw new AppError('OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED');
      }
      const now = needs.clock();
      const jobId = randomUUID();
      const changes = { status, error: null, attemptCount: 0, dueAt: now, turn: post.turn + 1, jobId, updatedAt: now };
      const retried: PlatformPost = { ...post, ...changes };
      const processing = processingStatus(posts.map((other) => (other.id === id ? status : other.status)));
      const entry = { ...scheduledEntry(post), groupId: group.id, metadata: { retryOf: post.error?.code } };
      await storeTurns(db, { posts: [retried], entries: [entry] }, now);
      await needs.publishQueue.enqueue(db, publishJob(retried));
      const state = { groupStatus: group.status, processingStatus: processing };
      const events = [{ type: LiveEventType.QUEUED, ...state, post: livePost(retried) }];
      await recordEvents(db, [{ groupId: group.id, events, due: [now], processingStatus: processing }], now);
      return retried;
    });
  };
