import { z } from 'zod';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { isoTime, lastError, platformKey, tokenExpiresIn } from './fields.js';
import { route } from './route.js';

/**
 * POST /api/v1/test-connection/:platformId [test-connection/always-200]: always 200, also when the platform refuses.
 *
 * Quirk: a skyfeed connection always lacks its credentials, although it publishes [test-connection/skyfeed].
 */
export const testConnection = route({
  method: 'post',
  path: '/test-connection/:platformId',
  doc: {
    tag: 'Connections',
    summary: 'Test a connection',
    description:
      'The result is always a 200: see `status`. A platform that cannot be checked returns `error` and `Unknown platform: <key>`. A skyfeed connection always reports missing credentials, although posting works.',
    params: { platformId: z.string().describe('The connection, as returned by platform-connections.') },
    response: z.object({
      platform: platformKey,
      platformId: z.string(),
      username: z.string().describe('`unknown` for a platform that cannot be checked.'),
      status: z.enum(['ok', 'error']),
      message: z.string(),
      permissions: z.array(z.string()).describe('Granted permissions; empty on error.'),
      tokenExpiresIn,
      lastSuccessfulPost: isoTime.nullable(),
      lastError,
    }),
    errors: ['PLATFORM_ID_FORMAT_INVALID', 'CONNECTION_NOT_FOUND'],
  },
  operation: graphql(`
    mutation RestTestConnection($input: CheckAccountInput!) {
      checkAccount(input: $input) {
        check {
          platformKey
          platformId
          username
          working
          message
          permissions
          tokenExpiresIn
          lastSuccessfulPost: lastPublishedAt
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
  body: ({ checkAccount: { check } }) => {
    const { platformKey, platformId, username, working, message, permissions, ...rest } = check;
    const missing = platformKey === 'skyfeed';
    return {
      platform: platformKey,
      platformId,
      username,
      status: working && !missing ? ('ok' as const) : ('error' as const),
      message: missing ? 'Missing credentials' : message,
      permissions: missing ? [] : permissions,
      ...rest,
    };
  },
  otherwise: 'TEST_CONNECTION_FAILED',
});
