import { graphql, type ResultOf } from '../../api/graphql.js';

export const API_KEYS = graphql(`
  query ApiKeys {
    apiKeys(first: 100) {
      edges {
        node {
          id
          name
          prefix
          scopes
          createdAt
          lastUsedAt
        }
      }
    }
  }
`);

export type ApiKey = NonNullable<ResultOf<typeof API_KEYS>['apiKeys']>['edges'][number]['node'];

export type ApiKeyScope = ApiKey['scopes'][number];

export const CREATE_API_KEY = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      rawKey
      apiKey {
        id
      }
    }
  }
`);

export const RENAME_API_KEY = graphql(`
  mutation RenameApiKey($input: RenameApiKeyInput!) {
    renameApiKey(input: $input) {
      apiKey {
        id
        name
      }
    }
  }
`);

export const REVOKE_API_KEY = graphql(`
  mutation RevokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      revokedApiKeyId
    }
  }
`);
