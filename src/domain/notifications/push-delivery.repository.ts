/** Notifications that wait for their push message. */
import { type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { idleSince } from '../identity/access/session.js';
import { type Notification, SHOWN, VISIBLE } from './notification.repository.js';
import { PUSH_KEPT_MS, PUSH_THROTTLE } from './notifications.js';
import { PushDeliveryEntity } from './push-delivery.entity.js';
import { PushSubscriptionEntity } from './push-subscription.entity.js';

const CLAIMED = table(PushSubscriptionEntity).only('sessionId', 'pushKey', 'receiver', 'failures');
const WAITING = table(PushDeliveryEntity).of('d').only('notificationId', 'causedAt');

/** A subscription to which one worker sends. */
export type ClaimedSubscription = RowIn<typeof CLAIMED>;
/** A notification that waits, as of when it happened last: it may happen again while it is sent. */
export type WaitingDelivery = RowIn<typeof WAITING>;

/** The account does not move to another pod, which sends its messages. */
const IS_HERE = 'EXISTS (SELECT FROM notifications n JOIN users u ON u.id = n.user_id WHERE n.id = d.notification_id)';

/**
 * Takes a subscription for which something waits, until a time: others leave it alone. Its session has not ended, and it got
 * fewer messages than the throttle allows.
 */
export async function claimSubscription(
  db: Db,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedSubscription | null> {
  const [rows] = await db.query(
    `UPDATE push_subscriptions SET try_at = $2 WHERE session_id = (
       SELECT p.session_id FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id
        WHERE p.session_id IN (SELECT d.session_id FROM push_deliveries d WHERE ${IS_HERE})
          AND p.try_at <= $1 AND s.expires_at > $1 AND s.last_used_at > $3
          AND NOT EXISTS (SELECT FROM throttles t WHERE t.key = '${PUSH_THROTTLE.keyPrefix}:' || p.session_id
                           AND t.points >= ${PUSH_THROTTLE.points} AND t.resets_at > clock_timestamp())
        ORDER BY p.try_at LIMIT 1 FOR NO KEY UPDATE OF p SKIP LOCKED)
     RETURNING ${CLAIMED.list}`,
    [now, until, idleSince(now)],
  );
  return CLAIMED.first(rows);
}

/** What waits for a subscription, at most 1,000. */
export async function waitingFor(db: Db, sessionId: string): Promise<WaitingDelivery[]> {
  const rows = await db.query(
    `SELECT ${WAITING.list} FROM push_deliveries d WHERE d.session_id = $1 AND ${IS_HERE}
      ORDER BY d.caused_at, d.notification_id LIMIT 1000`,
    [sessionId],
  );
  return WAITING.rows(rows);
}

/** Those of the notifications that are to be pushed still, oldest first: they are visible, unread and not too old. */
export async function stillToPush(db: Db, waiting: readonly WaitingDelivery[], now: Date): Promise<Notification[]> {
  const rows = await db.query(
    `SELECT ${SHOWN.list} FROM ${VISIBLE} AND n.id = ANY($1) AND n.created_at > $2 AND (n.read_at IS NULL OR NOT n.listed)
      ORDER BY n.created_at, n.id`,
    [waiting.map(({ notificationId }) => notificationId), new Date(now.getTime() - PUSH_KEPT_MS)],
  );
  return SHOWN.rows(rows);
}

/** Deletes what was sent, or is not to be sent, unless it has happened again meanwhile. What is not listed is read by that. */
export async function deleteDeliveries(
  db: Db,
  sessionId: string,
  waiting: readonly WaitingDelivery[],
  now: Date,
): Promise<void> {
  await db.query(
    `UPDATE notifications SET read_at = $2 WHERE id IN (
       SELECT id FROM notifications WHERE id = ANY($1) AND NOT listed AND mail_at IS NULL AND read_at IS NULL
        FOR UPDATE SKIP LOCKED)`,
    [waiting.map(({ notificationId }) => notificationId), now],
  );
  await db.query(
    `DELETE FROM push_deliveries WHERE (session_id, notification_id) IN (
       SELECT d.session_id, d.notification_id FROM push_deliveries d
         JOIN jsonb_to_recordset($2::jsonb) AS w(${WAITING.record})
           ON w."notificationId" = d.notification_id AND w."causedAt" = d.caused_at
        WHERE d.session_id = $1 FOR UPDATE OF d SKIP LOCKED)`,
    [sessionId, WAITING.toJson(waiting)],
  );
}

/** Gives a subscription back, unless its browser has subscribed again. */
export async function releaseSubscription(
  db: Db,
  { sessionId, receiver }: ClaimedSubscription,
  state: Pick<PushSubscriptionEntity, 'failures' | 'tryAt'>,
): Promise<void> {
  await db.update(PushSubscriptionEntity, { sessionId, receiver }, state);
}

/** Deletes a subscription that its push service has ended, unless its browser has subscribed again. */
export async function endSubscription(db: Db, { sessionId, receiver }: ClaimedSubscription): Promise<void> {
  await db.delete(PushSubscriptionEntity, { sessionId, receiver });
}
