import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Viewer } from '../../identity/access/viewer.js';
import type { PostGroup } from './post-group.js';

/** Refuses, by an error, the deletion of a locked group that the viewer may not delete; stores what follows from it. */
export type GuardDeletion = (db: Db, viewer: Viewer, group: Pick<PostGroup, 'id' | 'status'>) => Promise<void>;
