import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { LiveHub } from '../src/domain/events/live-hub.js';
import { RESYNC } from '../src/domain/events/live-hub.js';
import type { DeliverWebhook } from '../src/domain/webhooks/deliver-webhook.use-case.js';
import { DELIVERY_CHANGES } from '../src/domain/webhooks/webhook-delivery.repository.js';
import type { DueQueues } from './due-queues.js';
import { startJobRunner } from './job-runner.js';
import type { JobTraces } from './job-traces.js';
import { WEBHOOK_QUEUE, type WebhookJobData } from './queues.js';
import type { Heartbeat } from './watchdog.js';

/** Concurrent deliveries per worker; each is little more than an open connection. */
const AT_ONCE = 300;
/** Concurrent deliveries to one host and port, over all workers and accounts. */
const AT_ONCE_PER_HOST = 20;

/**
 * Makes each attempt of a delivery when it is due. A slow receiver delays only its own lane and host. Returns a
 * function that stops the worker: it takes no more deliveries and ends those under way.
 */
export function startWebhookWorker(needs: {
  boss: PgBoss;
  dueQueues: DueQueues;
  hub: LiveHub;
  deliverWebhook: DeliverWebhook;
  heartbeatSeconds: number;
  pulse: Heartbeat;
  clock: () => Date;
  traces?: JobTraces;
  log: Logger;
}): () => Promise<void> {
  const { hub, deliverWebhook, clock } = needs;
  const runner = startJobRunner<WebhookJobData>({
    ...needs,
    queue: WEBHOOK_QUEUE,
    handle: (job) => deliverWebhook(job.data.deliveryId, job),
    concurrency: AT_ONCE,
    shares: () => [{ name: 'all', slots: AT_ONCE, options: { groupConcurrency: AT_ONCE_PER_HOST } }],
  });
  // Retries are found by the poll.
  const unfollow = hub.follow(DELIVERY_CHANGES, null, (notice) => {
    if (notice === RESYNC || (notice.due !== null && notice.due <= clock().getTime())) runner.fetchSoon();
  });
  return async () => {
    unfollow();
    await runner.stop();
  };
}
