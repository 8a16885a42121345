import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { storableText } from '../../foundation/database/storable-text.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { Http, HttpResult } from '../../foundation/http-client/http.js';
import type { LeasedJob } from '../../foundation/leased-job.js';
import { HOUR_MS } from '../../foundation/time/durations.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import { findUser } from '../identity/account/user.repository.js';
import { notify } from '../notifications/notify.step.js';
import { deliveryJob, skipped } from './new-delivery.js';
import { signedHeaders } from './sign.js';
import {
  countAttempt,
  DeliveryStatus,
  nextAttempt,
  type WebhookAttempt,
  type WebhookDelivery,
  webhookSubject,
} from './webhook.js';
import { lockWebhook, type StoredWebhook, updateWebhook } from './webhook.repository.js';
import {
  changeDelivery,
  type DeliveryToSend,
  deliveryToSend,
  insertAttempt,
  lockDelivery,
  skipDeliveries,
} from './webhook-delivery.repository.js';
import { webhookDisabled } from './webhook-notices.js';
import type { WebhookQueue } from './webhook-queue.port.js';

/** An attempt of a delivery, once it is stored. */
export interface DeliveryReport extends Pick<WebhookAttempt, 'deliveryId' | 'status' | 'durationMs'> {
  jobId: string;
  webhookId: string;
  event: string;
  attempt: number;
  /** What became of the delivery. */
  outcome: DeliveryStatus;
}

/** Makes one attempt of a delivery, or finds that there is none to make. */
export type DeliverWebhook = (deliveryId: string, job: LeasedJob) => Promise<void>;

interface Needs {
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  clock: () => Date;
  random: () => number;
  webhookQueue: WebhookQueue;
  /** Connects only to public addresses, unless the operator allows others; does not follow redirects. */
  http: Http;
  retryDelaysMs: readonly number[];
  report: (report: DeliveryReport) => void;
}

/** Characters of a response that are kept. */
const ANSWER_KEPT = 1000;
/** Delay before checking again for an earlier delivery in progress. */
const LOOK_AGAIN_MS = 1_000;
/** An earlier delivery that is overdue by this has lost its job: nobody waits for it. */
const FORGOTTEN_MS = HOUR_MS;

/**
 * One attempt of a delivery. Its outcome, the next job and the end of this job are one commit: if the worker dies
 * before it, the delivery is sent again with the same id. No lock or connection is held during the request.
 */
export const makeDeliverWebhook =
  (needs: Needs): DeliverWebhook =>
  async (deliveryId, job) => {
    const { db, transaction, cipher, clock, webhookQueue, http } = needs;
    const found = await deliveryToSend(db, deliveryId, new Date(clock().getTime() - FORGOTTEN_MS));
    if (!found) return transaction((tx) => webhookQueue.end(tx, job));
    const { delivery, webhook, isDue, earlierDueAt } = found;
    if (!webhook.isActive && !delivery.isTest) return skip(needs, delivery, job);
    if (!isDue && delivery.nextAttemptAt) return stepBack(needs, found, delivery.nextAttemptAt, job);
    if (earlierDueAt) return stepBack(needs, found, earlierDueAt, job);

    const { secret = '' } = cipher.decrypt(webhook.secret, delivery.webhookId);
    const { event, body } = delivery;
    const at = clock();
    const headers = signedHeaders(secret, { deliveryId, event, body, at });
    const result = await http({ method: 'POST', url: webhook.url, headers, jsonText: body });
    const attempt = { deliveryId, startedAt: at, durationMs: clock().getTime() - at.getTime(), ...outcomeOf(result) };
    const settled = await transaction(async (tx) => {
      const next = await settle(needs, tx, delivery, attempt);
      if (next?.nextAttemptAt) await webhookQueue.enqueue(tx, [deliveryJob(next, webhook.url, next.nextAttemptAt)]);
      await webhookQueue.end(tx, job);
      return next;
    });
    if (!settled) return;
    const { webhookId } = delivery;
    const { status, durationMs } = attempt;
    const facts = { jobId: job.id, deliveryId, webhookId, event, attempt: settled.attemptCount, status, durationMs };
    needs.report({ ...facts, outcome: settled.status });
  };

/** It was created while its webhook was being disabled. */
async function skip(
  { transaction, clock, webhookQueue }: Needs,
  { id, userId, webhookId }: WebhookDelivery,
  job: LeasedJob,
) {
  await transaction(async (tx) => {
    const webhook = await lockWebhook(tx, userId, webhookId);
    const delivery = webhook && (await lockDelivery(tx, id));
    if (delivery?.status === DeliveryStatus.PENDING) await changeDelivery(tx, delivery, skipped(clock()));
    await webhookQueue.end(tx, job);
  });
}

