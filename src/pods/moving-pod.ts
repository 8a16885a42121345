import type { DeleteObjects } from '../domain/media/delete-objects.use-case.js';
import type { AccountJobs } from '../domain/owner/account-jobs.port.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import type { ObjectStorage } from '../storage/storage.js';

/** The jobs of a moving account in a pod. */
export interface MovingJobs {
  park(db: Db, userIds: readonly string[]): Promise<void>;
  unpark(db: Db, userIds: readonly string[]): Promise<void>;
  removeParked(db: Db, userIds: readonly string[]): Promise<void>;
  countActive(db: Db, userIds: readonly string[]): Promise<number>;
  /** Makes the publish jobs of posts that wait for one. */
  requeuePosts(db: Db, userIds: readonly string[]): Promise<void>;
  copyParked(from: Db, to: Db, userIds: readonly string[]): Promise<void>;
}

/** A pod as a move reads and changes it. */
export interface MovingPod {
  pod: string;
  db: Db;
  transaction: Transaction;
  /** A transaction that sees the database as of its first statement. */
  snapshot: Transaction;
  jobs: MovingJobs;
  accountJobs: AccountJobs;
  storage: ObjectStorage;
  /** Where the objects are: equal for pods that share a bucket or a folder. */
  storagePlace: string;
  /** Whether its APIs serve the objects. */
  servesObjects: boolean;
  deleteObjects: DeleteObjects;
  /** The digest of each encryption key, the newest first. */
  keys: readonly string[];
  /** The versions of its tables, and of those of the job engine. */
  versions(): Promise<string>;
  /** Does `work` while no other command moves the account; undefined: one does. */
  alone<T>(accountId: string, work: () => Promise<T>): Promise<T | undefined>;
}
