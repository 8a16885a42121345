/**
 * Sessions: an app password is exchanged for an access token (about two hours) and a refresh token (about 90 days,
 * replaced at each use). Logins are limited to 30 in 5 minutes per account, so a session is renewed, not replaced,
 * while its refresh token is valid.
 */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import { readCredentials } from '../kit/credentials.js';
import { type Context, failed } from '../kit/failed-step.js';
import { profileText } from '../kit/profile.js';
import type { Account } from '../port/account.js';
import type { Refreshed, Session } from '../port/platform.js';
import { readClaims } from './claims.js';
import { didSchema, methodAt, type Operator } from './client.js';
import { skyfeedFailures } from './failures.js';

const credentialsSchema = z.object({
  /** A handle or an e-mail address. */
  identifier: z.string().min(1),
  appPassword: z.string().min(1),
  accessJwt: z.string().min(1).optional(),
  refreshJwt: z.string().min(1).optional(),
});

const sessionSchema = z.object({ accessJwt: z.string().min(1), refreshJwt: z.string().min(1), did: didSchema });
const loginSessionSchema = sessionSchema.extend({ handle: profileText });
type Tokens = z.infer<typeof sessionSchema>;

/** An access token is given up this long before its end, so that it does not end on the way. */
const MARGIN_MS = 60_000;

/** Keeps the session of an account. The app password stays in the credentials, so a lost session can be replaced. */
export const makeSession = (http: Http, operator: Operator): Session => ({
  // The password makes a new session whenever one is needed.
  renewAt: () => null,

  isStale(credentials, now) {
    const { exp } = readClaims(credentials.accessJwt);
    return exp === undefined || exp * 1000 <= now.getTime() + MARGIN_MS;
  },

  async refresh(account): Promise<Refreshed> {
    const purpose = { platform: 'skyfeed', purpose: 'prepare' } as const;
    const read = readCredentials(credentialsSchema, account, purpose);
    if (read.kind === 'failed') return read;
    const { identifier, appPassword, accessJwt = '', refreshJwt = '' } = read.credentials;
    const context: Context = { ...purpose, secrets: [appPassword, accessJwt, refreshJwt] };

    let session = refreshJwt === '' ? null : await renew(http, account, operator, refreshJwt, context);
    // A refresh token that has expired, or whose replacement was lost, does not matter while the password is valid.
    if (session === null || (session.kind === 'rejected' && session.step.failure.code === 'PLATFORM_AUTH_EXPIRED')) {
      session = await logIn(http, account.baseUrl, operator, { identifier, password: appPassword }, context);
    }
    if (session.kind === 'rejected') return session.step;
    const { did, accessJwt: newAccess, refreshJwt: newRefresh } = session.value;
    if (did !== account.accountId) {
      // A handle can move to another account; its posts must not.
      const happened = 'signed in to a different account than the one that was connected';
      return failed('PLATFORM_AUTH_EXPIRED', context, { outcome: 'rejected', happened });
    }
    // The tokens expire, but the password that replaces them does not: to the owner the connection has no end.
    const credentials = { ...account.credentials, accessJwt: newAccess, refreshJwt: newRefresh };
    return { kind: 'refreshed', credentials, expiresAt: null };
  },
});

function renew(
  http: Http,
  { baseUrl }: Account,
  operator: Operator,
  refreshJwt: string,
  context: Context,
): Promise<ApiResult<Tokens>> {
  const address = methodAt(baseUrl, operator, 'com.atproto.server.refreshSession');
  const headers = { authorization: `Bearer ${refreshJwt}` };
  return callApi(http, { method: 'POST', ...address, headers }, sessionSchema, skyfeedFailures, context);
}

/** Makes a session with a password. */
export function logIn(
  http: Http,
  baseUrl: string,
  operator: Operator,
  json: { identifier: string; password: string },
  context: Context,
): Promise<ApiResult<z.infer<typeof loginSessionSchema>>> {
  const address = methodAt(baseUrl, operator, 'com.atproto.server.createSession');
  return callApi(http, { method: 'POST', ...address, json }, loginSessionSchema, skyfeedFailures, context);
}
