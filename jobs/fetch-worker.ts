import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { FetchMedia } from '../src/domain/media/fetch-media.use-case.js';
import type { MakeThumbnail } from '../src/domain/media/make-thumbnail.use-case.js';
import type { JobTraces } from './job-traces.js';
import { FETCH_QUEUE, type FetchJobData } from './queues.js';
import { type WorkNeeds, workOnJobs } from './work-when-due.js';

/** Fetches of one worker, and of one account over all workers: slow servers must not occupy every slot. */
const AT_ONCE = 4;
const AT_ONCE_PER_ACCOUNT = 2;

interface FetchWorkerNeeds extends WorkNeeds {
  fetchMedia: FetchMedia;
  makeThumbnail: MakeThumbnail;
  traces: JobTraces;
  log: Logger;
}

/**
 * Fetches files, each by itself. Returns a function that stops it: fetches in progress are aborted, and another worker
 * starts them again.
 */
export async function startFetchWorker(needs: FetchWorkerNeeds): Promise<() => Promise<void>> {
  const { fetchMedia, makeThumbnail, traces, log } = needs;
  const stopping = new AbortController();
  const fetchFile = async ({ id, data, retryCount, retryLimit }: JobWithMetadata<FetchJobData>): Promise<JobResult> => {
    try {
      await fetchMedia(data.mediaId, {
        number: retryCount + 1,
        isLast: retryCount >= retryLimit,
        signal: stopping.signal,
      });
      await makeThumbnail(data.mediaId);
      return { id, status: 'completed' };
    } catch (error) {
      log.warn({ err: error, ...data }, 'A file could not be fetched and will be retried');
      return { id, status: 'failed' };
    }
  };
  const stop = await workOnJobs(
    needs,
    FETCH_QUEUE,
    (job: JobWithMetadata<FetchJobData>) => traces.process(FETCH_QUEUE, job, () => fetchFile(job)),
    { groupConcurrency: AT_ONCE_PER_ACCOUNT, slots: AT_ONCE },
  );
  return () => {
    stopping.abort();
    return stop();
  };
}
