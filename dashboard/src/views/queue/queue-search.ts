import { oneOf } from '../../parts/one-of.js';
import { WEEKDAYS, type WeeklyTime } from '../../parts/weekdays.js';

/** What the view shows, as its address says it. */
export interface QueueSearch {
  /** The schedule whose queue is shown; omitted: the oldest. */
  schedule?: string;
  /** Times, `MONDAY 09:00`: the form of this schedule, or of a new one, is open, with these times added. */
  add?: string[];
}

/** An address adds at most so many. */
const MOST_ADDED = 20;

/** Takes from an address what is right in it. */
export function parseSearch({ schedule, add }: Record<string, unknown>): QueueSearch {
  const times = (Array.isArray(add) ? add : []).slice(0, MOST_ADDED).filter((time) => timeIn(time) !== null);
  // An omitted key would keep the value in the address.
  return {
    schedule: typeof schedule === 'string' && /^[0-9a-f]{24}$/.test(schedule) ? schedule : undefined,
    add: times.length > 0 ? times : undefined,
  } as QueueSearch;
}

/** The times that the form adds; undefined: none. */
export const addedTimes = ({ add }: QueueSearch): WeeklyTime[] | undefined =>
  add?.flatMap((text) => timeIn(text) ?? []);

function timeIn(text: unknown): WeeklyTime | null {
  const [, day, time] = /^([A-Z]+) ((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(String(text)) ?? [];
  const weekday = oneOf(WEEKDAYS, day);
  return weekday && time ? { weekday, time } : null;
}
