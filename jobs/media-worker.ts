import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { MakeThumbnail } from '../src/domain/media/make-thumbnail.use-case.js';
import { MediaStatus } from '../src/domain/media/media.js';
import type { ReadMedia } from '../src/domain/media/read-media.use-case.js';
import type { RemoveAbandonedUpload } from '../src/domain/media/remove-abandoned-upload.use-case.js';
import { MEDIA_QUEUE, type MediaJobData } from './queues.js';
import { type WorkNeeds, workOnJobs } from './work-when-due.js';

/** Most checks find nothing and are cheap; uploaded files wait for a media process. */
const LOOKS_AT_ONCE = 10;

interface MediaWorkerNeeds extends WorkNeeds {
  readMedia: ReadMedia;
  makeThumbnail: MakeThumbnail;
  removeAbandonedUpload: RemoveAbandonedUpload;
  log: Logger;
}

/**
 * Inspects uploaded files, and makes small pictures of images. There is no notification of completed uploads, so they are polled until the upload URL
 * expires; a file of which nothing has arrived by then is removed.
 */
export function startMediaWorker(needs: MediaWorkerNeeds): Promise<() => Promise<void>> {
  const { readMedia, makeThumbnail, removeAbandonedUpload, log } = needs;
  const prepare = async ({ id, data }: JobWithMetadata<MediaJobData>): Promise<JobResult> => {
    try {
      const { mediaId, last = false } = data;
      const media = await readMedia(mediaId, { last });
      await makeThumbnail(mediaId);
      const isAwaited = media?.status === MediaStatus.PENDING_UPLOAD;
      const isDone = !isAwaited || (await removeAbandonedUpload(media)) || last;
      return { id, status: isDone ? 'completed' : 'failed' };
    } catch (error) {
      log.warn({ err: error, ...data }, 'A file could not be read and will be retried');
      return { id, status: 'failed' };
    }
  };
  // Processes the next ones right away while there are more.
  return workOnJobs(needs, MEDIA_QUEUE, prepare, { burstWhenBatchFull: true, batchSize: LOOKS_AT_ONCE });
}
