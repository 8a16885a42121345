/** The queues of schedules: which group has which time. */
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { PostingSchedule } from './posting-schedule.repository.js';
import { queueBegins } from './posting-schedules.js';
import { QueueEntryEntity } from './queue-entry.entity.js';

export type QueueEntry = Omit<QueueEntryEntity, 'group' | 'schedule'>;

const ENTRY = table(QueueEntryEntity);

type Schedule = Pick<PostingSchedule, 'id' | 'pausedAt'>;

/**
 * The given times that no group has, in order; at most `limit`. The times of the groups `placed` count as free. A group
 * has a time if it is in the queue for it, or was scheduled for it by hand, for an account of the schedule.
 */
export async function freeAmong(
  db: Db,
  { id, userId, platformIds }: Pick<PostingSchedule, 'id' | 'userId' | 'platformIds'>,
  { times, placed, limit }: { times: readonly Date[]; placed: readonly string[]; limit: number },
): Promise<Date[]> {
  // `placed` is a subquery without a reference to the outer one: Postgres builds one hash table of it.
  const rows: { time: Date }[] = await db.query(
    `SELECT time FROM unnest($2::timestamptz[]) AS time
      WHERE NOT EXISTS (SELECT FROM queue_entries
                         WHERE schedule_id = $1 AND slot_at = time AND group_id NOT IN (SELECT unnest($3::text[])))
        AND NOT EXISTS (SELECT FROM post_groups g
                         WHERE g.user_id = $5 AND coalesce(g.scheduled_time, '-infinity') = time AND g.status = 'scheduled'
                           AND g.id NOT IN (SELECT unnest($3::text[]))
                           AND NOT EXISTS (SELECT FROM queue_entries q WHERE q.group_id = g.id)
                           AND ($6::text[] = '{}' OR EXISTS (SELECT FROM platform_posts p
                                 WHERE p.group_id = g.id AND p.platform_id = ANY($6))))
      ORDER BY time LIMIT $4`,
    [id, times, placed, limit, userId, platformIds],
  );
  return rows.map(({ time }) => time);
}

/** Gives a locked group a place, instead of the one that it has. */
export async function saveEntry(db: Db, entry: QueueEntry): Promise<void> {
  await db.upsert(QueueEntryEntity, entry, ['groupId']);
}

/**
 * Has a draft in the queue of a paused schedule scheduled once that is resumed, unless it is changed until then; false: it is in
 * none. The group is locked.
 */
export async function holdEntry(db: Db, groupId: string): Promise<boolean> {
  const [held] = await db.query(
    `UPDATE queue_entries e SET held_at = g.updated_at FROM post_groups g, posting_schedules s
      WHERE e.group_id = $1 AND g.id = $1 AND s.id = e.schedule_id AND s.paused_at IS NOT NULL AND e.slot_at > s.paused_at
     RETURNING e.group_id`,
    [groupId],
  );
  return held.length > 0;
}

/** The queue in order, from after a time; at most `limit` entries, or all: about 10,000 at most. */
export async function queueOf(
  db: Db,
  schedule: Schedule,
  { now, after, limit }: { now: Date; after: Date | null; limit: number | null },
): Promise<QueueEntry[]> {
  const begins = queueBegins(schedule, now);
  const rows = await db.query(
    `SELECT ${ENTRY.list} FROM queue_entries WHERE schedule_id = $1 AND slot_at > $2 ORDER BY slot_at LIMIT $3`,
    [schedule.id, after && after > begins ? after : begins, limit],
  );
  return ENTRY.rows(rows);
}

export async function countQueue(db: Db, schedule: Schedule, now: Date): Promise<number> {
  const [{ count }] = await db.query(
    'SELECT count(*)::int AS count FROM queue_entries WHERE schedule_id = $1 AND slot_at > $2',
    [schedule.id, queueBegins(schedule, now)],
  );
  return count;
}

const PLACE = ENTRY.only('groupId', 'scheduleId').plus({ position: expression<number>('position::int') });

export type QueuePosition = RowIn<typeof PLACE>;

/** The places of groups that are in a queue. A queue is read once, however many of its groups there are. */
export async function positionsOf(db: Db, groupIds: readonly string[], now: Date): Promise<QueuePosition[]> {
  const rows = await db.query(
    `SELECT ${PLACE.list} FROM (
       SELECT e.group_id, e.schedule_id, row_number() OVER (PARTITION BY e.schedule_id ORDER BY e.slot_at) AS position
         FROM posting_schedules s JOIN queue_entries e ON e.schedule_id = s.id AND e.slot_at > coalesce(s.paused_at, $2)
        WHERE s.id IN (SELECT schedule_id FROM queue_entries WHERE group_id = ANY($1))) queued
      WHERE group_id = ANY($1)`,
    [groupIds, now],
  );
  return PLACE.rows(rows);
}

const MOVED = ENTRY.only('groupId', 'slotAt', 'heldAt');

/** Gives groups that are in a queue other places, all in one statement: they can exchange them. */
export async function moveEntries(db: Db, entries: readonly RowIn<typeof MOVED>[]): Promise<void> {
  await db.query(
    `UPDATE queue_entries e SET ${MOVED.only('slotAt', 'heldAt').set('c')}
       FROM jsonb_to_recordset($1::jsonb) AS c(${MOVED.record}) WHERE e.group_id = c."groupId"`,
    [MOVED.toJson(entries)],
  );
}

/** Takes all groups but these out of the queue of a schedule that is not paused yet. */
export async function deleteEntriesBut(
  db: Db,
  scheduleId: string,
  { now, groupIds }: { now: Date; groupIds: readonly string[] },
): Promise<void> {
  await db.query('DELETE FROM queue_entries WHERE schedule_id = $1 AND slot_at > $2 AND NOT group_id = ANY($3)', [
    scheduleId,
    now,
    groupIds,
  ]);
}
