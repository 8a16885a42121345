import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { MediaStatus } from '../src/domain/media/media.js';
import type { ReadMedia } from '../src/domain/media/read-media.use-case.js';
import { MEDIA_QUEUE, type MediaJobData } from './queues.js';

/** Most checks find nothing and are cheap; uploaded files wait for a media process. */
const LOOKS_AT_ONCE = 10;

/**
 * Inspects uploaded files. There is no notification of completed uploads, so they are polled until the upload URL
 * expires.
 */
export async function startMediaWorker(needs: {
  boss: PgBoss;
  readMedia: ReadMedia;
  /** How often it polls for uploaded files. */
  pollMs: number;
  log: Logger;
}): Promise<() => Promise<void>> {
  const { boss, readMedia, pollMs, log } = needs;
  const prepare = async ({ id, data }: JobWithMetadata<MediaJobData>): Promise<JobResult> => {
    try {
      const { mediaId, last = false } = data;
      const media = await readMedia(mediaId, { last });
      return { id, status: media?.status === MediaStatus.PENDING_UPLOAD && !last ? 'failed' : 'completed' };
    } catch (error) {
      log.warn({ err: error, ...data }, 'A file could not be read and will be retried');
      return { id, status: 'failed' };
    }
  };
  await boss.work(
    MEDIA_QUEUE,
    {
      pollingIntervalSeconds: pollMs / 1000,
      // Processes the next ones right away while there are more.
      burstWhenBatchFull: true,
      batchSize: LOOKS_AT_ONCE,
      includeMetadata: true,
      perJobResults: true,
    },
    (jobs: JobWithMetadata<MediaJobData>[]) => Promise.all(jobs.map(prepare)),
  );
  return () => boss.offWork(MEDIA_QUEUE);
}
