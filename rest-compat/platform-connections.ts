import { graphql } from './graphql.js';
import { route } from './route.js';

/** GET /api/v1/platform-connections (documents 1 and 3). */
export const platformConnections = route({
  method: 'get',
  path: '/platform-connections',
  operation: graphql(`
    query RestPlatformConnections {
      connections {
        platformId
        username
        displayName
        profileImageUrl
        profileUrl
        accessTokenExpiresAt
        tokenStatus
        tokenExpiresIn
        lastSuccessfulPost
        lastError {
          message
          occurredAt
        }
      }
    }
  `),
  variables: () => ({}),
  success: 200,
  body: ({ connections }) => ({
    success: true,
    connections: connections.map(({ tokenStatus, ...connection }) => ({
      ...connection,
      tokenStatus: tokenStatus.toLowerCase(),
    })),
  }),
  otherwise: 'FETCH_CONNECTIONS_FAILED',
});
