import type { FaultKind, SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Http, HttpResponse } from '../../src/foundation/http-client/http.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Failure } from '../../src/platforms/port/failure.js';
import type { Attached, Granted, PlatformSetup } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { socialpage } from '../../src/platforms/socialpage/socialpage.js';
import { contentsOf } from './contents.js';
import { drive } from './driving.js';
import { allow, logIn, loginRequestFor, REDIRECT_URI, setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { answering, clock, makeAnswer, openWorld, type World } from './support.js';

const NOWHERE = 'http://127.0.0.1:1';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const failureOf = (result: { kind: string } | { kind: 'failed'; failure: Failure }): Failure => {
  if ('failure' in result) return result.failure;
  throw new Error(`${result.kind} where a failure was wanted`);
};
const onlyOf = (granted: Granted): Attached => {
  if (granted.kind === 'failed') throw new Error(granted.failure.message);
  const [account, ...others] = granted.accounts;
  if (!account || others.length > 0) throw new Error(`${granted.accounts.length} accounts where one was wanted`);
  return account;
};

/** What platforms say when they refuse, with these words in it. */
const REPEATING: ((text: string) => HttpResponse)[] = [
  (text) => makeAnswer(400, { error: text, error_description: text, message: text }),
  (text) => makeAnswer(400, { error: { message: text, code: 400 } }),
  (text) => makeAnswer(400, { code: 400, message: text, title: text, detail: text }),
  (text) => makeAnswer(502, text),
];

/** Under which names secrets are sent. */
const SECRET = /^(code|code_verifier|client_secret|refresh_token|(\w+_)?access_token|input_token|\w+_exchange_token)$/;

/** A platform that repeats every secret that it was sent, as it is and percent-encoded; `secrets` gets them. */
const repeating =
  (secrets: Set<string>, bodyOf: (text: string) => HttpResponse): Http =>
  async ({ query, urlencoded, headers }) => {
    const named = Object.entries({ ...query, ...urlencoded }).filter(([name]) => SECRET.test(name));
    const sent = [...named.flatMap(([, value]) => value), ...(headers?.authorization?.split(' ').slice(1) ?? [])];
    for (const secret of sent) secrets.add(secret);
    return bodyOf(sent.map((secret) => `${secret} ${encodeURIComponent(secret)}`).join(' '));
  };

/** The platforms with a login. */
const WITH_LOGIN = [...platforms.values()].flatMap(({ authorization, ...platform }) =>
  authorization ? [[platform.key, { ...platform, authorization }] as const] : [],
);

describe.each(WITH_LOGIN)('%s', (key, platform) => {
  const { authorization, probe } = platform;
  const fault = (kind: FaultKind) =>
    world.box.setFault({ platform: key as SandboxPlatform, kind, on: 'any', times: 0 });

  let owner: SandboxAccount;
  let setup: PlatformSetup;
  beforeEach(() => {
    owner = world.box.createAccount(key);
    setup = setupOf(world, { ...platform, authorization });
  });
  const login = (changed: Parameters<typeof logIn>[4] = {}) =>
    logIn(world.http, authorization, setup, [owner], changed);
  const asAccount = ({ accountId, baseUrl, credentials }: Attached): Account => ({
    accountId,
    baseUrl: baseUrl ?? owner.baseUrl,
    credentials,
  });
  const publish = async (account: Account) => {
    const part = await contentsOf({ ...platform, authorization })[0].make(files);
    return (await drive(() => platform.publisher(world.http, setup, clock), part, account)).step;
  };

  test('a login attaches the account, which then publishes and is found working', async () => {
    const attached = onlyOf(await login());
    const { accountId, username } = owner;
    expect(attached).toMatchObject({
      accountId,
      username: expect.stringMatching(/./),
      displayName: expect.stringMatching(/./),
    });
    expect([username, owner.displayName]).toContain(attached.username);
    expect(await publish(asAccount(attached))).toMatchObject({ kind: 'published' });
    expect(world.box.posts({ accountId })).toHaveLength(1);
    const session = platform.session?.(world.http, setup);
    expect(session?.isStale(attached.credentials, new Date()) ?? false).toBe(false);
    if (!probe) return;
    const probed = await probe(world.http, asAccount(attached), setup);
    expect(probed).toMatchObject({ kind: 'working', displayName: expect.stringMatching(/./) });
    expect(probed).toHaveProperty('permissions', expect.arrayContaining([expect.any(String)]));
  });

  test('the address of its profile leads to its page', async () => {
    const { profileUrl } = onlyOf(await login());
    // The platform does not give the address of a member's profile.
    if (key === 'network') return expect(profileUrl).toBeNull();
    if (profileUrl?.startsWith(world.box.url)) {
      return expect((await fetch(profileUrl, { redirect: 'manual' })).status).toBe(303);
    }
    // On the platform's own site.
    expect(profileUrl).toMatch(new RegExp(`^https://[^/]+/@?${owner.username}/?$`));
  });

  test('the page gets the state back, and a user who cancels is distinguished from an error', async () => {
    const loginRequest = loginRequestFor(authorization, owner);
    const startedLogin = await authorization.begin(world.http, setup, loginRequest);
    expect((await allow(startedLogin, [owner])).get('state')).toBe(loginRequest.state);
    if (startedLogin.kind !== 'begun') throw new Error(startedLogin.kind);
    expect(new URL(startedLogin.url).searchParams.get('redirect_uri')).toBe(REDIRECT_URI);
    const body = new URLSearchParams({ decision: 'cancel' });
    const answer = await fetch(startedLogin.url, { method: 'POST', body, redirect: 'manual' });
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    expect(searchParams.get('state')).toBe(loginRequest.state);
    expect(authorization.denials).toContain(searchParams.get('error'));
  });

  test('a code that is none is refused, and not repeated', async () => {
    const failure = failureOf(await login({ code: 'an-unknown-code' }));
    expect(failure).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' });
    expect(JSON.stringify(failure)).not.toContain('an-unknown-code');
  });

  test('a platform that cannot be reached is a failure of the network', async () => {
    const lost: Http = async () => ({ kind: 'lost', sent: false, cause: 'network', message: 'no connection' });
    expect(failureOf(await login({ http: lost }))).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'rejected' });
    if (!probe) return;
    const account = { ...asAccount(onlyOf(await login())), baseUrl: NOWHERE };
    expect(failureOf(await probe(world.http, account, { ...setup, baseUrl: NOWHERE }))).toMatchObject({
      code: 'NETWORK_ERROR',
      outcome: 'rejected',
      platformError: null,
    });
  });

  test.each(['{}', '{"data":{}}', '[]', 'null', '', '<html>'])(
    'a success whose body is %j is no account',
    async (body) => {
      const http = answering(() => makeAnswer(200, body));
      expect(failureOf(await login({ http }))).toMatchObject({
        code: 'PLATFORM_SERVER_ERROR',
        platformStatusCode: 200,
      });
      if (!probe) return;
      const account = asAccount(onlyOf(await login()));
      expect(failureOf(await probe(http, account, setup))).toMatchObject({ code: 'PLATFORM_SERVER_ERROR' });
    },
  );

  test('no failure contains a secret, even when the platform repeats it', async () => {
    const account = asAccount(onlyOf(await login()));
    const asking = [
      (http: Http) => login({ http }),
      ...(probe ? [(http: Http) => probe(http, account, setup)] : []),
      ...(account.credentials.refreshToken
        ? [(http: Http) => platform.session?.(http, setup).refresh(account) ?? login({ http })]
        : []),
    ];
    for (const bodyOf of REPEATING) {
      for (const ask of asking) {
        const secrets = new Set<string>();
        const failure = JSON.stringify(failureOf(await ask(repeating(secrets, bodyOf))));
        expect(secrets.size).toBeGreaterThan(0);
        for (const secret of secrets) expect(failure).not.toContain(secret);
      }
    }
  });

  if (probe) {
    test.each([
      ['auth_expired', 'PLATFORM_AUTH_EXPIRED'],
      ['rate_limited', 'RATE_LIMITED'],
      ['server_error', 'PLATFORM_SERVER_ERROR'],
      ['reset_before_store', 'NETWORK_ERROR'],
      ['timeout_before_store', 'TIMEOUT_ERROR'],
    ] as const)('a check that meets %s is %s', async (kind, code) => {
      const account = asAccount(onlyOf(await login()));
      fault(kind);
      const http = kind === 'timeout_before_store' ? world.impatient : world.http;
      const failure = failureOf(await probe(http, account, setup));
      expect(failure).toMatchObject({ code, outcome: 'rejected' });
      expect(failure.message).toMatch(new RegExp(`^${key} .`));
    });

    test('a check writes nothing', async () => {
      const account = asAccount(onlyOf(await login()));
      await probe(world.http, account, setup);
      expect(world.box.posts({ accountId: owner.accountId })).toEqual([]);
    });

    test('credentials that lack something are no longer working', async () => {
      const account = { ...asAccount(onlyOf(await login())), credentials: {} };
      expect(failureOf(await probe(world.http, account, setup))).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED' });
    });

    test('what its owner has taken back is no longer working', async () => {
      const account = asAccount(onlyOf(await login()));
      world.box.revokeTokens(key, owner.accountId);
      expect(failureOf(await probe(world.http, account, setup))).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED' });
      expect(failureOf(await publish(account))).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' });
    });
  }

  // Where every server has its own app, none is configured.
  if (authorization.fields.length === 0) {
    test('an operator without an app, or with a wrong one, gets an error that says so', async () => {
      const unconfigured = { ...setup, client: null };
      expect(authorization.isConfigured(setup)).toBe(true);
      expect(authorization.isConfigured(unconfigured)).toBe(false);
      const startedLogin = await authorization.begin(world.http, unconfigured, loginRequestFor(authorization, owner));
      expect(failureOf(startedLogin)).toMatchObject({ code: 'PLATFORM_NOT_CONFIGURED' });
      const wrong = { ...setup, client: { id: setup.client?.id ?? '', secret: 'a-wrong-secret' } };
      const failure = failureOf(await login({ setup: wrong }));
      expect(failure).toMatchObject({ code: 'PLATFORM_NOT_CONFIGURED', outcome: 'rejected' });
      expect(JSON.stringify(failure)).not.toContain('a-wrong-secret');
    });
  }

  const { session } = platform;
  if (session) {
    test('access that has ended is renewed, and then publishes', async () => {
      const attached = onlyOf(await login());
      const account = asAccount(attached);
      const renewAt = session(world.http, setup).renewAt(account.credentials);
      if (!renewAt) return expect(await publish(account)).toMatchObject({ kind: 'published' });
      expect(renewAt.getTime()).toBeLessThan(Date.parse(account.credentials.expiresAt ?? ''));
      // What renews itself cannot be renewed once it has ended.
      const renewsItself = account.credentials.refreshToken === undefined;
      if (!renewsItself) {
        world.box.expireTokens(key, owner.accountId);
        expect(failureOf(await publish(account))).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' });
      }
      const renewed = await session(world.http, setup).refresh(account);
      if (renewed.kind === 'failed') throw new Error(renewed.failure.message);
      expect(renewed.credentials.accessToken).not.toBe(account.credentials.accessToken);
      expect(await publish({ ...account, credentials: renewed.credentials })).toMatchObject({ kind: 'published' });
    });

    test('a renewal that meets an outage is not the end of the access', async () => {
      const account = asAccount(onlyOf(await login()));
      if (!session(world.http, setup).renewAt(account.credentials)) return;
      for (const [kind, code] of [
        ['server_error', 'PLATFORM_SERVER_ERROR'],
        ['reset_before_store', 'NETWORK_ERROR'],
        ['rate_limited', 'RATE_LIMITED'],
      ] as const) {
        fault(kind);
        expect(failureOf(await session(world.http, setup).refresh(account))).toMatchObject({
          code,
          outcome: 'rejected',
        });
        world.box.clearFaults();
      }
      expect((await session(world.http, setup).refresh(account)).kind).toBe('refreshed');
    });

    test('access that its owner has taken back cannot be renewed', async () => {
      const account = asAccount(onlyOf(await login()));
      world.box.revokeTokens(key, owner.accountId);
      const refreshed = await session(world.http, setup).refresh(account);
      expect(failureOf(refreshed)).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' });
    });
  }
});

test('the version of the API that the operator names is that of the login, too', async () => {
  const { authorization } = socialpage;
  const setup = { ...setupOf(world, socialpage), apiVersion: 'v24.0' };
  const startedLogin = await authorization.begin(world.http, setup, loginRequestFor(authorization, { baseUrl: '' }));
  expect(startedLogin).toMatchObject({ url: expect.stringMatching(/\/v24\.0\/dialog\/oauth\?/) });
  expect(await logIn(world.http, authorization, setup, [world.box.createAccount('socialpage')])).toMatchObject({
    kind: 'granted',
  });
  const loginRequest = world.box.requests().map(({ path }) => path);
  expect(new Set(loginRequest.filter((path) => path.startsWith('/v24.0/')))).toEqual(
    new Set(['dialog/oauth', 'oauth/access_token', 'debug_token', 'me/accounts'].map((path) => `/v24.0/${path}`)),
  );
});
