import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { DeliveryStatus, laneOf, type WebhookDelivery } from './webhook.js';
import { type ReceivingWebhook, webhooksOfUsers } from './webhook.repository.js';
import { insertDeliveries } from './webhook-delivery.repository.js';
import { bodyOf, type WebhookEvent } from './webhook-event.js';
import type { WebhookQueue } from './webhook-queue.js';

/**
 * Stores the deliveries of events in the transaction that causes them (transactional outbox). Those of a disabled
 * webhook are only recorded, as skipped.
 */
export type AnnounceEvents = (
  db: Db,
  events: readonly WebhookEvent[],
  now: Date,
  /** All of the events' users, where the transaction has read them. */
  webhooks?: readonly ReceivingWebhook[],
) => Promise<void>;

/** One statement finds all webhooks that are not given; events without one cost nothing more. */
export const makeAnnounceEvents =
  ({ webhookQueue }: { webhookQueue: WebhookQueue }): AnnounceEvents =>
  async (db, events, now, given) => {
    if (events.length === 0) return;
    const webhooks = given ?? (await webhooksOfUsers(db, usersOf(events)));
    const recorded = events.flatMap((event) =>
      webhooks
        .filter(({ userId, events: wanted }) => userId === event.userId && wanted.includes(event.name))
        .map((webhook) => {
          const delivery = newDelivery(webhook.id, event, now);
          return { webhook, delivery: webhook.isActive ? delivery : { ...delivery, ...skipped(now) } };
        }),
    );
    if (recorded.length === 0) return;
    await insertDeliveries(
      db,
      recorded.map(({ delivery }) => delivery),
    );
    const due = recorded.filter(({ webhook }) => webhook.isActive);
    if (due.length === 0) return;
    await webhookQueue.enqueue(
      db,
      due.map(({ webhook, delivery }) => deliveryJob(delivery, webhook.url, now)),
    );
  };

export const usersOf = (events: readonly WebhookEvent[]): string[] => [...new Set(events.map(({ userId }) => userId))];

/** The state of a delivery that is not sent because its webhook is disabled. */
export const skipped = (now: Date) => ({ status: DeliveryStatus.SKIPPED, nextAttemptAt: null, endedAt: now });

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
export const deliveryJob = (
  delivery: Pick<WebhookDelivery, 'id' | 'webhookId' | 'subject'>,
  url: string,
  dueAt: Date,
) => ({
  deliveryId: delivery.id,
  subject: delivery.subject,
  lane: laneOf(delivery),
  host: new URL(url).host,
  dueAt,
});
