import { createHash } from 'node:crypto';
import type { Client } from '../clients.js';
import type { Refusal, SandboxContext } from '../exchange.js';
import { randomToken } from '../random.js';
import type { Codes, Consent } from './codes.js';
import { need, type Params } from './parameters.js';
import { isLasting, lastingSeconds, type OAuthQuirks, refuse, type TokenExchange } from './quirks.js';

/** One `grant_type` of an endpoint that gives tokens. */
export interface TokenType {
  name: string;
  path: string;
  method: 'get' | 'post';
  /** Its parameters beyond those of the app. */
  parameters: readonly string[];
  /** The parameters by which the app identifies itself; `authenticated`: its id and secret. */
  client: 'authenticated' | TokenExchange['client'];
  /** Checks the request. `run` creates the tokens and returns the body of the response. */
  prepare(params: Params, client: Client | null): { accountId: string | null; run(): unknown };
}

const invalidGrant = (quirks: OAuthQuirks, description: string): Refusal =>
  refuse(quirks, { status: 400, code: 'invalid_grant', description });

const usedCode = (quirks: OAuthQuirks) => invalidGrant(quirks, 'The code is unknown, used or expired');
const usedToken = (quirks: OAuthQuirks) => invalidGrant(quirks, 'The refresh token is not valid');

/** A code for tokens (RFC 6749, section 4.1.3). */
export function codeType(context: SandboxContext, quirks: OAuthQuirks, codes: Codes): TokenType {
  return {
    name: 'authorization_code',
    path: quirks.tokenPath,
    method: quirks.tokenMethod === 'GET' ? 'get' : 'post',
    parameters: ['code', 'redirect_uri', ...(quirks.pkce === 'none' ? [] : ['code_verifier'])],
    client: 'authenticated',
    prepare(params, client) {
      const redirectUri = need(quirks, params, 'redirect_uri');
      const code = need(quirks, params, 'code');
      const consent = codes.find(code);
      const [account] = consent?.accounts ?? [];
      if (!consent || !account) throw usedCode(quirks);
      if (consent.clientId !== client?.id) throw invalidGrant(quirks, 'The code was given to another app');
      if (consent.redirectUri !== redirectUri) throw invalidGrant(quirks, 'This is not the redirect_uri of the login');
      checkVerifier(quirks, consent, params.code_verifier);
      const { accounts, scopes, query, clientId } = consent;
      const run = () => {
        if (!codes.take(code)) throw usedCode(quirks);
        const grant = context.grants.issue({
          account,
          accounts,
          holder: quirks.several === 'person' ? 'person' : 'account',
          scopes,
          clientId,
          expiresInSeconds: quirks.accessSeconds,
          hasRefreshToken: quirks.refresh !== undefined && (quirks.refresh.given?.(scopes, query) ?? true),
          refreshInSeconds: quirks.refresh?.seconds ?? null,
        });
        return quirks.answer(grant, true);
      };
      return { accountId: account.accountId, run };
    },
  };
}

/** RFC 7636, section 4.6. */
function checkVerifier(quirks: OAuthQuirks, { codeChallenge }: Consent, verifier: string | undefined): void {
  if (codeChallenge === null && verifier === undefined) return;
  const isWellFormed = /^[\w.~-]{43,128}$/.test(verifier ?? '');
  const challenge = createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url');
  if (isWellFormed && challenge === codeChallenge) return;
  throw invalidGrant(quirks, 'This is not the code_verifier of the login');
}

/** A refresh token for an access token (RFC 6749, section 6). */
export function refreshType(
  context: SandboxContext,
  quirks: OAuthQuirks,
  { rotates, seconds }: NonNullable<OAuthQuirks['refresh']>,
): TokenType {
  return {
    name: 'refresh_token',
    path: quirks.tokenPath,
    method: 'post',
    parameters: ['refresh_token'],
    client: 'authenticated',
    prepare(params, client) {
      const refreshToken = need(quirks, params, 'refresh_token');
      const find = () => context.grants.findByRefresh(quirks.platform, refreshToken);
      const shown = find();
      if (!shown || shown.clientId !== client?.id) throw usedToken(quirks);
      const run = () => {
        const last = find();
        if (!last) throw usedToken(quirks);
        if (rotates) context.grants.useUp(last);
        const grant = context.grants.issue({
          ...last,
          expiresInSeconds: quirks.accessSeconds,
          hasRefreshToken: true,
          refreshToken: rotates ? undefined : refreshToken,
          refreshInSeconds: seconds,
        });
        return quirks.answer(grant, false);
      };
      return { accountId: shown.account.accountId, run };
    },
  };
}

/** Exchanges a token for a long-lived one. */
export function exchangeType(context: SandboxContext, quirks: OAuthQuirks, exchange: TokenExchange): TokenType {
  const { path, grantType, tokenName, takes, client } = exchange;
  return {
    name: grantType,
    path,
    method: 'get',
    parameters: [tokenName],
    client,
    prepare(params) {
      const shown = context.grants.find(quirks.platform, need(quirks, params, tokenName));
      const isOver = shown && shown.expiresAt !== null && shown.expiresAt <= Date.now();
      if (!shown || isOver || (takes && takes !== (isLasting(shown) ? 'lasting' : 'brief'))) {
        throw refuse(quirks, { status: 400, code: 'invalid_token', description: 'The session has expired' });
      }
      const lasting = { expiresInSeconds: lastingSeconds, hasRefreshToken: false, refreshToken: undefined };
      const run = () => exchange.answer(context.grants.issue({ ...shown, ...lasting }));
      return { accountId: shown.account.accountId, run };
    },
  };
}

/** A token of the app itself (RFC 6749, section 4.4). Here it only verifies that the app is known. */
export function clientType(quirks: OAuthQuirks): TokenType {
  const run = () => ({
    access_token: randomToken(),
    token_type: 'Bearer',
    scope: 'read',
    created_at: Math.floor(Date.now() / 1000),
  });
  return {
    name: 'client_credentials',
    path: quirks.tokenPath,
    method: 'post',
    parameters: ['redirect_uri'],
    client: 'authenticated',
    prepare: () => ({ accountId: null, run }),
  };
}
