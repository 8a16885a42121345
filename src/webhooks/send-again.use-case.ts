import type { Viewer } from '../access/viewer.js';
import type { Db, Transaction } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { deliveryJob, newDelivery } from './announce-events.use-case.js';
import { DeliveryStatus, type WebhookDelivery } from './webhook.js';
import { lockWebhook } from './webhook.repository.js';
import { changeDelivery, findDelivery, insertDeliveries, lockDelivery } from './webhook-delivery.repository.js';
import { sampleEvent, type WebhookEventName } from './webhook-event.js';
import type { WebhookQueue } from './webhook-queue.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  webhookQueue: WebhookQueue;
}

export type RedeliverWebhook = (viewer: Viewer, deliveryId: string) => Promise<WebhookDelivery>;

/** Sends a delivery that has ended again: the same id and body, signed anew, with as many attempts as a new one. */
export const makeRedeliverWebhook =
  ({ db, transaction, clock, webhookQueue }: Needs): RedeliverWebhook =>
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

export type SendTestWebhook = (
  viewer: Viewer,
  input: { webhookId: string; event: WebhookEventName | null },
) => Promise<WebhookDelivery>;

/**
 * Sends a sample of an event, of the webhook's first one when none is named: once, also to a webhook that is switched
 * off, and without counting for or against it.
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
