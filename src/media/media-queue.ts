import type { Db } from '../database/unit-of-work.js';

/** Where files wait to be read: a job of the transaction that gave out their address. */
export interface MediaQueue {
  enqueueProbe(db: Db, mediaId: string): Promise<void>;
}
