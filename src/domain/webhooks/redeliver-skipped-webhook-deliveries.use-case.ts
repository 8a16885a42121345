import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { deliveryJob } from './new-delivery.js';
import { lockWebhook } from './webhook.repository.js';
import { requeueSkipped } from './webhook-delivery.repository.js';
import type { WebhookQueue } from './webhook-queue.port.js';

interface Needs {
  transaction: Transaction;
  clock: () => Date;
  webhookQueue: WebhookQueue;
}

export type RedeliverSkippedWebhookDeliveries = (
  viewer: Viewer,
  input: { webhookId: string; since: Date },
) => Promise<{ count: number; hasMore: boolean }>;

/** Deliveries requeued per transaction, which locks the webhook. */
const BATCH_SIZE = 500;

/** Transactions of one call. */
const MAX_BATCHES = 20;

/**
 * Requeues deliveries skipped since a time, oldest first, with the same ids and bodies and the full number of attempts.
 * Each batch is a transaction, so an interrupted or repeated call sends each delivery once.
 */
export const makeRedeliverSkippedWebhookDeliveries =
  ({ transaction, clock, webhookQueue }: Needs): RedeliverSkippedWebhookDeliveries =>
  async ({ userId }, { webhookId, since }) => {
    const requeueBatch = () =>
      transaction(async (tx) => {
        const webhook = await lockWebhook(tx, userId, webhookId);
        if (!webhook) throw new AppError('WEBHOOK_NOT_FOUND');
        if (!webhook.isActive) throw new AppError('WEBHOOK_INACTIVE');
        const now = clock();
        const requeued = await requeueSkipped(tx, webhookId, { since, now, limit: BATCH_SIZE });
        const jobs = requeued.map(({ id, subject }) => deliveryJob({ id, webhookId, subject }, webhook.url, now));
        if (jobs.length > 0) await webhookQueue.enqueue(tx, jobs);
        return jobs.length;
      });
    let count = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const requeued = await requeueBatch();
      count += requeued;
      if (requeued < BATCH_SIZE) return { count, hasMore: false };
    }
    return { count, hasMore: true };
  };
