/** What is shown of the numbers of posts and accounts. */
import type { MetricsFacts } from '../../platforms/port/metrics.js';
import {
  ALL_METRICS,
  dayOf,
  ENGAGING,
  type MetricName,
  MetricsState,
  type MetricValues,
  type Reading,
  type StoredState,
  sumOfValues,
  withEngagements,
} from './metrics.js';

/** What a platform gives of posts, engagements included; null: it gives nothing. */
export function supportedOf(facts: MetricsFacts | null): MetricName[] {
  if (!facts) return [];
  const hasEngagements = ENGAGING.some((name) => facts.postMetrics.includes(name));
  return [...facts.postMetrics, ...(hasEngagements ? (['engagements'] as const) : [])];
}

/** The state of a post or an account whose stored one is this; null: it was not looked at yet. */
export const stateOf = (facts: MetricsFacts | null, stored: StoredState | null): MetricsState =>
  facts ? (stored ?? MetricsState.WAITING) : MetricsState.NOT_SUPPORTED;

export const pointsOf = (readings: readonly Reading[]): { at: Date; values: MetricValues }[] =>
  readings.map(({ at, values }) => ({ at: new Date(at), values: withEngagements(values) }));

export const ownOf = (own: Readonly<Record<string, number>>): { name: string; value: number }[] =>
  Object.entries(own)
    .map(([name, value]) => ({ name, value }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));

interface PartNumbers extends Omit<MetricValues, 'engagements'> {
  platformId: string;
  partIndex: number;
  measuredAt: Date | null;
}

/** The published parts of a group together. A thread was measured if one of its parts was. */
export function groupMetricsOf(parts: readonly PartNumbers[]): {
  values: MetricValues;
  measuredPosts: number;
  posts: number;
  missing: MetricName[];
} {
  const firsts = parts.filter(({ partIndex }) => partIndex === 0);
  const values = parts.map(withEngagements);
  const has = (name: MetricName) => values.filter((one) => one[name] !== null).length;
  return {
    values: sumOfValues(values),
    measuredPosts: new Set(parts.filter(isMeasured).map(({ platformId }) => platformId)).size,
    posts: firsts.length,
    missing: ALL_METRICS.filter((name) => has(name) > 0 && has(name) < parts.length),
  };
}

const isMeasured = ({ measuredAt }: PartNumbers): boolean => measuredAt !== null;

interface Day {
  day: string;
  followers: number | null;
  posts: number | null;
}

/** The first day of the interval that a day is in. */
export function intervalOf(day: string, interval: 'DAY' | 'WEEK' | 'MONTH'): string {
  if (interval === 'DAY') return day;
  if (interval === 'MONTH') return `${day.slice(0, 7)}-01`;
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return dayOf(date);
}

/** The last reading of each interval, in order. */
export function accountPoints(days: readonly Day[], interval: 'DAY' | 'WEEK' | 'MONTH') {
  const last = new Map(days.map((one) => [intervalOf(one.day, interval), one]));
  return [...last].map(([date, { followers, posts }]) => ({ date, followers, posts }));
}
