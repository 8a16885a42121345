import type { Db } from '../../foundation/database/unit-of-work.js';

/** Where files wait to be read. */
export interface MediaQueue {
  /** A job of the transaction that gave out a file's address, or saw the file come. */
  enqueueProbe(db: Db, mediaId: string): Promise<void>;
  /** For the time when nothing can come under the address any more: the file is read once more as it is then. */
  enqueueLastProbe(db: Db, mediaId: string): Promise<void>;
}
