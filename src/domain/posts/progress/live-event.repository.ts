import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Key } from '../../events/feed-position.js';
import type { Channel } from '../../events/live-hub.js';
import type { WindowSource } from '../../events/window.repository.js';
import { LIVE_CHANNEL, type LiveEvent, type LiveEventPayload, type LiveNotice } from '../state/live-event.js';

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
    `SELECT * FROM live_events WHERE group_id = $1 AND user_id = $2 AND sequence > $3 AND ($4::int IS NULL OR sequence <= $4)
      ORDER BY sequence LIMIT $5`,
    [groupId, userId, after, upTo, limit],
  );
  return rows.map(toEvent);
}

/** Whether the event that a place ends with is an event of the user and still kept, and was stored after `since`. */
export async function isKept(db: Db, userId: string, { id, sequence, position }: Key, since: Date): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM live_events
      WHERE group_id = $1 AND sequence = $2 AND position = $3 AND user_id = $4 AND created_at > $5`,
    [id, sequence, String(position), userId, since],
  );
  return rows.length > 0;
}

/** An account's events in the order in which they are delivered: in order within each group, by and large by time. */
export const ACCOUNT_EVENTS: WindowSource<LiveEvent> = {
  table: 'live_events',
  transactionId: 'transaction_id',
  position: 'position',
  id: 'group_id',
  sequence: 'sequence',
  toItem: (row) => toEvent(row as unknown as Row),
};

/** Number of the last event of a group; undefined when the user has no such group and never had. */
export async function lastSequence(db: Db, groupId: string, userId: string): Promise<number | undefined> {
  const [row] = await db.query(
    `SELECT max(sequence) AS sequence FROM live_events WHERE group_id = $1 AND user_id = $2`,
    [groupId, userId],
  );
  return row?.sequence ?? undefined;
}

interface Row {
  group_id: string;
  sequence: number;
  user_id: string;
  payload: LiveEventPayload;
  created_at: Date;
}

const toEvent = (row: Row): LiveEvent => ({
  ...row.payload,
  groupId: row.group_id,
  sequence: row.sequence,
  userId: row.user_id,
  createdAt: row.created_at,
});

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
