import { APPLICATION_SCOPES, type ApplicationScope } from '../access/scope.js';
import { mayRedirectTo, type OAuthClient } from './oauth-client.js';
import { OAuthError, parameter, requiredParameter } from './oauth-error.js';

/** What an application asks the user for. */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  scopes: readonly ApplicationScope[];
  state: string | null;
  codeChallenge: string;
}

/** SHA-256 in base64url. */
const S256 = /^[\w-]{43}$/;

/**
 * Reads an authorization request (OAuth 2.1, 4.1.1) of a client. Every refusal is shown to the user and none is sent to
 * the redirect URI: anybody can register one, and it must not be reached without the user's decision.
 */
export function parseAuthorizationRequest(query: unknown, client: OAuthClient, resource: string): AuthorizationRequest {
  const redirectUri = requiredParameter(query, 'redirect_uri');
  if (!mayRedirectTo(client, redirectUri)) {
    throw new OAuthError('invalid_request', 'redirect_uri is not one that the application has registered');
  }
  if (requiredParameter(query, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code');
  }
  const codeChallenge = requiredParameter(query, 'code_challenge');
  if (parameter(query, 'code_challenge_method') !== 'S256' || !S256.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be one of PKCE by the method S256');
  }
  assertResource(requiredParameter(query, 'resource'), resource);
  const scopes = parseScope(parameter(query, 'scope')) ?? ['READ'];
  return { client, redirectUri, scopes, state: parameter(query, 'state'), codeChallenge };
}

/** Tokens are bound to one resource (RFC 8707). Error: invalid_target. */
export function assertResource(given: string, resource: string): void {
  const [one, other] = [given, resource].map((address) => URL.parse(address)?.href.replace(/\/$/, ''));
  if (one === undefined || one !== other) throw new OAuthError('invalid_target', `resource must be ${resource}`);
}

/** A list of scopes, each once and in their order, always with READ; null if there is none. Error: invalid_scope. */
export function parseScope(given: string | null): ApplicationScope[] | null {
  if (given === null) return null;
  const named = new Set(given.split(' ').filter((scope) => scope !== ''));
  const unknown = [...named].find((scope) => !(APPLICATION_SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined) {
    throw new OAuthError('invalid_scope', `Scopes are ${APPLICATION_SCOPES.join(', ')}`);
  }
  return APPLICATION_SCOPES.filter((scope) => scope === 'READ' || named.has(scope));
}
