/**
 * Webhooks: addresses of integrators that are told of events (documents 1 and 3, "Webhooks").
 *
 * event      what happened: its name, whose it is, and the data that receivers read
 * delivery   one event for one webhook; its id is stable, however often it is sent
 * attempt    one request of a delivery; no 2xx within ten seconds is a failure
 * lane       deliveries of one webhook that are sent one after the other, those of one post always in the same lane
 */
import type { WebhookEventName } from './webhook-event.js';

/** Document 1, "Limits". */
export const MAX_WEBHOOKS = 10;
/** Failed attempts in a row that switch a webhook off (document 1, "Reliability"). */
export const MAX_FAILURES = 5;
/** Requests to one webhook at the same time. */
const LANES = 4;

export interface Webhook {
  id: string;
  userId: string;
  name: string;
  url: string;
  events: WebhookEventName[];
  isActive: boolean;
  /** Failed attempts since the last that succeeded. */
  failureCount: number;
  /** When it was last sent something. */
  lastTriggeredAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export enum DeliveryStatus {
  /** Its next attempt is to come, or under way. */
  PENDING = 'pending',
  DELIVERED = 'delivered',
  /** Every attempt failed. */
  FAILED = 'failed',
  /** The webhook was switched off before it was delivered. */
  CANCELLED = 'cancelled',
}

export interface WebhookDelivery {
  /** `X-Service-Delivery`. */
  id: string;
  webhookId: string;
  userId: string;
  event: WebhookEventName;
  /** What the event is about: deliveries of a webhook about the same are sent in their order. */
  subject: string;
  /** The body as it is signed and sent, to the byte. */
  body: string;
  status: DeliveryStatus;
  /** Sent once, at its owner's wish; says nothing about the webhook. */
  isTest: boolean;
  attemptCount: number;
  /** Failed attempts since it was made, or since its owner had it sent again. */
  failures: number;
  /** When it is due; null once it has ended. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** What NOTIFY tells of a delivery that is new or changed. */
export interface DeliveryNotice {
  userId: string;
  webhookId: string;
  deliveryId: string;
  /** When its next attempt is due, epoch milliseconds; null once it has ended. */
  due: number | null;
}

export interface WebhookAttempt {
  deliveryId: string;
  /** From 1. */
  number: number;
  startedAt: Date;
  durationMs: number;
  /** What the receiver answered; null without an answer. */
  status: number | null;
  /** Why it failed; null when it did not. */
  error: string | null;
  /** How the answer's body begins; null without an answer. */
  answer: string | null;
}

/** The lane of a delivery. Ids end in random digits, so posts spread over the lanes. */
export const laneOf = ({ webhookId, subject }: Pick<WebhookDelivery, 'webhookId' | 'subject'>): string =>
  `${webhookId}/${Number.parseInt(subject.slice(-1), 16) % LANES}`;

/** When a delivery is tried again after a failure; null: never. `random`, 0 to 1, spreads it by a fifth to both sides. */
export function nextAttempt(
  { isTest, failures }: Pick<WebhookDelivery, 'isTest' | 'failures'>,
  { delaysMs, now, random }: { delaysMs: readonly number[]; now: Date; random: number },
): Date | null {
  const delay = isTest ? undefined : delaysMs[failures];
  return delay === undefined ? null : new Date(now.getTime() + delay * (0.8 + 0.4 * random));
}
