import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Viewer } from '../../identity/access/viewer.js';
import type { PostGroup } from './post-group.js';

/** Refuses, by an error, the deletion of a locked group that the viewer may not delete. */
export type GuardDeletion = (db: Db, viewer: Viewer, group: Pick<PostGroup, 'id'>) => Promise<void>;
