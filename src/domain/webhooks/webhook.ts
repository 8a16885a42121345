/**
 * Webhooks: URLs of integrators that receive events (docs/contract/webhooks.md).
 *
 * event      what happened: its name, whose it is, and the data that receivers read
 * delivery   one event for one webhook; its id is stable, however often it is sent
 * attempt    one request of a delivery; no 2xx within ten seconds is a failure
 * plan       the delays between the five attempts of a delivery, and between the five failures that switch a webhook off
 * lane       deliveries of one webhook that are sent one after the other, those of one post always in the same lane
 */
import { withJitter } from '../../foundation/time/jitter.js';
import type { AuditSubject } from '../audit/audit-event.js';
import type { WebhookEventName } from './webhook-event.js';

/** Of a user, and failures in a row [limits/webhooks]. */
export const MAX_WEBHOOKS = 10;
/** Failures in a row that switch a webhook off. */
const MAX_FAILURES = 5;
/** Requests to one webhook at the same time. */
const LANES = 4;

export interface Webhook {
  id: string;
  userId: string;
  name: string;
  url: string;
  events: WebhookEventName[];
  isActive: boolean;
  /** Steps of the plan that failed since an attempt succeeded last. */
  failureCount: number;
  /** A failed attempt that began before belongs to a step that is counted already; null: the next failure counts. */
  failuresCountFrom: Date | null;
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
  /** The webhook was disabled when the event happened, or before it was delivered. Sent on request only. */
  SKIPPED = 'skipped',
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
  /** When the next attempt is due; null once it has ended. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** The NOTIFY payload of a new or changed delivery. */
export interface DeliveryNotice {
  userId: string;
  /** When its next attempt is due, epoch milliseconds; null once it has ended. */
  due: number | null;
}

export interface WebhookAttempt {
  deliveryId: string;
  /** From 1. */
  number: number;
  startedAt: Date;
  durationMs: number;
  /** HTTP status of the response; null without one. */
  status: number | null;
  /** Why it failed; null if it succeeded. */
  error: string | null;
  /** Start of the response body; null without a response. */
  responseExcerpt: string | null;
}

/** The lane of a delivery. Ids end in random digits, so posts spread over the lanes. */
export const laneOf = ({ webhookId, subject }: Pick<WebhookDelivery, 'webhookId' | 'subject'>): string =>
  `${webhookId}/${Number.parseInt(subject.slice(-1), 16) % LANES}`;

/** When a delivery is tried again after a failure; null: never. `random` is 0 to 1, for the jitter. */
export function nextAttempt(
  { isTest, failures }: Pick<WebhookDelivery, 'isTest' | 'failures'>,
  { delaysMs, now, random }: { delaysMs: readonly number[]; now: Date; random: number },
): Date | null {
  const delay = isTest ? undefined : delaysMs[failures];
  return delay === undefined ? null : new Date(now.getTime() + withJitter(delay, random));
}

/**
 * What an attempt makes of its webhook. Failures are counted as steps of the plan: after a counted one, the next counts
 * when it begins that step's delay later, so that an outage that meets hundreds of deliveries counts like one that meets
 * a single one. The delay is taken at its shortest: a delivery's own retry, which may come that early, is always a step,
 * so that the webhook is off by the end of the plan of the first delivery that failed, and never before the shortest plan.
 */
export function countAttempt<W extends Pick<Webhook, 'isActive' | 'failureCount' | 'failuresCountFrom'>>(
  webhook: W,
  { succeeded, startedAt }: { succeeded: boolean; startedAt: Date },
  { delaysMs, now }: { delaysMs: readonly number[]; now: Date },
): W {
  const { isActive, failureCount, failuresCountFrom } = webhook;
  if (succeeded) return { ...webhook, failureCount: 0, failuresCountFrom: null };
  const isCounted = failuresCountFrom !== null && startedAt < failuresCountFrom;
  // What was under way when the last step switched it off.
  const isOver = !isActive && failureCount >= MAX_FAILURES;
  if (isCounted || isOver) return webhook;
  const delay = delaysMs[failureCount];
  return {
    ...webhook,
    failureCount: failureCount + 1,
    failuresCountFrom: delay === undefined ? null : new Date(now.getTime() + withJitter(delay, 0)),
    isActive: isActive && failureCount + 1 < MAX_FAILURES,
  };
}

/** What the audit log names a webhook by. */
export const webhookSubject = ({ id, name }: Pick<Webhook, 'id' | 'name'>): AuditSubject => ({
  type: 'webhook',
  id,
  name,
});
