import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { deliveryJob, newDelivery } from './new-delivery.js';
import type { WebhookDelivery } from './webhook.js';
import { lockWebhook } from './webhook.repository.js';
import { insertDeliveries } from './webhook-delivery.repository.js';
import { sampleEvent, type WebhookEventName } from './webhook-event.js';
import type { WebhookQueue } from './webhook-queue.port.js';

interface Needs {
  transaction: Transaction;
  clock: () => Date;
  webhookQueue: WebhookQueue;
}

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
