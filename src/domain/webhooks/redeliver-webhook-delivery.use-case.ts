import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { deliveryJob } from './new-delivery.js';
import { DeliveryStatus, type WebhookDelivery } from './webhook.js';
import { lockWebhook } from './webhook.repository.js';
import { changeDelivery, findDelivery, lockDelivery } from './webhook-delivery.repository.js';
import type { WebhookQueue } from './webhook-queue.port.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  webhookQueue: WebhookQueue;
}

export type RedeliverWebhookDelivery = (viewer: Pick<Viewer, 'userId'>, deliveryId: string) => Promise<WebhookDelivery>;

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
