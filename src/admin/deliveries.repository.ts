import { WebhookEntity } from '../domain/webhooks/webhook.entity.js';
import type { DeliveryStatus } from '../domain/webhooks/webhook.js';
import { WebhookDeliveryEntity } from '../domain/webhooks/webhook-delivery.entity.js';
import { expression, type RowIn, table } from '../foundation/database/table.js';
import type { Db } from '../foundation/database/unit-of-work.js';

/** Which webhook deliveries; null: any. */
export interface DeliveryFilter {
  userId: string | null;
  status: DeliveryStatus | null;
  /** The earliest creation. */
  since: Date | null;
}

const LISTED = table(WebhookDeliveryEntity)
  .only('id', 'userId', 'webhookId', 'event', 'subject', 'status', 'attemptCount', 'nextAttemptAt', 'createdAt')
  .of('d')
  .and(table(WebhookEntity).only('url', 'isActive').of('w'))
  .plus({
    email: expression<string | null>('u.email'),
    /** HTTP status of the last response; null without one. */
    httpStatus: expression<number | null>('a.status'),
    /** Why the last attempt failed. */
    error: expression<string | null>('a.error'),
  });

/** With the host of the webhook only: its address can have a secret. */
export type ListedDelivery = Omit<RowIn<typeof LISTED>, 'url'> & { host: string };

/** A delivery with the host of its webhook in place of the address. */
export const withHost = <Row extends { url: string }>({
  url,
  ...delivery
}: Row): Omit<Row, 'url'> & { host: string } => ({
  ...delivery,
  host: new URL(url).host,
});

/** A page of deliveries, newest first: those created before the delivery `after`. */
export async function listDeliveries(
  db: Db,
  { userId, status, since }: DeliveryFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ deliveries: ListedDelivery[]; next: string | null }> {
  const rows = await db.query(
    `SELECT ${LISTED.list}
       FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id LEFT JOIN users u ON u.id = d.user_id
       LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempt_count
      WHERE ($1::text IS NULL OR d.user_id = $1) AND ($2::text IS NULL OR d.status = $2)
        AND ($3::timestamptz IS NULL OR d.created_at >= $3) AND ($4::text IS NULL OR d.id < $4)
      ORDER BY d.id DESC LIMIT $5 + 1`,
    [userId, status, since, after, limit],
  );
  const deliveries = LISTED.rows(rows.slice(0, limit)).map(withHost);
  return { deliveries, next: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}
