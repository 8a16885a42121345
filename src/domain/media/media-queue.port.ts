import type { Db } from '../../foundation/database/unit-of-work.js';

/** The queues of files to inspect and to fetch. */
export interface MediaQueue {
  /** Enqueues a job in the transaction that issued the upload URL, or received the file. */
  enqueueProbe(db: Db, mediaId: string): Promise<void>;
  /** Enqueues a final inspection once the upload URL has expired. */
  enqueueLastProbe(db: Db, mediaId: string): Promise<void>;
  /** Enqueues the fetch of a file, in the transaction that adds it. An account has a share of the fetches. */
  enqueueFetch(db: Db, mediaId: string, ownerId: string): Promise<void>;
}
