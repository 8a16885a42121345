/** A login at a platform of the sandbox, as a person does it in a browser. */
import { createHash, randomBytes } from 'node:crypto';
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import type { Http } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Authorization, Begun, Granted, Platform, PlatformSetup } from '../../src/platforms/port/platform.js';
import type { World } from './support.js';

export const REDIRECT_URI = 'http://127.0.0.1:4000/auth/callback';

/** A platform as an operator has it who registered an app there. */
export const setupOf = ({ box }: Pick<World, 'box'>, { key }: Platform): PlatformSetup => ({
  ...NO_SETUP,
  baseUrl: box.baseUrls[key],
  client: box.clients[key],
});

type LoginRequest = Parameters<Authorization['begin']>[2];

/** The fields of a login form, with the values of the sandbox. */
export function loginRequestFor({ fields }: Authorization, { baseUrl }: Pick<SandboxAccount, 'baseUrl'>): LoginRequest {
  const codeVerifier = randomBytes(32).toString('base64url');
  return {
    values: Object.fromEntries(fields.map(({ name }) => [name, baseUrl])),
    redirectUri: REDIRECT_URI,
    state: randomBytes(16).toString('hex'),
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    clients: { redirectUri: () => REDIRECT_URI, find: async () => null, keep: async () => undefined },
  };
}

/** What the platform's page sends the browser back with, when the person allows these accounts. */
export async function allow(startedLogin: Begun, accounts: readonly SandboxAccount[]): Promise<URLSearchParams> {
  if (startedLogin.kind !== 'begun') throw new Error(`${startedLogin.kind} where a login was expected`);
  const body = new URLSearchParams({ decision: 'allow' });
  for (const { accountId } of accounts) body.append('account', accountId);
  const answer = await fetch(startedLogin.url, { method: 'POST', body, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`the page answered ${answer.status}: ${await answer.text()}`);
  return new URL(location).searchParams;
}

/** Logs in from start to end, with a code of the platform's or another. */
export async function logIn(
  http: Http,
  authorization: Authorization,
  setup: PlatformSetup,
  accounts: readonly [SandboxAccount, ...SandboxAccount[]],
  changed: { http?: Http; setup?: PlatformSetup; code?: string } = {},
): Promise<Granted> {
  const loginRequest = loginRequestFor(authorization, accounts[0]);
  const startedLogin = await authorization.begin(http, setup, loginRequest);
  const code = (await allow(startedLogin, accounts)).get('code') ?? '';
  const { redirectUri, codeVerifier } = loginRequest;
  const remembered = startedLogin.kind === 'begun' ? startedLogin.remembered : {};
  const came = { redirectUri, codeVerifier, remembered, code: changed.code ?? code };
  return authorization.complete(changed.http ?? http, changed.setup ?? setup, came);
}
