import { assertPermission, mayDo } from '../identity/access/viewer.js';
import type { GuardDeletion } from '../posts/state/guard-deletion.port.js';
import type { NoteEdit } from '../posts/state/note-edit.port.js';
import { recurrencesOfTemplates, setPerson } from './recurrence.repository.js';

/**
 * The template of a recurrence that schedules posts is changed by those who may schedule them, and posts are scheduled for the
 * person who changed it last. Errors: PERMISSION_REQUIRED, API_KEY_SCOPE_REQUIRED.
 */
export const noteTemplateEdit: NoteEdit = async (db, { id }, by) => {
  if (!by) return;
  await guardTemplate(db, by, { id });
  if (by.session) await setPerson(db, id, by.session.personId);
};

/** It is deleted by them alone, too: that ends the recurrence. */
export const guardTemplate: GuardDeletion = async (db, by, { id }) => {
  if (mayDo(by, 'PUBLISH')) return;
  const recurrences = await recurrencesOfTemplates(db, [id]);
  if (recurrences.some(({ publishes }) => publishes)) assertPermission(by, 'PUBLISH');
};
