import type { Db } from '../../foundation/database/unit-of-work.js';
import { type MetricValues, sumOfValues } from './metrics.js';
import { type MetricsFilter, MetricsGrouping, type Period, periodBefore } from './metrics-filter.js';
import { type FollowersRow, followersOfAccounts, type SumRow, sumPosts } from './metrics-report.repository.js';

interface Followers {
  followers: number | null;
  followersChange: number | null;
}

export interface MetricsSum extends Followers {
  posts: number;
  measuredPosts: number;
  values: MetricValues;
}

export interface MetricsReport {
  total: MetricsSum;
  previous: MetricsSum | null;
  /** The days of `previous`; null without. */
  comparedWith: Period | null;
  groups: { key: string; name: string; total: MetricsSum; previous: MetricsSum | null }[];
}

export type ReportMetrics = (
  userId: string,
  report: { filter: MetricsFilter; groupBy: MetricsGrouping | null; compare: boolean },
) => Promise<MetricsReport>;

const MAX_GROUPS = 500;
const BY_TIME: readonly (MetricsGrouping | null)[] = ['DAY', 'WEEK', 'MONTH'];
const NO_FOLLOWERS: Followers = { followers: null, followersChange: null };

export const makeReportMetrics =
  ({ db }: { db: Db }): ReportMetrics =>
  async (userId, report) => {
    const { filter, groupBy, compare } = report;
    const sums = await sumPosts(db, userId, report);
    // Followers belong to an account, not to posts with a label or an author.
    const isOfAccounts = filter.labelIds === null && filter.authorIds === null;
    const readings = isOfAccounts ? await followersOfAccounts(db, userId, report) : [];

    const rowKey = (key: string | null, isCurrent: boolean) => JSON.stringify([key, isCurrent]);
    const rows = new Map(sums.map((row) => [rowKey(row.key, row.isCurrent), row]));
    const sumOf = (key: string | null, isCurrent: boolean): MetricsSum => {
      const found = rows.get(rowKey(key, isCurrent));
      const of = readings.filter(
        (row) => row.isCurrent === isCurrent && (key === null || groupOf(row, groupBy)?.key === key),
      );
      const { posts, measuredPosts, values } = found ?? NOTHING;
      return { posts, measuredPosts, values, ...followersOf(of) };
    };
    const names = new Map([
      // Accounts without posts have followers, which add up to those of all.
      ...readings.flatMap((row) => groupOf(row, groupBy) ?? []).map(({ key, name }) => [key, name] as const),
      ...sums.flatMap(({ key, name }) => (key === null ? [] : [[key, name] as const])),
    ]);
    const groups = [...names].map(([key, name]) => ({
      ...{ key, name, total: sumOf(key, true) },
      previous: compare ? sumOf(key, false) : null,
    }));
    const { from, to } = periodBefore(filter);
    const ordered = BY_TIME.includes(groupBy)
      ? groups.toSorted((one, other) => (one.key < other.key ? -1 : 1))
      : groups.toSorted(
          (one, other) =>
            (other.total.values.engagements ?? -1) - (one.total.values.engagements ?? -1) ||
            other.total.posts - one.total.posts ||
            (one.key < other.key ? -1 : 1),
        );
    return {
      total: sumOf(null, true),
      previous: compare ? sumOf(null, false) : null,
      comparedWith: compare ? { from, to } : null,
      groups: ordered.slice(0, MAX_GROUPS),
    };
  };

const NOTHING: Pick<SumRow, 'posts' | 'measuredPosts' | 'values'> = {
  posts: 0,
  measuredPosts: 0,
  values: sumOfValues([]),
};

/** The group that the followers of an account are in; null: groups have none. */
function groupOf({ platform, platformId, name }: FollowersRow, groupBy: MetricsGrouping | null) {
  if (groupBy === MetricsGrouping.PLATFORM) return { key: platform, name: platform };
  return groupBy === MetricsGrouping.ACCOUNT ? { key: platformId, name } : null;
}

function followersOf(readings: readonly FollowersRow[]): Followers {
  if (readings.length === 0) return NO_FOLLOWERS;
  const sum = (of: (row: FollowersRow) => number) => readings.reduce((total, row) => total + of(row), 0);
  return {
    followers: sum(({ end }) => end ?? 0),
    followersChange: sum(({ begin, end }) => (end ?? 0) - (begin ?? 0)),
  };
}
