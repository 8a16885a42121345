/** Sessions on web sockets: browsers send cookies with those that any page opens, without asking the user. */
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { createAccount } from '../support/account.js';
import type { Headers } from '../support/graphql.js';
import { type Service, useAnother, useService } from '../support/service.js';
import { codeOf, newMember, SIGN_OUT, viewer } from './browser.js';

const ORIGIN = 'https://dashboard.example.com';
const OWN = 'https://api.example.com';

const { db, service } = await useService();
/** A second API on the same database, with a public address and a different origin for the dashboard. */
const named = await useAnother({ db, env: { PUBLIC_URL: OWN, CORS_ORIGINS: ORIGIN } });

/** The result of an operation on a socket that a browser opens: its errors, or the close of the socket. */
async function over(at: Service, headers: Headers, query = '{ viewer { id } }', params: Headers = {}) {
  class BrowserSocket extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { headers });
    }
  }
  const client = createClient({
    url: at.wsUrl,
    webSocketImpl: BrowserSocket,
    connectionParams: params,
    retryAttempts: 0,
  });
  const outcome = await new Promise((resolve) => {
    client.subscribe({ query }, { next: resolve, error: resolve, complete: () => resolve('complete') });
  });
  await client.dispose();
  return outcome;
}
const ownOrigin = () => ({ origin: service.url });
const foreign = { origin: 'https://other.example.com' };
const closedWith = (code: number, reason: string) => expect.objectContaining({ code, reason });
const NO_COOKIE = closedWith(4401, 'API key is required');

test('the cookie counts from our own pages, and where there is no page', async () => {
  const { userId, browser } = await newMember(service);
  for (const origin of [ownOrigin(), {}]) {
    expect(await over(service, { ...browser, ...origin })).toMatchObject({ data: { viewer: { id: userId } } });
  }
});

test.each([foreign, { origin: 'null' }, { origin: ORIGIN }])('it does not from %j', async (origin) => {
  const { browser } = await newMember(service);
  expect(await over(service, { ...browser, ...origin })).toEqual(NO_COOKIE);
});

test('it does from sites that the operator names, and from the service’s public address', async () => {
  const { userId, browser } = await newMember(service);
  const answer = expect.objectContaining({ data: { viewer: { id: userId } } });
  expect(await over(named, { ...browser, origin: ORIGIN })).toEqual(answer);
  expect(await over(named, { ...browser, origin: OWN })).toEqual(answer);
  expect(await over(named, { ...browser, ...foreign })).toEqual(NO_COOKIE);
});

test('connectionParams carry no cookie', async () => {
  const { browser } = await newMember(service);
  for (const headers of [{}, foreign]) expect(await over(service, headers, undefined, browser)).toEqual(NO_COOKIE);
});

test('an API key counts from everywhere, and before a cookie', async () => {
  const { browser } = await newMember(service);
  const { apiKey, userId } = await createAccount(db);
  for (const headers of [{ ...browser, ...ownOrigin() }, foreign]) {
    const answer = await over(service, headers, undefined, { 'x-api-key': apiKey });
    expect(answer).toMatchObject({ data: { viewer: { id: userId } } });
  }
});

test('an ended session: 4401; an account on hold: 4403', async () => {
  const { userId, browser } = await newMember(service);
  await db.query('UPDATE users SET held_at = now() WHERE id = $1', [userId]);
  expect(await over(service, browser)).toEqual(
    closedWith(4403, 'Your account is temporarily on hold. Please contact support.'),
  );
  await db.query('DELETE FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
    userId,
  ]);
  expect(await over(service, browser)).toEqual(closedWith(4401, expect.stringContaining('Sign in first')));
});

test.each([
  [
    'signUp',
    `mutation { signUp(input: { email: "a@example.com", password: "twelve chars" }) { confirmationRequired } }`,
  ],
  ['signIn', `mutation { signIn(input: { email: "a@example.com", password: "twelve chars" }) { expiresAt } }`],
  ['signOut', SIGN_OUT],
])('%s: COOKIES_UNAVAILABLE', async (_name, query) => {
  const { browser } = await newMember(service);
  const answer = await over(service, browser, query);
  expect(answer).toMatchObject({ errors: [{ extensions: { code: 'COOKIES_UNAVAILABLE' } }] });
  expect(codeOf(await viewer(service, browser))).toBeUndefined();
});
