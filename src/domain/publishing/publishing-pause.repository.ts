import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Channel } from '../events/live-hub.js';

/** A condition of SQL. */
export const IS_PAUSED = 'EXISTS (SELECT FROM publishing_pause)';

/** Publishing was paused or resumed. */
export const PAUSE_CHANGES: Channel<true> = {
  name: 'publishing_pause',
  parse: () => true,
  topicsOf: () => [],
};

/** Since when publishing is paused in the database; null when it is not. */
export async function readPause(db: Db): Promise<Date | null> {
  const [row] = await db.query('SELECT since FROM publishing_pause');
  return row?.since ?? null;
}

/** Pauses publishing and notifies the workers; false if it is paused already. */
export async function storePause(db: Db): Promise<boolean> {
  const stored: unknown[] = await db.query(
    `WITH stored AS (INSERT INTO publishing_pause (id, since) VALUES (1, now()) ON CONFLICT DO NOTHING RETURNING id)
     SELECT pg_notify('${PAUSE_CHANGES.name}', '') FROM stored`,
  );
  return stored.length > 0;
}

/** Resumes publishing and notifies the workers; false if it is not paused. */
export async function deletePause(db: Db): Promise<boolean> {
  const removed: unknown[] = await db.query(
    `WITH removed AS (DELETE FROM publishing_pause RETURNING id)
     SELECT pg_notify('${PAUSE_CHANGES.name}', '') FROM removed`,
  );
  return removed.length > 0;
}
