import { In } from 'typeorm';
import { type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { WebhookEntity } from './webhook.entity.js';
import type { Webhook } from './webhook.js';

/** A webhook with its encrypted secret. */
export type StoredWebhook = Webhook & { secret: string };

const withoutSecret = ({ secret: _, ...webhook }: StoredWebhook): Webhook => webhook;

/** A user's webhooks, newest first. */
export async function webhooksOfUser(db: Db, userId: string): Promise<Webhook[]> {
  const webhooks = await db.find(WebhookEntity, { where: { userId }, order: { createdAt: 'DESC', id: 'DESC' } });
  return webhooks.map(withoutSecret);
}

/** Webhooks by their ids, in any order. */
export async function webhooksById(db: Db, ids: string[]): Promise<Webhook[]> {
  const webhooks = await db.findBy(WebhookEntity, { id: In(ids) });
  return webhooks.map(withoutSecret);
}

export const countWebhooks = (db: Db, userId: string): Promise<number> => db.countBy(WebhookEntity, { userId });

/** A webhook of this user; null when there is none. */
export async function findWebhook(db: Db, userId: string, id: string): Promise<Webhook | null> {
  const found = await db.findOneBy(WebhookEntity, { id, userId });
  return found && withoutSecret(found);
}

/** The same under its row lock. Every change of a webhook and its deliveries takes it first. */
export const lockWebhook = (db: Db, userId: string, id: string): Promise<StoredWebhook | null> =>
  db.findOne(WebhookEntity, { where: { id, userId }, lock: { mode: 'for_no_key_update' } });

export async function insertWebhook(db: Db, webhook: StoredWebhook): Promise<void> {
  await db.insert(WebhookEntity, webhook);
}

/** Changes a user's webhook; false when there is none. */
export async function updateWebhook(
  db: Db,
  { id, userId }: Pick<Webhook, 'id' | 'userId'>,
  changes: Partial<StoredWebhook>,
): Promise<boolean> {
  const { affected } = await db.update(WebhookEntity, { id, userId }, changes);
  return affected === 1;
}

/** Removes a user's webhook with its deliveries; false when there is none. */
export async function deleteWebhook(db: Db, userId: string, id: string): Promise<boolean> {
  const { affected } = await db.delete(WebhookEntity, { id, userId });
  return affected === 1;
}

/**
 * Removes the webhooks of a user, with their deliveries, that its owner made or changed: all but those that only keys of the
 * user have touched, by the owner's audit log.
 */
export async function deleteWebhooksOfOwner(db: Db, userId: string, ownerId: string): Promise<void> {
  await db.query(
    `DELETE FROM webhooks WHERE user_id = $1 AND id <> ALL(ARRAY(
       SELECT subject_id FROM audit_events
        WHERE owner_id = $2 AND action = ANY($3) AND subject_id IS NOT NULL
        GROUP BY subject_id
       HAVING bool_or(action = 'webhook_created')
          AND bool_and(actor = 'api_key' AND actor_id IN (SELECT id FROM api_keys WHERE user_id = $1))))`,
    [userId, ownerId, ['webhook_created', 'webhook_updated', 'webhook_secret_rotated']],
  );
}

const RECEIVING = table(WebhookEntity).only('id', 'userId', 'url', 'events', 'isActive');

/** What of a webhook decides whether an event is delivered to it, and where. */
export type ReceivingWebhook = RowIn<typeof RECEIVING>;

/**
 * The webhooks of users, including disabled ones, as a part of a statement: of those in `userIds`, an array in SQL. They
 * stay until the transaction ends, so that what is written for them finds them.
 */
export const receivingWebhooks = (userIds = '$1::text[]'): string =>
  `SELECT ${RECEIVING.list} FROM webhooks WHERE user_id = ANY(${userIds}) FOR KEY SHARE`;

/** The same as a separate statement: the only one for an event without receivers. */
export const webhooksOfUsers = async (db: Db, userIds: readonly string[]): Promise<ReceivingWebhook[]> =>
  RECEIVING.rows(await db.query(receivingWebhooks(), [userIds]));
