import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { FetchMedia } from '../src/domain/media/fetch-media.use-case.js';
import type { JobTraces } from './job-traces.js';
import { FETCH_QUEUE, type FetchJobData } from './queues.js';

/** Fetches of one worker, and of one account over all workers: slow servers must not occupy every place. */
const AT_ONCE = 4;
const AT_ONCE_PER_ACCOUNT = 2;

/**
 * Fetches files, each by itself. Returns a function that stops it: fetches in progress are aborted, and another worker
 * starts them again.
 */
export async function startFetchWorker(needs: {
  boss: PgBoss;
  fetchMedia: FetchMedia;
  /** How often it looks for files to fetch. */
  pollMs: number;
  traces: JobTraces;
  log: Logger;
}): Promise<() => Promise<void>> {
  const { boss, fetchMedia, pollMs, traces, log } = needs;
  const stopping = new AbortController();
  const fetchFile = async ({ id, data, retryCount, retryLimit }: JobWithMetadata<FetchJobData>): Promise<JobResult> => {
    try {
      await fetchMedia(data.mediaId, {
        number: retryCount + 1,
        isLast: retryCount >= retryLimit,
        signal: stopping.signal,
      });
      return { id, status: 'completed' };
    } catch (error) {
      log.warn({ err: error, ...data }, 'A file could not be fetched and will be retried');
      return { id, status: 'failed' };
    }
  };
  await boss.work(
    FETCH_QUEUE,
    {
      pollingIntervalSeconds: pollMs / 1000,
      localConcurrency: AT_ONCE,
      groupConcurrency: AT_ONCE_PER_ACCOUNT,
      includeMetadata: true,
      perJobResults: true,
    },
    (jobs: JobWithMetadata<FetchJobData>[]) =>
      Promise.all(jobs.map((job) => traces.process(FETCH_QUEUE, job, () => fetchFile(job)))),
  );
  return async () => {
    stopping.abort();
    await boss.offWork(FETCH_QUEUE);
  };
}
