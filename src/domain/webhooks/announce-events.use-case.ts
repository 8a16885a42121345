import type { Db } from '../../foundation/database/unit-of-work.js';
import { deliveryJob, newDelivery, skipped, usersOf } from './new-delivery.js';
import { type ReceivingWebhook, webhooksOfUsers } from './webhook.repository.js';
import { insertDeliveries } from './webhook-delivery.repository.js';
import type { WebhookEvent } from './webhook-event.js';
import type { WebhookQueue } from './webhook-queue.port.js';

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
