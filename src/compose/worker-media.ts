import { startFetchWorker } from '../../jobs/fetch-worker.js';
import { makeMediaQueue } from '../../jobs/media-queue.js';
import { startMediaWorker } from '../../jobs/media-worker.js';
import { type ConvertImage, makeConvertImage, makeConvertToThumbnail } from '../domain/media/convert.js';
import { type DeleteObjects, makeDeleteObjects } from '../domain/media/delete-objects.use-case.js';
import { makeFetchMedia } from '../domain/media/fetch-media.use-case.js';
import { makeMakeThumbnail } from '../domain/media/make-thumbnail.use-case.js';
import { makeMediaProcesses } from '../domain/media/media-processes.io.js';
import { makeProbe } from '../domain/media/probe.js';
import { makeReadMedia, type ReadMedia } from '../domain/media/read-media.use-case.js';
import { makeRemoveAbandonedUpload } from '../domain/media/remove-abandoned-upload.use-case.js';
import { makeSharedFiles, type SharedFiles } from '../domain/media/shared-files.io.js';
import { removeLeftoverFolders } from '../domain/media/temporary-folder.io.js';
import { openWebClient } from '../foundation/http-client/web-client.js';
import type { WorkerParts } from './worker-parts.js';

/** Files that are inspected or converted concurrently. */
const MEDIA_AT_ONCE = 2;

/** What publishing and maintenance need of media. */
export interface WorkerMedia {
  readMedia: ReadMedia;
  convertImage: ConvertImage;
  deleteObjects: DeleteObjects;
  files: SharedFiles;
  /** A folder for what is deleted after its use. */
  temporary: string;
}

/** Inspects and fetches media, and opens what converts them. */
export async function startMedia(parts: WorkerParts): Promise<WorkerMedia> {
  const { config, log, clock, db, transaction, boss, storage, metrics, traces } = parts;
  const { queues, jobTraces, recordChanges, onStop } = parts;
  const { dataDir, workerQueues, plans } = config;
  const mediaProcesses = makeMediaProcesses({ concurrency: MEDIA_AT_ONCE });
  const measured = metrics?.measured(mediaProcesses) ?? mediaProcesses;
  const runInMediaProcess = traces?.mediaProcess(measured) ?? measured;
  const probe = makeProbe(runInMediaProcess);
  const mediaQueue = makeMediaQueue(boss, jobTraces);
  const readMedia = makeReadMedia({ db, transaction, plans, storage, probe, recordChanges, mediaQueue, clock });
  const temporary = `${dataDir}/temporary`;
  await removeLeftoverFolders(temporary);
  const convert = makeConvertToThumbnail(runInMediaProcess);
  const makeThumbnail = makeMakeThumbnail({ db, transaction, storage, convert, temporary, clock });
  const removeAbandonedUpload = makeRemoveAbandonedUpload({ transaction, clock, recordChanges });
  if (workerQueues.has('media'))
    onStop(
      'the media worker',
      await startMediaWorker({ ...queues, readMedia, makeThumbnail, removeAbandonedUpload, log }),
    );
  const mediaSources = openWebClient({
    allowPrivate: config.privateAddresses.has('media'),
    purpose: 'media of its users',
  });
  onStop('the requests for media', mediaSources.close);
  const deleteObjects = makeDeleteObjects({ storage, log });
  const { fetchWeb: fetchSource } = mediaSources;
  const fetchMedia = makeFetchMedia({
    transaction,
    plans,
    storage,
    fetchWeb: fetchSource,
    readMedia,
    recordChanges,
    clock,
  });
  if (workerQueues.has('media')) {
    onStop(
      'the fetches of media',
      await startFetchWorker({ ...queues, fetchMedia, makeThumbnail, traces: jobTraces, log }),
    );
  }
  const files = makeSharedFiles({ temporary });
  onStop('the temporary files', files.close);
  const convertImage = makeConvertImage(runInMediaProcess);
  return { readMedia, convertImage, deleteObjects, files, temporary };
}
