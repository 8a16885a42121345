import { formatOf } from '../../parts/formats.js';
import type { View } from './calendar-search.js';
import type { Day } from './days.js';

const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`);
const ofDay = (day: Day, options: Intl.DateTimeFormatOptions): string =>
  formatOf({ ...options, timeZone: 'UTC' }).format(dateOf(day));

/** `10:30` */
export const clockTime = (at: string | Date, timeZone: string): string =>
  formatOf({ hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(at));

/** An hour of any day: `10:00`. */
export const clockHour = (hour: number): string =>
  formatOf({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(new Date(Date.UTC(2000, 0, 1, hour)));

/** `March 14, 2035` */
export const longDay = (day: Day): string => ofDay(day, { dateStyle: 'long' });

/** `Wednesday, March 14, 2035` */
export const fullDay = (day: Day): string => ofDay(day, { dateStyle: 'full' });

/** `Wed` */
export const weekday = (day: Day): string => ofDay(day, { weekday: 'short' });

/** `14`; the first of a month with its name. */
export const dayNumber = (day: Day): string =>
  ofDay(day, { day: 'numeric', ...(day.endsWith('-01') && { month: 'short' }) });

/** What is shown: `March 2035`, `Mar 19 – 25, 2035` or `Wednesday, March 14, 2035`. */
export function rangeTitle(view: View, date: Day, days: Day[]): string {
  if (view === 'day') return ofDay(date, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  if (view === 'month') return ofDay(date, { month: 'long', year: 'numeric' });
  return formatOf({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).formatRange(
    dateOf(days[0] ?? date),
    dateOf(days.at(-1) ?? date),
  );
}
