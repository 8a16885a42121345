import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { deliveryJob, newDelivery } from './announce-events.use-case.js';
import { DeliveryStatus, type WebhookDelivery } from './webhook.js';
import { lockWebhook } from './webhook.repository.js';
import {
  changeDelivery,
  findDelivery,
  insertDeliveries,
  lockDelivery,
  requeueSkipped,
} from './webhook-delivery.repository.js';
import { sampleEvent, type WebhookEventName } from './webhook-event.js';
import type { WebhookQueue } from './webhook-queue.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  webhookQueue: WebhookQueue;
}

export type RedeliverWebhookDelivery = (viewer: Viewer, deliveryId: string) => Promise<WebhookDelivery>;

/** Requeues a delivery that has ended, with the same id and body, a new signature and the full number of attempts. */
export const makeRedeliverWebhookDelivery =
  ({ db, transaction, clock, webhookQueue }: Needs): RedeliverWebhookDelivery =>
  async ({ userId }, deliveryId) => {
    const found = await findDelivery(db, userId, deliveryId);
    if (!found) throw new AppError('WEBHOOK_DELIVERY_NOT_FOUND');
    return transaction(async (tx) => {
      const webhook = await lockWebhook(tx, userId, found.webhookId);
      const delivery = webhook && (await lockDelivery(tx, deliveryId));
      if (!delivery) throw new AppError('WEBHOOK_DELIVERY_NOT_FOUND');
      if (delivery.status === DeliveryStatus.PENDING) throw new AppError('WEBHOOK_DELIVERY_PENDING');
      if (!webhook.isActive && !delivery.isTest) throw new AppError('WEBHOOK_INACTIVE');
      const now = clock();
      const fresh = { status: DeliveryStatus.PENDING, failures: 0, nextAttemptAt: now, endedAt: null };
      const changed = await changeDelivery(tx, delivery, fresh);
      await webhookQueue.enqueue(tx, [deliveryJob(changed, webhook.url, now)]);
      return changed;
    });
  };

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

export type SendTestWebhook = (
  viewer: Viewer,
  input: { webhookId: string; event: WebhookEventName | null },
) => Promise<WebhookDelivery>;

/**
 * Sends a sample event once, by default the webhook's first event; also to a disabled webhook, and without counting as
 * a success or failure.
 */
export const makeSendTestWebhook =
  ({ transaction, clock, webhookQueue }: Needs): SendTestWebhook =>
  ({ userId }, { webhookId, event }) =>
    transaction(async (tx) => {
      const webhook = await lockWebhook(tx, userId, webhookId);
      const name = event ?? webhook?.events[0];
      if (!webhook || !name) throw new AppError('WEBHOOK_NOT_FOUND');
      const now = clock();
      const delivery = newDelivery(webhookId, sampleEvent(name, userId, now), now, true);
      await insertDeliveries(tx, [delivery]);
      await webhookQueue.enqueue(tx, [deliveryJob(delivery, webhook.url, now)]);
      return delivery;
    });
