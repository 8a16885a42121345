import { graphql } from './graphql.js';
import { route } from './route.js';

/**
 * POST /api/v1/test-connection/:platformId (documents 1 and 3): 200 whatever the platform says.
 *
 * Quirk: a skyfeed connection "always reports missing credentials although posting works".
 */
export const testConnection = route({
  method: 'post',
  path: '/test-connection/:platformId',
  operation: graphql(`
    mutation RestTestConnection($input: CheckConnectionInput!) {
      checkConnection(input: $input) {
        check {
          platformKey
          platformId
          username
          working
          message
          permissions
          tokenExpiresIn
          lastSuccessfulPost
          lastError {
            message
            occurredAt
          }
        }
      }
    }
  `),
  variables: ({ params }) => ({ input: { platformId: String(params.platformId) } }),
  success: 200,
  body: ({ checkConnection: { check } }) => {
    const { platformKey, platformId, username, working, message, permissions, ...rest } = check;
    const missing = platformKey === 'skyfeed';
    return {
      platform: platformKey,
      platformId,
      username,
      status: working && !missing ? 'ok' : 'error',
      message: missing ? 'Missing credentials' : message,
      permissions: missing ? [] : permissions,
      ...rest,
    };
  },
  otherwise: 'TEST_CONNECTION_FAILED',
});
