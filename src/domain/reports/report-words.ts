/** Numbers, days and times of reports as people read them. */
import { DAY_MS } from '../../foundation/time/durations.js';
import type { BestHour } from '../metrics/best-times.js';
import { ALL_METRICS, type MetricName } from '../metrics/metrics.js';
import type { Period } from '../metrics/metrics-filter.js';
import type { MetricsSum } from '../metrics/report-metrics.use-case.js';

export const METRIC_NAMES: Record<MetricName, string> = {
  impressions: 'Impressions',
  reach: 'Reach',
  views: 'Views',
  reactions: 'Reactions',
  comments: 'Comments',
  shares: 'Shares',
  clicks: 'Clicks',
  saves: 'Saves',
  watchSeconds: 'Seconds watched',
  engagements: 'Engagements',
};
export const NOT_GIVEN = '–';
const LANGUAGE = 'en-GB';

export const numberInWords = (value: number | null): string =>
  value === null ? NOT_GIVEN : value.toLocaleString(LANGUAGE);

const change = new Intl.NumberFormat(LANGUAGE, {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});
/** `+20%` */
export const changeInWords = (now: number, before: number): string => change.format((now - before) / before);

/** `30 June 2026`, of a day or a time in UTC. */
export const dayInWords = (text: string): string =>
  new Date(text).toLocaleDateString(LANGUAGE, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The last day of a period, of which the end is exclusive. */
export const lastDayOf = (to: string): string => new Date(Date.parse(to) - DAY_MS).toISOString().slice(0, 10);

/** `1 June 2026 to 30 June 2026` */
export const daysInWords = ({ from, to }: Period): string => `${dayInWords(from)} to ${dayInWords(lastDayOf(to))}`;

/** `2 Jun 2026, 10:00` */
export const timeInWords = (at: string, timeZone: string): string =>
  new Date(at).toLocaleString(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** January 2024 begins on a Monday. */
const nameOfWeekday = (weekday: number): string =>
  new Date(Date.UTC(2024, 0, weekday)).toLocaleDateString(LANGUAGE, { weekday: 'long', timeZone: 'UTC' });

/** `Tuesday 10:00, Friday 09:00` */
export const hoursInWords = (hours: readonly BestHour[]): string =>
  hours.map(({ weekday, hour }) => `${nameOfWeekday(weekday)} ${String(hour).padStart(2, '0')}:00`).join(', ');

/** The metrics that one of these sums has. */
export const givenMetrics = (...sums: readonly (MetricsSum | null)[]): MetricName[] =>
  ALL_METRICS.filter((name) => sums.some((sum) => sum && sum.values[name] !== null));
