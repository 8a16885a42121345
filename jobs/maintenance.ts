import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { DeleteLeftObjects } from '../src/domain/media/delete-left-objects.use-case.js';
import type { RemoveAccounts } from '../src/domain/owner/remove-accounts.use-case.js';
import type { RequeueForgotten } from '../src/domain/publishing/requeue-forgotten.use-case.js';
import type { KeepPostCounts } from '../src/domain/usage/keep-post-counts.use-case.js';
import { MAINTENANCE_QUEUE } from './queues.js';
import type { RemoveExpired } from './remove-expired.js';
import { type WorkNeeds, workWhenDue } from './work-when-due.js';

interface MaintenanceNeeds extends WorkNeeds {
  requeueForgotten: RequeueForgotten;
  keepPostCounts: KeepPostCounts;
  removeAccounts: RemoveAccounts;
  expireExports: () => Promise<void>;
  removeExpired: RemoveExpired;
  deleteLeftObjects: DeleteLeftObjects;
  keepDirectory: () => Promise<void>;
  log: Logger;
}

/** Every minute, on one worker: posts without a job are requeued, counts added up, and old data and objects removed. */
export async function startMaintenance(needs: MaintenanceNeeds): Promise<void> {
  const { boss, log } = needs;
  await boss.schedule(MAINTENANCE_QUEUE, '* * * * *');
  const maintain = async () => {
    const requeued = await needs.requeueForgotten();
    if (requeued > 0) log.warn({ requeued }, 'Requeued posts without a job');
    await needs.keepPostCounts();
    await needs.removeAccounts();
    await needs.expireExports();
    await needs.removeExpired();
    await needs.deleteLeftObjects();
    await needs.keepDirectory();
  };
  await workWhenDue(needs, MAINTENANCE_QUEUE, (polling) => boss.work(MAINTENANCE_QUEUE, polling, maintain));
}

/** Those of a queue's jobs that still wait or run. */
export async function liveJobs(boss: PgBoss, queue: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await boss
    .getDb()
    .executeSql(`SELECT id FROM pgboss.job WHERE name = $1 AND id = ANY($2::uuid[]) AND state <= 'active'`, [
      queue,
      ids,
    ]);
  return new Set(rows.map(({ id }) => id));
}
