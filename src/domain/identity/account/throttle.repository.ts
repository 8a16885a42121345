/** The counts of all throttles, shared by all processes. */
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Db } from '../../../foundation/database/unit-of-work.js';

export interface ThrottleLimit {
  /** Begin of the keys in the table: each throttle has its own. */
  keyPrefix: string;
  /** What is allowed in the time. */
  points: number;
  /** Seconds. */
  duration: number;
}

export const makeThrottle = (db: Db, limit: ThrottleLimit): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: db.dataSource,
    storeType: 'typeorm',
    tableName: 'sign_in_throttle',
    tableCreated: true,
    clearExpiredByTimeout: false,
    ...limit,
  });
