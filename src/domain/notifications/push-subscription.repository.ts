/** Browsers that receive push messages. */
import { Not } from 'typeorm';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { PushSubscriptionEntity } from './push-subscription.entity.js';

export type NewPushSubscription = Omit<PushSubscriptionEntity, 'session' | 'failures'>;

/** When the browser of a session was subscribed; null: it is not. */
export async function subscribedAt(db: Db, sessionId: string): Promise<Date | null> {
  const found = await db.findOne(PushSubscriptionEntity, { select: { createdAt: true }, where: { sessionId } });
  return found?.createdAt ?? null;
}

/** Stores the subscription of a session, in place of the one that it has, and of that of the same browser in another session. */
export async function saveSubscription(db: Db, subscription: NewPushSubscription): Promise<void> {
  const { sessionId, endpointHash } = subscription;
  await db.delete(PushSubscriptionEntity, { endpointHash, sessionId: Not(sessionId) });
  await db.upsert(PushSubscriptionEntity, { ...subscription, failures: 0 }, ['sessionId']);
}

/** Ends the subscription of a session, with what waits for it. */
export async function deleteSubscription(db: Db, sessionId: string): Promise<void> {
  await db.delete(PushSubscriptionEntity, { sessionId });
}
