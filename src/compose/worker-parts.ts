import { setTimeout } from 'node:timers/promises';
import type { JobTraces } from '../../jobs/job-traces.js';
import type { WorkNeeds } from '../../jobs/work-when-due.js';
import type { RecordChanges } from '../domain/posts/state/record-changes.repository.js';
import type { AnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import type { WebhookQueue } from '../domain/webhooks/webhook-queue.port.js';
import type { Parts } from './parts.js';

/** What the parts of the worker role are made from. */
export interface WorkerParts extends Parts {
  queues: WorkNeeds;
  jobTraces: JobTraces;
  webhookQueue: WebhookQueue;
  announce: AnnounceEvents;
  recordChanges: RecordChanges;
}

/** A sleep that does not keep the process alive. */
export const sleep = (ms: number) => setTimeout(ms, undefined, { ref: false });
