import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Viewer } from '../../identity/access/viewer.js';
import type { PostGroup } from './post-group.js';

/**
 * Notes what a locked group is to publish, and when; part of the caller's transaction. Call it before an edit, with null, and
 * after it, with the viewer who has edited it.
 */
export type NoteEdit = (db: Db, group: Pick<PostGroup, 'id'>, by: Viewer | null) => Promise<void>;
