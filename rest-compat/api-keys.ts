import { parseKeyName } from '../src/access/parse-account.js';
import { graphql, type ResultOf } from './graphql.js';
import { route } from './route.js';

const fields = graphql(`
  fragment RestApiKey on ApiKey @_unmask {
    id
    name
    prefix
    createdAt
    lastUsedAt
  }
`);

const toBody = ({ id, name, prefix, createdAt, lastUsedAt }: ResultOf<typeof fields>) => ({
  _id: id,
  name,
  keyPrefix: prefix,
  createdAt,
  lastUsedAt,
});

/** GET /auth/api-keys (document 3, "API keys"): those that work, oldest first. */
export const listApiKeys = route({
  method: 'get',
  path: '/auth/api-keys',
  operation: graphql(`query RestListApiKeys { apiKeys { ...RestApiKey } }`, [fields]),
  variables: () => ({}),
  success: 200,
  body: ({ apiKeys }) => ({ apiKeys: apiKeys.map(toBody) }),
  otherwise: 'INTERNAL_ERROR',
});

/** POST /auth/api-keys: the raw key is in this answer and nowhere else. The two flags are additive. */
export const createApiKey = route({
  method: 'post',
  path: '/auth/api-keys',
  operation: graphql(
    `mutation RestCreateApiKey($input: CreateApiKeyInput!) { createApiKey(input: $input) { rawKey apiKey { ...RestApiKey } } }`,
    [fields],
  ),
  variables: ({ body }) => ({
    input: {
      name: body.name === undefined || body.name === null ? 'Default' : parseKeyName(body.name),
      mcpAccess: body.mcpAccess === true,
      workspaceAccess: body.workspaceAccess === true,
    },
  }),
  success: 200,
  body: ({ createApiKey: { apiKey, rawKey } }) => ({
    message: 'API key created successfully',
    apiKey: { ...toBody(apiKey), rawKey },
  }),
  otherwise: 'INTERNAL_ERROR',
});

/** PATCH /auth/api-keys/:keyId */
export const renameApiKey = route({
  method: 'patch',
  path: '/auth/api-keys/:keyId',
  operation: graphql(
    `mutation RestRenameApiKey($input: RenameApiKeyInput!) { renameApiKey(input: $input) { apiKey { ...RestApiKey } } }`,
    [fields],
  ),
  variables: ({ params, body }) => ({ input: { id: String(params.keyId), name: parseKeyName(body.name) } }),
  success: 200,
  body: ({ renameApiKey: { apiKey } }) => ({ message: 'API key updated successfully', apiKey: toBody(apiKey) }),
  otherwise: 'INTERNAL_ERROR',
  malformedId: 'API_KEY_NOT_FOUND',
});

/** DELETE /auth/api-keys/:keyId */
export const revokeApiKey = route({
  method: 'delete',
  path: '/auth/api-keys/:keyId',
  operation: graphql(`
    mutation RestRevokeApiKey($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { revokedId } }
  `),
  variables: ({ params }) => ({ input: { id: String(params.keyId) } }),
  success: 200,
  body: () => ({ message: 'API key revoked successfully' }),
  otherwise: 'INTERNAL_ERROR',
  malformedId: 'API_KEY_NOT_FOUND',
});
