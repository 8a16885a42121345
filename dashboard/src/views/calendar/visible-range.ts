import { toInstant } from '../../parts/time.js';
import type { View } from './calendar-search.js';
import { addDays, addMonths, type Day, daysUntil, firstOfMonth, firstOfWeek } from './days.js';

/** The length of a list, in days. */
const LISTED = 28;

/** The days that a view shows: of a month its whole weeks, of a list four weeks from the date on. */
export function daysOf(view: View, date: Day): Day[] {
  if (view === 'day') return [date];
  if (view === 'list') return daysUntil(date, addDays(date, LISTED - 1));
  if (view === 'week') return daysUntil(firstOfWeek(date), addDays(firstOfWeek(date), 6));
  const last = addDays(addMonths(date, 1), -1);
  return daysUntil(firstOfWeek(firstOfMonth(date)), addDays(firstOfWeek(last), 6));
}

/** The first and the last moment of days in a time zone. */
export function rangeOf(days: Day[], timeZone: string): { from: string; to: string } {
  const midnight = (day = '') => toInstant(`${day} 00:00:00`, timeZone);
  const end = midnight(addDays(days.at(-1) ?? '', 1));
  return { from: midnight(days[0]), to: new Date(Date.parse(end) - 1).toISOString() };
}

const STEPS = { day: 1, week: 7, list: LISTED };

/** A day of the next range, or with -1 of the previous one. */
export function step(view: View, date: Day, by: 1 | -1): Day {
  return view === 'month' ? addMonths(date, by) : addDays(date, by * STEPS[view]);
}
