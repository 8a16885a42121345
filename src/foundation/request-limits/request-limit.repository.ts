import type { Db } from '../database/unit-of-work.js';
import type { CountPoints } from './rate-limiter.js';

/**
 * Counts points against a key, in one statement. A window starts with its first points and uses Postgres's clock, so
 * that processes with different clocks share it; a statement that waited for a row lock reads the clock after that.
 */
export const makeCountPoints =
  (db: Db): CountPoints =>
  async (key, points) => {
    const [{ points: total, resets_at: resetsAt, resets_in_ms: resetsInMs }] = await db.query(
      `INSERT INTO request_limits AS l (key, points, resets_at) VALUES ($1, $2, clock_timestamp() + interval '1 minute')
       ON CONFLICT (key) DO UPDATE SET
         points = CASE WHEN l.resets_at > clock_timestamp() THEN l.points ELSE 0 END + excluded.points,
         resets_at = CASE WHEN l.resets_at > clock_timestamp() THEN l.resets_at ELSE excluded.resets_at END
       RETURNING points, resets_at, floor(extract(epoch FROM resets_at - clock_timestamp()) * 1000)::integer AS resets_in_ms`,
      [key, points],
    );
    return { total, resetsAt, resetsInMs };
  };
