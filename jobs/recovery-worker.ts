import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { RecoverAfterReconnect } from '../src/domain/recovery/recover-after-reconnect.use-case.js';
import type { Db } from '../src/foundation/database/unit-of-work.js';
import { RECOVERY_QUEUE, type RecoveryJobData } from './queues.js';
import { type WorkNeeds, workOnJobs } from './work-when-due.js';

interface RecoveryWorkerNeeds extends WorkNeeds {
  recoverAfterReconnect: RecoverAfterReconnect;
  log: Logger;
}

/** Deletes the job of a worker's attempt; false if the job has ended, or another worker has it. */
async function endJob(db: Db, { id, retryCount }: Pick<JobWithMetadata, 'id' | 'retryCount'>): Promise<boolean> {
  const [{ ended }] = await db.query(
    `WITH ended AS (DELETE FROM pgboss.job WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3 RETURNING 1)
     SELECT count(*)::int AS ended FROM ended`,
    [RECOVERY_QUEUE, id, retryCount],
  );
  return ended > 0;
}

/** Does what follows a reconnect, one at a time in a process. Returns a function that stops it after the one in progress. */
export function startRecoveryWorker(needs: RecoveryWorkerNeeds): Promise<() => Promise<void>> {
  const { recoverAfterReconnect, log } = needs;
  const recover = async (job: JobWithMetadata<RecoveryJobData>): Promise<JobResult> => {
    const { id, data } = job;
    try {
      await recoverAfterReconnect(data.connectionId, (db) => endJob(db, job));
      return { id, status: 'completed' };
    } catch (error) {
      log.warn({ err: error, ...data }, 'What follows a reconnect was interrupted and will be retried');
      return { id, status: 'failed' };
    }
  };
  return workOnJobs(needs, RECOVERY_QUEUE, recover, {});
}
