import type { PgBoss } from 'pg-boss';
import type { PublishQueue } from '../src/publishing/publish-queue.js';
import { bossDatabase } from './boss.js';
import { PUBLISH_QUEUE, type PublishJobData } from './queues.js';

/** Publish jobs in pg-boss. The earlier a job is due, the sooner it is fetched: priority is minus its second. */
export const makePublishQueue = (boss: PgBoss): PublishQueue => ({
  async enqueue(db, jobs) {
    if (jobs.length === 0) return;
    await boss.insert(
      PUBLISH_QUEUE,
      jobs.map(({ jobId, dueAt, ...job }) => ({
        id: jobId,
        data: job satisfies PublishJobData,
        startAfter: dueAt,
        priority: -Math.floor(dueAt.getTime() / 1000),
      })),
      { db: bossDatabase(db) },
    );
  },
  async remove(db, jobIds) {
    if (jobIds.length === 0) return;
    await boss.cancel(PUBLISH_QUEUE, jobIds, { db: bossDatabase(db) });
  },
});
