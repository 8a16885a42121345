/** Which posts a report is about. */
import { AppError } from '../../foundation/errors/app-error.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { parsePlatformIds } from '../accounts/parse-platform-ids.js';
import { parseTimeZone } from '../identity/account/parse-account.js';

export const MetricsGrouping = {
  PLATFORM: 'PLATFORM',
  ACCOUNT: 'ACCOUNT',
  LABEL: 'LABEL',
  AUTHOR: 'AUTHOR',
  DAY: 'DAY',
  WEEK: 'WEEK',
  MONTH: 'MONTH',
} as const;
export type MetricsGrouping = (typeof MetricsGrouping)[keyof typeof MetricsGrouping];

/** Days of a period. */
export const MAX_DAYS = 366;
const MAX_IDS = 200;
const MAX_PLATFORMS = 20;

/** Days in ISO 8601; the end is exclusive. */
export interface Period {
  from: string;
  to: string;
}

/** As it is given. */
interface GivenFilter extends Period {
  timeZone?: string | null;
  platforms?: readonly string[] | null;
  platformIds?: readonly string[] | null;
  labelIds?: readonly string[] | null;
  authorIds?: readonly string[] | null;
}

/** Null: any. */
export interface MetricsFilter extends Period {
  timeZone: string;
  platforms: readonly string[] | null;
  platformIds: readonly string[] | null;
  labelIds: readonly string[] | null;
  authorIds: readonly string[] | null;
}

const refused = (reason: string) => new AppError('FILTER_INVALID', { reason });

const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Years that Postgres and JavaScript write alike. */
const isPlainDay = (day: string): boolean => /^(19|20|21)\d\d-/.test(day);

/** Error: FILTER_INVALID. */
export function parsePeriod({ from, to }: Period): Period {
  if (![from, to].every(isPlainDay)) throw refused('from and to are between 1900 and 2199');
  const days = daysIn({ from, to });
  if (!(days >= 1 && days <= MAX_DAYS)) throw refused(`to is 1 to ${MAX_DAYS} days after from`);
  return { from, to };
}

/** Errors: FILTER_INVALID, TIME_ZONE_INVALID, PLATFORM_ID_INVALID, ID_INVALID. */
export function parseMetricsFilter(given: GivenFilter, usualTimeZone: string | null): MetricsFilter {
  const { timeZone, platforms = null, platformIds = null } = given;
  if ((platforms?.length ?? 0) > MAX_PLATFORMS) throw refused(`platforms has at most ${MAX_PLATFORMS} entries`);
  const idsOf = (name: 'labelIds' | 'authorIds') => {
    const ids = given[name] ?? null;
    if ((ids?.length ?? 0) > MAX_IDS) throw refused(`${name} has at most ${MAX_IDS} ids`);
    return ids && [...new Set(ids.map((id) => parseId(`filter.${name}`, id)))];
  };
  return {
    ...parsePeriod(given),
    timeZone: timeZone ? parseTimeZone(timeZone) : (usualTimeZone ?? 'UTC'),
    platforms: platforms && [...new Set(platforms)],
    platformIds: platformIds && parsePlatformIds(platformIds),
    labelIds: idsOf('labelIds'),
    authorIds: idsOf('authorIds'),
  };
}

/** So many days before a day. Error: FILTER_INVALID. */
export function daysBefore(day: string, days: number): string {
  if (!isPlainDay(day) || Number.isNaN(Date.parse(day))) throw refused('to is between 1900 and 2199');
  return laterDay(day, -days);
}

/** So many days that end with a period. Error: FILTER_INVALID. */
export function lastDays({ to }: Pick<Period, 'to'>, days: number): Period {
  if (!(days >= 1 && days <= MAX_DAYS)) throw refused(`days is 1 to ${MAX_DAYS}`);
  return parsePeriod({ from: daysBefore(to, days), to });
}

/** What a period is compared with: by how much it is later, as an interval of Postgres, and its days. */
export interface ComparedPeriod extends Period {
  shift: string;
}

/**
 * The period before a period: of a calendar month the month before, of a calendar year the year before, of anything else,
 * such as a week, as many days. Days of calendars: when they begin depends on the time zone.
 */
export function periodBefore(period: Period): ComparedPeriod {
  const { from, to } = period;
  for (const [months, shift] of [
    [1, '1 month'],
    [12, '1 year'],
  ] as const) {
    const isFirst = from.endsWith(months === 12 ? '-01-01' : '-01');
    if (isFirst && monthsLater(from, months) === to) return { from: monthsLater(from, -months), to: from, shift };
  }
  const days = daysIn(period);
  return { from: laterDay(from, -days), to: from, shift: `${days} days` };
}

/** The first day of a month so many months from that of a day. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

const laterDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
