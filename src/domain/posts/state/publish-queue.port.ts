import type { Part } from '../../../foundation/database/statement.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { LeasedJob } from '../../../foundation/leased-job.js';
import type { PublishJob } from './publish-job.js';

/** Where publish jobs wait. All of it happens in the caller's transaction. */
export interface PublishQueue {
  /** The part of a statement that enqueues jobs. */
  enqueueing(jobs: PublishJob[]): Promise<Part>;
  /** Removes jobs that have nothing to do any more. One that is being worked on finds that it is out of date. */
  remove(db: Db, jobIds: string[]): Promise<void>;
  /** Ends jobs that a worker has leased; one that was given to another worker meanwhile stays with that. */
  end(db: Db, jobs: LeasedJob[]): Promise<void>;
}
