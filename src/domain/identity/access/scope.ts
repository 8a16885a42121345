/** What an API key may be allowed to do. Its values are those of GraphQL and of the database. */
export const ApiKeyScope = {
  READ: 'READ',
  DRAFT: 'DRAFT',
  PUBLISH: 'PUBLISH',
  MANAGE: 'MANAGE',
  MCP: 'MCP',
  WORKSPACE: 'WORKSPACE',
} as const;
export type ApiKeyScope = (typeof ApiKeyScope)[keyof typeof ApiKeyScope];

export const ALL_SCOPES: readonly ApiKeyScope[] = Object.values(ApiKeyScope);

/** What a connected application may be allowed to do. MCP is implied: its tokens open nothing else. */
export const APPLICATION_SCOPES = ['READ', 'DRAFT', 'PUBLISH'] as const satisfies readonly ApiKeyScope[];
export type ApplicationScope = (typeof APPLICATION_SCOPES)[number];

/** Of a key whose creator chose none: everything for which the account needs no entitlement. */
export const DEFAULT_SCOPES = ['READ', 'PUBLISH', 'MANAGE'] as const satisfies readonly ApiKeyScope[];

/** Each scope once, in their order; every key has READ. */
export const toScopes = (chosen: readonly ApiKeyScope[]): ApiKeyScope[] =>
  ALL_SCOPES.filter((scope) => scope === 'READ' || chosen.includes(scope));
