import type { Http } from '../../src/foundation/http-client/http.js';
import { fediverse } from '../../src/platforms/fediverse/fediverse.js';
import { amending, answering, attachedOf, makeAnswer, openAccount, openWorld, type World } from './support.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const attach = (instance: string, accessToken: string, http: Http = world.http, operatorUrl: string | null = null) =>
  fediverse.connector.attach(http, { instance, accessToken }, operatorUrl);
const APP = '/apps/verify_credentials';
const SELF = '/accounts/verify_credentials';

test.each([
  ['example.social', 'https://example.social'],
  ['Example.Social/', 'https://example.social'],
  ['https://example.social/', 'https://example.social'],
  ['HTTPS://example.social', 'https://example.social'],
  ['http://example.social', 'http://example.social'],
  ['example.social:8443', 'https://example.social:8443'],
  ['https://example.social:443', 'https://example.social'],
  ['http://127.0.0.1:4001/fediverse/', 'http://127.0.0.1:4001/fediverse'],
  ['[::1]:3000', 'https://[::1]:3000'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
  [' example.social\n', 'https://example.social'],
])('the instance %j is requested at %s, and the account stays there', async (typed, address) => {
  const requested: string[] = [];
  const self = { id: '7', acct: 'me', display_name: 'Me', url: null, avatar: null };
  const http = answering((url) => {
    requested.push(url.href);
    return makeAnswer(url.pathname.endsWith(SELF) ? 200 : 404, self);
  });
  expect(attachedOf(await attach(typed, 'token', http)).baseUrl).toBe(address);
  expect(requested[0]).toBe(`${address}/api/v1/accounts/verify_credentials`);
});

test.each([
  '@me@example.social',
  'me@example.social',
  'https://me:word@example.social',
  'https://example.social/@me',
  'https://example.social?a=b',
  'example.social#top',
  'ftp://example.social',
  'https:/example.social',
  'javascript:alert(1)',
  'https:\\\\example.social',
  'https://',
  '//example.social',
  'example.social:port',
  'example.social:99999',
  'two words',
  '[::1',
])('the instance %j gets no request', async (typed) => {
  const http = answering(() => {
    throw new Error('a request was sent');
  });
  expect(await attach(typed, 'token', http)).toEqual({
    kind: 'invalid',
    field: 'instance',
    reason: 'must be the host name of a server, such as example.social',
  });
});

test('without an instance it is the one of the operator, and without that the field is missing', async () => {
  const { baseUrl, credentials, accountId } = world.box.createAccount('fediverse');
  const token = credentials.accessToken ?? '';
  expect(attachedOf(await attach('', token, world.http, baseUrl))).toMatchObject({ accountId, baseUrl });
  expect(await attach('', token)).toMatchObject({ kind: 'invalid', field: 'instance' });
});

test('the account comes with its names, its page and its picture', async () => {
  const { baseUrl, credentials, profileUrl, username, displayName } = world.box.createAccount('fediverse');
  expect(attachedOf(await attach(baseUrl, credentials.accessToken ?? ''))).toMatchObject({
    username,
    displayName,
    profileUrl,
    profileImageUrl: expect.stringMatching(/^http.*\.jpg$/),
    credentials,
  });
});

test('what a server says of an account is made fit to be stored and shown', async () => {
  const { baseUrl, credentials } = world.box.createAccount('fediverse');
  const hostile = {
    acct: ` a\0${'x'.repeat(5000)}`,
    display_name: '',
    url: 'javascript:alert(1)',
    avatar: 'no address',
  };
  const http = amending(world.http, SELF, (json) => ({ ...(json as object), ...hostile }));
  const account = attachedOf(await attach(baseUrl, credentials.accessToken ?? '', http));
  expect(account).toMatchObject({ profileUrl: null, profileImageUrl: null, displayName: account.username });
  expect(account.username).toMatch(/^a\ufffdx{198}$/);
});

test.each(['two words', 'line\nbreak', 'größe'])('a token %j cannot be one', async (token) => {
  expect(await attach('example.social', token)).toMatchObject({ kind: 'invalid', field: 'accessToken' });
});

test('a token whose app may not post is refused, when connecting and later', async () => {
  const account = await openAccount(world, fediverse);
  const http = amending(world.http, APP, () => ({ scopes: ['read', 'write:media'] }));
  const expected = {
    kind: 'failed',
    failure: {
      code: 'PLATFORM_AUTH_EXPIRED',
      message: expect.stringContaining('create one with the scopes read and write'),
    },
  };
  expect(await attach(account.baseUrl, account.credentials.accessToken ?? '', http)).toMatchObject(expected);
  expect(await fediverse.probe(http, account)).toMatchObject(expected);
});

test.each([
  [{ scopes: ['read', 'write:statuses'] }, ['read', 'write:statuses']],
  [{ name: 'A server that returns no scopes' }, []],
])('a probe of an app %j returns the permissions %j', async (app, permissions) => {
  const account = await openAccount(world, fediverse);
  const http = amending(world.http, APP, () => app);
  expect(await fediverse.probe(http, account)).toMatchObject({ kind: 'working', permissions });
});

test('a probe returns the name and the scopes', async () => {
  const demo = world.box.accounts.find(({ platform }) => platform === 'fediverse');
  const { accountId, baseUrl, credentials, displayName } = demo ?? world.box.createAccount('fediverse');
  const probed = await fediverse.probe(world.http, { accountId, baseUrl, credentials });
  expect(probed).toEqual({ kind: 'working', displayName, permissions: ['read', 'write'] });
});