/**
 * Reschedules the job: until the delivery is due, or until an earlier one about the same subject has been attempted, to
 * keep the order of events.
 */
async function stepBack(
  { transaction, clock, webhookQueue }: Needs,
  { delivery, webhook }: DeliveryToSend,
  until: Date,
  job: LeasedJob,
): Promise<void> {
  const soon = new Date(clock().getTime() + LOOK_AGAIN_MS);
  const dueAt = latest(soon, until);
  await transaction(async (tx) => {
    await webhookQueue.enqueue(tx, [deliveryJob(delivery, webhook.url, dueAt)]);
    await webhookQueue.end(tx, job);
  });
}

/**
 * Stores an attempt and updates its delivery and webhook. Returns the updated delivery; undefined if it was handled by
 * another process meanwhile.
 */
async function settle(
  needs: Needs,
  tx: Db,
  { id, userId, webhookId, attemptCount, nextAttemptAt: dueAt }: WebhookDelivery,
  attempt: Omit<WebhookAttempt, 'number'>,
): Promise<WebhookDelivery | undefined> {
  const { clock, random, retryDelaysMs: delaysMs } = needs;
  const webhook = await lockWebhook(tx, userId, webhookId);
  const delivery = webhook && (await lockDelivery(tx, id));
  if (!delivery || delivery.attemptCount !== attemptCount) return undefined;
  const now = clock();
  const number = attemptCount + 1;
  await insertAttempt(tx, { ...attempt, number });
  const isActive = delivery.isTest ? webhook.isActive : await count(needs, tx, webhook, { attempt, dueAt, now });

  const ended = (status: DeliveryStatus) => ({ status, nextAttemptAt: null, endedAt: now });
  if (attempt.error === null) {
    return changeDelivery(tx, delivery, { attemptCount: number, ...ended(DeliveryStatus.DELIVERED) });
  }
  const failed = { attemptCount: number, failures: delivery.failures + 1 };
  const nextAttemptAt = nextAttempt(delivery, { delaysMs, now, random: random() });
  if (!nextAttemptAt) return changeDelivery(tx, delivery, { ...failed, ...ended(DeliveryStatus.FAILED) });
  // It was skipped while in progress, because its webhook was disabled.
  if (delivery.status !== DeliveryStatus.PENDING) return changeDelivery(tx, delivery, failed);
  return changeDelivery(tx, delivery, { ...failed, ...(isActive ? { nextAttemptAt } : skipped(now)) });
}

/** Updates the webhook's failure count, and returns whether it is still enabled. */
async function count(
  { retryDelaysMs: delaysMs }: Needs,
  tx: Db,
  webhook: StoredWebhook,
  { attempt, dueAt, now }: { attempt: Omit<WebhookAttempt, 'number'>; dueAt: Date | null; now: Date },
): Promise<boolean> {
  const { startedAt, error } = attempt;
  // No attempt starts before it is due, even if the clock of this process is slightly off.
  const began = latest(startedAt, dueAt);
  const { isActive, failureCount, failuresCountFrom } = countAttempt(
    webhook,
    { succeeded: error === null, startedAt: began },
    { delaysMs, now },
  );
  const switchedOff = webhook.isActive && !isActive;
  await updateWebhook(tx, webhook, {
    isActive,
    failureCount,
    failuresCountFrom,
    lastTriggeredAt: latest(startedAt, webhook.lastTriggeredAt),
    ...(switchedOff && { updatedAt: now }),
  });
  if (switchedOff) {
    await skipDeliveries(tx, webhook.id, now);
    const user = await findUser(tx, webhook.userId);
    if (user) {
      const caller = { ...onAccount(user), by: 'system' } as const;
      await recordAudit(tx, caller, { action: 'webhook_disabled', subject: webhookSubject(webhook) });
      await notify(tx, now, [webhookDisabled(webhook, user, error)]);
    }
  }
  return isActive;
}

const latest = (a: Date, b: Date | null): Date => (b && b > a ? b : a);

/** Anything but a 2xx is a failure [deliveries/retries], a redirect too [deliveries/no-redirects]. */
function outcomeOf(result: HttpResult): Pick<WebhookAttempt, 'status' | 'error' | 'responseExcerpt'> {
  if (result.kind === 'lost') return { status: null, error: result.message, responseExcerpt: null };
  const { status, text } = result;
  const responseExcerpt = storableText(text.slice(0, ANSWER_KEPT));
  if (status >= 200 && status < 300) return { status, error: null, responseExcerpt };
  const isRedirect = status >= 300 && status < 400;
  return {
    status,
    error: `the receiver responded with ${status}${isRedirect ? ', and redirects are not followed' : ''}`,
    responseExcerpt,
  };
}
