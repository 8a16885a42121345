/** What applications read before they connect: where the authorization server is, and what it supports. */
import { APPLICATION_SCOPES, type ApplicationScope } from '../access/scope.js';

/** The protected resource. Its tokens are accepted nowhere else. */
export const MCP_PATH = '/mcp';

export const AUTHORIZE_PATH = '/oauth/authorize';
export const TOKEN_PATH = '/oauth/token';
export const REGISTER_PATH = '/oauth/register';
export const REVOKE_PATH = '/oauth/revoke';

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
/** For clients that look at the path of the resource, and for those that look at the root. */
export const RESOURCE_METADATA_PATHS = [RESOURCE_METADATA + MCP_PATH, RESOURCE_METADATA];
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';

/** What most assistants need. A client that needs more asks for it. */
const USUAL_SCOPES: readonly ApplicationScope[] = ['READ', 'PUBLISH'];

/** The issuer of tokens: the public address of the service, without a slash at its end. */
export const issuerOf = (publicUrl: string): string => publicUrl.replace(/\/+$/, '');

export const resourceOf = (publicUrl: string): string => issuerOf(publicUrl) + MCP_PATH;

/** RFC 9728. */
export const resourceMetadata = (publicUrl: string): object => ({
  resource: resourceOf(publicUrl),
  resource_name: 'Social publishing',
  authorization_servers: [issuerOf(publicUrl)],
  bearer_methods_supported: ['header'],
  scopes_supported: APPLICATION_SCOPES,
});

/** RFC 8414. */
export const serverMetadata = (publicUrl: string): object => {
  const issuer = issuerOf(publicUrl);
  return {
    issuer,
    authorization_endpoint: issuer + AUTHORIZE_PATH,
    token_endpoint: issuer + TOKEN_PATH,
    registration_endpoint: issuer + REGISTER_PATH,
    revocation_endpoint: issuer + REVOKE_PATH,
    scopes_supported: APPLICATION_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
};

/** The header `WWW-Authenticate` of a refused request to the resource: where the client begins to authorize. */
export type Challenge = (refusal: { error?: 'invalid_token' | 'insufficient_scope' }) => string;

export const makeChallenge =
  (publicUrl: () => string): Challenge =>
  (refusal) =>
    `Bearer ${Object.entries({
      ...refusal,
      resource_metadata: issuerOf(publicUrl()) + RESOURCE_METADATA_PATHS[0],
      scope: USUAL_SCOPES.join(' '),
    })
      .map(([name, value]) => `${name}="${value}"`)
      .join(', ')}`;
