import type { Http } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import { skyfeed } from '../../src/platforms/skyfeed/skyfeed.js';
import { answering, attachedOf, makeAnswer, openAccount, openWorld, typedFor, type World } from './support.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const attach = (values: Record<string, string>, http: Http = world.http, operatorUrl: string | null = null) =>
  skyfeed.connector.attach(http, values, operatorUrl ?? world.box.baseUrls.skyfeed);
const someone = () => {
  const account = world.box.createAccount('skyfeed');
  return { account, values: typedFor(skyfeed, account) };
};

test('an account is its DID; the password is kept, to replace a lost session', async () => {
  const { account, values } = someone();
  expect(attachedOf(await attach(values))).toEqual({
    accountId: account.accountId,
    username: account.username,
    displayName: account.username,
    profileUrl: `${account.baseUrl}/profile/${account.username}`,
    profileImageUrl: null,
    baseUrl: null,
    credentials: { ...account.credentials, accessJwt: expect.any(String), refreshJwt: expect.any(String) },
    expiresAt: null,
  });
});

test.each([
  ['an @', (handle: string) => `@${handle}`],
  ['the marks of a page', (handle: string) => `\u202a@${handle}\u202c`],
  ['capitals', (handle: string) => handle.toUpperCase()],
])('a handle may come with %s', async (_what, typed) => {
  const { account, values } = someone();
  expect(attachedOf(await attach({ ...values, identifier: typed(account.username) })).accountId).toBe(
    account.accountId,
  );
});

test('an e-mail address goes to the server as it is', async () => {
  const requested: unknown[] = [];
  const http: Http = async ({ json }) => {
    requested.push(json);
    return makeAnswer(401, { error: 'AuthenticationRequired' });
  };
  await attach({ identifier: 'me@example.com', appPassword: 'abcd-efgh' }, http);
  expect(requested).toEqual([{ identifier: 'me@example.com', password: 'abcd-efgh' }]);
});

test.each(['name', 'two words.example', '@', '@name'])('%j is no handle', async (identifier) => {
  const reason = 'must be a handle, such as name.example.com, or an e-mail address';
  expect(await attach({ identifier, appPassword: 'a' })).toEqual({ kind: 'invalid', field: 'identifier', reason });
});

test('an account on another server stays there', async () => {
  const { account, values } = someone();
  const attached = await attach({ ...values, service: `${account.baseUrl}/` }, world.http, 'http://127.0.0.1:1');
  expect(attachedOf(attached).baseUrl).toBe(account.baseUrl);
  expect(await attach({ ...values, service: 'a@b' })).toMatchObject({ kind: 'invalid', field: 'service' });
});

test('without an address, the platform is at its default one', async () => {
  const requested: string[] = [];
  const http = answering((url) => {
    requested.push(url.href);
    return makeAnswer(401, { error: 'AuthenticationRequired' });
  });
  await skyfeed.connector.attach(http, someone().values, null);
  expect(requested).toEqual([`${skyfeed.defaultBaseUrl}/xrpc/com.atproto.server.createSession`]);
});

test('a password that requires a second factor fails with a message that says what to do', async () => {
  const body = { error: 'AuthFactorTokenRequired', message: 'A sign in code has been sent' };
  const http = answering(() => makeAnswer(401, body));
  expect(await attach(someone().values, http)).toMatchObject({
    kind: 'failed',
    failure: {
      code: 'PLATFORM_AUTH_EXPIRED',
      message: expect.stringContaining('create an app password and use that'),
      platformStatusCode: 401,
    },
  });
});

test('a session for what is no DID is no account', async () => {
  const tokens = { accessJwt: 'a', refreshJwt: 'b', handle: 'name.example' };
  const http = answering(() => makeAnswer(200, { ...tokens, did: 'did:plc:../../x' }));
  expect(await attach(someone().values, http)).toMatchObject({
    kind: 'failed',
    failure: { code: 'PLATFORM_SERVER_ERROR' },
  });
});

test('a probe returns the handle and the scope of the token', async () => {
  const account = await openAccount(world, skyfeed);
  const displayName = account.credentials.identifier;
  const permissions = ['com.atproto.appPass'];
  expect(await skyfeed.probe(world.http, account, NO_SETUP)).toEqual({ kind: 'working', displayName, permissions });
});

test.each([
  ['two scopes', { scope: 'atproto transition:generic' }, ['atproto', 'transition:generic']],
  ['no scope', { exp: 1 }, []],
  ['a scope of another form', { scope: ['all'] }, []],
])('a probe with a token of %s returns its permissions', async (_what, claims, permissions) => {
  const accessJwt = `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
  const account = { accountId: 'did:plc:a', baseUrl: 'http://skyfeed.test', credentials: { accessJwt } };
  const http = answering(() => makeAnswer(200, { did: 'did:plc:a', handle: 'name.example' }));
  expect(await skyfeed.probe(http, account, NO_SETUP)).toEqual({
    kind: 'working',
    displayName: 'name.example',
    permissions,
  });
});
