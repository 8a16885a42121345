import { In } from 'typeorm';
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { type Key, printSnapshot, type Snapshot } from '../events/feed-position.js';
import type { Channel } from '../events/live-hub.js';
import type { WindowSource } from '../events/window.repository.js';
import { WebhookEntity } from './webhook.entity.js';
import type { DeliveryNotice, DeliveryStatus, Webhook, WebhookAttempt, WebhookDelivery } from './webhook.js';
import { WebhookAttemptEntity } from './webhook-attempt.entity.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

const DELIVERY = table(WebhookDeliveryEntity).except('changedIn');
const REQUEUED = DELIVERY.only('id', 'subject');

/** The channel that notifies of every change of a delivery: subscribers, and workers when it is due. */
export const DELIVERY_CHANGES: Channel<DeliveryNotice> = {
  name: 'webhook_deliveries',
  // Only the statements of this file write there.
  parse: (payload) => JSON.parse(payload),
  topicsOf: ({ userId }) => [userId],
};

/** Notifies of a delivery when the transaction commits. */
const NOTICE = `pg_notify('${DELIVERY_CHANGES.name}', json_build_object('userId', user_id,
    'due', floor(extract(epoch FROM next_attempt_at) * 1000))::text)`;
/** Notifies of the deliveries of a CTE named `changed`. */
const TELL = `SELECT ${NOTICE} FROM changed`;

/** Stores new deliveries. */
export async function insertDeliveries(db: Db, deliveries: readonly WebhookDelivery[]): Promise<void> {
  await db.query(
    `WITH changed AS (
       INSERT INTO webhook_deliveries (${DELIVERY.names})
       SELECT ${DELIVERY.from('d')} FROM jsonb_to_recordset($1::jsonb) AS d(${DELIVERY.record})
       RETURNING user_id, next_attempt_at
     ) ${TELL}`,
    [DELIVERY.toJson(deliveries)],
  );
}

/** What can change of a delivery. */
export type DeliveryChanges = Partial<
  Pick<WebhookDelivery, 'status' | 'attemptCount' | 'failures' | 'nextAttemptAt' | 'endedAt'>
>;

/** Stores changes of a delivery, which is locked. Returns the changed delivery. */
export async function changeDelivery(
  db: Db,
  delivery: WebhookDelivery,
  changes: DeliveryChanges,
): Promise<WebhookDelivery> {
  const changed = { ...delivery, ...changes };
  const { id, status, attemptCount, failures, nextAttemptAt, endedAt } = changed;
  await db.query(
    `WITH changed AS (
       UPDATE webhook_deliveries
          SET status = $2, attempt_count = $3, failures = $4, next_attempt_at = $5, ended_at = $6,
              changed_in = pg_current_xact_id()::text::bigint
        WHERE id = $1 RETURNING user_id, next_attempt_at
     ) ${TELL}`,
    [id, status, attemptCount, failures, nextAttemptAt, endedAt],
  );
  return changed;
}

/** Skips what a webhook, which is locked, still waited to be sent. Tests are sent also while it is disabled. */
export async function skipDeliveries(db: Db, webhookId: string, now: Date): Promise<void> {
  await db.query(
    `WITH changed AS (
       UPDATE webhook_deliveries
          SET status = 'skipped', next_attempt_at = NULL, ended_at = $2,
              changed_in = pg_current_xact_id()::text::bigint
        WHERE webhook_id = $1 AND status = 'pending' AND NOT is_test
       RETURNING user_id, next_attempt_at
     ) ${TELL}`,
    [webhookId, now],
  );
}

/**
 * Makes skipped deliveries of a webhook, which is locked, due again: the first `limit` of those that were made since a
 * moment. Returns them in the order in which they were made.
 */
