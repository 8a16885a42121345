import type { Db } from '../../foundation/database/unit-of-work.js';

/** The queue of files to inspect. */
export interface MediaQueue {
  /** Enqueues a job in the transaction that issued the upload URL, or received the file. */
  enqueueProbe(db: Db, mediaId: string): Promise<void>;
  /** Enqueues a final inspection once the upload URL has expired. */
  enqueueLastProbe(db: Db, mediaId: string): Promise<void>;
}
