import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { readSource } from '../posts/read-source.step.js';
import type { InspectFiles } from '../posts/state/media-of-group.port.js';
import type { Validator } from '../validation/validator.step.js';
import { maySchedule } from './act-for.step.js';
import { actingFor } from './own-recurrence.step.js';

export interface RefuseInvalidNeeds {
  db: Db;
  transaction: Transaction;
  inspectFiles: InspectFiles;
  validator: Pick<Validator, 'validateAllWritten'>;
}

/** A text of a recurrence; null: that of the template. */
export interface TextToCheck {
  content: string | null;
  /** The field of the input that its errors are about. */
  field: string;
}

/**
 * Refuses texts that a platform would refuse in a post like the template, if posts are to be scheduled. Drafts are not
 * validated. Reads the template once, however many texts there are. Errors: POST_GROUP_NOT_FOUND, CONNECTIONS_NOT_FOUND,
 * VALIDATION_FAILED.
 */
export async function refuseInvalid(
  { db, transaction, inspectFiles, validator }: RefuseInvalidNeeds,
  viewer: Viewer,
  { templateId, texts, at }: { templateId: string; texts: readonly TextToCheck[]; at: Date },
): Promise<void> {
  const schedules = actingFor(viewer).publishes && (viewer.session === null || (await maySchedule(db, viewer)));
  if (!schedules || texts.length === 0) return;
  const { group, content, targets, ownTexts } = await readSource({ transaction }, viewer, templateId);
  const media = await inspectFiles(group);
  const posts = texts.map((text) => ({
    ...{ userId: viewer.userId, content: text.content ?? content, targets, ownTexts, media },
    ...{ allowed: group, scheduledTime: at, settings: group.platformSettings },
  }));
  let index = 0;
  for await (const validation of validator.validateAllWritten(db, posts)) {
    if (!validation.valid) throw new AppError('VALIDATION_FAILED', { validation }).at(texts[index]?.field ?? 'texts');
    index += 1;
  }
}
