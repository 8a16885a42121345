import { FIRST_DAY_OF_WEEK } from '../../parts/formats.js';

/** A day of a calendar without a time zone: `2035-03-14`. */
export type Day = string;

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;

const midnightOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayAt(midnightOf(day) + days * DAY_MS);

/** The number of days from one day to another; negative if the other is earlier. */
const daysFrom = (from: Day, to: Day): number => Math.round((midnightOf(to) - midnightOf(from)) / DAY_MS);

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** The first day of a month before or after. */
export function addMonths(day: Day, months: number): Day {
  const first = new Date(midnightOf(firstOfMonth(day)));
  first.setUTCMonth(first.getUTCMonth() + months);
  return dayAt(first.getTime());
}

/** 0 is Sunday, 6 is Saturday. */
const weekdayOf = (day: Day): number => new Date(midnightOf(day)).getUTCDay();

export const isWeekend = (day: Day): boolean => weekdayOf(day) % 6 === 0;

/** The day on which the week of a day begins, where the browser's language is spoken. */
export const firstOfWeek = (day: Day): Day =>
  addDays(day, -((weekdayOf(day) - FIRST_DAY_OF_WEEK + DAYS_OF_WEEK) % DAYS_OF_WEEK));

/** From the first to the last day, both included. */
export const daysUntil = (first: Day, last: Day): Day[] =>
  Array.from({ length: daysFrom(first, last) + 1 }, (_, index) => addDays(first, index));

/** A time of the wall clock, `2035-03-14 09:30:00`, moved on that clock. */
export const moveOnClock = (wallTime: string, byMs: number): string =>
  new Date(msOfClock(wallTime) + byMs).toISOString().slice(0, 19).replace('T', ' ');

/** For differences between times of the wall clock. */
export const msOfClock = (wallTime: string): number => Date.parse(`${wallTime.replace(' ', 'T')}Z`);
