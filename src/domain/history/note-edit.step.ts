import type { NoteEdit } from '../posts/state/note-edit.port.js';
import { editorOf } from './post-version.js';
import { keepVersion } from './post-version.repository.js';

/**
 * Keeps a version if the group differs from the last one. The call before an edit keeps the first one, and what has changed
 * without an edit: a group was published in part, or a file that never arrived was removed.
 */
export const noteEdit: NoteEdit = (db, { id }, by) => keepVersion(db, id, by && editorOf(by));
