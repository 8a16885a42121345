import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Key } from '../events/feed-position.js';
import type { WindowSource } from '../events/window.repository.js';
import {
  type GroupEvents,
  LIVE_CHANNEL,
  type LiveEvent,
  type LiveEventPayload,
  type LiveNotice,
} from './live-event.js';

/**
 * Writes the next events of groups (each once in the list) and notifies subscribers and workers when the transaction
 * commits. It takes the groups' row locks, so events of one group are numbered in the order in which they commit.
 *
 * A transaction may have had its id before it got a lock, so ids can fall from one event of a group to the next; the
 * position is the id, or the position of the event before it where that is higher.
 */
export async function recordEvents(db: Db, changes: GroupEvents[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ due = [], ...change }) => ({ ...change, due: due.map((date) => date.getTime()) }));
  await db.query(
    `WITH change AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb)
         AS c("groupId" text, events jsonb, due jsonb, status text, "processingStatus" text)
     ), numbered AS (
       UPDATE post_groups g
          SET event_sequence = g.event_sequence + jsonb_array_length(c.events),
              event_position = greatest(g.event_position, pg_current_xact_id()::text::bigint),
              status = coalesce(c.status, g.status), processing_status = coalesce(c."processingStatus", g.processing_status),
              updated_at = CASE WHEN g.status = coalesce(c.status, g.status)
                                 AND g.processing_status = coalesce(c."processingStatus", g.processing_status)
                                THEN g.updated_at ELSE $2 END
         FROM change c WHERE g.id = c."groupId"
       RETURNING g.id, g.user_id, g.event_sequence AS last, g.event_position AS position, c.events, c.due,
                 g.event_sequence - jsonb_array_length(c.events) AS before
     ), stored AS (
       INSERT INTO live_events (group_id, sequence, user_id, position, payload, created_at)
       SELECT n.id, n.before + event.ordinality, n.user_id, n.position, event.value, $2
         FROM numbered n, jsonb_array_elements(n.events) WITH ORDINALITY AS event
     )
     SELECT pg_notify('${LIVE_CHANNEL}', json_build_object(
       'userId', user_id, 'groupId', id, 'first', before + 1, 'last', last, 'due', due)::text)
       FROM numbered`,
    [JSON.stringify(rows), now],
  );
}

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

/** An account's events in the order in which they are told: in order within each group, by and large by time. */
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

export async function deleteEventsBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM live_events WHERE created_at < $1', [before]);
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

/** Reads a notification; undefined when it is not one of ours. */
export function parseNotice(payload: string): LiveNotice | undefined {
  try {
    const notice = JSON.parse(payload);
    return typeof notice?.groupId === 'string' && typeof notice.userId === 'string' ? notice : undefined;
  } catch {
    return undefined;
  }
}
