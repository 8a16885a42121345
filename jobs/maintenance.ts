import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { DeleteLeftObjects } from '../src/domain/media/delete-left-objects.use-case.js';
import type { RemoveAccounts } from '../src/domain/owner/remove-accounts.use-case.js';
import type { RequeueForgotten } from '../src/domain/publishing/requeue-forgotten.use-case.js';
import { MAINTENANCE_QUEUE } from './queues.js';
import type { RemoveExpired } from './remove-expired.js';

/** Every minute, on one worker: posts without a job are requeued, and old data and objects are removed. */
export async function startMaintenance(needs: {
  boss: PgBoss;
  requeueForgotten: RequeueForgotten;
  removeAccounts: RemoveAccounts;
  expireExports: () => Promise<void>;
  removeExpired: RemoveExpired;
  deleteLeftObjects: DeleteLeftObjects;
  /** How often it checks whether its minute has come. */
  pollMs: number;
  log: Logger;
}): Promise<void> {
  const { boss, pollMs, log } = needs;
  await boss.schedule(MAINTENANCE_QUEUE, '* * * * *');
  await boss.work(MAINTENANCE_QUEUE, { pollingIntervalSeconds: pollMs / 1000 }, async () => {
    const requeued = await needs.requeueForgotten();
    if (requeued > 0) log.warn({ requeued }, 'Requeued posts without a job');
    await needs.removeAccounts();
    await needs.expireExports();
    await needs.removeExpired();
    await needs.deleteLeftObjects();
  });
}

/** Whether a publish job still waits or runs. */
export const makeHasLiveJob =
  (boss: PgBoss, queue: string) =>
  async (jobId: string): Promise<boolean> => {
    const [job] = await boss.findJobs(queue, { id: jobId });
    return job !== undefined && ['created', 'retry', 'active'].includes(job.state);
  };