export async function requeueSkipped(
  db: Db,
  webhookId: string,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<RowIn<typeof REQUEUED>[]> {
  const rows = await db.query(
    `WITH chosen AS (
       SELECT id FROM webhook_deliveries
        WHERE webhook_id = $1 AND status = 'skipped' AND created_at >= $2
        ORDER BY id LIMIT $4 FOR NO KEY UPDATE
     ), changed AS (
       UPDATE webhook_deliveries d
          SET status = 'pending', failures = 0, next_attempt_at = $3, ended_at = NULL,
              changed_in = pg_current_xact_id()::text::bigint
         FROM chosen WHERE d.id = chosen.id
       RETURNING d.id, d.user_id, d.subject, d.next_attempt_at
     ) SELECT ${REQUEUED.list}, ${NOTICE} FROM changed ORDER BY id`,
    [webhookId, since, now, limit],
  );
  return REQUEUED.rows(rows);
}

export const insertAttempt = async (db: Db, attempt: WebhookAttempt): Promise<void> => {
  await db.insert(WebhookAttemptEntity, attempt);
};

/** A delivery of this user; null when there is none. */
export const findDelivery = (db: Db, userId: string, id: string): Promise<WebhookDelivery | null> =>
  db.findOneBy(WebhookDeliveryEntity, { id, userId });

/** A delivery under its row lock; its webhook's is taken before. */
export const lockDelivery = (db: Db, id: string): Promise<WebhookDelivery | null> =>
  db.findOne(WebhookDeliveryEntity, { where: { id }, lock: { mode: 'for_no_key_update' } });

const TO_SEND = DELIVERY.of('d')
  .and(table(WebhookEntity).only('url', 'isActive', 'secret').of('w'))
  .plus({
    isDue: expression<boolean>('d.next_attempt_at <= clock_timestamp()'),
    earlierDueAt: expression<Date | null>(
      `(SELECT max(e.next_attempt_at) FROM webhook_deliveries e
         WHERE e.webhook_id = d.webhook_id AND e.subject = d.subject AND e.status = 'pending' AND e.id < d.id
           AND e.next_attempt_at > $2)`,
    ),
  });

/** What a worker needs for an attempt. */
export interface DeliveryToSend {
  delivery: WebhookDelivery;
  webhook: Pick<Webhook, 'url' | 'isActive'> & { secret: string };
  /** False: the job is left over from a plan that was given up when the delivery was skipped. */
  isDue: boolean;
  /** When an earlier delivery about the same is due that has not ended; null: there is none to wait for. */
  earlierDueAt: Date | null;
}

/**
 * A delivery as it is to be sent; null when it has ended or is gone. Nobody waits for an earlier one that should have
 * been tried before `forgottenBefore`: it has lost its job.
 */
export async function deliveryToSend(db: Db, id: string, forgottenBefore: Date): Promise<DeliveryToSend | null> {
  const rows = await db.query(
    `SELECT ${TO_SEND.list} FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.id = $1 AND d.status = 'pending'`,
    [id, forgottenBefore],
  );
  const row = TO_SEND.first(rows);
  if (!row) return null;
  const { url, isActive, secret, isDue, earlierDueAt, ...delivery } = row;
  return { delivery, webhook: { url, isActive, secret }, isDue, earlierDueAt };
}

/** A list of a webhook's deliveries. */
export interface DeliveryList {
  webhookId: string;
  /** Null: any. */
  status: DeliveryStatus | null;
}

/** A page of one. */
export interface DeliveryPage extends DeliveryList {
  /** Id of the delivery before the page, which is newer; null: from the newest. */
  after: string | null;
  limit: number;
}

const PLACED = DELIVERY.of('d').plus({ ordinal: expression<number>('p.ordinal::integer') });

/** The deliveries of several pages in one query, newest first. */
export async function deliveryPages(db: Db, pages: readonly DeliveryPage[]): Promise<WebhookDelivery[][]> {
  const rows = await db.query(
    `SELECT ${PLACED.list}
       FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[]) WITH ORDINALITY
            AS p(webhook_id, status, after, size, ordinal)
      CROSS JOIN LATERAL (SELECT * FROM webhook_deliveries
                           WHERE webhook_id = p.webhook_id AND (p.status IS NULL OR status = p.status)
                             AND (p.after IS NULL OR id < p.after)
                           ORDER BY id DESC LIMIT p.size) AS d
      ORDER BY p.ordinal, d.id DESC`,
    [
      pages.map(({ webhookId }) => webhookId),
      pages.map(({ status }) => status),
      pages.map(({ after }) => after),
      pages.map(({ limit }) => limit),
    ],
  );
  const deliveries = pages.map((): WebhookDelivery[] => []);
  for (const { ordinal, ...delivery } of PLACED.rows(rows)) deliveries[ordinal - 1]?.push(delivery);
  return deliveries;
}

const COUNTED = DELIVERY.only('webhookId', 'status').plus({ count: expression<number>('count(*)::int') });

/** How many deliveries webhooks have, each of one status or (null) of any, in one query. */
export async function deliveryCounts(db: Db, lists: readonly DeliveryList[]): Promise<number[]> {
  const result = await db.query(
    `SELECT ${COUNTED.list} FROM webhook_deliveries WHERE webhook_id = ANY($1) GROUP BY 1, 2`,
    [[...new Set(lists.map(({ webhookId }) => webhookId))]],
  );
  const rows = COUNTED.rows(result);
  return lists.map(({ webhookId, status }) =>
    rows
      .filter((row) => row.webhookId === webhookId && (status === null || row.status === status))
      .reduce((sum, { count }) => sum + count, 0),
  );
}

/** Deliveries by their ids, in any order. */
export const deliveriesById = (db: Db, ids: string[]): Promise<WebhookDelivery[]> =>
  db.findBy(WebhookDeliveryEntity, { id: In(ids) });

/** A user's deliveries as they change. */
export const CHANGED_DELIVERIES: WindowSource<WebhookDelivery> = {
  columns: DELIVERY,
  table: 'webhook_deliveries',
  transactionId: 'changed_in',
  position: 'changed_in',
  id: 'id',
  sequence: '0',
};

/**
 * Whether the delivery that a position ends with is kept, and is as it was then or was changed later. Otherwise it was read
 * in another database, or in one that lost transactions: snapshots of that one say nothing about this one.
 */
export async function isUpToDate(
  db: Db,
  userId: string,
  { key: { id, position }, to }: { key: Key; to: Snapshot },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM webhook_deliveries
      WHERE id = $1 AND user_id = $2
        AND (changed_in = $3 OR NOT pg_visible_in_snapshot(changed_in::text::xid8, $4::pg_snapshot))`,
    [id, userId, String(position), printSnapshot(to)],
  );
  return rows.length > 0;
}

/** A delivery as far as its attempts depend on it. */
export type AttemptedDelivery = Pick<WebhookDelivery, 'id' | 'attemptCount'>;

/**
 * The attempts of several deliveries in one query, in their order: those that each delivery, as it was read, had. What was
 * attempted since is left out, so that a status is never shown with attempts after it.
 */
export async function attemptsOfDeliveries(
  db: Db,
  deliveries: readonly AttemptedDelivery[],
): Promise<WebhookAttempt[][]> {
  const attempts = await db.find(WebhookAttemptEntity, {
    where: { deliveryId: In(deliveries.map(({ id }) => id)) },
    order: { deliveryId: 'ASC', number: 'ASC' },
  });
  return deliveries.map(({ id, attemptCount }) =>
    attempts.filter(({ deliveryId, number }) => deliveryId === id && number <= attemptCount),
  );
}
