import type { Logger } from 'pino';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { correctPostCounts, foldPostCounts, nextCountedUser } from './post-counts.repository.js';

/** A run begins no other user after this time. */
const CHECK_MS = 1_000;
/** All users are checked within so much time, if there are not too many. */
const AGAIN_MS = DAY_MS;

export type KeepPostCounts = () => Promise<void>;

/**
 * Adds up what has changed. Once a day it also compares the counts of each user with what is stored, some users in each
 * run: a difference is an error, which is logged and corrected.
 */
export function makeKeepPostCounts(needs: {
  db: Db;
  /** Milliseconds. */
  monotonic: () => number;
  log: Logger;
}): KeepPostCounts {
  const { db, monotonic, log } = needs;
  let after: string | null = '';
  let beganAt = monotonic();
  return async () => {
    await foldPostCounts(db);
    const began = monotonic();
    if (after === null && began - beganAt >= AGAIN_MS) [after, beganAt] = ['', began];
    while (after !== null && monotonic() - began < CHECK_MS) {
      after = await nextCountedUser(db, after);
      const wrong = after === null ? [] : await correctPostCounts(db, after);
      if (wrong.length > 0) log.error({ userId: after, wrong }, 'Counts of posts were wrong; corrected');
    }
  };
}
