import { startImportWorker } from '../../jobs/import-worker.js';
import { makeMediaQueue } from '../../jobs/media-queue.js';
import { guardSchedule } from '../domain/approvals/guard-schedule.step.js';
import { makeRunImport } from '../domain/imports/run-import.use-case.js';
import { makeRunUndo } from '../domain/imports/run-undo.use-case.js';
import { makeInspectFiles, makeMediaOfGroup } from '../domain/media/media-of-group.step.js';
import { makeCreatePostGroup } from '../domain/posts/create-post-group.use-case.js';
import { findPlace } from '../domain/schedules/find-place.step.js';
import { makeNotifyLimitExceeded } from '../domain/usage/notify-limit-exceeded.use-case.js';
import type { WorkerMedia } from './worker-media.js';
import type { WorkerParts } from './worker-parts.js';
import { makeWorkerValidator } from './worker-validator.js';

/** Makes the posts of imports, and removes those of imports that are undone. */
export async function startImports(
  parts: WorkerParts,
  { readMedia, deleteObjects }: Pick<WorkerMedia, 'readMedia' | 'deleteObjects'>,
): Promise<void> {
  const { config, log, clock, db, transaction, boss, storage } = parts;
  const { queues, jobTraces, recordChanges, onStop } = parts;
  const { plans } = config;
  const validator = makeWorkerValidator(parts);
  const mediaQueue = makeMediaQueue(boss, jobTraces);
  const creating = {
    ...{ db, transaction, clock, plans, recordChanges, guardSchedule },
    notifyLimitExceeded: makeNotifyLimitExceeded({ transaction, clock, log }),
    mediaOfGroup: makeMediaOfGroup({ plans, deleteObjects, storage, mediaQueue }),
    inspectFiles: makeInspectFiles({ db, readMedia }),
    uploadGraceMs: config.uploadGraceMs,
  };
  const confirmEmail = config.mail.smtpUrl !== null;
  const runImport = makeRunImport({
    ...{ db, transaction, clock, findPlace, validator, log },
    createUnder: (needs) => makeCreatePostGroup({ ...creating, ...needs }),
    confirmEmail,
  });
  const runUndo = makeRunUndo({ ...creating, confirmEmail });
  onStop('the imports of posts', await startImportWorker({ ...queues, runImport, runUndo, log }));
}
