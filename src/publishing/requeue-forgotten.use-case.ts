import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database/unit-of-work.js';
import type { PlatformPost } from '../posts/platform-post.js';
import { updatePlatformPost } from '../posts/post-group.repository.js';
import type { PublishQueue } from './publish-queue.js';
import { isInTurn } from './turn.js';
import { holdGroups } from './turn.repository.js';

export type RequeueForgotten = () => Promise<number>;

/**
 * The net under the queue: a post whose time has passed and whose job is gone gets a new one. It should find nothing;
 * a deleted job, a restored backup or an operator's mistake are what it is for.
 */
export const makeRequeueForgotten =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    publishQueue: PublishQueue;
    overdue: () => Promise<PlatformPost[]>;
    hasLiveJob: (jobId: string) => Promise<boolean>;
  }): RequeueForgotten =>
  async () => {
    let requeued = 0;
    for (const post of await needs.overdue()) {
      if (post.jobId && (await needs.hasLiveJob(post.jobId))) continue;
      const turn = { postId: post.id, groupId: post.groupId, turn: post.turn };
      requeued += await needs.transaction(async (db) => {
        const held = (await holdGroups(db, [post.groupId])).get(post.groupId);
        const current = held?.posts.find(({ id }) => id === post.id);
        if (!current || !isInTurn(current, post.turn)) return 0;
        const now = needs.clock();
        const jobId = randomUUID();
        await updatePlatformPost(db, post.id, { jobId, turn: post.turn + 1, updatedAt: now });
        await needs.publishQueue.enqueue(db, [{ ...turn, jobId, turn: post.turn + 1, dueAt: post.dueAt ?? now }]);
        return 1;
      });
    }
    return requeued;
  };
