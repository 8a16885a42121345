/**
 * Logins at platforms: OAuth 2 with an authorization code (RFC 6749, section 4.1; PKCE of RFC 7636), and tokens that
 * are renewed. What each platform does differently is a row, in `<key>/oauth.ts`.
 *
 * lasting token   what some platforms exchange the first, short-lived token for
 * renewal         a new access token without the person: for a refresh token, or for the access token itself
 */
import { z } from 'zod';
import { addressAt } from './address.js';
import { type Asked, ask } from './ask.js';
import { readCredentials } from './credentials.js';
import { type Context, type FailedStep, failed } from './failed-step.js';
import type { FailureTable } from './failure-table.js';
import type { Http, HttpRequest } from './http.js';
import type {
  Attached,
  Authorization,
  Credentials,
  OAuthClient,
  PlatformKey,
  PlatformSetup,
  Session,
} from './platform.js';

/** One of a platform's requests for another token, with GET and everything in the query, as Meta's are. */
interface TokenExchange {
  url: string;
  params(accessToken: string, client: OAuthClient): Record<string, string>;
}

export interface OAuthRow {
  platform: PlatformKey;
  /** Where the API lives, as in the adapter's `defaultBaseUrl`. */
  defaultBaseUrl: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** Errors of the API, for answers that are not of RFC 6749, section 5.2. */
  failures: FailureTable;
  scopes: readonly string[];
  separator: ' ' | ',';
  /** What the platform calls `client_id`. Default: that. */
  clientIdName?: string;
  /** Where the client's id and secret stand in a token request. */
  clientAuth: 'basic' | 'body';
  /** Method of the token request; with GET all of it is in the query. Default POST with a form. */
  tokenMethod?: 'GET';
  pkce: boolean;
  /** What it calls it when the person cancels. Default: `access_denied`. */
  denials?: readonly string[];
  /** Further parameters of the page where the person logs in. */
  authorizeParams?: Readonly<Record<string, string>>;
  /** The exchange for a lasting token; absent: the first one is it. */
  lasting?: TokenExchange;
  /** Null: when the access ends, the account has to be connected again. */
  renewal: { kind: 'refresh token' } | ({ kind: 'access token' } & TokenExchange) | null;
  /** How long before its end a token is renewed by the job, in milliseconds. */
  renewAheadMs: number;
  /** Asks whose the tokens are; several where the person has to choose. */
  accounts(
    http: Http,
    tokens: Tokens,
    setup: PlatformSetup,
  ): Promise<{ kind: 'found'; accounts: FoundAccount[] } | FailedStep>;
}

/** An account that a login gives access to; its own credentials where they are not those of the login (pages). */
export type FoundAccount = Omit<Attached, 'baseUrl' | 'credentials' | 'expiresAt'> &
  Partial<Pick<Attached, 'credentials' | 'expiresAt'>>;

/** The credentials of accounts that were connected with a login. Times are ISO 8601. */
export const tokensSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1).optional(),
  /** Absent: the access token does not end. */
  expiresAt: z.iso.datetime().optional(),
  refreshExpiresAt: z.iso.datetime().optional(),
  /** What was granted, with spaces between; absent when the platform did not say. */
  scopes: z.string().optional(),
});
export type Tokens = z.infer<typeof tokensSchema>;

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

/** A token is given up this long before its end, so that it does not end on the way. */
const MARGIN_MS = 60_000;

/** Logins at a platform. */
export const makeAuthorization = (row: OAuthRow): Authorization => ({
  fields: [],
  denials: row.denials ?? ['access_denied'],
  isConfigured: ({ client }) => client !== null,
  async begin(_http, setup, { redirectUri, state, codeChallenge }) {
    const { client } = setup;
    if (!client) return unconfigured(row);
    const url = new URL(addressAt(setup.baseUrl, row.defaultBaseUrl, row.authorizeUrl));
    const params = {
      response_type: 'code',
      [row.clientIdName ?? 'client_id']: client.id,
      redirect_uri: redirectUri,
      scope: (setup.scopes ?? row.scopes).join(row.separator),
      state,
      ...(row.pkce && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
      ...row.authorizeParams,
    };
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    return { kind: 'begun', url: url.href, remembered: {} };
  },
  async complete(http, setup, { code, redirectUri, codeVerifier }) {
    const { client } = setup;
    if (!client) return unconfigured(row);
    const params = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...(row.pkce && { code_verifier: codeVerifier }),
    };
    const first = await requestTokens(http, row, setup, client, params, [code, codeVerifier]);
    if (first.kind === 'refused') return first.step;
    let tokens = first.value;
    if (row.lasting) {
      const lasting = await exchangeToken(http, row, setup, client, row.lasting, tokens.accessToken);
      if (lasting.kind === 'refused') return lasting.step;
      tokens = { ...tokens, ...lasting.value };
    }
    const found = await row.accounts(http, tokens, setup);
    if (found.kind === 'failed') return found;
    return {
      kind: 'granted',
      accounts: found.accounts.map((account) => ({
        baseUrl: null,
        credentials: tokens as Credentials,
        expiresAt: accessEnds(row, tokens),
        ...account,
      })),
    };
  },
});

