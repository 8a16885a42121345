import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { RunImport } from '../src/domain/imports/run-import.use-case.js';
import type { RunUndo } from '../src/domain/imports/run-undo.use-case.js';
import { IMPORT_QUEUE, type ImportJobData } from './queues.js';
import { type WorkNeeds, workOnJobs } from './work-when-due.js';

interface ImportWorkerNeeds extends WorkNeeds {
  runImport: RunImport;
  runUndo: RunUndo;
  log: Logger;
}

/**
 * Makes the posts of imports, or removes them, one import at a time in a process. Returns a function that stops it: the one in progress is
 * interrupted, and another worker goes on with it.
 */
export async function startImportWorker(needs: ImportWorkerNeeds): Promise<() => Promise<void>> {
  const { runImport, runUndo, log } = needs;
  const stopping = new AbortController();
  const run = async ({ id, data, retryCount, retryLimit }: JobWithMetadata<ImportJobData>): Promise<JobResult> => {
    try {
      await runImport(data.importId, { isLast: retryCount >= retryLimit, signal: stopping.signal });
      // Each does nothing for an import in another state.
      await runUndo(data.importId, stopping.signal);
      return { id, status: 'completed' };
    } catch (error) {
      log.warn({ err: error, ...data }, 'An import was interrupted and will be retried');
      return { id, status: 'failed' };
    }
  };
  const stop = await workOnJobs(needs, IMPORT_QUEUE, run, {});
  return () => {
    stopping.abort();
    return stop();
  };
}
