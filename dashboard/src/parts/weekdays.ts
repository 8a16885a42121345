import type { graphql } from '../api/graphql.js';
import { formatOf } from './formats.js';

export type Weekday = ReturnType<typeof graphql.scalar<'Weekday'>>;

/** A time of each week: `09:00`. */
export interface WeeklyTime {
  weekday: Weekday;
  time: string;
}

/** In the order of the week. */
export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const satisfies readonly Weekday[];

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** The name of a day in the browser's language: `Monday`, or `Mon`. */
export const weekdayName = (weekday: Weekday, weekdayStyle: 'long' | 'short' = 'long'): string =>
  formatOf({ weekday: weekdayStyle, timeZone: 'UTC' }).format(MONDAY + WEEKDAYS.indexOf(weekday) * DAY_MS);

/** A time of day, `HH:MM`, as the browser's language writes it. */
export const timeOfDay = (time: string): string =>
  formatOf({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(Date.parse(`2024-01-01T${time}:00Z`));
