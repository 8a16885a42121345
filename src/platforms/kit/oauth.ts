/**
 * Logins at platforms: OAuth 2 with an authorization code (RFC 6749, section 4.1; PKCE of RFC 7636), and token refresh.
 * Differences between platforms are rows, in `<key>/oauth.ts`.
 *
 * lasting token   what some platforms exchange the first, short-lived token for
 * renewal         a new access token without the person: for a refresh token, or for the access token itself
 */

import type { Http } from '../../foundation/http-client/http.js';
import type { Credentials } from '../port/account.js';
import type { Attached, Authorization, PlatformSetup, Session } from '../port/platform.js';
import { readCredentials } from './credentials.js';
import { type Context, type FailedStep, failed } from './failed-step.js';
import type { OAuthRow } from './oauth-row.js';
import { type Tokens, tokensSchema } from './oauth-row.js';
import { exchangeToken, loginPage, requestTokens } from './tokens.js';

/** A token is considered expired this long before its expiry, so that it does not expire in flight. */
const MARGIN_MS = 60_000;

/** Logins at a platform. */
export const makeAuthorization = (row: OAuthRow): Authorization => ({
  fields: [],
  scopes: row.scopes,
  denials: row.denials ?? ['access_denied'],
  isConfigured: ({ client }) => client !== null,
  async begin(_http, setup, { redirectUri, state, codeChallenge }) {
    const { client } = setup;
    if (!client) return unconfigured(row);
    const url = new URL(loginPage(row, setup));
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
    // The issuer of an overridden base URL is unknown.
    const issuer = setup.baseUrl === null && row.issuer ? { identifier: row.issuer, required: false } : null;
    return { kind: 'begun', url: url.href, redirectUri, issuer, remembered: {} };
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
    if (first.kind === 'rejected') return first.step;
    let tokens = first.value;
    if (row.lasting) {
      const lasting = await exchangeToken(http, row, setup, client, row.lasting, tokens.accessToken);
      if (lasting.kind === 'rejected') return lasting.step;
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
      if (renewed.kind === 'rejected') return renewed.step;
      // A response without a refresh token leaves the previous one valid (RFC 6749, section 6).
      const credentials = { ...account.credentials, ...renewed.value };
      return { kind: 'refreshed', credentials, expiresAt: accessEnds(row, tokensSchema.parse(credentials)) };
    },
  });

/**
 * An account that is reconnected keeps its stored refresh token if the response has none: the previous one stays valid
 * (RFC 6749, section 6), and without it the account would have to be reconnected again and again.
 */
export function keepRefreshToken(attached: Attached, stored: Credentials): Attached {
  const { refreshToken, refreshExpiresAt } = stored;
  if (refreshToken === undefined || attached.credentials.refreshToken !== undefined) return attached;
  const ends = refreshExpiresAt === undefined ? null : new Date(refreshExpiresAt);
  const kept = { refreshToken, ...(refreshExpiresAt !== undefined && { refreshExpiresAt }) };
  return { ...attached, credentials: { ...attached.credentials, ...kept }, expiresAt: ends };
}

const renewing = (refreshToken: string) => ({ grant_type: 'refresh_token', refresh_token: refreshToken });

/** When the user has to log in again: a refreshable access expires only with its refresh token. */
function accessEnds({ renewal }: OAuthRow, { expiresAt, refreshToken, refreshExpiresAt }: Tokens): Date | null {
  const ends = renewal?.kind === 'refresh token' && refreshToken !== undefined ? refreshExpiresAt : expiresAt;
  return ends === undefined ? null : new Date(ends);
}

const none = ({ platform }: OAuthRow): Context => ({ platform, purpose: 'prepare', secrets: [] });

const unconfigured = (row: OAuthRow): FailedStep =>
  failed('PLATFORM_NOT_CONFIGURED', none(row), {
    outcome: 'rejected',
    happened: 'has no OAuth client: the operator of this service has not configured one',
  });

const ended = (row: OAuthRow): FailedStep =>
  failed('PLATFORM_AUTH_EXPIRED', none(row), {
    outcome: 'rejected',
    happened: 'requires the owner of this account to log in again',
  });
