/**
 * Logins at a Mastodon server. Servers are independent, so this service registers once with each server that a user
 * names; PKCE is sent to all, and ignored by those before 4.3. Servers are untrusted, so each has its own redirect URI,
 * and a code is redeemed only at the named server, even if its metadata lists other endpoints.
 */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import type { Context, FailedStep } from '../kit/failed-step.js';
import { isIssuer } from '../kit/issuer.js';
import { makeAuthorization } from '../kit/oauth.js';
import type { OAuthRow } from '../kit/oauth-row.js';
import { NO_SERVER, readTyped, serverAddress } from '../kit/typed-values.js';
import type { Authorization, Begun, Issuer, OAuthClient, PlatformSetup, RegisteredClients } from '../port/platform.js';
import { makeClient } from './client.js';
import { instanceField } from './connector.js';
import { fediverseFailures } from './failures.js';
import { describe, identify } from './identify.js';

const SCOPES = ['read:accounts', 'read:statuses', 'write:media', 'write:statuses'];

const oauthAt = (server: string): OAuthRow => ({
  platform: 'fediverse',
  defaultBaseUrl: server,
  authorizeUrl: `${server}/oauth/authorize`,
  tokenUrl: `${server}/oauth/token`,
  failures: fediverseFailures,
  scopes: SCOPES,
  separator: ' ',
  clientAuth: 'body',
  pkce: true,
  // Tokens do not expire.
  renewal: null,
  renewAheadMs: 0,
  async accounts(http, { accessToken }) {
    const owner = await identify(makeClient(http, server, accessToken, 'prepare'));
    if (owner.kind === 'failed') return owner;
    return { kind: 'found', accounts: [{ ...describe(owner.self), baseUrl: server }] };
  },
});

/** A login at one server, with the client that is registered there. */
const loginAt = (server: string, setup: PlatformSetup, client: OAuthClient) => ({
  authorization: makeAuthorization(oauthAt(server)),
  setup: { ...setup, baseUrl: server, client },
});

const typedSchema = z.object({ instance: serverAddress });
const rememberedSchema = z.object({ server: z.url(), id: z.string(), secret: z.string() });

export const authorization: Authorization = {
  fields: [instanceField],
  scopes: SCOPES,
  denials: ['access_denied'],
  isConfigured: () => true,
  async begin(http, setup, request) {
    const read = readTyped(typedSchema, request.values);
    if (read.kind === 'invalid') return read;
    const server = read.typed.instance ?? setup.baseUrl;
    if (server === null) return { kind: 'invalid', field: 'instance', reason: NO_SERVER };
    const named = await findIssuer(http, server);
    if (named.kind !== 'found') return named;
    const found = await findClient(http, server, request.clients, setup.scopes ?? SCOPES);
    if (found.kind === 'failed') return found;
    const { client } = found;
    const redirectUri = request.clients.redirectUri(server);
    const login = loginAt(server, setup, client);
    const begun = await login.authorization.begin(http, login.setup, { ...request, redirectUri });
    if (begun.kind !== 'begun') return begun;
    return { ...begun, issuer: named.issuer, remembered: { server, ...client } };
  },
  complete(http, setup, came) {
    const { server, ...client } = rememberedSchema.parse(came.remembered);
    const login = loginAt(server, setup, client);
    return login.authorization.complete(http, login.setup, came);
  },
};

const metadataSchema = z.object({
  issuer: z.url({ protocol: /^https?$/ }).max(300),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});

/**
 * The issuer of a server, and whether its responses name it (RFC 8414; Mastodon since 4.3 has this metadata). A server whose
 * issuer is another address is refused (section 3.3): the login belongs to that address.
 */
async function findIssuer(
  http: Http,
  server: string,
): Promise<{ kind: 'found'; issuer: Issuer } | Exclude<Begun, { kind: 'begun' }>> {
  const request = { method: 'GET', url: `${server}/.well-known/oauth-authorization-server` } as const;
  const result = await callApi(http, request, metadataSchema, fediverseFailures, preparing([]));
  if (result.kind === 'rejected') {
    if ((result.status ?? 500) >= 500) return result.step;
    return { kind: 'found', issuer: { identifier: server, required: false } };
  }
  const { issuer, authorization_response_iss_parameter_supported: required } = result.value;
  if (isIssuer(server, issuer)) return { kind: 'found', issuer: { identifier: server, required } };
  return { kind: 'invalid', field: 'instance', reason: `must be ${issuer}, the name that the server uses for itself` };
}

const clientSchema = z
  .object({ client_id: z.string().min(1), client_secret: z.string().min(1) })
  .transform(({ client_id: id, client_secret: secret }): OAuthClient => ({ id, secret }));

/**
 * The registered OAuth client: that of the last login, or a new one. A server that has removed a client would show
 * the user an error without a way back, so a stored client is first checked by requesting an app token.
 */
async function findClient(
  http: Http,
  server: string,
  clients: RegisteredClients,
  scopes: readonly string[],
): Promise<{ kind: 'found'; client: OAuthClient } | FailedStep> {
  const redirectUri = clients.redirectUri(server);
  const known = await clients.find(server);
  if (known) {
    const { id: client_id, secret: client_secret } = known;
    const about = { grant_type: 'client_credentials', client_id, client_secret, redirect_uri: redirectUri };
    const result = await post(http, `${server}/oauth/token`, about, z.unknown(), [client_secret]);
    if (result.kind === 'rejected' && (result.status ?? 500) >= 500) return result.step;
    // Servers without app tokens are assumed to still know the client.
    if (result.kind === 'ok' || result.status !== 401) return { kind: 'found', client: known };
  }
  const about = { client_name: 'Social publishing service', redirect_uris: redirectUri, scopes: scopes.join(' ') };
  const registered = await post(http, `${server}/api/v1/apps`, about, clientSchema, []);
  if (registered.kind === 'rejected') return registered.step;
  await clients.keep(server, registered.value);
  return { kind: 'found', client: registered.value };
}

const post = <T>(
  http: Http,
  url: string,
  urlencoded: Record<string, string>,
  schema: z.ZodType<T>,
  secrets: readonly string[],
): Promise<ApiResult<T>> =>
  callApi(http, { method: 'POST', url, urlencoded }, schema, fediverseFailures, preparing(secrets));

const preparing = (secrets: readonly string[]): Context => ({ platform: 'fediverse', purpose: 'prepare', secrets });
