/**
 * Clients of OAuth: applications before somebody connects them. Registration is open to anybody and stateless (RFC 7591,
 * appendix A.5.2): the id of a client contains all that the service needs of it. Nothing is stored that could pile up, and
 * an id is valid in every pod. It proves nothing, nor would a stored one: the user decides by the host of the redirect.
 * The other way is a document at an address, which is the id then (draft-ietf-oauth-client-id-metadata-document).
 */
import { isBlank } from '../../../foundation/blank-text.js';
import { NOT_IN_NAMES } from '../account/parse-account.js';
import { OAuthError } from './oauth-error.js';

export interface OAuthClient {
  clientId: string;
  /** As the application names itself. */
  name: string;
  redirectUris: readonly string[];
}

const PREFIX = 'c_';
const MAX_NAME = 100;
const MAX_REDIRECT_URIS = 10;
/** The id is a part of addresses, whose length servers and browsers bound. */
const MAX_ID = 2000;
/** Characters of an address (RFC 3986) without a fragment. */
const URI_TEXT = /^[\w.~:/?[\]@!$&'()*+,;=%-]+$/;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The client with this metadata (RFC 7591). Members that the service does not use are ignored. Errors:
 * invalid_redirect_uri, invalid_client_metadata.
 */
export function registerClient(metadata: unknown): OAuthClient {
  const { name, redirectUris } = parseMetadata(metadata);
  const clientId = PREFIX + Buffer.from(JSON.stringify([name, ...redirectUris])).toString('base64url');
  if (clientId.length > MAX_ID) throw new OAuthError('invalid_client_metadata', 'The metadata is too long');
  return { clientId, name, redirectUris };
}

function parseMetadata(metadata: unknown): Omit<OAuthClient, 'clientId'> {
  const { redirect_uris: given, client_name: named } = Object(metadata);
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_REDIRECT_URIS) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must have 1 to ${MAX_REDIRECT_URIS} addresses`);
  }
  const redirectUris = given.map(parseRedirectUri);
  const [first = ''] = redirectUris;
  return { name: parseName(named ?? new URL(first).host), redirectUris };
}

/** The client with this id. Error: invalid_client, if it is not one of registration. */
export function clientOf(clientId: string): OAuthClient {
  if (clientId.length <= MAX_ID && clientId.startsWith(PREFIX)) {
    try {
      const [client_name, ...redirect_uris] = JSON.parse(
        Buffer.from(clientId.slice(PREFIX.length), 'base64url').toString(),
      );
      const client = registerClient({ client_name, redirect_uris });
      // One client has one id.
      if (client.clientId === clientId) return client;
    } catch {
      // Not JSON, or metadata that registration refuses.
    }
  }
  throw new OAuthError('invalid_client', 'client_id is not one that this service has registered');
}

/** Whether an id is the address of a document: https, with a path, and written as browsers write it. */
export function isDocumentAddress(clientId: string): boolean {
  const url = clientId.length <= MAX_ID ? URL.parse(clientId) : null;
  const { protocol, pathname, username, password, hash, href } = url ?? {};
  return protocol === 'https:' && pathname !== '/' && !username && !password && !hash && href === clientId;
}

/** The client that the document at this address describes. Error: invalid_client. */
export function describedClient(clientId: string, document: unknown): OAuthClient {
  const { client_id: named, token_endpoint_auth_method: method = 'none' } = Object(document);
  if (named !== clientId) throw new OAuthError('invalid_client', 'The document at client_id is not about that client');
  if (method !== 'none') throw new OAuthError('invalid_client', 'token_endpoint_auth_method must be none');
  return { clientId, ...parseMetadata(document) };
}

function parseRedirectUri(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  const isAllowed =
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))) &&
    url.username === '' &&
    url.password === '' &&
    URI_TEXT.test(String(value));
  if (!isAllowed) {
    throw new OAuthError(
      'invalid_redirect_uri',
      'A redirect URI must be an https address, or an http address of this computer (localhost, 127.0.0.1, [::1]), without a fragment or a password',
    );
  }
  return String(value);
}

function parseName(value: unknown): string {
  if (!isName(value)) {
    throw new OAuthError('invalid_client_metadata', `client_name must be one line of 1 to ${MAX_NAME} characters`);
  }
  return value;
}

/** A line that can be seen: the user decides by it, and the audit log keeps it. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MAX_NAME &&
  value.isWellFormed() &&
  !isBlank(value) &&
  value.search(NOT_IN_NAMES) < 0;

/**
 * Whether a client may have its answer at this address: one that it registered, compared whole. Programs on the user's
 * computer get their port from the system, so that on loopback the port does not count (RFC 8252, 7.3).
 */
export const mayRedirectTo = ({ redirectUris }: OAuthClient, redirectUri: string): boolean =>
  redirectUris.includes(redirectUri) ||
  (URL.canParse(redirectUri) &&
    redirectUris.some(
      (registered) => registered.startsWith('http:') && portless(registered) === portless(redirectUri),
    ));

/** Compared as text: what a browser reads in the same way is still another address. */
const portless = (redirectUri: string): string =>
  redirectUri.replace(/^(http:\/\/[^/?#:[\]]+|http:\/\/\[::1\]):\d+/, '$1');

/** Whether an address is of the user's own computer. */
export const isLoopback = (redirectUri: string): boolean => LOOPBACK.has(new URL(redirectUri).hostname);
