import type { PlatformPost } from '../posts/platform-post.js';
import type { CommitRun } from './commit-runs.js';
import { requeued } from './wait-changes.js';

/** Answers how many posts were queued again. */
export type RequeueForgotten = () => Promise<number>;

/**
 * The net under the queue: a post whose time has passed and whose job is gone gets a new one. It should find nothing;
 * a deleted job or an operator's mistake are what it is for.
 */
export const makeRequeueForgotten =
  (needs: {
    commitRun: CommitRun;
    clock: () => Date;
    overdue: () => Promise<PlatformPost[]>;
    hasLiveJob: (jobId: string) => Promise<boolean>;
  }): RequeueForgotten =>
  async () => {
    let count = 0;
    for (const { id: postId, groupId, generation, jobId } of await needs.overdue()) {
      if (jobId && (await needs.hasLiveJob(jobId))) continue;
      count += await needs.commitRun({
        token: { postId, groupId, generation },
        decide: (post) => (post ? { changes: [requeued(post, needs.clock())], result: 1 } : { result: 0 }),
      });
    }
    return count;
  };
