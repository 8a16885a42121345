import { z } from 'zod';
import { METRICS, type Metric, parseSummary } from '../src/domain/engagement/parse-network.js';
import { AppError } from '../src/foundation/errors/app-error.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { dateRange, METRIC_ERROR, networkPlatformId, ofNetwork } from './network-fields.js';
import { route } from './route.js';

/** What a metric of all posts is called here. */
const NAMES = {
  IMPRESSION: 'totalImpressions',
  MEMBERS_REACHED: 'totalMembersReached',
  REACTION: 'totalReactions',
  COMMENT: 'totalComments',
  RESHARE: 'totalReshares',
} as const satisfies Record<Metric, string>;

const number = z.number().nullable().describe('Null on failure, or if the platform does not provide it.');
const profile = z.object({
  followers: z.object({
    total: number,
    periodGrowth: number.optional().describe('Followers gained in the dateRange; only with a dateRange.'),
  }),
  posts: z.object({
    totalImpressions: number,
    totalMembersReached: number,
    totalReactions: number,
    totalComments: number,
    totalReshares: number,
  }),
});
const failed = z.enum(['FOLLOWERS', 'FOLLOWERS_GROWTH', ...METRICS]);

/** POST /api/v1/network-profile-summary [network-profile-summary/answer]. */
export const networkProfileSummary = route({
  method: 'post',
  path: '/network-profile-summary',
  doc: {
    tag: 'Network',
    summary: 'Get a summary of an account',
    description: 'Followers, and statistics of all posts: lifetime, or within a dateRange.',
    body: z.object({ platformId: networkPlatformId, dateRange: dateRange.nullable().optional() }),
    response: z.union([
      z.object({ success: z.literal(true), profile }),
      z.object({
        success: z.literal(false),
        partialData: z.literal(true),
        profile,
        errors: z.array(z.object({ metric: failed, error: z.literal(METRIC_ERROR) })),
      }),
    ]),
    errors: [
      'NETWORK_PLATFORM_ID_REQUIRED',
      'NETWORK_PLATFORM_ID_NOT_TEXT',
      'DATE_RANGE_NOT_AN_OBJECT',
      'DATE_RANGE_INCOMPLETE',
      'DATE_RANGE_FIELDS_REQUIRED',
      'NETWORK_PLATFORM_ID_INVALID',
      'NETWORK_CONNECTION_NOT_FOUND',
      'PROFILE_SUMMARY_UNAVAILABLE',
    ],
  },
  operation: graphql(`
    query RestNetworkProfileSummary($platformId: String!, $range: DayRange, $hasRange: Boolean!) {
      connection: connectedAccount(platformId: $platformId) {
        followers {
          count
          failure {
            code
          }
        }
        dailyFollowers(range: $range) @include(if: $hasRange) {
          total
          failure {
            code
          }
        }
        statistics(range: $range) {
          metric
          count
          failure {
            code
          }
        }
      }
    }
  `),
  variables: ({ body }) => {
    const { platformId, range } = parseSummary(body);
    return { platformId, range, hasRange: range !== null };
  },
  success: 200,
  notFound: 'NETWORK_CONNECTION_NOT_FOUND',
  body: ({ connection }) => {
    const { followers, dailyFollowers, statistics } = connection;
    const total = ofNetwork(followers);
    const posts = ofNetwork(statistics);
    const requested = [
      { metric: 'FOLLOWERS' as const, failure: total.failure },
      ...(dailyFollowers ? [{ metric: 'FOLLOWERS_GROWTH' as const, failure: dailyFollowers.failure }] : []),
      ...posts,
    ];
    const errors = requested.filter(({ failure }) => failure).map(({ metric }) => ({ metric, error: METRIC_ERROR }));
    if (errors.length === requested.length) throw new AppError('PROFILE_SUMMARY_UNAVAILABLE');
    const profileOf = {
      followers: { total: total.count, ...(dailyFollowers && { periodGrowth: dailyFollowers.total }) },
      posts: Object.fromEntries(posts.map(({ metric, count }) => [NAMES[metric], count])) as z.output<
        typeof profile
      >['posts'],
    };
    if (errors.length === 0) return { success: true as const, profile: profileOf };
    return { success: false as const, partialData: true as const, profile: profileOf, errors };
  },
  otherwise: 'PROFILE_SUMMARY_FAILED',
});
