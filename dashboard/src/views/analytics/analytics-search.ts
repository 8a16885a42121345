import type { graphql, VariablesOf } from '../../api/graphql.js';
import { type Metric, SUMMED } from '../../metrics/metric.js';
import { oneOf } from '../../parts/one-of.js';
import { knownPlatforms, type Platform } from '../../parts/platform.js';
import { parseLabels } from '../../posts/label-search.js';
import type { OVERVIEW } from './analytics.operations.js';
import {
  laterDate,
  PERIOD_NAMES,
  PERIODS,
  type Period,
  type PeriodName,
  USUAL_PERIOD,
  withinLongest,
} from './periods.js';

export const INTERVALS = ['DAY', 'WEEK', 'MONTH'] as const;
export type Interval = (typeof INTERVALS)[number];

export const GROUPINGS = ['ACCOUNT', 'PLATFORM', 'LABEL', 'AUTHOR'] as const satisfies ReturnType<
  typeof graphql.scalar<'MetricsGrouping'>
>[];
export type Grouping = (typeof GROUPINGS)[number];

/** What the view shows. It is in the address, so that bookmarks and the back button restore it. */
export interface AnalyticsSearch {
  /** The last 30 days if this and the days are omitted. */
  period?: PeriodName;
  /** The first and the last day, in the time zone of the viewer: `2026-11-30`. */
  from?: string;
  to?: string;
  /** A platform id. */
  target?: string;
  platforms?: Platform[];
  /** Ids of labels. */
  labels?: string[];
  /** Ids of people. */
  authors?: string[];
  /** Engagements if omitted. */
  metric?: Metric;
  /** Omitted: the usual one of the period. */
  interval?: Interval;
  /** By account if omitted; by label for one account. */
  by?: Grouping;
}

/** A filter has at most so many. */
const MOST_AUTHORS = 100;

/** Takes from an address what is right in it. */
export function parseSearch(given: Record<string, unknown>): AnalyticsSearch {
  const { period, target, platforms, authors, metric, interval, by } = given;
  const [from, to] = [dayOf(given.from), dayOf(given.to)];
  const isOwn = from !== undefined && to !== undefined;
  // An omitted key would keep the value in the address.
  return {
    period: isOwn ? undefined : oneOf(PERIOD_NAMES, period),
    ...(isOwn ? withinLongest({ from, to }) : { from: undefined, to: undefined }),
    target: typeof target === 'string' && /^[a-z]+-./.test(target) ? target.slice(0, 500) : undefined,
    platforms: knownPlatforms(platforms),
    labels: parseLabels(given).labels,
    authors: authorsOf(authors),
    metric: oneOf(SUMMED, metric),
    interval: oneOf(INTERVALS, interval),
    by: oneOf(GROUPINGS, by),
  } as AnalyticsSearch;
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

function authorsOf(value: unknown): string[] | undefined {
  const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'string' && /^[0-9a-f]{24}$/.test(id)) : [];
  return ids.length > 0 ? [...new Set<string>(ids)].slice(0, MOST_AUTHORS) : undefined;
}

/** The days that are shown on a day. */
export const periodOf = ({ period = USUAL_PERIOD, from, to }: AnalyticsSearch, today: string): Period =>
  from && to ? { from, to } : PERIODS[period].on(today);

export const isNarrowed = ({ target, platforms, labels, authors }: AnalyticsSearch): boolean =>
  [target, platforms, labels, authors].some(Boolean);

/** The days of a filter, both ends inclusive. */
export const daysIn = ({ from, to }: Period): Period => ({ from, to: laterDate(to, -1) });

/** The same as the filter of the queries. */
export const toFilter = (
  { target, platforms, labels, authors }: AnalyticsSearch,
  { from, to }: Period,
  timeZone: string,
): VariablesOf<typeof OVERVIEW>['filter'] => ({
  ...{ from, to: laterDate(to, 1), timeZone },
  ...(target && { platformIds: [target] }),
  ...(platforms && { platforms }),
  ...(labels && { labelIds: labels }),
  ...(authors && { authorIds: authors }),
});
