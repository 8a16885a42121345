import type { PgBoss } from 'pg-boss';
import { LEAD_MS } from '../src/domain/posts/state/publish-job.js';
import type { PublishQueue } from '../src/domain/posts/state/publish-queue.port.js';
import { prepared } from '../src/foundation/database/statement.js';
import { bossDatabase, insertion } from './boss.js';
import { type JobTraces, NO_JOB_TRACES } from './job-traces.js';
import { PUBLISH_QUEUE, type PublishJobData } from './queues.js';

/** Priorities are 32-bit integers: minus the minute of a time reaches past the year 6000. */
const LOWEST_PRIORITY = -(2 ** 31);

/** Times since 1970 give no priority above this; jobs of paused posts are above it, and are not fetched while publishing is paused. */
export const HIGHEST_PRIORITY = 0;

/** The priority of a job that is due then: the earlier, the higher, to the minute. */
export const priorityOf = (dueAt: Date): number =>
  Math.min(Math.max(-Math.floor(dueAt.getTime() / 60_000), LOWEST_PRIORITY), HIGHEST_PRIORITY);

/** The same order, above the jobs of all other posts. */
const priorityOfPaused = (dueAt: Date): number =>
  Math.max(priorityOf(dueAt) - LOWEST_PRIORITY - 1, HIGHEST_PRIORITY + 1);

/** Publish jobs in pg-boss. */
export const makePublishQueue = (boss: PgBoss, traces: JobTraces = NO_JOB_TRACES): PublishQueue => ({
  enqueueing: (jobs) =>
    insertion((db) =>
      boss.insert(
        PUBLISH_QUEUE,
        jobs.map(({ jobId, postId, groupId, userId, generation, platform, dueAt, paused }) => ({
          id: jobId,
          data: {
            postId,
            groupId,
            generation,
            ...traces.create(PUBLISH_QUEUE, { about: [postId, groupId], dueAt }),
          } satisfies PublishJobData,
          // Of which a worker leaves slots to others, and may take none (job-runner.ts).
          group: { id: platform, tier: userId },
          startAfter: new Date(dueAt.getTime() - LEAD_MS),
          priority: paused ? priorityOfPaused(dueAt) : priorityOf(dueAt),
        })),
        { db },
      ),
    ),
  async remove(db, jobIds) {
    if (jobIds.length === 0) return;
    await boss.cancel(PUBLISH_QUEUE, jobIds, { db: bossDatabase(db) });
  },
  async end(db, jobs) {
    if (jobs.length === 0) return;
    await boss.complete(PUBLISH_QUEUE, jobs, undefined, { db: bossDatabase(db, prepared) });
  },
});
