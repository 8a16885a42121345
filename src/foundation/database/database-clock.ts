import type { Db } from './unit-of-work.js';

/**
 * The time as Postgres has it. Processes compare times that others have stored (whether an attempt may still be under
 * way, whether a post of the platform is older than its first attempt), so none of them may use its own machine's
 * clock. Between readings a monotonic clock is used, which is not affected by corrections of the machine's time.
 *
 * If the database's clock is set forward, what was stored before would seem over too soon. So that takes effect only
 * after `holdStepsMs`.
 */
export interface DatabaseClock {
  /** The current time. Before the first reading, the time of this machine. */
  now(): Date;
  /** The database's time is not before this, however inaccurate the reading was. */
  earliest(): Date;
  /**
   * Reads the time again. A reading that took longer than the best recent one is less accurate and is dropped. Rejects if
   * none of three took less than four seconds: the process may have been paused meanwhile, and no time is known then.
   */
  synchronize(): Promise<void>;
}

/** Half of it is the largest error, and is less than the margin of a lease (lease.ts). */
const MAX_ROUND_TRIP_MS = 4_000;
const READINGS = 3;
/** Times have whole milliseconds. */
const ROUNDING_MS = 1;

/** How far two clocks may drift apart: 50 microseconds a second is usual. */
const DRIFT = 100 / 1_000_000;
/** A reading is replaced by a worse one only after this. */
const READING_GOOD_FOR_MS = 60_000;
/** A clock that is ahead by more than this, and inaccurate readings, was set forward. */
const STEP_MS = 1_000;

interface Reading {
  /** What is added to the monotonic clock. */
  offset: number;
  roundTrip: number;
  at: number;
}

export function makeDatabaseClock(needs: {
  readTime: () => Promise<Date>;
  /** Monotonic milliseconds since an arbitrary start. */
  monotonic: () => number;
  wallClock: () => Date;
  /** How long what others have stored counts, at most: a step forward takes effect after that. */
  holdStepsMs: number;
}): DatabaseClock {
  const { readTime, monotonic, wallClock, holdStepsMs } = needs;
  let reading: Reading | undefined;
  /** When the database's clock was first seen ahead. */
  let steppedAt: number | null = null;

  const isStep = (before: Reading, now: Reading): boolean => {
    const error = (before.roundTrip + now.roundTrip) / 2 + (now.at - before.at) * DRIFT;
    return now.offset - before.offset > STEP_MS + error;
  };

  const at = (errorMs: number): Date =>
    reading ? new Date(Math.round(monotonic() + reading.offset - errorMs)) : wallClock();
  return {
    now: () => at(0),
    earliest: () => at(reading ? reading.roundTrip / 2 + (monotonic() - reading.at) * DRIFT + ROUNDING_MS : 0),
    async synchronize() {
      for (let read = 0; read < READINGS; read += 1) {
        const before = monotonic();
        const time = await readTime();
        const at = monotonic();
        const roundTrip = at - before;
        if (roundTrip > MAX_ROUND_TRIP_MS) continue;
        const made = { offset: time.getTime() - (before + at) / 2, roundTrip, at };
        steppedAt = reading && isStep(reading, made) ? (steppedAt ?? at) : null;
        if (steppedAt !== null && at - steppedAt < holdStepsMs) return;
        const isStale = steppedAt !== null || (reading !== undefined && at - reading.at > READING_GOOD_FOR_MS);
        if (!reading || isStale || roundTrip <= reading.roundTrip) reading = made;
        steppedAt = null;
        return;
      }
      throw new Error(`The database took more than ${MAX_ROUND_TRIP_MS / 1000} s to tell the time, ${READINGS} times`);
    },
  };
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const [{ now }] = await db.query('SELECT clock_timestamp() AS now');
  return now;
}
