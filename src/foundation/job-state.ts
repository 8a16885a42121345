/** Queues, jobs and e-mails as the operator reads them. */

/** The jobs of a queue; of a platform in the queue `publish`. */
export interface QueueState {
  queue: string;
  /** Null: the jobs of the queue are of no platform. */
  platform: string | null;
  /** Due, and fetched by no worker. */
  waiting: number;
  /** Since when the oldest of them is due; null without one. */
  oldestWaiting: Date | null;
  /** Of those due, the ones that failed before. */
  retrying: number;
  /** Due later. */
  scheduled: number;
  active: number;
  /** Since when the oldest of them is active. */
  oldestActive: Date | null;
  /** Active without a heartbeat for three intervals: their worker is gone or blocked. */
  stuck: number;
  /** Given up within the last hour. */
  failed: number;
}

/** An e-mail that waits, or was given up within the last hour. */
export interface WaitingMail {
  id: string;
  to: string;
  /** Its subject; the purpose of a mail that is composed when it is sent. */
  about: string;
  state: string;
  attempts: number;
  queuedAt: Date;
  /** When it is tried next. */
  nextAttemptAt: Date;
  /** Why the last attempt failed; null before. */
  error: string | null;
}

/** The job of a post. */
export interface PostJob {
  id: string;
  state: string;
  /** When it may be fetched: a little before its post is due. */
  startAfter: Date;
  /** When a worker fetched it last; null: none has. */
  startedAt: Date | null;
  heartbeatAt: Date | null;
  retryCount: number;
  isStuck: boolean;
}
