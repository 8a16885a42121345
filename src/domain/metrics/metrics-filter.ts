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
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

/** The period of equal length before a period. */
export function periodBefore(period: Period): Period {
  const from = new Date(Date.parse(period.from) - daysIn(period) * DAY_MS).toISOString().slice(0, 10);
  return { from, to: period.from };
}

/** How many days a period has. */
export const lengthOf = daysIn;
