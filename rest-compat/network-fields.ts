/** What the routes of the network have in common (docs/contract/network.md). */
import { z } from 'zod';
import { METRICS, type Metric } from '../src/domain/engagement/parse-network.js';
import { AppError } from '../src/foundation/errors/app-error.js';

export const networkPlatformId = z.string().min(1).describe('The connection: `network-<account id>`.');

/** A post of anybody. */
export const postUrn = z
  .string()
  .regex(/^urn:network:(share|ugcPost|activity):\d+$/)
  .describe('URN of the post: `urn:network:share:<id>`, `urn:network:ugcPost:<id>` or `urn:network:activity:<id>`.');

export const urnTranslated = z
  .object({ from: z.string(), to: z.string() })
  .optional()
  .describe('The translated id; only if an activity was given.');

/** A day of the calendar. */
export const day = z.object({
  year: z.int().min(1000).max(9999),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
});
export const dateRange = z.object({ start: day, end: day.describe('The day after the last one (exclusive).') });

export const cached = z.boolean().describe('Whether it was served from the cache: results are cached for 30 minutes.');

const metric = z.enum(METRICS);

/** How metrics are requested: one, or several. */
export const metricsQuery = {
  queryType: metric.nullable().optional().describe('One metric, in upper case. Mutually exclusive with queryTypes.'),
  queryTypes: z
    .union([z.array(z.string()).min(1), z.string()])
    .nullable()
    .optional()
    .describe('Several metrics, or `ALL`; case-insensitive.'),
};

/** The fixed text of a metric that failed [network-errors/single-metric-failure]. */
export const METRIC_ERROR = new AppError('METRIC_FAILED').message as 'Failed to fetch metric from network';

/** The response for several metrics. */
export const metricsResponse = <Value extends z.ZodType>(value: Value) => ({
  success: z.boolean().describe('Whether all metrics succeeded.'),
  metrics: z
    .partialRecord(metric, value.nullable())
    .describe('Null on failure, or if the platform does not provide it.'),
  errors: z
    .array(z.object({ metric: metric, error: z.literal(METRIC_ERROR) }))
    .optional()
    .describe('Metrics that failed.'),
  cachedMetrics: z.array(metric).optional().describe('Metrics served from the cache; absent if there are none.'),
  cached: z.boolean().describe('Whether any of them was served from the cache.'),
});

/** Why GraphQL has no number. */
interface StatisticFailure {
  platformStatusCode: number | null;
  retryAt: string | null;
}

/** The platform's refusal as an error of the route. */
export function statisticError(
  code: 'FOLLOWERS_FAILED' | 'METRIC_FAILED',
  { platformStatusCode: status, retryAt }: StatisticFailure,
): AppError {
  const seconds = retryAt === null ? null : Math.ceil((Date.parse(retryAt) - Date.now()) / 1000);
  return new AppError(code, { status, ...(seconds !== null && { retryAfterSeconds: Math.max(1, seconds) }) });
}

interface Counted<Value> {
  metric: Metric;
  value: Value | null;
  cached: boolean;
  failure: StatisticFailure | null;
}

/** One metric: its value, or the error of the route. */
export function singleMetric<Value>([only]: readonly Counted<Value>[]): { value: Value | null; cached: boolean } {
  if (!only || only.failure) throw statisticError('METRIC_FAILED', only?.failure ?? NOTHING);
  return only;
}

const NOTHING: StatisticFailure = { platformStatusCode: null, retryAt: null };

/** Several metrics, some of which may have failed. */
export function severalMetrics<Value>(counted: readonly Counted<Value>[]) {
  const failed = counted.filter(({ failure }) => failure);
  const known = counted.filter((one) => one.cached).map((one) => one.metric);
  return {
    success: failed.length === 0,
    metrics: Object.fromEntries(counted.map((one) => [one.metric, one.value])) as Partial<Record<Metric, Value | null>>,
    ...(failed.length > 0 && { errors: failed.map((one) => ({ metric: one.metric, error: METRIC_ERROR })) }),
    ...(known.length > 0 && { cachedMetrics: known }),
    cached: known.length > 0,
  };
}

/** What GraphQL returns only for an account of the network platform. */
export function ofNetwork<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new AppError('NETWORK_CONNECTION_NOT_FOUND');
  return found;
}
