import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { readSource } from '../posts/read-source.step.js';
import type { InspectFiles } from '../posts/state/media-of-group.port.js';
import type { Validator } from '../validation/validator.step.js';
import { maySchedule } from './act-for.step.js';
import { actingFor } from './own-recurrence.step.js';
import { recurrencesById } from './recurrence.repository.js';

export interface RefuseInvalidNeeds {
  db: Db;
  transaction: Transaction;
  inspectFiles: InspectFiles;
  validator: Pick<Validator, 'validateAllWritten'>;
}

/** A text of a recurrence; null: that of the template. */
interface TextToCheck {
  content: string | null;
  /** The field of the input that its errors are about. */
  field: string;
}

const OF_TEMPLATE: TextToCheck = { content: null, field: 'postGroupId' };
const given = (texts: readonly string[]): TextToCheck[] =>
  texts.map((content, index) => ({ content, field: `texts.${index}` }));

/**
 * Refuses a recurrence of which a platform would refuse a text, if its posts are to be scheduled. Drafts are not validated.
 * Errors: POST_GROUP_NOT_FOUND, CONNECTIONS_NOT_FOUND, VALIDATION_FAILED.
 */
export const refuseInvalid = (
  needs: RefuseInvalidNeeds,
  viewer: Viewer,
  { groupId, texts, at }: { groupId: string; texts: readonly string[]; at: Date },
): Promise<void> => check(needs, viewer, { templateId: groupId, at, texts: [OF_TEMPLATE, ...given(texts)] });

/** The same of changes: checks the texts that are given; with another template, all of them. */
export async function refuseInvalidChanges(
  needs: RefuseInvalidNeeds & { clock: () => Date },
  viewer: Viewer,
  { id, groupId, texts }: { id: string; groupId: string | undefined; texts: readonly string[] | undefined },
): Promise<void> {
  if (groupId === undefined && !texts) return;
  const [before] = await recurrencesById(needs.db, [id]);
  if (before?.userId !== viewer.userId) throw new AppError('RECURRENCE_NOT_FOUND');
  const templateId = groupId ?? before.templateId;
  // Without a template, no post is created any more.
  if (templateId === null) return;
  const kept = texts ? [] : before.texts.map((content) => ({ ...OF_TEMPLATE, content }));
  const others = groupId === undefined ? [] : [OF_TEMPLATE, ...kept];
  await check(needs, viewer, {
    templateId,
    at: before.nextAt ?? needs.clock(),
    texts: [...others, ...given(texts ?? [])],
  });
}

/** Reads the template once, however many texts there are. */
async function check(
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
