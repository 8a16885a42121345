import type { SandboxAccount } from '../../sandbox/sandbox.js';
import type { Http, HttpRequest } from '../../src/foundation/http-client/http.js';
import type { Granted, PlatformSetup } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { allow, logIn, loginRequestFor, setupOf } from '../platforms/logging-in.js';
import { openWorld, type World } from '../platforms/support.js';

// How strict the platforms are at a login: the adapter's own requests are right, so each case changes one thing.
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const WITH_LOGIN = [...platforms.values()].flatMap(({ authorization, ...platform }) =>
  authorization ? [[platform.key, { ...platform, authorization }] as const] : [],
);
const WITH_PKCE = ['microblog', 'videohub', 'fediverse'];

describe.each(WITH_LOGIN)('a login at %s', (key, platform) => {
  const { authorization } = platform;
  const clientIdName = key === 'shortvideo' ? 'client_key' : 'client_id';
  let owner: SandboxAccount;
  let setup: PlatformSetup;
  beforeEach(() => {
    owner = world.box.createAccount(key);
    setup = setupOf(world, platform);
  });

  /** What the page answers when its address is changed; nothing is followed. */
  const open = async (change: (query: URLSearchParams) => void) => {
    const startedLogin = await authorization.begin(world.http, setup, loginRequestFor(authorization, owner));
    if (startedLogin.kind !== 'begun') throw new Error(startedLogin.kind);
    const url = new URL(startedLogin.url);
    change(url.searchParams);
    const answer = await fetch(url, { redirect: 'manual' });
    const location = answer.headers.get('location');
    const redirectParams = location === null ? null : new URL(location).searchParams;
    return {
      status: answer.status,
      error: redirectParams?.get('error') ?? null,
      code: redirectParams?.get('code') ?? null,
    };
  };

  test('the page is shown', async () => {
    expect(await open(() => undefined)).toEqual({ status: 200, error: null, code: null });
  });

  test.each<[string, (query: URLSearchParams) => void]>([
    ['an app that is none', (query) => query.set(clientIdName, 'nobody')],
    ['an address that is none of the app', (query) => query.set('redirect_uri', 'http://evil.test/')],
    ['an address that is none at all', (query) => query.set('redirect_uri', 'javascript:alert(1)')],
    ['a parameter twice', (query) => query.append('scope', 'more')],
  ])('%s is shown to the user, without a redirect', async (_what, change) => {
    expect(await open(change)).toEqual({ status: 400, error: null, code: null });
  });

  test.each<[string, (query: URLSearchParams) => void, string]>([
    ['an unknown parameter', (query) => query.set('colour', 'blue'), 'invalid_request'],
    ['another answer than a code', (query) => query.set('response_type', 'token'), 'unsupported_response_type'],
    ['no state', (query) => query.delete('state'), 'invalid_request'],
    ['no scope', (query) => query.delete('scope'), 'invalid_scope'],
    ['a scope that there is not', (query) => query.set('scope', 'everything'), 'invalid_scope'],
  ])('%s is reported to the app', async (_what, change, error) => {
    expect(await open(change)).toEqual({ status: 302, error, code: null });
  });

  test('PKCE is S256 where there is any', async () => {
    const plain = (query: URLSearchParams) => query.set('code_challenge_method', 'plain');
    const short = (query: URLSearchParams) => query.set('code_challenge', 'short');
    const without = (query: URLSearchParams) => {
      query.delete('code_challenge');
      query.delete('code_challenge_method');
    };
    const refused = { status: 302, error: 'invalid_request', code: null };
    expect([await open(plain), await open(short)]).toEqual([refused, refused]);
    expect((await open(without)).error).toBe(key === 'microblog' ? 'invalid_request' : null);
  });

  /** The adapter's request for tokens, changed; the other requests stay as they are. */
  const changing =
    (change: (params: Record<string, string>) => void): Http =>
    (request) => {
      const name = request.urlencoded ? 'urlencoded' : 'query';
      const params = { ...request[name] } as Record<string, string>;
      if (params.code !== undefined) change(params);
      return world.http({ ...request, [name]: params } as HttpRequest);
    };
  const complete = (change: (params: Record<string, string>) => void): Promise<Granted> =>
    logIn(world.http, authorization, setup, [owner], { http: changing(change) });

  test.each<[string, (params: Record<string, string>) => void]>([
    ['another address than at the page', (params) => Object.assign(params, { redirect_uri: 'http://127.0.0.1:1/' })],
    ['no address', (params) => delete params.redirect_uri],
    ['an unknown parameter', (params) => Object.assign(params, { colour: 'blue' })],
    ['no code', (params) => Object.assign(params, { code: '' })],
  ])('%s: no tokens', async (_what, change) => {
    expect((await complete(change)).kind).toBe('failed');
    expect((await complete(() => undefined)).kind).toBe('granted');
  });

  test('a code can be used once', async () => {
    const loginRequest = loginRequestFor(authorization, owner);
    const startedLogin = await authorization.begin(world.http, setup, loginRequest);
    const code = (await allow(startedLogin, [owner])).get('code') ?? '';
    const remembered = startedLogin.kind === 'begun' ? startedLogin.remembered : {};
    const came = { ...loginRequest, remembered, code };
    expect((await authorization.complete(world.http, setup, came)).kind).toBe('granted');
    expect(await authorization.complete(world.http, setup, came)).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED' },
    });
  });

  if (WITH_PKCE.includes(key)) {
    test.each(['x'.repeat(43), 'short', ''])('the verifier %j is not that of the login', async (code_verifier) => {
      expect((await complete((params) => Object.assign(params, { code_verifier }))).kind).toBe('failed');
    });
  }
});
