import { z } from 'zod';
import { type DayCount, parseAccountQuestion, parsePostQuestion } from '../src/domain/engagement/parse-network.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import {
  cached,
  dateRange,
  day,
  metricsQuery,
  metricsResponse,
  networkPlatformId,
  ofNetwork,
  severalMetrics,
  singleMetric,
} from './network-fields.js';
import { route } from './route.js';

const QUERY_ERRORS = ['METRICS_REQUIRED', 'METRICS_AMBIGUOUS', 'METRIC_INVALID', 'METRICS_INVALID'] as const;
const CACHED =
  'Results are cached for 30 minutes. For a single metric, statuses such as 403 or 429 are forwarded from the platform.';

const count = z.number().nullable().describe('Null if the platform does not provide it.');

/** POST /api/v1/network-post-statistics [network-post-statistics/request]. */
export const networkPostStatistics = route({
  method: 'post',
  path: '/network-post-statistics',
  doc: {
    tag: 'Network',
    summary: 'Get statistics of a post',
    description: CACHED,
    body: z.object({
      postedId: z.string().min(1).describe('URN of the post, or the number of a share.'),
      platformId: networkPlatformId,
      ...metricsQuery,
    }),
    response: z.union([z.object({ success: z.literal(true), count, cached }), z.object(metricsResponse(z.number()))]),
    errors: [
      'NETWORK_POST_FIELDS_REQUIRED',
      'STATISTICS_FIELDS_NOT_TEXT',
      'POSTED_ID_INVALID',
      ...QUERY_ERRORS,
      'NETWORK_PLATFORM_ID_INVALID',
      'NETWORK_CONNECTION_NOT_FOUND',
      'METRIC_FAILED',
    ],
  },
  operation: graphql(`
    query RestNetworkPostStatistics($platformId: String!, $postedId: String!, $metrics: [Metric!]) {
      connection: connectedAccount(platformId: $platformId) {
        postStatistics(postedId: $postedId, metrics: $metrics) {
          metric
          count
          cached
          failure {
            platformStatusCode
            retryAt
          }
        }
      }
    }
  `),
  variables: ({ body }) => {
    const { platformId, postedId, metrics } = parsePostQuestion(body);
    return { platformId, postedId, metrics };
  },
  success: 200,
  notFound: 'NETWORK_CONNECTION_NOT_FOUND',
  body: ({ connection }, { body }) => {
    const counted = ofNetwork(connection.postStatistics).map((one) => ({ ...one, value: one.count }));
    if (!parsePostQuestion(body).isSingle) return severalMetrics(counted);
    const { value, cached: known } = singleMetric(counted);
    return { success: true as const, count: value, cached: known };
  },
  otherwise: 'POST_STATISTICS_FAILED',
});

const point = z.object({
  count,
  dateRange: z.object({ start: day, end: day.describe('The day after.') }),
});
const aggregation = z.enum(['TOTAL', 'DAILY']);
const daily = z.array(point).describe('A point for each day.');

/** POST /api/v1/network-account-statistics [network-account-statistics/request]. */
export const networkAccountStatistics = route({
  method: 'post',
  path: '/network-account-statistics',
  doc: {
    tag: 'Network',
    summary: 'Get statistics of all posts of an account',
    description: CACHED,
    body: z.object({
      platformId: networkPlatformId,
      ...metricsQuery,
      aggregation: z.string().nullable().optional().describe('`TOTAL` (default) or `DAILY`, case-insensitive.'),
      dateRange: dateRange
        .nullable()
        .optional()
        .describe('The range of days. If omitted, TOTAL means lifetime, and DAILY the last 30 days.'),
    }),
    response: z.union([
      z.object({ success: z.literal(true), data: z.union([count, daily]), aggregation, cached }),
      z.object({ ...metricsResponse(z.union([z.number(), daily])), aggregation }),
    ]),
    errors: [
      'NETWORK_PLATFORM_ID_REQUIRED',
      'NETWORK_PLATFORM_ID_NOT_TEXT',
      ...QUERY_ERRORS,
      'AGGREGATION_NOT_TEXT',
      'AGGREGATION_INVALID',
      'DATE_RANGE_NOT_AN_OBJECT',
      'DATE_RANGE_INCOMPLETE',
      'DATE_RANGE_FIELDS_REQUIRED',
      'DAILY_REACH_UNAVAILABLE',
      'NETWORK_PLATFORM_ID_INVALID',
      'NETWORK_CONNECTION_NOT_FOUND',
      'METRIC_FAILED',
    ],
  },
  operation: graphql(`
    query RestNetworkAccountStatistics(
      $platformId: String!
      $metrics: [Metric!]
      $range: DayRange
      $isDaily: Boolean!
    ) {
      connection: connectedAccount(platformId: $platformId) {
        statistics(metrics: $metrics, range: $range) @skip(if: $isDaily) {
          metric
          value: count
          cached
          failure {
            platformStatusCode
            retryAt
          }
        }
        dailyStatistics(metrics: $metrics, range: $range) @include(if: $isDaily) {
          metric
          points {
            date
            count
          }
          cached
          failure {
            platformStatusCode
            retryAt
          }
        }
      }
    }
  `),
  variables: ({ body }) => {
    const { platformId, metrics, range, aggregation: requested } = parseAccountQuestion(body);
    return { platformId, metrics, range, isDaily: requested === 'DAILY' };
  },
  success: 200,
  notFound: 'NETWORK_CONNECTION_NOT_FOUND',
  body: ({ connection }, { body }) => {
    const { isSingle, aggregation: requested } = parseAccountQuestion(body);
    const { statistics, dailyStatistics } = connection;
    const series = dailyStatistics?.map(({ points, ...one }) => ({ ...one, value: points?.map(toPoint) ?? null }));
    const counted = ofNetwork(series ?? statistics);
    if (!isSingle) return { ...severalMetrics<number | Point[]>(counted), aggregation: requested };
    const { value: data, cached: known } = singleMetric<number | Point[]>(counted);
    return { success: true as const, data, aggregation: requested, cached: known };
  },
  otherwise: 'ACCOUNT_STATISTICS_FAILED',
});

type Point = z.output<typeof point>;

/** The end is not part of it [network-account-statistics/daily-point]. */
const toPoint = ({ date, count: counted }: DayCount): Point => ({
  count: counted,
  dateRange: { start: toDay(date, 0), end: toDay(date, 1) },
});

function toDay(date: string, later: number): z.output<typeof day> {
  const moment = new Date(date);
  moment.setUTCDate(moment.getUTCDate() + later);
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, day: moment.getUTCDate() };
}
