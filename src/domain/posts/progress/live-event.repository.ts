import { type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Key } from '../../events/feed-position.js';
import type { Channel } from '../../events/live-hub.js';
import type { WindowSource } from '../../events/window.repository.js';
import { LIVE_CHANNEL, type LiveEvent, type LiveNotice } from '../state/live-event.js';
import { LiveEventEntity } from './live-event.entity.js';

const EVENT = table(LiveEventEntity).except('transactionId', 'position');

/** How many events are read at a time. */
export const EVENTS_AT_ONCE = 500;

/** Events of a group after a number, and up to another one where there is one; in order, at most `limit`. */
export async function eventsAfter(
  db: Db,
  groupId: string,
  userId: string,
  { after, upTo = null, limit }: { after: number; upTo?: number | null; limit: number },
): Promise<LiveEvent[]> {
  const rows = await db.query(
    `SELECT ${EVENT.list} FROM live_events
      WHERE group_id = $1 AND user_id = $2 AND sequence > $3 AND ($4::int IS NULL OR sequence <= $4)
      ORDER BY sequence LIMIT $5`,
    [groupId, userId, after, upTo, limit],
  );
  return EVENT.rows(rows).map(toEvent);
}

/** Whether the event that a position ends with is an event of the user and still kept, and was stored after `since`. */
export async function isKept(db: Db, userId: string, { id, sequence, position }: Key, since: Date): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM live_events
      WHERE group_id = $1 AND sequence = $2 AND position = $3 AND user_id = $4 AND created_at > $5`,
    [id, sequence, String(position), userId, since],
  );
  return rows.length > 0;
}

/** An account's events in the order in which they are delivered: in order within each group, by and large by time. */
export const ACCOUNT_EVENTS: WindowSource<StoredEvent> = {
  columns: EVENT,
  table: 'live_events',
  transactionId: 'transaction_id',
  position: 'position',
  id: 'group_id',
  sequence: 'sequence',
};

/** Number of the last event of a group; undefined when the user has no such group and never had. */
export async function lastSequence(db: Db, groupId: string, userId: string): Promise<number | undefined> {
  const [row] = await db.query(
    `SELECT max(sequence) AS sequence FROM live_events WHERE group_id = $1 AND user_id = $2`,
    [groupId, userId],
  );
  return row?.sequence ?? undefined;
}

type StoredEvent = RowIn<typeof EVENT>;

export const toEvent = ({ payload, ...stored }: StoredEvent): LiveEvent => ({ ...payload, ...stored });

/** Events of groups, by group and by user. */
export const POST_EVENTS: Channel<LiveNotice> = {
  name: LIVE_CHANNEL,
  parse(payload) {
    try {
      const notice = JSON.parse(payload);
      return typeof notice?.groupId === 'string' && typeof notice.userId === 'string' ? notice : undefined;
    } catch {
      return undefined;
    }
  },
  topicsOf: ({ groupId, userId }) => [groupId, userId],
};
