/**
 * Reports that are shared.
 *
 * link     a secret page with a report; its address is shown once
 * frozen   a report as of the creation of its link: later readings do not change it
 */
import type { BestHour } from '../metrics/best-times.js';
import type { MetricValues } from '../metrics/metrics.js';
import type { Period } from '../metrics/metrics-filter.js';
import type { MetricsSum } from '../metrics/report-metrics.use-case.js';

export interface ReportedPost {
  platform: string;
  url: string | null;
  /** ISO 8601. */
  publishedAt: string;
  excerpt: string;
  values: MetricValues;
}

export interface FrozenReport {
  /** Days in ISO 8601; the end is exclusive. */
  from: string;
  to: string;
  timeZone: string;
  total: MetricsSum;
  previous: MetricsSum | null;
  /** The days of `previous`. */
  comparedWith: Period | null;
  /** By their platform and user name: several accounts can have one display name. */
  accounts: { name: string; total: MetricsSum }[];
  topPosts: ReportedPost[];
  bestTimes: { isEnough: boolean; posts: number; needed: number; proposals: BestHour[]; period: Period };
}

/** What a report has at most, so that its size does not depend on the size of the account. */
export const REPORT_BOUNDS = { accounts: 100, topPosts: 10 } as const;

export const reportPath = (token: string): string => `/reports/${token}`;

/** Whether it could be a token; of anything else the database is not asked. */
export const isReportToken = (given: string): boolean => /^[\w-]{43}$/.test(given);
