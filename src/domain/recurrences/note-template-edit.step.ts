import type { Db } from '../../foundation/database/unit-of-work.js';
import { assertPermission, mayDo, type Viewer } from '../identity/access/viewer.js';
import type { GuardDeletion } from '../posts/state/guard-deletion.port.js';
import type { NoteEdit } from '../posts/state/note-edit.port.js';
import { type PostGroup, PostGroupStatus } from '../posts/state/post-group.js';
import { recurrencesOfTemplates, setPerson, skipOccurrenceOf } from './recurrence.repository.js';

/**
 * The template of a recurrence that schedules posts is changed by those who may schedule them, and posts are scheduled for the
 * person who changed it last. Errors: PERMISSION_REQUIRED, API_KEY_SCOPE_REQUIRED.
 */
export const noteTemplateEdit: NoteEdit = async (db, { id }, by) => {
  if (!by) return;
  await guardTemplate(db, by, { id });
  if (by.session) await setPerson(db, id, by.session.personId);
};

/** An occurrence whose post is deleted before it is sent is skipped. */
export const guardDeletion: GuardDeletion = async (db, by, group) => {
  await guardTemplate(db, by, group);
  const isUnsent = group.status === PostGroupStatus.DRAFT || group.status === PostGroupStatus.SCHEDULED;
  if (isUnsent) await skipOccurrenceOf(db, group.id);
};

/** It is deleted by them alone, too: that ends the recurrence. */
const guardTemplate = async (db: Db, by: Viewer, { id }: Pick<PostGroup, 'id'>) => {
  if (mayDo(by, 'PUBLISH')) return;
  const recurrences = await recurrencesOfTemplates(db, [id]);
  if (recurrences.some(({ publishes }) => publishes)) assertPermission(by, 'PUBLISH');
};
