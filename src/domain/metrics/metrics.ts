/** What the numbers of posts and accounts are, and when they are read. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import { POST_METRICS, type PostMetric } from '../../platforms/port/metrics.js';

/** How far the numbers of a post or an account are. */
export const MetricsState = {
  WAITING: 'WAITING',
  MEASURED: 'MEASURED',
  GONE: 'GONE',
  PERMISSION_MISSING: 'PERMISSION_MISSING',
  NOT_SUPPORTED: 'NOT_SUPPORTED',
  FAILED: 'FAILED',
} as const;
export type MetricsState = (typeof MetricsState)[keyof typeof MetricsState];

/** Whether a platform gives numbers is not stored. */
export type StoredState = Exclude<MetricsState, 'NOT_SUPPORTED'>;

/** The metrics by their names in the API; `ENGAGEMENTS` is computed. */
export const METRIC_NAMES = {
  IMPRESSIONS: 'impressions',
  REACH: 'reach',
  VIEWS: 'views',
  REACTIONS: 'reactions',
  COMMENTS: 'comments',
  SHARES: 'shares',
  CLICKS: 'clicks',
  SAVES: 'saves',
  WATCH_SECONDS: 'watchSeconds',
  ENGAGEMENTS: 'engagements',
} as const;
export type MetricName = (typeof METRIC_NAMES)[keyof typeof METRIC_NAMES];

/** Null: not given. */
export type MetricValues = Record<MetricName, number | null>;

/** What people did, as opposed to what they saw. */
export const ENGAGING = ['reactions', 'comments', 'shares', 'clicks', 'saves'] as const satisfies PostMetric[];

export const ALL_METRICS: readonly MetricName[] = [...POST_METRICS, 'engagements'];

/** The values of a post, with its engagements: the sum of those that are given, null if none is. */
export function withEngagements(given: Partial<Record<PostMetric, number | null>>): MetricValues {
  const engaging = ENGAGING.flatMap((name) => given[name] ?? []);
  return {
    ...(Object.fromEntries(POST_METRICS.map((name) => [name, given[name] ?? null])) as Record<
      PostMetric,
      number | null
    >),
    engagements: engaging.length === 0 ? null : engaging.reduce((sum, value) => sum + value, 0),
  };
}

/** The values of several posts: sums of those that are given. Reach counts people, and is not summed: null for several. */
export function sumOfValues(posts: readonly MetricValues[]): MetricValues {
  const sum = (name: MetricName): number | null => {
    const given = posts.flatMap((values) => values[name] ?? []);
    if (given.length === 0 || (name === 'reach' && given.length > 1)) return null;
    return given.reduce((total, value) => total + value, 0);
  };
  return Object.fromEntries(ALL_METRICS.map((name) => [name, sum(name)])) as MetricValues;
}

/** The values of a post at a time, as they are stored. */
export interface Reading {
  /** ISO 8601. */
  at: string;
  values: Partial<Record<PostMetric, number>>;
}

/** The age at which a post is read for the last time. */
export const LAST_READ_MS = 30 * DAY_MS;
/** Ages at which a post is read. */
export const READ_AT_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, LAST_READ_MS] as const;
/** A reading is late by at most this part of the age, and at most by an hour, so that posts of one moment are spread. */
const SPREAD = 0.1;

/** A number from 0 to 1 that depends on an id alone. The end of an id is random. */
export const fractionOf = (id: string): number => Number.parseInt(id.slice(-6), 16) / 0x1000000 || 0;

/** When a post is read next that was read, or passed over, now; null: never. Readings whose time has passed are not made up. */
export function nextReading({ postId, publishedAt }: { postId: string; publishedAt: Date }, now: Date): Date | null {
  for (const age of READ_AT_MS) {
    const planned = publishedAt.getTime() + age;
    if (planned <= now.getTime()) continue;
    return new Date(planned + fractionOf(postId) * Math.min(SPREAD * age, HOUR_MS));
  }
  return null;
}

/**
 * When a post is read again whose reading failed now: soon at first, then less often. After a day that reading is passed
 * over.
 */
