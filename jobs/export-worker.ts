import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { BuildExport } from '../src/domain/owner/build-export.use-case.js';
import { EXPORT_QUEUE, type ExportJobData } from './queues.js';

/**
 * Makes exports, one at a time in a process. Returns a function that stops it: the one in progress is aborted, and
 * another worker starts it again.
 */
export async function startExportWorker(needs: {
  boss: PgBoss;
  buildExport: BuildExport;
  /** How often it looks for requested exports. */
  pollMs: number;
  log: Logger;
}): Promise<() => Promise<void>> {
  const { boss, buildExport, pollMs, log } = needs;
  const stopping = new AbortController();
  const build = async ({ id, data, retryCount, retryLimit }: JobWithMetadata<ExportJobData>): Promise<JobResult> => {
    try {
      await buildExport(data.exportId, { isLast: retryCount >= retryLimit, signal: stopping.signal });
      return { id, status: 'completed' };
    } catch (error) {
      log.warn({ err: error, ...data }, 'An export was interrupted and will be retried');
      return { id, status: 'failed' };
    }
  };
  await boss.work(
    EXPORT_QUEUE,
    { pollingIntervalSeconds: pollMs / 1000, includeMetadata: true, perJobResults: true },
    (jobs: JobWithMetadata<ExportJobData>[]) => Promise.all(jobs.map(build)),
  );
  return async () => {
    stopping.abort();
    await boss.offWork(EXPORT_QUEUE);
  };
}
