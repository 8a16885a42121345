/** Times of a week on the clocks of a time zone, and the instants at which these clocks show them. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import { instantOf, offsetsOf } from '../../foundation/time/local-time.js';

/** ISO 8601: 1 is Monday. */
export const Weekday = {
  MONDAY: 1,
  TUESDAY: 2,
  WEDNESDAY: 3,
  THURSDAY: 4,
  FRIDAY: 5,
  SATURDAY: 6,
  SUNDAY: 7,
} as const;
export type Weekday = (typeof Weekday)[keyof typeof Weekday];

export interface WeeklyTime {
  weekday: Weekday;
  /** HH:MM, 00:00 to 23:59. */
  time: string;
}

/** Clocks are at most so far ahead of UTC. */
const MOST_AHEAD_MS = 14 * HOUR_MS;

/**
 * The instants of weekly times after one instant and not after another, each once, in order. A time that clocks skip is
 * as much later as they skip; of a time that they show twice, it is the first.
 */
export function* instantsOf(times: readonly WeeklyTime[], timeZone: string, after: Date, until: Date): Generator<Date> {
  const offsetAt = offsetsOf(timeZone);
  const minutes = new Map<number, number[]>();
  for (const { weekday, time } of times) minutes.set(weekday, [...(minutes.get(weekday) ?? []), minuteOf(time)]);
  let pending: number[] = [];
  // A local date is represented by its midnight in UTC. That of `after` is at most a day earlier than in UTC.
  const first = Math.floor(after.getTime() / DAY_MS) * DAY_MS - DAY_MS;
  for (let date = first; date <= until.getTime() + 2 * DAY_MS; date += DAY_MS) {
    // No time of this date or a later one is earlier.
    const earliest = date - MOST_AHEAD_MS;
    const next = pending.findIndex((instant) => instant >= earliest);
    const passed = pending.splice(0, next === -1 ? pending.length : next);
    for (const instant of passed) {
      if (instant > until.getTime()) return;
      if (instant > after.getTime()) yield new Date(instant);
    }
    const ofDate = minutes.get(new Date(date).getUTCDay() || 7);
    if (!ofDate) continue;
    // All instants of the date are in between. Looking offsets up is what takes long.
    const [early, late] = [offsetAt(date - DAY_MS), offsetAt(date + 2 * DAY_MS)];
    const instants = ofDate.map((minute) => {
      const local = date + minute * MINUTE_MS;
      return early === late ? local - early : instantOf(local, offsetAt);
    });
    pending = [...new Set([...pending, ...instants])].sort((one, other) => one - other);
  }
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
