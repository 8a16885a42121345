import { startRecurrenceWorker } from '../../jobs/recurrence-worker.js';
import { guardSchedule } from '../domain/approvals/guard-schedule.step.js';
import { keepLabelsOfCopy } from '../domain/labels/copy-labels.step.js';
import { makeCopyFiles } from '../domain/media/copy-files.use-case.js';
import { makeCreateDueOccurrences } from '../domain/recurrences/create-due-occurrences.use-case.js';
import type { WorkerMedia } from './worker-media.js';
import type { WorkerParts } from './worker-parts.js';
import { makeWorkerValidator } from './worker-validator.js';

/** Creates the posts of recurrences ahead of their times. */
export async function startRecurrences(
  parts: WorkerParts,
  { readMedia, deleteObjects }: Pick<WorkerMedia, 'readMedia' | 'deleteObjects'>,
): Promise<void> {
  const { config, log, clock, db, transaction, storage, queues, recordChanges, onStop } = parts;
  const { plans } = config;
  const createDueOccurrences = makeCreateDueOccurrences({
    ...{ db, transaction, clock, plans, recordChanges, guardSchedule, log },
    validator: makeWorkerValidator(parts),
    copyFiles: makeCopyFiles({ db, transaction, plans, clock, storage, readMedia, deleteObjects }),
    afterDuplication: keepLabelsOfCopy,
    confirmEmail: config.mail.smtpUrl !== null,
  });
  onStop('the posts of recurrences', await startRecurrenceWorker({ ...queues, createDueOccurrences }));
}
