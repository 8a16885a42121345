/** The periods of the view: whole days, `2026-11-30`, both ends inclusive. */
import { msg } from '@lingui/core/macro';

const DAY_MS = 86_400_000;
/** The service sums over at most so many days. */
export const LONGEST_DAYS = 366;
/** From so many days on, a trend by week is easier to read. */
const MANY_DAYS = 45;

export interface Period {
  from: string;
  to: string;
}

/** The date so many days later. */
export const laterDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The days of a period. */
export const daysOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The usual periods, by their names in the address. */
export const PERIODS = {
  week: { label: msg`Last 7 days`, on: (today: string) => lastDays(today, 7) },
  days: { label: msg`Last 30 days`, on: (today: string) => lastDays(today, 30) },
  quarter: { label: msg`Last 90 days`, on: (today: string) => lastDays(today, 90) },
  month: { label: msg`Last month`, on: lastMonth },
} as const;
export type PeriodName = keyof typeof PERIODS;
export const PERIOD_NAMES = Object.keys(PERIODS) as PeriodName[];
export const USUAL_PERIOD = 'days' satisfies PeriodName;

const lastDays = (today: string, days: number): Period => ({ from: laterDate(today, 1 - days), to: today });

function lastMonth(today: string): Period {
  const to = laterDate(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** The days that are at most allowed up to the last one. */
export const withinLongest = ({ from, to }: Period): Period => {
  const [first, last] = from <= to ? [from, to] : [to, from];
  const earliest = laterDate(last, 1 - LONGEST_DAYS);
  return { from: first < earliest ? earliest : first, to: last };
};

/** By day, or by week for long periods. */
export const usualInterval = (period: Period): 'DAY' | 'WEEK' => (daysOf(period) > MANY_DAYS ? 'WEEK' : 'DAY');

/** The first days of the days, weeks (from Monday) or months that a period touches. */
export function startsIn({ from, to }: Period, interval: 'DAY' | 'WEEK' | 'MONTH'): string[] {
  const starts: string[] = [];
  for (let date = startOf(from, interval); date <= to; date = nextStart(date, interval)) starts.push(date);
  return starts;
}

function startOf(date: string, interval: 'DAY' | 'WEEK' | 'MONTH'): string {
  if (interval === 'MONTH') return `${date.slice(0, 7)}-01`;
  return interval === 'DAY' ? date : laterDate(date, -((new Date(date).getUTCDay() + 6) % 7));
}

const nextStart = (start: string, interval: 'DAY' | 'WEEK' | 'MONTH'): string =>
  interval === 'MONTH' ? `${laterDate(start, 31).slice(0, 7)}-01` : laterDate(start, interval === 'DAY' ? 1 : 7);
