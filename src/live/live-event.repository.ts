import type { Db } from '../database/unit-of-work.js';
import type { PostGroup } from '../posts/post-group.js';
import { LIVE_CHANNEL, type LiveEvent, type LiveEventPayload, type LiveNotice } from './live-event.js';

/**
 * Writes the next events of a group and notifies subscribers and workers when the transaction commits. It takes the
 * group's row lock, so events of one group are numbered in the order in which they commit.
 * `due`: when the jobs fall due that this transaction enqueued. `group`: statuses that the group has from now on.
 */
export async function recordEvents(
  db: Db,
  groupId: string,
  events: LiveEventPayload[],
  { now, due = [], group }: { now: Date; due?: Date[]; group?: Pick<PostGroup, 'status' | 'processingStatus'> },
): Promise<void> {
  await db.query(
    `WITH numbered AS (
       UPDATE post_groups
          SET event_sequence = event_sequence + $2,
              status = coalesce($6, status), processing_status = coalesce($7, processing_status),
              updated_at = CASE WHEN status = coalesce($6, status) AND processing_status = coalesce($7, processing_status)
                                THEN updated_at ELSE $4 END
        WHERE id = $1 RETURNING user_id, event_sequence
     ), stored AS (
       INSERT INTO live_events (group_id, sequence, user_id, payload, created_at)
       SELECT $1, numbered.event_sequence - $2 + event.ordinality, numbered.user_id, event.value, $4
         FROM numbered, jsonb_array_elements($3::jsonb) WITH ORDINALITY AS event
     )
     SELECT pg_notify('${LIVE_CHANNEL}', json_build_object(
       'userId', user_id, 'groupId', $1::text, 'first', event_sequence - $2 + 1, 'last', event_sequence,
       'due', $5::jsonb)::text)
       FROM numbered`,
    [
      groupId,
      events.length,
      JSON.stringify(events),
      now,
      JSON.stringify(due.map((date) => date.getTime())),
      group?.status ?? null,
      group?.processingStatus ?? null,
    ],
  );
}

/** How many events are read at a time. */
export const EVENTS_AT_ONCE = 500;

/** Events of a group after a number, in order, at most EVENTS_AT_ONCE. */
export async function eventsAfter(db: Db, groupId: string, userId: string, sequence: number): Promise<LiveEvent[]> {
  const rows = await db.query(
    `SELECT * FROM live_events WHERE group_id = $1 AND user_id = $2 AND sequence > $3
      ORDER BY sequence LIMIT ${EVENTS_AT_ONCE}`,
    [groupId, userId, sequence],
  );
  return rows.map(toEvent);
}

/** Groups of a user in which something has happened since a moment, with the first and last number of it. */
export function groupsWithEventsSince(db: Db, userId: string, since: Date): Promise<Omit<LiveNotice, 'due'>[]> {
  return db.query(
    `SELECT user_id AS "userId", group_id AS "groupId", min(sequence) AS first, max(sequence) AS last
       FROM live_events WHERE user_id = $1 AND created_at >= $2 GROUP BY user_id, group_id ORDER BY min(created_at)`,
    [userId, since],
  );
}

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
