import { newId } from '../../foundation/database/id.js';
import { DeliveryStatus, laneOf, type WebhookDelivery } from './webhook.js';
import { bodyOf, type WebhookEvent } from './webhook-event.js';

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
