import { LiveEventEntity } from '../domain/posts/progress/live-event.entity.js';
import { PostGroupEntity } from '../domain/posts/state/post-group.entity.js';
import { WebhookDeliveryEntity } from '../domain/webhooks/webhook-delivery.entity.js';
import { table } from '../foundation/database/table.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';

/** Rows with ids of transactions that this cluster has not had. */
export interface ResetTransactions {
  groups: number;
  events: number;
  deliveries: number;
}

const AT_ONCE = 500;

/**
 * The id that the next transaction after the statement's snapshot gets at the earliest. A row that the statement sees was
 * stored by an earlier one, unless it comes from another cluster.
 */
const NEXT = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint';
const OWN = 'pg_current_xact_id()::text::bigint';

const GROUP = table(PostGroupEntity).only('id');
const GROUP_OF_EVENT = table(LiveEventEntity).only('groupId').of('e');
const DELIVERY = table(WebhookDeliveryEntity).only('id');

const FOREIGN_EVENT = `(e.transaction_id >= ${NEXT} OR e.position >= ${NEXT})`;

/**
 * In a backup that was restored to another cluster, rows name transactions of the old one. Those that are ahead of this
 * cluster would hide from subscribers, or come twice: they become rows of the transaction that resets them. A group and
 * its events are reset together, under the group's lock, so that its events keep their order.
 */
export async function resetTransactions(transaction: Transaction): Promise<ResetTransactions> {
  const groups = { groups: 0, events: 0 };
  await inPages(transaction, async (db, after) => {
    const rows = await db.query(
      `SELECT ${GROUP.list} FROM post_groups WHERE event_position >= ${NEXT} AND id > $1 ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE`,
      [after],
    );
    const ids = GROUP.values(rows);
    groups.groups += ids.length;
    groups.events += await count(
      db,
      `UPDATE live_events e SET transaction_id = ${OWN}, position = ${OWN}
        WHERE e.group_id = ANY($1) AND ${FOREIGN_EVENT} RETURNING 1`,
      [ids],
    );
    await db.query(`UPDATE post_groups SET event_position = ${OWN} WHERE id = ANY($1)`, [ids]);
    return ids;
  });
  // Of groups that were deleted.
  await inPages(transaction, async (db, after) => {
    const rows = await db.query(
      `SELECT DISTINCT ${GROUP_OF_EVENT.list} FROM live_events e WHERE ${FOREIGN_EVENT} AND e.group_id > $1
        ORDER BY e.group_id LIMIT ${AT_ONCE}`,
      [after],
    );
    const ids = GROUP_OF_EVENT.values(rows);
    groups.events += await count(
      db,
      `UPDATE live_events e SET transaction_id = ${OWN}, position = ${OWN}
        WHERE e.group_id = ANY($1) AND ${FOREIGN_EVENT} RETURNING 1`,
      [ids],
    );
    return ids;
  });
  let deliveries = 0;
  await inPages(transaction, async (db, after) => {
    const rows = await db.query(
      `SELECT ${DELIVERY.list} FROM webhook_deliveries WHERE changed_in >= ${NEXT} AND id > $1 ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE`,
      [after],
    );
    const ids = DELIVERY.values(rows);
    deliveries += ids.length;
    await db.query(`UPDATE webhook_deliveries SET changed_in = ${OWN} WHERE id = ANY($1)`, [ids]);
    return ids;
  });
  return { ...groups, deliveries };
}

/** How many rows `resetTransactions` would change. */
export async function foreignTransactions(db: Db): Promise<ResetTransactions> {
  const [row] = await db.query(
    `SELECT (SELECT count(*)::int FROM post_groups WHERE event_position >= ${NEXT}) AS groups,
            (SELECT count(*)::int FROM live_events e WHERE ${FOREIGN_EVENT}) AS events,
            (SELECT count(*)::int FROM webhook_deliveries WHERE changed_in >= ${NEXT}) AS deliveries`,
  );
  return row;
}

/** A transaction for each page, until one is not full. `work` returns the page's ids, in their order. */
async function inPages(transaction: Transaction, work: (db: Db, after: string) => Promise<string[]>): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const from: string = after;
    const ids = await transaction((db) => work(db, from));
    after = ids.length === AT_ONCE ? ids.at(-1) : undefined;
  }
}

/** Rows that a statement with RETURNING changed: TypeORM returns them with their number. */
async function count(db: Db, statement: string, values: unknown[]): Promise<number> {
  const [, changed] = await db.query(statement, values);
  return changed;
}
