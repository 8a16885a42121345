import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Viewer } from '../../identity/access/viewer.js';
import type { PostGroup } from './post-group.js';

/**
 * Refuses to schedule a group, or to change one that is scheduled, by throwing; part of the caller's transaction, under the
 * lock of the group. Null: a group that does not exist yet.
 */
export type GuardSchedule = (db: Db, viewer: Viewer, group: PostGroup | null) => Promise<void>;