/** Keeps the tokens of an account alive. */
export const makeTokenSession =
  (row: OAuthRow) =>
  (http: Http, setup: PlatformSetup): Session => ({
    renewAt(credentials) {
      const { expiresAt, refreshToken } = credentials;
      const renewable = row.renewal?.kind === 'access token' || refreshToken !== undefined;
      return row.renewal && renewable && expiresAt ? new Date(Date.parse(expiresAt) - row.renewAheadMs) : null;
    },
    isStale: ({ expiresAt }, now) => expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime() + MARGIN_MS,
    async refresh(account) {
      const { platform, renewal } = row;
      const read = readCredentials(tokensSchema, account, { platform, purpose: 'prepare' });
      if (read.kind === 'failed') return read;
      const { accessToken, refreshToken = '' } = read.credentials;
      if (!renewal || (renewal.kind === 'refresh token' && refreshToken === '')) return ended(row);
      const { client } = setup;
      if (!client) return unconfigured(row);
      const at = { ...setup, baseUrl: account.baseUrl };
      const renewed =
        renewal.kind === 'access token'
          ? await exchangeToken(http, row, at, client, renewal, accessToken)
          : await requestTokens(http, row, at, client, renewing(refreshToken), [refreshToken, accessToken]);
      if (renewed.kind === 'refused') return renewed.step;
      // An answer without a refresh token leaves the one before good (RFC 6749, section 6).
      const credentials = { ...account.credentials, ...renewed.value };
      return { kind: 'refreshed', credentials, expiresAt: accessEnds(row, tokensSchema.parse(credentials)) };
    },
  });

/**
 * An account that is connected again, with the refresh token that is stored where the new answer has none: the one
 * before stays good (RFC 6749, section 6), and without it the account would have to be connected again and again.
 */
export function keepRefreshToken(attached: Attached, stored: Credentials): Attached {
  const { refreshToken, refreshExpiresAt } = stored;
  if (refreshToken === undefined || attached.credentials.refreshToken !== undefined) return attached;
  const ends = refreshExpiresAt === undefined ? null : new Date(refreshExpiresAt);
  const kept = { refreshToken, ...(refreshExpiresAt !== undefined && { refreshExpiresAt }) };
  return { ...attached, credentials: { ...attached.credentials, ...kept }, expiresAt: ends };
}

const renewing = (refreshToken: string) => ({ grant_type: 'refresh_token', refresh_token: refreshToken });

/** When the person has to come back: an access that is renewed has no end but that of what renews it. */
function accessEnds({ renewal }: OAuthRow, { expiresAt, refreshToken, refreshExpiresAt }: Tokens): Date | null {
  const ends = renewal?.kind === 'refresh token' && refreshToken !== undefined ? refreshExpiresAt : expiresAt;
  return ends === undefined ? null : new Date(ends);
}

/** A request to the token endpoint (RFC 6749, section 4.1.3 and 6). */
function requestTokens(
  http: Http,
  row: OAuthRow,
  setup: PlatformSetup,
  client: OAuthClient,
  params: Record<string, string>,
  secrets: readonly string[],
): Promise<Asked<Tokens>> {
  const url = addressAt(setup.baseUrl, row.defaultBaseUrl, row.tokenUrl);
  const isBasic = row.clientAuth === 'basic';
  const all = {
    ...params,
    ...(!isBasic && { [row.clientIdName ?? 'client_id']: client.id, client_secret: client.secret }),
  };
  const request: HttpRequest =
    row.tokenMethod === 'GET'
      ? { method: 'GET', url, query: all }
      : { method: 'POST', url, urlencoded: all, headers: isBasic ? { authorization: `Basic ${basic(client)}` } : {} };
  return askTokens(http, row, request, [...secrets, client.secret, basic(client)]);
}

function exchangeToken(
  http: Http,
  row: OAuthRow,
  setup: PlatformSetup,
  client: OAuthClient,
  exchange: TokenExchange,
  accessToken: string,
): Promise<Asked<Tokens>> {
  const url = addressAt(setup.baseUrl, row.defaultBaseUrl, exchange.url);
  const request: HttpRequest = { method: 'GET', url, query: exchange.params(accessToken, client) };
  return askTokens(http, row, request, [accessToken, client.secret]);
}

async function askTokens(
  http: Http,
  row: OAuthRow,
  request: HttpRequest,
  secrets: readonly string[],
): Promise<Asked<Tokens>> {
  const context: Context = { platform: row.platform, purpose: 'prepare', secrets };
  const asked = await ask(http, request, answerSchema, tokenFailures(row.failures), context);
  if (asked.kind === 'refused') return asked;
  const { value, answer } = asked;
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
  return { ...asked, value: tokensSchema.parse(known) };
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
    return { error, words: description ?? error };
  },
});

const none = ({ platform }: OAuthRow): Context => ({ platform, purpose: 'prepare', secrets: [] });

const unconfigured = (row: OAuthRow): FailedStep =>
  failed('PLATFORM_NOT_CONFIGURED', none(row), {
    outcome: 'rejected',
    happened: 'has no app of this service: its operator has configured no client for it',
  });

const ended = (row: OAuthRow): FailedStep =>
  failed('PLATFORM_AUTH_EXPIRED', none(row), {
    outcome: 'rejected',
    happened: 'gives no new access to this account without its owner',
  });
