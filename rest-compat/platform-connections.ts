import { z } from 'zod';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { isoTime, lastError, lowerCase, success, tokenExpiresIn } from './fields.js';
import { route } from './route.js';

const connection = z.object({
  platformId: z.string().describe('The id to use in `platforms` of create-post.'),
  username: z.string().nullable(),
  displayName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  profileUrl: z.string().nullable(),
  accessTokenExpiresAt: isoTime.nullable().describe('Null if it does not expire.'),
  tokenStatus: z
    .enum(['valid', 'expiring_soon', 'expired', 'unknown'])
    .describe(
      '`expiring_soon`: in less than 7 days, or the platform refuses to renew it; `expired`: also if the platform rejected it; `unknown`: it does not expire.',
    ),
  tokenExpiresIn,
  lastSuccessfulPost: isoTime.nullable(),
  lastError,
});

/** GET /api/v1/platform-connections [platform-connections/exact-answer]. */
export const platformConnections = route({
  method: 'get',
  path: '/platform-connections',
  doc: {
    tag: 'Connections',
    summary: 'List connected accounts',
    description: 'The targets of posts. Accounts are connected in the dashboard only.',
    response: z.object({ success, connections: z.array(connection) }),
    errors: [],
  },
  operation: graphql(`
    query RestPlatformConnections($after: String) {
      connections: connectedAccounts(first: 100, after: $after) {
 edges { node {
        platformId
        username
        displayName
        profileImageUrl
        profileUrl
        accessTokenExpiresAt
        tokenStatus
        tokenExpiresIn
        lastSuccessfulPost: lastPublishedAt
        lastError {
          message
          occurredAt
        }
 } } pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: () => ({}),
  paged: ({ connections }) => connections,
  success: 200,
  body: ({ connections }) => ({
    success: true as const,
    connections: connections.edges.map(({ node: { tokenStatus, ...connection } }) => ({
      ...connection,
      tokenStatus: tokenStatus === 'NOT_EXPIRING' ? ('unknown' as const) : lowerCase(tokenStatus),
    })),
  }),
  otherwise: 'FETCH_CONNECTIONS_FAILED',
});
