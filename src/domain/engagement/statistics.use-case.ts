import { DAY_MS } from '../../foundation/time/durations.js';
import type { DayCount, DayRange, Interactions, Metric } from '../../platforms/port/interactions.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { FindConnectedAccount } from './connected-account.use-case.js';
import type { Answer, FetchOnce } from './fetch-once.use-case.js';
import { parsePostId, refuseDailyReach } from './parse-network.js';

/** The 30 days before today, in UTC [network-account-statistics/dateRange-omitted]. */
const DAYS_WITHOUT_RANGE = 30;

/** The statistics of one account, cached for half an hour. */
export interface AccountStatistics {
  followers(): Promise<Answer<number>>;
  /** Null: the last 30 days. */
  dailyFollowers(range: DayRange | null): Promise<Answer<DayCount[]>>;
  /** Null: lifetime. */
  total(metric: Metric, range: DayRange | null): Promise<Answer<number | null>>;
  /** Null: the last 30 days. */
  daily(metrics: readonly Metric[], range: DayRange | null): Promise<Answer<DayCount[]>[]>;
  /** `postedId` is a URN, or the number of a share. */
  ofPost(postedId: string, metric: Metric): Promise<Answer<number | null>>;
}

/** Null if the viewer has no such connection, or its platform provides no statistics. */
export type FindStatistics = (viewer: Viewer, platformId: string) => Promise<AccountStatistics | null>;

export const makeFindStatistics =
  (needs: {
    findNetworkAccount: FindConnectedAccount<Interactions>;
    fetchOnce: FetchOnce;
    clock: () => Date;
  }): FindStatistics =>
  async (viewer, platformId) => {
    const found = await needs.findNetworkAccount(viewer, platformId);
    if (!found) return null;
    const { connectionId, call } = found;
    const once = <T>(words: readonly string[], request: Parameters<typeof call<T>>[0]): Promise<Answer<T>> =>
      needs.fetchOnce({ connectionId, question: words.join(' ') }, () => call(request));
    return {
      followers: () => once(['followers'], (platform, account) => platform.followers(account)),
      dailyFollowers(requested) {
        const range = requested ?? lastDays(needs.clock());
        return once(['followers', ...daysOf(range)], (platform, account) => platform.dailyFollowers(account, range));
      },
      total: (metric, range) =>
        once(['account', metric, ...daysOf(range)], (platform, account) =>
          platform.accountMetric(account, metric, range),
        ),
      async daily(metrics, requested) {
        refuseDailyReach(metrics);
        const range = requested ?? lastDays(needs.clock());
        return Promise.all(
          metrics.map((metric) =>
            once(['account', metric, 'daily', ...daysOf(range)], (platform, account) =>
              platform.dailyAccountMetric(account, metric, range),
            ),
          ),
        );
      },
      async ofPost(given, metric) {
        const postedId = parsePostId(given);
        return once([postedId, metric], (platform, account) => platform.postMetric(account, postedId, metric));
      },
    };
  };

const daysOf = (range: DayRange | null): string[] => (range ? [range.start, range.end] : []);

function lastDays(now: Date): DayRange {
  const end = now.toISOString().slice(0, 10);
  return { start: new Date(Date.parse(end) - DAYS_WITHOUT_RANGE * DAY_MS).toISOString().slice(0, 10), end };
}
