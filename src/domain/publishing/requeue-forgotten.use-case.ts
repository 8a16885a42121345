import type { DuePost } from '../posts/state/post-group.repository.js';
import type { CommitRun } from './commit-runs.js';
import { requeued } from './wait-changes.js';

/** Returns how many posts were queued again. */
export type RequeueForgotten = () => Promise<number>;

/**
 * Pages of a run: posts that wait for a platform or a plan may precede those whose job is gone. The next run continues
 * after them.
 */
const MAX_PAGES = 20;

/**
 * The net under the queue: a post whose time has passed and whose job is gone gets a new one. It should find nothing;
 * a deleted job or an operator's mistake are what it is for.
 */
export const makeRequeueForgotten = (needs: {
  commitRun: CommitRun;
  clock: () => Date;
  /** Posts overdue at a time, after one of them, in the order of their times; a bounded number. */
  overdue: (at: Date, after: DuePost | null) => Promise<DuePost[]>;
  /** Those of the jobs that still wait or run. */
  liveJobs: (jobIds: readonly string[]) => Promise<ReadonlySet<string>>;
}): RequeueForgotten => {
  const { commitRun, clock, overdue, liveJobs } = needs;

  async function requeueAll(posts: readonly DuePost[]): Promise<number> {
    const live = await liveJobs(posts.flatMap(({ jobId }) => jobId ?? []));
    let count = 0;
    for (const { id: postId, groupId, generation, jobId } of posts) {
      if (jobId && live.has(jobId)) continue;
      const { result } = await commitRun({
        token: { postId, groupId, generation },
        decide: (post) => (post ? { changes: [requeued(post, clock())], result: 1 } : { result: 0 }),
      });
      count += result;
    }
    return count;
  }

  let after: DuePost | null = null;
  return async () => {
    const at = clock();
    let count = 0;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await overdue(at, after);
      count += await requeueAll(page);
      after = page.at(-1) ?? null;
      if (!after) break;
    }
    return count;
  };
};
