import type { Db } from '../database/unit-of-work.js';

/** A job that publishes one platform post. Only the job whose turn is the post's current one may act. */
export interface PublishJob {
  jobId: string;
  postId: string;
  groupId: string;
  turn: number;
  dueAt: Date;
}

/** Where publish jobs wait. Every call is part of the caller's transaction. */
export interface PublishQueue {
  enqueue(db: Db, jobs: PublishJob[]): Promise<void>;
  /** Removes jobs that have nothing to do any more. Ones that are being worked on stay: their turn is over. */
  remove(db: Db, jobIds: string[]): Promise<void>;
}
