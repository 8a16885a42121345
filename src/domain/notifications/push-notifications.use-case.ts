import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { Http, HttpResult } from '../../foundation/http-client/http.js';
import { makeThrottle } from '../../foundation/request-limits/request-limit.repository.js';
import { DAY_SECONDS, HOUR_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import { withJitter } from '../../foundation/time/jitter.js';
import type { Notification } from './notification.repository.js';
import { PUSH_THROTTLE } from './notifications.js';
import {
  type ClaimedSubscription,
  claimSubscription,
  deleteDeliveries,
  endSubscription,
  releaseSubscription,
  stillToPush,
  type WaitingDelivery,
  waitingFor,
} from './push-delivery.repository.js';
import type { PushKey } from './push-key.js';
import { findPushKey } from './push-key.repository.js';
import { pushMessage } from './push-message.js';

/** What became of a message. */
export interface PushReport {
  /** Of the push service. */
  host: string;
  /** Null: there was no response. */
  status: number | null;
  outcome: 'sent' | 'ended' | 'failed';
  /** Notifications in it. */
  count: number;
}

/** Sends a message that was taken. It does not throw for what the push service does. */
export type SendPush = () => Promise<void>;

/** Takes the next message that is due, so that no other worker sends it; null: there is none. */
export type PushNotifications = () => Promise<SendPush | null>;

/** What a worker sends. */
interface Taken {
  subscription: ClaimedSubscription;
  key: PushKey;
  notifications: readonly [Notification, ...Notification[]];
  waiting: readonly WaitingDelivery[];
}

/** More than so many that are due are one message. */
const SEPARATE = 3;
/** Longer than a request: by then, the worker that took a message has died, and it is sent again, with the same tag. */
const LEASE_MS = MINUTE_MS;
/** After the first failure; each further one waits four times as long, at most an hour. */
const FIRST_RETRY_MS = 1_000;

/** The push service has ended the subscription. */
const ENDED = [404, 410];

/**
 * Sends notifications to subscribed browsers. A subscription is leased before its message is sent; the response, what was sent
 * and the end of the lease are one commit. No lock or connection is held during the request.
 */
export const makePushNotifications =
  (needs: {
    transaction: Transaction;
    cipher: CredentialCipher;
    clock: () => Date;
    random: () => number;
    http: Http;
    /** Where push services reach the operator: `mailto:` or https. */
    contact: () => string;
    report: (report: PushReport) => void;
  }): PushNotifications =>
  async () => {
    for (;;) {
      const taken = await needs.transaction((db) => take(db, needs));
      if (taken !== 'nothing to send') return taken && (() => send(needs, taken));
    }
  };

type Needs = Parameters<typeof makePushNotifications>[0];

/** `nothing to send`: what waited is not to be sent any more. */
async function take(db: Db, { clock, cipher }: Needs): Promise<Taken | 'nothing to send' | null> {
  const now = clock();
  const subscription = await claimSubscription(db, { now, until: new Date(now.getTime() + LEASE_MS) });
  if (!subscription) return null;
  const { sessionId } = subscription;
  const key = await findPushKey(db, cipher, subscription.pushKey);
  if (!key) {
    await endSubscription(db, subscription);
    return 'nothing to send';
  }
  const waiting = await waitingFor(db, sessionId);
  const due = await stillToPush(db, waiting, now);
  const [first, ...others] = due;
  if (!first) {
    await deleteDeliveries(db, sessionId, waiting, now);
    await releaseSubscription(db, subscription, { failures: subscription.failures, tryAt: now });
    return 'nothing to send';
  }
  await makeThrottle(db, PUSH_THROTTLE).try(sessionId);
  if (due.length > SEPARATE) return { subscription, key, notifications: [first, ...others], waiting };
  return {
    subscription,
    key,
    notifications: [first],
    waiting: waiting.filter(({ notificationId }) => notificationId === first.id),
  };
}

async function send(needs: Needs, { subscription, key, notifications, waiting }: Taken): Promise<void> {
  const { transaction, cipher, clock, random, http, contact, report } = needs;
  const { endpoint = '', p256dh = '', auth = '' } = cipher.decrypt(subscription.receiver, subscription.sessionId);
  const { tag, ...message } = pushMessage(notifications);
  const { headers, body } = await buildPushPayload(
    { data: { ...message, tag }, options: { ttl: DAY_SECONDS, urgency: 'high', topic: tag } },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    { ...key, subject: contact() },
  );
  const result = await http({ method: 'POST', url: endpoint, headers, binary: body });
  const outcome = outcomeOf(result);
  await transaction(async (db) => {
    const now = clock();
    if (outcome === 'ended') return endSubscription(db, subscription);
    if (outcome === 'sent') {
      await deleteDeliveries(db, subscription.sessionId, waiting, now);
      return releaseSubscription(db, subscription, { failures: 0, tryAt: now });
    }
    const { failures } = subscription;
    const delayMs = Math.max(withJitter(FIRST_RETRY_MS * 4 ** failures, random()), retryAfterMs(result));
    const tryAt = new Date(now.getTime() + Math.min(delayMs, HOUR_MS));
    return releaseSubscription(db, subscription, { failures: failures + 1, tryAt });
  });
  const status = result.kind === 'answer' ? result.status : null;
  report({ host: new URL(endpoint).host, status, outcome, count: notifications.length });
}

function outcomeOf(result: HttpResult): PushReport['outcome'] {
  if (result.kind === 'lost') return 'failed';
  if (ENDED.includes(result.status)) return 'ended';
  return result.status >= 200 && result.status < 300 ? 'sent' : 'failed';
}

/** Seconds of `Retry-After`; 0 without them. */
const retryAfterMs = (result: HttpResult): number =>
  result.kind === 'answer' ? (Number(result.headers['retry-after']) || 0) * 1000 : 0;
