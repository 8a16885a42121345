import type { Db } from '../../foundation/database/unit-of-work.js';
import { ProcessingSessionEntity } from './processing-session.entity.js';
import { isEnd, type ProcessingEvent, type ProcessingSession } from './processing-session.js';

/** A new session with its first event; returns its id. Videos of one millisecond take the next free ones. */
export async function beginSession(db: Db, userId: string, event: ProcessingEvent, now: Date): Promise<string> {
  for (let id = now.getTime(); ; id += 1) {
    const rows = await db.query(
      `INSERT INTO processing_sessions (id, user_id, events, ended, alive_at)
       VALUES ($1, $2, $3, false, $4) ON CONFLICT (id) DO NOTHING RETURNING id`,
      [String(id), userId, JSON.stringify([event]), now],
    );
    if (rows.length > 0) return String(id);
  }
}

/**
 * Adds an event to a session that has not ended; false: it has. With `aliveBefore`, only when its process has not
 * been heard of since.
 */
export async function recordProgress(
  db: Db,
  id: string,
  event: ProcessingEvent,
  { now, aliveBefore = null }: { now: Date; aliveBefore?: Date | null },
): Promise<boolean> {
  const [, updated] = await db.query(
    `UPDATE processing_sessions SET events = events || $2::jsonb, ended = $3, alive_at = $4
      WHERE id = $1 AND NOT ended AND ($5::timestamptz IS NULL OR alive_at < $5)`,
    [id, JSON.stringify([event]), isEnd(event), now, aliveBefore],
  );
  return updated > 0;
}

export async function keepSessionAlive(db: Db, id: string, now: Date): Promise<void> {
  await db.update(ProcessingSessionEntity, { id, ended: false }, { aliveAt: now });
}

export const findSession = (db: Db, userId: string, id: string): Promise<ProcessingSession | null> =>
  db.findOneBy(ProcessingSessionEntity, { id, userId });
