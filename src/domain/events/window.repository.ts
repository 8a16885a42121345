import type { Columns } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Source } from './feed.js';
import {
  type FeedPosition,
  type Key,
  nextWindow,
  parseSnapshot,
  printSnapshot,
  type Snapshot,
  startAt,
  upTo,
} from './feed-position.js';

/** How many rows are read at a time. */
const ROWS_AT_ONCE = 500;

/** A table of rows of users, and what the names of its columns are. `position` is never below `transactionId`. */
export interface WindowSource<Item> {
  columns: Columns<Item>;
  table: string;
  /** The transaction that stored the row as it is. */
  transactionId: string;
  /** Sort key of the row in a window, followed by `id` and `sequence`. Indexed after user_id. */
  position: string;
  id: string;
  sequence: string;
}

/** A part of a window. */
export interface Changes<Item> {
  /** The end of the window: as requested, or now. */
  to: Snapshot;
  /** The id of the next transaction. */
  end: bigint;
  items: { key: Key; item: Item }[];
  /** False if the window has been read completely. */
  more: boolean;
}

interface KeyColumns {
  upto: string;
  end: string;
  key_position: string | null;
  key_id: string;
  key_sequence: number;
}

/** Reads a user's rows of a table after a position. */
async function readWindow<Item>(
  db: Db,
  { columns, table, transactionId, position, id, sequence }: WindowSource<Item>,
  userId: string,
  { from, to, key }: FeedPosition,
): Promise<Changes<Item>> {
  const rows: KeyColumns[] = await db.query(
    `SELECT w.upto::text, pg_snapshot_xmax(pg_current_snapshot())::text AS end, r.*
       FROM (SELECT coalesce($3::pg_snapshot, pg_current_snapshot()) AS upto) w
       LEFT JOIN LATERAL (
         SELECT ${columns.list}, ${position} AS key_position, ${id} AS key_id, ${sequence} AS key_sequence
           FROM ${table}
          WHERE user_id = $1 AND ${position} >= $4 AND (${position}, ${id}, ${sequence}) > ($5, $6, $7)
            AND NOT pg_visible_in_snapshot(${transactionId}::text::xid8, $2::pg_snapshot)
            AND pg_visible_in_snapshot(${transactionId}::text::xid8, w.upto)
          ORDER BY key_position, key_id, key_sequence LIMIT ${ROWS_AT_ONCE}) r ON true`,
    [
      userId,
      printSnapshot(from),
      to && printSnapshot(to),
      // What `from` lacks has an id from here on.
      String(from.running[0] ?? from.end),
      String(key?.position ?? 0),
      key?.id ?? '',
      key?.sequence ?? 0,
    ],
  );
  const [{ upto, end } = { upto: '', end: '' }] = rows;
  const items = rows.flatMap(({ key_position, key_id: id, key_sequence: sequence, ...row }) =>
    key_position === null
      ? []
      : columns.rows([row]).map((item) => ({ key: { position: BigInt(key_position), id, sequence }, item })),
  );
  return { to: parseSnapshot(upto), end: BigInt(end), items, more: items.length === ROWS_AT_ONCE };
}

/** The current position of a user's rows of a table, after everything stored. */
async function currentPosition(
  db: Db,
  { table, position }: Pick<WindowSource<unknown>, 'table' | 'position'>,
  userId: string,
): Promise<FeedPosition> {
  const [row] = await db.query(
    `SELECT pg_current_snapshot()::text AS now, (SELECT max(${position}) FROM ${table} WHERE user_id = $1) AS last`,
    [userId],
  );
  return startAt(upTo(parseSnapshot(row.now), BigInt(row.last ?? 1)));
}

/**
 * A source of a user's rows of a table after a position, each change once. Reading fails with CURSOR_EXPIRED if
 * Postgres has lost delivered transactions: a backup was restored, or a lagging standby was promoted.
 */
export const windowSource = <Item, Event>(
  db: Db,
  source: WindowSource<Item>,
  userId: string,
  {
    listen,
    toEvents,
  }: {
    listen: Source<FeedPosition, Event>['listen'];
    /** Converts items, each with the position after it, to events. */
    toEvents: (items: readonly { item: Item; position: FeedPosition }[]) => Event[] | Promise<Event[]>;
  },
): Source<FeedPosition, Event> => ({
  present: () => currentPosition(db, source, userId),
  async read(after, upTo) {
    const { from } = after;
    const { to, end, items, more } = await readWindow(db, source, userId, {
      ...after,
      to: after.to ?? upTo?.from ?? null,
    });
    if (end < from.end) throw new AppError('CURSOR_EXPIRED');
    const placed = items.map(({ key, item }) => ({ item, position: { from, to, key } }));
    const events = await toEvents(placed);
    const entries = placed.flatMap(({ position }, index) => {
      const event = events[index];
      return event === undefined ? [] : [{ event, position }];
    });
    const last = { from, to, key: items.at(-1)?.key ?? after.key };
    // After a window that was begun earlier comes the one up to now.
    return { entries, position: more ? last : nextWindow(last), more: more || after.to !== null };
  },
  listen,
});
