import { expression, table } from '../database/table.js';
import type { Db } from '../database/unit-of-work.js';
import type { CountPoints } from './rate-limiter.js';
import { RequestLimitEntity } from './request-limit.entity.js';

const LIMIT = table(RequestLimitEntity);
const COUNTED = LIMIT.only('resetsAt').plus({
  total: LIMIT.get('points'),
  resetsInMs: expression<number>('floor(extract(epoch FROM resets_at - clock_timestamp()) * 1000)::integer'),
});

/** What a crash of Postgres may lose, and what it may not. */
type Counts = 'request_limits' | 'throttles';

/**
 * Counts points against a key, in one statement. A window starts with its first points and uses Postgres's clock, so
 * that processes with different clocks share it; a statement that waited for a row lock reads the clock after that.
 */
const makeCount = (db: Db, counts: Counts, windowSeconds: number): CountPoints => {
  const statement = `
    INSERT INTO ${counts} AS l (key, points, resets_at)
    VALUES ($1, $2, clock_timestamp() + interval '${windowSeconds} seconds')
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN l.resets_at > clock_timestamp() THEN l.points ELSE 0 END + excluded.points,
      resets_at = CASE WHEN l.resets_at > clock_timestamp() THEN l.resets_at ELSE excluded.resets_at END
    RETURNING ${COUNTED.list}`;
  return async (key, points) => {
    const rows = await db.query(statement, [key, points]);
    return COUNTED.one(rows);
  };
};

/** Counts what is limited per minute. */
export const makeCountPoints = (db: Db): CountPoints => makeCount(db, 'request_limits', 60);

export interface ThrottleLimit {
  /** Start of its keys: each throttle has its own. */
  keyPrefix: string;
  /** Tries that are allowed in a window. */
  points: number;
  /** Length of a window, in seconds. */
  duration: number;
}

/** The state of a throttle after a try. */
export interface Tried {
  allowed: boolean;
  /** Tries that are left in the window. */
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  retryAfterSeconds: number;
}

/** Limits tries, which are counted for all processes before anything else happens. */
export interface Throttle {
  /** Counts a try, allowed or not. */
  try(key: string): Promise<Tried>;
  /** A try does not count. */
  giveBack(key: string): Promise<void>;
  /** The count starts again. */
  reset(key: string): Promise<void>;
}

export function makeThrottle(db: Db, { keyPrefix, points, duration }: ThrottleLimit): Throttle {
  const count = makeCount(db, 'throttles', duration);
  const keyOf = (key: string) => `${keyPrefix}:${key}`;
  return {
    async try(key) {
      const { total, resetsInMs } = await count(keyOf(key), 1);
      return {
        allowed: total <= points,
        remaining: Math.max(0, points - total),
        retryAfterSeconds: Math.max(1, Math.ceil(resetsInMs / 1000)),
      };
    },
    async giveBack(key) {
      await db.query('UPDATE throttles SET points = points - 1 WHERE key = $1 AND points > 0', [keyOf(key)]);
    },
    async reset(key) {
      await db.query('DELETE FROM throttles WHERE key = $1', [keyOf(key)]);
    },
  };
}
