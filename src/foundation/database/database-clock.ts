import type { Db } from './unit-of-work.js';

/**
 * The time as Postgres has it. Processes compare times that others have stored (whether an attempt may still be under
 * way, whether a post of the platform is older than its first attempt), so none of them may use its own machine's
 * clock. Between readings a monotonic clock is used, which is not affected by corrections of the machine's time.
 */
export interface DatabaseClock {
  /** The current time. Before the first reading, the time of this machine. */
  now(): Date;
  /**
   * The database's time is not before this, however inaccurate the reading was. After its clock was set forward, this goes
   * on as before for `holdStepsMs`: what was stored until then is not over sooner.
   */
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
/** A clock that is ahead by more than this, and by inaccurate readings, was set forward. */
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
  /** How long after it was stored a time counts, at most. */
  holdStepsMs: number;
}): DatabaseClock {
  const { readTime, monotonic, wallClock, holdStepsMs } = needs;
  let reading: Reading | undefined;
  /** The offset from before the clock was set forward. */
  let held: { offset: number; until: number } | null = null;

  const at = (offset: number): Date => new Date(Math.round(monotonic() + offset));
  const errorOf = ({ roundTrip, at: madeAt }: Reading): number => roundTrip / 2 + (monotonic() - madeAt) * DRIFT;

  function take(made: Reading): void {
    const isStep = reading && made.offset - reading.offset > STEP_MS + errorOf(reading) + made.roundTrip / 2;
    if (reading && isStep) {
      const offset = Math.min(reading.offset - errorOf(reading), held?.offset ?? Number.POSITIVE_INFINITY);
      held = { offset, until: made.at + holdStepsMs };
    }
    if (held && held.until <= made.at) held = null;
    const isWorse = reading && made.roundTrip > reading.roundTrip && made.at - reading.at <= READING_GOOD_FOR_MS;
    if (!isWorse || isStep) reading = made;
  }

  return {
    now: () => (reading ? at(reading.offset) : wallClock()),
    earliest() {
      if (!reading) return wallClock();
      const offset = reading.offset - errorOf(reading) - ROUNDING_MS;
      return at(held && monotonic() < held.until ? Math.min(offset, held.offset) : offset);
    },
    async synchronize() {
      for (let read = 0; read < READINGS; read += 1) {
        const before = monotonic();
        const time = await readTime();
        const at = monotonic();
        const roundTrip = at - before;
        if (roundTrip > MAX_ROUND_TRIP_MS) continue;
        return take({ offset: time.getTime() - (before + at) / 2, roundTrip, at });
      }
      throw new Error(`The database took more than ${MAX_ROUND_TRIP_MS / 1000} s to tell the time, ${READINGS} times`);
    },
  };
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const [{ now }] = await db.query('SELECT clock_timestamp() AS now');
  return now;
}
