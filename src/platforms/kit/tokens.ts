/** The tokens of a login, and the requests for them (RFC 6749, sections 4.1.3, 5 and 6). */
import { z } from 'zod';
import { addressAt, requestTo } from '../../foundation/http-client/address.js';
import type { Http, HttpRequest } from '../../foundation/http-client/http.js';
import type { OAuthClient, PlatformSetup } from '../port/platform.js';
import { type ApiResult, callApi } from './call-api.js';
import type { Context } from './failed-step.js';
import type { FailureTable } from './failure-table.js';
import { type OAuthRow, type TokenExchange, type Tokens, tokensSchema } from './oauth-row.js';

const seconds = z.coerce.number().int().positive().max(100_000_000);
const words = z
  .union([z.string(), z.array(z.string())])
  .transform((scopes) => [scopes].flat().join(' ').replaceAll(',', ' '));

/** RFC 6749, section 5.1, with what platforms call its parts. */
const answerSchema = z.object({
  access_token: z.string().min(1),
  expires_in: seconds.optional(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: seconds.optional(),
  refresh_expires_in: seconds.optional(),
  scope: words.optional(),
  permissions: words.optional(),
});

/** An address of the row in the version that the operator has configured. */
const versioned = ({ version }: OAuthRow, { apiVersion }: PlatformSetup, address: string): string =>
  version && apiVersion ? address.replace(`/${version}/`, `/${apiVersion}/`) : address;

/** The page where the user logs in, at the base URL that the operator has configured. */
export const loginPage = (row: OAuthRow, setup: PlatformSetup): string =>
  addressAt(setup.baseUrl, row.defaultBaseUrl, versioned(row, setup, row.authorizeUrl));

const endpoint = (row: OAuthRow, setup: PlatformSetup, address: string) =>
  requestTo(setup.baseUrl, row.defaultBaseUrl, versioned(row, setup, address));

/** A request to the token endpoint (RFC 6749, section 4.1.3 and 6). */
export function requestTokens(
  http: Http,
  row: OAuthRow,
  setup: PlatformSetup,
  client: OAuthClient,
  params: Record<string, string>,
  secrets: readonly string[],
): Promise<ApiResult<Tokens>> {
  const address = endpoint(row, setup, row.tokenUrl);
  const isBasic = row.clientAuth === 'basic';
  const all = {
    ...params,
    ...(!isBasic && { [row.clientIdName ?? 'client_id']: client.id, client_secret: client.secret }),
  };
  const request: HttpRequest =
    row.tokenMethod === 'GET'
      ? { method: 'GET', ...address, query: all }
      : {
          method: 'POST',
          ...address,
          urlencoded: all,
          headers: isBasic ? { authorization: `Basic ${basic(client)}` } : {},
        };
  return callTokenEndpoint(http, row, request, [...secrets, client.secret, basic(client)]);
}

export function exchangeToken(
  http: Http,
  row: OAuthRow,
  setup: PlatformSetup,
  client: OAuthClient,
  exchange: TokenExchange,
  accessToken: string,
): Promise<ApiResult<Tokens>> {
  const address = endpoint(row, setup, exchange.url);
  const request: HttpRequest = { method: 'GET', ...address, query: exchange.params(accessToken, client) };
  return callTokenEndpoint(http, row, request, [accessToken, client.secret]);
}

async function callTokenEndpoint(
  http: Http,
  row: OAuthRow,
  request: HttpRequest,
  secrets: readonly string[],
): Promise<ApiResult<Tokens>> {
  const context: Context = { platform: row.platform, purpose: 'prepare', secrets };
  const result = await callApi(http, request, answerSchema, tokenFailures(row.failures), context);
  if (result.kind === 'rejected') return result;
  const { value, answer } = result;
  const after = (count: number | undefined) =>
    count === undefined ? undefined : new Date(answer.receivedAt.getTime() + count * 1000).toISOString();
  const tokens = {
    accessToken: value.access_token,
    refreshToken: value.refresh_token,
    expiresAt: after(value.expires_in),
    refreshExpiresAt: after(value.refresh_token_expires_in ?? value.refresh_expires_in),
    scopes: value.scope ?? value.permissions,
  };
  const known = Object.fromEntries(Object.entries(tokens).filter(([, token]) => token !== undefined));
  return { ...result, value: tokensSchema.parse(known) };
}

/** RFC 6749, section 2.3.1: both are form-encoded before they are joined. */
const basic = ({ id, secret }: OAuthClient): string =>
  Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64');

const errorSchema = z.object({ error: z.string(), error_description: z.string().optional() });

/** The errors of RFC 6749, section 5.2, before the platform's own. */
const tokenFailures = (own: FailureTable): FailureTable => ({
  rows: [
    { error: 'invalid_grant', code: 'PLATFORM_AUTH_EXPIRED' },
    { error: 'invalid_token', code: 'PLATFORM_AUTH_EXPIRED' },
    { error: 'access_denied', code: 'PLATFORM_AUTH_EXPIRED' },
    { error: 'invalid_client', code: 'PLATFORM_NOT_CONFIGURED' },
    { error: 'unauthorized_client', code: 'PLATFORM_NOT_CONFIGURED' },
    { error: 'invalid_scope', code: 'PLATFORM_NOT_CONFIGURED' },
    { error: 'redirect_uri_mismatch', code: 'PLATFORM_NOT_CONFIGURED' },
    ...own.rows,
  ],
  read(answer) {
    const read = errorSchema.safeParse(answer.json);
    if (!read.success) return own.read(answer);
    const { error, error_description: description } = read.data;
    return { error, message: description ?? error };
  },
});
