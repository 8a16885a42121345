import { newId } from '../database/id.js';
import type { Db } from '../database/unit-of-work.js';
import { DeliveryStatus, laneOf, type WebhookDelivery } from './webhook.js';
import { listeningWebhooks } from './webhook.repository.js';
import { insertDeliveries } from './webhook-delivery.repository.js';
import { bodyOf, type WebhookEvent } from './webhook-event.js';
import type { WebhookQueue } from './webhook-queue.js';

/** Writes the deliveries of events into the transaction that causes them: all of them are sent, or nothing happened. */
export type AnnounceEvents = (db: Db, events: readonly WebhookEvent[], now: Date) => Promise<void>;

/** Events of users whom no webhook wants to know of cost one statement together. */
export const makeAnnounceEvents =
  ({ webhookQueue }: { webhookQueue: WebhookQueue }): AnnounceEvents =>
  async (db, events, now) => {
    if (events.length === 0) return;
    const webhooks = await listeningWebhooks(db, [...new Set(events.map(({ userId }) => userId))]);
    const sent = events.flatMap((event) =>
      webhooks
        .filter(({ userId, events: wanted }) => userId === event.userId && wanted.includes(event.name))
        .map((webhook) => ({ webhook, delivery: newDelivery(webhook.id, event, now) })),
    );
    if (sent.length === 0) return;
    await insertDeliveries(
      db,
      sent.map(({ delivery }) => delivery),
    );
    await webhookQueue.enqueue(
      db,
      sent.map(({ webhook, delivery }) => deliveryJob(delivery, webhook.url, now)),
    );
  };

/** A delivery that is due now. */
export const newDelivery = (webhookId: string, event: WebhookEvent, now: Date, isTest = false): WebhookDelivery => ({
  id: newId(now),
  webhookId,
  userId: event.userId,
  event: event.name,
  subject: event.subject,
  body: bodyOf(event, now),
  status: DeliveryStatus.PENDING,
  isTest,
  attemptCount: 0,
  failures: 0,
  nextAttemptAt: now,
  createdAt: now,
  endedAt: null,
});

/** The job of a delivery's next attempt. */
export const deliveryJob = (delivery: WebhookDelivery, url: string, dueAt: Date) => ({
  deliveryId: delivery.id,
  lane: laneOf(delivery),
  host: new URL(url).host,
  dueAt,
});
