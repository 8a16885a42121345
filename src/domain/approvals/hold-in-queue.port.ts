import type { Db } from '../../foundation/database/unit-of-work.js';

/**
 * Has an approved draft scheduled once the schedule of its queue is resumed; false: it waits for no paused schedule. Part of the
 * caller's transaction, under the lock of the group.
 */
export type HoldInQueue = (db: Db, groupId: string) => Promise<boolean>;
