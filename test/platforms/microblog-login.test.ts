import { microblog } from '../../src/platforms/microblog/microblog.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account, Credentials } from '../../src/platforms/port/account.js';
import type { PlatformSetup } from '../../src/platforms/port/platform.js';
import { clock, makePart, openAccount, openWorld, type World } from './support.js';

let world: World;
let account: Account;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  account = await openAccount(world, microblog);
});
afterAll(() => world.close());

const publisher = () => microblog.publisher(world.http, NO_SETUP, clock);

const setup = (): PlatformSetup => ({
  ...NO_SETUP,
  baseUrl: world.box.baseUrls.microblog,
  client: world.box.clients.microblog,
});
const redirectUri = 'http://127.0.0.1:1/callback';
// RFC 7636, appendix B.
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const clients = { redirectUri: () => redirectUri, find: async () => null, keep: async () => {} };
const loginRequest = { values: {}, redirectUri, state: 'state', codeVerifier, codeChallenge, clients };

/** Logs in as a person does who allows everything. */
const logIn = async (about = setup(), accountId = account.accountId) => {
  const startedLogin = await microblog.authorization.begin(world.http, about, loginRequest);
  if (startedLogin.kind !== 'begun') throw new Error(startedLogin.kind);
  const body = new URLSearchParams({ account: accountId, decision: 'allow' });
  const { headers } = await fetch(startedLogin.url, { method: 'POST', body, redirect: 'manual' });
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
  const came = { code, redirectUri, codeVerifier, remembered: {} };
  return { url: new URL(startedLogin.url), granted: await microblog.authorization.complete(world.http, about, came) };
};
const credentialsOf = async (about?: PlatformSetup): Promise<Credentials> => {
  const { granted } = await logIn(about);
  const [found] = granted.kind === 'granted' ? granted.accounts : [];
  if (!found) throw new Error('no account was granted');
  return found.credentials;
};

test('the page requests what posting needs, with PKCE', async () => {
  const { url } = await logIn();
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: world.box.clients.microblog.id,
    redirect_uri: redirectUri,
    scope: 'tweet.read tweet.write users.read media.write offline.access',
    state: 'state',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  });
  const own = await microblog.authorization.begin(world.http, { ...setup(), baseUrl: null }, loginRequest);
  expect(own).toMatchObject({ url: expect.stringMatching(/^https:\/\/x\.com\/i\/oauth2\/authorize\?/) });
});

test('a login gives one account, whose tokens post, are found working and say what they may do', async () => {
  const { granted } = await logIn();
  expect(granted).toMatchObject({
    kind: 'granted',
    accounts: [
      {
        accountId: account.accountId,
        profileUrl: expect.stringContaining(`${account.baseUrl}/user`),
        profileImageUrl: expect.stringContaining('/avatars/'),
        expiresAt: null,
      },
    ],
  });
  const credentials = await credentialsOf();
  const connected = { ...account, credentials };
  expect(await publisher().start(makePart('Hello'), connected)).toMatchObject({ kind: 'published' });
  expect(await microblog.probe(world.http, connected)).toMatchObject({
    kind: 'working',
    permissions: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
  });
});

test('a token without permission to post is rejected, at the login and later', async () => {
  const reading = { ...setup(), scopes: ['tweet.read', 'users.read'] };
  const refused = { kind: 'failed', failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' } };
  expect((await logIn(reading)).granted).toMatchObject(refused);
  const credentials = { ...account.credentials, scopes: 'tweet.read users.read' };
  expect(await microblog.probe(world.http, { ...account, credentials })).toMatchObject(refused);
});

test('tokens are renewed a quarter of an hour ahead, and the old refresh token is spent', async () => {
  const session = microblog.session(world.http, setup());
  const credentials = await credentialsOf();
  const ends = Date.parse(credentials.expiresAt ?? '');
  expect(ends - Date.now()).toBeGreaterThan(7_190_000);
  expect(session.renewAt(credentials)).toEqual(new Date(ends - 15 * 60_000));
  const renewed = await session.refresh({ ...account, credentials });
  if (renewed.kind === 'failed') throw new Error(renewed.failure.message);
  expect(renewed.credentials.refreshToken).not.toBe(credentials.refreshToken);
  expect(await publisher().start(makePart('Hello'), { ...account, ...renewed })).toMatchObject({ kind: 'published' });
  const again = await session.refresh({ ...account, credentials });
  expect(again).toMatchObject({ kind: 'failed', failure: { code: 'PLATFORM_AUTH_EXPIRED' } });
  expect(JSON.stringify(again)).not.toContain(credentials.refreshToken);
});
