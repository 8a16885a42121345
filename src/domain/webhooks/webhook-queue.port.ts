import type { Db } from '../../foundation/database/unit-of-work.js';
import type { LeasedJob } from '../../foundation/leased-job.js';

/** A job that sends a delivery once. */
export interface WebhookJob {
  deliveryId: string;
  /** Id of what its event is about. */
  subject: string;
  /** Jobs of a lane run one after the other. */
  lane: string;
  /** Host and port of the receiver: few jobs of one host run concurrently, over all accounts. */
  host: string;
  dueAt: Date;
}

/** Where deliveries wait for their attempts. Every call is part of the caller's transaction. */
export interface WebhookQueue {
  enqueue(db: Db, jobs: readonly WebhookJob[]): Promise<void>;
  /** Ends a job that a worker holds; one that was given to another worker meanwhile stays with that. */
  end(db: Db, job: LeasedJob): Promise<void>;
}
