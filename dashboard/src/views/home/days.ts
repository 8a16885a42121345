import { toEntered, toInstant } from '../../parts/time.js';

const DAY_MS = 86_400_000;
/** So many days are in the chart, today included. */
export const SHOWN_DAYS = 30;

/** The date of an instant in a time zone: `2026-11-30`. */
export const dateOf = (at: string | Date, timeZone: string): string => toEntered(at, timeZone).slice(0, 10);

/** The date so many days later. */
export const laterDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The instant of a time on the clock, midnight by default, on a date of the time zone. */
export const startOf = (date: string, timeZone: string, time = '00:00'): string =>
  toInstant(`${date} ${time}:00`, timeZone);

/** The variables of the page's query on a day: days begin at midnight of the time zone and may have 23 or 25 hours. */
export function daysAround(today: string, timeZone: string) {
  const start = (days: number) => startOf(laterDate(today, days), timeZone);
  const lastOf = (days: number) => new Date(Date.parse(start(days + 1)) - 1).toISOString();
  const days = Array.from({ length: SHOWN_DAYS + 1 }, (_, index) => start(index + 1 - SHOWN_DAYS));
  const first = start(1 - SHOWN_DAYS);
  return {
    today: { from: start(0), to: lastOf(0) },
    // Also what is late and still waits.
    planned: { from: first, to: lastOf(1) },
    month: { from: first, to: lastOf(0) },
    days,
    monthBefore: [start(1 - 2 * SHOWN_DAYS), first],
  };
}
