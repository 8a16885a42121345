import type { Db } from '../../foundation/database/unit-of-work.js';

/** Waiting jobs of an account that is removed. Every call is part of the caller's transaction. */
export interface AccountJobs {
  /** Jobs of posts, by their own ids. */
  removePosts(db: Db, jobIds: readonly string[]): Promise<void>;
  removeDeliveries(db: Db, deliveryIds: readonly string[]): Promise<void>;
  removeFiles(db: Db, mediaIds: readonly string[]): Promise<void>;
  /** E-mails to an address, sent ones included. */
  removeMails(db: Db, email: string): Promise<void>;
}