export function retryReading(post: { postId: string; publishedAt: Date }, now: Date): Date | null {
  const planned = READ_AT_MS.map((age) => post.publishedAt.getTime() + age).filter((time) => time <= now.getTime());
  const overdue = now.getTime() - Math.max(post.publishedAt.getTime(), ...planned);
  const next = nextReading(post, now);
  if (overdue >= DAY_MS) return next;
  const retry = new Date(now.getTime() + Math.max(BACK_OFF_MS, overdue / 2));
  return next && next < retry ? next : retry;
}

/** When an account is read next: once a day, at a time that depends on its id. */
export function nextAccountReading(connectionId: string, now: Date): Date {
  const at = Math.floor(now.getTime() / DAY_MS) * DAY_MS + fractionOf(connectionId) * DAY_MS;
  return new Date(at > now.getTime() ? at : at + DAY_MS);
}

/** From this sum on, a platform refuses numbers. An outage adds nothing to it. */
export const REFUSED = 8;
/**
 * What a failure adds to the sum. Two refusals in a row are enough. A rejected token may be accepted again, so that it
 * takes eight of them: about ten hours.
 */
const REFUSALS: Partial<Record<FailureCode, number>> = { PERMISSION_DENIED: REFUSED / 2, PLATFORM_AUTH_EXPIRED: 1 };
/** After so many failures in a row, the account or its platform is taken to be the cause, and not a post. */
export const FAILURES_IN_A_ROW = 3;

/** Requests for the same numbers that failed in a row, and the sum of the refusals among them. */
export interface Failed {
  failures: number;
  refusals: number;
}

/** Without a request, the account lacks the scope: it has to be connected again. */
export const isScopeMissing = ({ code, platformStatusCode }: Pick<Failure, 'code' | 'platformStatusCode'>): boolean =>
  code === 'PERMISSION_DENIED' && platformStatusCode === undefined;

/** Counts a failure. With the first refusal a platform responds again: what failed before does not count any more. */
export function countFailure({ failures, refusals }: Failed, failure: Failure): Failed {
  if (isScopeMissing(failure)) return { failures: 1, refusals: REFUSED };
  const refusal = REFUSALS[failure.code] ?? 0;
  const isFirst = refusal > 0 && refusals === 0;
  return { failures: isFirst ? 1 : failures + 1, refusals: refusals + refusal };
}

const BACK_OFF_MS = 5 * MINUTE_MS;
/** The longest of them: what an account waits for may take its owner. An outage ends without anyone's doing. */
const LONGEST_BACK_OFF_MS = { account: 6 * HOUR_MS, outage: HOUR_MS } as const;

/**
 * When an account is tried again whose requests failed so many times in a row; not before its platform says. Adapters pass
 * on no time that is more than a month away (`retry-at.ts`).
 */
export function retryAfter(
  now: Date,
  { failures, retryAt = null, because }: { failures: number; retryAt?: Date | null; because: 'account' | 'outage' },
  random: number,
): Date {
  const backOff = Math.min(LONGEST_BACK_OFF_MS[because], BACK_OFF_MS * 2 ** Math.min(failures - 1, 10));
  return new Date(Math.max(now.getTime() + backOff * (1 + random / 5), retryAt?.getTime() ?? 0));
}

/** A day, as in `2020-01-01`, in UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** How long the numbers of an account are kept by day; of each month before, the last day is. */
export const DAYS_KEPT_MS = 400 * DAY_MS;

/** Numbers as they are stored: whole, and not negative. What a platform gives beside that is not given. */
export const storableNumbers = <Name extends string>(
  given: Readonly<Partial<Record<Name, number>>>,
): Partial<Record<Name, number>> =>
  Object.fromEntries(
    Object.entries<number | undefined>(given).filter(([, value]) => Number.isSafeInteger(value) && Number(value) >= 0),
  ) as Partial<Record<Name, number>>;

const MAX_OWN = 40;
const MAX_OWN_NAME = 100;

/** The platform's own numbers as they are stored. */
export const storableOwn = (given: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([name, value]) => name.length <= MAX_OWN_NAME && !name.includes('\0') && Number.isFinite(value))
      .slice(0, MAX_OWN),
  );
