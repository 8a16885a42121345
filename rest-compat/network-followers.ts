import { z } from 'zod';
import { parseFollowers } from '../src/domain/engagement/parse-network.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { success } from './fields.js';
import { cached, dateRange, networkPlatformId, ofNetwork, statisticError } from './network-fields.js';
import { route } from './route.js';

const daily = z.object({
  success,
  data: z.array(z.object({ date: z.iso.date(), count: z.number().nullable() })).describe('Followers gained, by day.'),
  totalGrowth: z.number().describe('The sum of all days.'),
  cached,
});

/** POST /api/v1/network-followers [network-followers/request]. */
export const networkFollowers = route({
  method: 'post',
  path: '/network-followers',
  doc: {
    tag: 'Network',
    summary: 'Get follower statistics',
    body: z.object({
      platformId: networkPlatformId,
      period: z.string().nullable().optional().describe('`lifetime` (default) or `daily`, case-insensitive.'),
      dateRange: dateRange.nullable().optional().describe('Required for `daily`; not used otherwise.'),
    }),
    response: z.union([z.object({ success, followersCount: z.number(), cached }), daily]),
    errors: [
      'NETWORK_PLATFORM_ID_REQUIRED',
      'NETWORK_PLATFORM_ID_NOT_TEXT',
      'PERIOD_NOT_TEXT',
      'PERIOD_INVALID',
      'DATE_RANGE_REQUIRED',
      'DATE_RANGE_NOT_AN_OBJECT',
      'DATE_RANGE_INCOMPLETE',
      'DATE_RANGE_FIELDS_REQUIRED',
      'NETWORK_PLATFORM_ID_INVALID',
      'NETWORK_CONNECTION_NOT_FOUND',
    ],
  },
  operation: graphql(`
    query RestNetworkFollowers($platformId: String!, $range: DayRange, $isDaily: Boolean!) {
      connection: connectedAccount(platformId: $platformId) {
        followers @skip(if: $isDaily) {
          count
          cached
          failure {
            platformStatusCode
            retryAt
          }
        }
        dailyFollowers(range: $range) @include(if: $isDaily) {
          points {
            date
            count
          }
          total
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
    const { platformId, range } = parseFollowers(body);
    return { platformId, range, isDaily: range !== null };
  },
  success: 200,
  notFound: 'NETWORK_CONNECTION_NOT_FOUND',
  body: ({ connection }) => {
    const { followers, dailyFollowers } = connection;
    if (dailyFollowers) {
      const { points, total, failure, cached: known } = dailyFollowers;
      if (failure) throw statisticError('FOLLOWERS_FAILED', failure);
      return { success: true as const, data: points ?? [], totalGrowth: total ?? 0, cached: known };
    }
    const { count, failure, cached: known } = ofNetwork(followers);
    if (failure) throw statisticError('FOLLOWERS_FAILED', failure);
    return { success: true as const, followersCount: count ?? 0, cached: known };
  },
  otherwise: 'FOLLOWERS_FAILED',
});
