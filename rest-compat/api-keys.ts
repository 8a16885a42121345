import { z } from 'zod';
import { parseKeyName } from '../src/domain/identity/account/parse-account.js';
import { graphql, type ResultOf } from '../src/foundation/graphql/typed-graphql.js';
import { id, isoTime, lenient } from './fields.js';
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

const apiKey = z.object({
  _id: id,
  name: z.string(),
  keyPrefix: z.string().describe('The public prefix of the key.'),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});

const flag = lenient(z.boolean(), 'Counts as `false`.');
const keyId = id.describe('The API key: 24 hexadecimal characters.');
const name = z.string().max(100).describe('1 to 100 characters.');

/** GET /auth/api-keys [api-keys/list]: those that work, oldest first. */
export const listApiKeys = route({
  method: 'get',
  path: '/auth/api-keys',
  doc: {
    tag: 'API keys',
    summary: 'List your API keys',
    description: 'Active keys only, oldest first.',
    response: z.object({ apiKeys: z.array(apiKey) }),
    errors: [],
  },
  operation: graphql(`query RestListApiKeys { apiKeys(first: 100) { edges { node { ...RestApiKey } } } }`, [fields]),
  variables: () => ({}),
  success: 200,
  body: ({ apiKeys }) => ({ apiKeys: apiKeys.edges.map(({ node }) => toBody(node)) }),
  otherwise: 'INTERNAL_ERROR',
});

/** POST /auth/api-keys: the raw key is in this response and nowhere else. The two flags are additive. */
export const createApiKey = route({
  method: 'post',
  path: '/auth/api-keys',
  doc: {
    tag: 'API keys',
    summary: 'Create an API key',
    description: 'At most 10 can be active. The key itself is returned only in this response.',
    body: z.object({
      name: name.nullable().optional().describe('1 to 100 characters; defaults to `Default`.'),
      mcpAccess: flag.describe('`true`: may send `x-service-client: mcp`, if the account may too.'),
      workspaceAccess: flag.describe('`true`: allow acting for managed users, if the account does too.'),
    }),
    response: z.object({
      message: z.literal('API key created successfully'),
      apiKey: apiKey.extend({ rawKey: z.string().describe('The key, to be sent as `x-api-key`.') }),
    }),
    errors: ['API_KEY_NAME_INVALID', 'API_KEY_PLAN_REQUIRED', 'API_KEY_LIMIT_REACHED'],
  },
  operation: graphql(
    `mutation RestCreateApiKey($input: CreateApiKeyInput!) { createApiKey(input: $input) { rawKey apiKey { ...RestApiKey } } }`,
    [fields],
  ),
  variables: ({ body }) => ({
    input: {
      name: body.name === undefined || body.name === null ? 'Default' : parseKeyName(body.name),
      scopes: [
        ...(['PUBLISH', 'MANAGE'] as const),
        ...(body.mcpAccess === true ? (['MCP'] as const) : []),
        ...(body.workspaceAccess === true ? (['WORKSPACE'] as const) : []),
      ],
    },
  }),
  success: 200,
  body: ({ createApiKey: { apiKey, rawKey } }) => ({
    message: 'API key created successfully' as const,
    apiKey: { ...toBody(apiKey), rawKey },
  }),
  otherwise: 'INTERNAL_ERROR',
});

/** PATCH /auth/api-keys/:keyId */
export const renameApiKey = route({
  method: 'patch',
  path: '/auth/api-keys/:keyId',
  doc: {
    tag: 'API keys',
    summary: 'Rename an API key',
    params: { keyId },
    body: z.object({ name }),
    response: z.object({ message: z.literal('API key updated successfully'), apiKey }),
    errors: ['API_KEY_NAME_INVALID', 'API_KEY_NOT_FOUND'],
  },
  operation: graphql(
    `mutation RestRenameApiKey($input: RenameApiKeyInput!) { renameApiKey(input: $input) { apiKey { ...RestApiKey } } }`,
    [fields],
  ),
  variables: ({ params, body }) => ({ input: { apiKeyId: String(params.keyId), name: parseKeyName(body.name) } }),
  success: 200,
  body: ({ renameApiKey: { apiKey } }) => ({
    message: 'API key updated successfully' as const,
    apiKey: toBody(apiKey),
  }),
  otherwise: 'INTERNAL_ERROR',
  malformedId: 'API_KEY_NOT_FOUND',
});

/** DELETE /auth/api-keys/:keyId */
export const revokeApiKey = route({
  method: 'delete',
  path: '/auth/api-keys/:keyId',
  doc: {
    tag: 'API keys',
    summary: 'Revoke an API key',
    description: 'Effective from the next request.',
    params: { keyId },
    response: z.object({ message: z.literal('API key revoked successfully') }),
    errors: ['API_KEY_NOT_FOUND'],
  },
  operation: graphql(`
    mutation RestRevokeApiKey($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { revokedApiKeyId } }
  `),
  variables: ({ params }) => ({ input: { apiKeyId: String(params.keyId) } }),
  success: 200,
  body: () => ({ message: 'API key revoked successfully' as const }),
  otherwise: 'INTERNAL_ERROR',
  malformedId: 'API_KEY_NOT_FOUND',
});
