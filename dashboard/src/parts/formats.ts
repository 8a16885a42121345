/** How times and numbers are written everywhere: as the language of the page does, in one style. */
import { LOCALE } from '../language/language.js';

const HOUR_MS = 3_600_000;

/** Not in TypeScript's library yet; some browsers have the older form, or none. */
type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

/** The day on which weeks begin where the person lives, as the browser's language says: 0 is Sunday. Monday if it cannot say. */
export const FIRST_DAY_OF_WEEK = firstDayOfWeek();

function firstDayOfWeek(): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const locale: WithWeek = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale);
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 };
  return (firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

/** Formats are costly to make, and lists show hundreds of times. */
const made = new Map<string, Intl.DateTimeFormat>();

export function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const format = made.get(key) ?? new Intl.DateTimeFormat(LOCALE, options);
  made.set(key, format);
  return format;
}

/** Without a line break between day and month where the day has a dot: `30. Nov.` */
const inFormat = (at: Date, options: Intl.DateTimeFormatOptions): string =>
  formatOf(options)
    .format(at)
    .replace(/(\d\.) /g, '$1\u00a0');

/**
 * A time in short: `30 Nov, 09:00`, with the year if it is another one than this. `seconds` is for logs. An hour that
 * occurs twice, when summer time ends, has its difference to UTC.
 */
export function shortTime(at: string, timeZone: string, { seconds = false } = {}): string {
  const date = new Date(at);
  const yearOf = (one: Date) => inFormat(one, { year: 'numeric', timeZone });
  const shown = inFormat(date, {
    ...(yearOf(date) !== yearOf(new Date()) && { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
    timeZone,
  });
  return shown + offsetIfTwice(date, timeZone);
}

/** A time of a day: `09:00`. */
export function clockTime(at: string, timeZone: string): string {
  const date = new Date(at);
  return inFormat(date, { hour: 'numeric', minute: '2-digit', timeZone }) + offsetIfTwice(date, timeZone);
}

/** A day in short: `Mon, 30 Nov`. */
export const shortDay = (at: string, timeZone: string): string =>
  inFormat(new Date(at), { weekday: 'short', day: 'numeric', month: 'short', timeZone });

/** A time with its weekday: `Monday, 30 November 2026 at 09:00`. */
export function fullTime(at: string, timeZone: string): string {
  const date = new Date(at);
  return inFormat(date, { dateStyle: 'full', timeStyle: 'short', timeZone }) + offsetIfTwice(date, timeZone);
}

/** A day, `2026-11-30`, in short: `30 Nov`, with the year if it is another one than this. */
export function shortDate(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const isThisYear = date.getUTCFullYear() === new Date().getFullYear();
  return inFormat(date, { ...(!isThisYear && { year: 'numeric' }), month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** A day, `2026-11-30`, with its year: `30 Nov 2026`. */
export const longDate = (day: string): string =>
  inFormat(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });

/** The difference to UTC, if another hour has the same time on the clock. */
function offsetIfTwice(date: Date, timeZone: string): string {
  const onClock = (one: Date) => inFormat(one, { dateStyle: 'short', timeStyle: 'short', timeZone });
  const isTwice = [-HOUR_MS, HOUR_MS].some((shift) => onClock(new Date(date.getTime() + shift)) === onClock(date));
  if (!isTwice) return '';
  return ` (${offsetAt(date, timeZone)})`;
}

/** `UTC+1` at an instant. */
export function offsetAt(at: string | Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date(at));
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC');
}

/** `Europe/Vienna` as people say it: `Vienna`. */
export const cityOf = (timeZone: string): string => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;

export const formatNumber = new Intl.NumberFormat(LOCALE).format;

/** A change: `+12`. */
export const formatSigned = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero' }).format;

/** A number in short, with at most so many decimals: `1.2K`. */
export const formatCompact = (value: number, digits: number): string =>
  new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: digits }).format(value);

/** An average: `12.3`. */
export const formatAverage = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 }).format;

/** Seconds of a video: `2.5`. */
export const formatTenths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  .format;

/** A share, or with `signed` a change: `+12%`. */
export const formatPercent = (value: number, { signed = false } = {}): string =>
  new Intl.NumberFormat(LOCALE, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: signed ? 'exceptZero' : 'auto',
  }).format(value);

/** A time of seconds in the unit that fits it: `40 sec`, `12 min`, `3.5 hr`. */
export function formatSeconds(seconds: number): string {
  const [unit, length] = seconds < 60 ? ['second', 1] : seconds < 3600 ? ['minute', 60] : ['hour', 3600];
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(LOCALE, options).format(seconds / length);
}

/** A number beside an icon: `99+` from 100 on. */
export const shortCount = (value: number): string => (value > 99 ? '99+' : String(value));

/** How long ago something was: `5 minutes ago`, `yesterday`. */
export function timeAgo(at: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 60_000));
  const format = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
  if (minutes < 1) return format.format(0, 'second');
  if (minutes < 60) return format.format(-minutes, 'minute');
  if (minutes < 24 * 60) return format.format(-Math.floor(minutes / 60), 'hour');
  return format.format(-Math.floor(minutes / (24 * 60)), 'day');
}

/** A size in gigabytes or megabytes. */
export const formatSize = (value: number, unit: 'gigabyte' | 'megabyte', digits: number): string =>
  new Intl.NumberFormat(LOCALE, { style: 'unit', unit, maximumFractionDigits: digits }).format(value);

/** `one, two, and three` */
export const formatList = (items: readonly string[]): string => new Intl.ListFormat(LOCALE).format(items);
