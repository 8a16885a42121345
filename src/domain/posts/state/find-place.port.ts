import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Viewer } from '../../identity/access/viewer.js';
import type { Timing } from './move-posts.js';
import type { PostGroup } from './post-group.js';

/** A place in the queue of a posting schedule, and the status and time that a group gets with it. */
export interface QueuePlace extends Timing {
  /** Gives the place to a group that is stored or locked in this transaction, and has the status and time by now. */
  take(db: Db, group: Pick<PostGroup, 'id'>): Promise<void>;
}

/** A group that is added to a queue: its id if it is stored, and the platform ids of its targets. */
export interface GroupToQueue {
  id: string | null;
  platformIds: readonly string[];
  /** Whether it stays a draft, which keeps the time. */
  staysDraft: boolean;
}

/**
 * Finds the next free place in the queue of a schedule, which `schedule` names by its id, or as NEXT_FREE. It stays free
 * until the caller's transaction ends. Call it before groups are locked.
 */
export type FindPlace = (
  db: Db,
  viewer: Viewer,
  schedule: string,
  group: GroupToQueue,
  now: Date,
) => Promise<QueuePlace>;
