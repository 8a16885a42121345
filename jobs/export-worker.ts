import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { BuildExport } from '../src/domain/owner/build-export.use-case.js';
import { EXPORT_QUEUE, type ExportJobData } from './queues.js';
import { type WorkNeeds, workOnJobs } from './work-when-due.js';

interface ExportWorkerNeeds extends WorkNeeds {
  buildExport: BuildExport;
  log: Logger;
}

/**
 * Makes exports, one at a time in a process. Returns a function that stops it: the one in progress is aborted, and
 * another worker starts it again.
 */
export async function startExportWorker(needs: ExportWorkerNeeds): Promise<() => Promise<void>> {
  const { buildExport, log } = needs;
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
  const stop = await workOnJobs(needs, EXPORT_QUEUE, build, {});
  return () => {
    stopping.abort();
    return stop();
  };
}
