import type { Db } from '../../foundation/database/unit-of-work.js';
import type { PlatformPost } from './platform-post.js';

/** A job that publishes one platform post. Only the job whose turn is the post's current one may act. */
export interface PublishJob {
  jobId: string;
  postId: string;
  groupId: string;
  turn: number;
  dueAt: Date;
}

/** The job of a post that waits; none for a post that does not. */
export const publishJob = ({ id, groupId, jobId, turn, dueAt }: PlatformPost): PublishJob[] =>
  jobId && dueAt ? [{ jobId, postId: id, groupId, turn, dueAt }] : [];

/** A job that a worker has fetched: its id, and which delivery of it this is. */
export interface HeldJob {
  id: string;
  retryCount: number;
}

/** Where publish jobs wait. Every call is part of the caller's transaction. */
export interface PublishQueue {
  enqueue(db: Db, jobs: PublishJob[]): Promise<void>;
  /** Removes jobs that have nothing to do any more. Ones that are being worked on stay: their turn is over. */
  remove(db: Db, jobIds: string[]): Promise<void>;
  /** Ends jobs that a worker holds; one that was given to another worker meanwhile stays with that. */
  end(db: Db, jobs: HeldJob[]): Promise<void>;
}
