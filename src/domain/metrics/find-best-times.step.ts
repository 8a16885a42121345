import type { Db } from '../../foundation/database/unit-of-work.js';
import { type BestTimes, bestTimesOf } from './best-times.js';
import type { MetricName } from './metrics.js';
import { lastDays, type MetricsFilter, type Period } from './metrics-filter.js';
import { hoursOfPosts } from './metrics-report.repository.js';

/** Days whose posts count unless others are given: a habit of readers shows in months, and changes with a season. */
export const USUAL_DAYS = 90;

/**
 * When the posts of a filter do best. They are those of so many days up to the last one of the filter, however short its
 * period is. Error: FILTER_INVALID.
 */
export async function findBestTimes(
  db: Db,
  userId: string,
  { filter, by, days = USUAL_DAYS }: { filter: MetricsFilter; by: MetricName; days?: number },
): Promise<BestTimes & { period: Period; timeZone: string }> {
  const period = lastDays(filter, days);
  const hours = await hoursOfPosts(db, userId, { filter: { ...filter, ...period }, by });
  return { ...bestTimesOf(hours), period, timeZone: filter.timeZone };
}
