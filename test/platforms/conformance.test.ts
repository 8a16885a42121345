import type { FaultKind, SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Http } from '../../src/platforms/http.js';
import type { Account, Part, Platform } from '../../src/platforms/platform.js';
import { NO_SETUP } from '../../src/platforms/reach.js';
import { findPlatform, platforms } from '../../src/platforms/registry.js';
import { answering, makeAnswer, makePart, openAccount, openWorld, postsOf, until, type World } from './support.js';

/** Platforms that cannot be asked what became of a post. */
const UNANSWERABLE = new Set(['messenger']);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => world.box.clearFaults());
afterAll(() => world.close());

const fault = (platform: Platform, kind: FaultKind, on: 'publish' | 'any' = 'publish') =>
  world.box.setFault({ platform: platform.key as SandboxPlatform, kind, on, times: on === 'any' ? 0 : 1 });

const failureOf = async (http: Http, platform: Platform, part: Part, account: Account) => {
  const step = await platform.publisher(http, NO_SETUP).start(part, account);
  if (step.kind !== 'failed') throw new Error(`${step.kind} where a failure was wanted`);
  return step.failure;
};

test('the registry finds every adapter by its key and nothing by any other word', () => {
  for (const [key, platform] of platforms) {
    expect(platform.key).toBe(key);
    expect(findPlatform(key)).toBe(platform);
  }
  for (const other of ['pinboard', 'constructor', '__proto__', '']) expect(findPlatform(other)).toBeUndefined();
});

describe.each([...platforms.values()].map((platform) => [platform.key, platform] as const))('%s', (_key, platform) => {
  let account: Account;
  let part: Part;
  beforeEach(async () => {
    account = await openAccount(world, platform);
    part = makePart('Good morning, 世界 👋');
  });
  const publisher = (http = world.http) => platform.publisher(http, NO_SETUP);

  test('a text is published once, under the id that the platform shows', async () => {
    const step = await publisher().start(part, account);
    const posts = postsOf(world, account);
    expect(posts).toHaveLength(1);
    expect(posts[0]?.text).toBe(part.text);
    expect(step).toMatchObject({ kind: 'published', postedId: posts[0]?.postedId });
  });

  test.each([
    ['auth_expired', 'PLATFORM_AUTH_EXPIRED', 'rejected'],
    ['rate_limited', 'RATE_LIMITED', 'rejected'],
    ['rejected', 'INVALID_CONTENT', 'rejected'],
    ['server_error', 'PLATFORM_SERVER_ERROR', 'unknown'],
  ] as const)('a %s answer is %s, outcome %s', async (kind, code, outcome) => {
    fault(platform, kind);
    const failure = await failureOf(world.http, platform, part, account);
    expect(failure).toMatchObject({ code, outcome, platformStatusCode: expect.any(Number) });
    expect(failure.message).toContain(platform.key);
    expect(failure.platformError).toEqual(expect.any(String));
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test('a rate limit tells when the platform takes posts again', async () => {
    const before = Date.now();
    world.box.setFault({ platform: platform.key as SandboxPlatform, kind: 'rate_limited', resetSeconds: 600 });
    const { retryAt } = await failureOf(world.http, platform, part, account);
    // Platforms count in whole seconds.
    expect(retryAt?.getTime()).toBeGreaterThanOrEqual(before + 599_000);
    expect(retryAt?.getTime()).toBeLessThanOrEqual(Date.now() + 601_000);
  });

  test.each([
    ['timeout_before_store', 'TIMEOUT_ERROR', 0],
    ['timeout_after_store', 'TIMEOUT_ERROR', 1],
    ['reset_before_store', 'NETWORK_ERROR', 0],
    ['reset_after_store', 'NETWORK_ERROR', 1],
    ['error_after_store', 'PLATFORM_SERVER_ERROR', 1],
  ] as const)('after %s the outcome is unknown and a look tells what can be told', async (kind, code, stored) => {
    fault(platform, kind);
    const failure = await failureOf(kind.startsWith('timeout') ? world.impatient : world.http, platform, part, account);
    expect(failure).toMatchObject({ code, outcome: 'unknown' });
    await until(() => postsOf(world, account).length === stored);
    const sighting = await publisher().look(part, account, null);
    if (UNANSWERABLE.has(platform.key)) return expect(sighting).toEqual({ kind: 'unanswerable' });
    const [post] = postsOf(world, account);
    if (post) expect(sighting).toMatchObject({ kind: 'published', postedId: post.postedId });
    else expect(sighting).toEqual({ kind: 'absent' });
  });

  test('a platform that cannot be reached has nothing: outcome rejected', async () => {
    const nowhere = { ...account, baseUrl: 'http://127.0.0.1:1' };
    const failure = await failureOf(world.http, platform, part, nowhere);
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'rejected', platformError: null });
  });

  test.each(['{}', '{"id":7}', '[]', 'null', '', '<html>'])(
    'a success whose body is %j is an unknown outcome',
    async (body) => {
      const http = answering(() => makeAnswer(200, body));
      const failure = await failureOf(http, platform, part, account);
      expect(failure).toMatchObject({ code: 'UNKNOWN_ERROR', outcome: 'unknown', platformStatusCode: 200 });
    },
  );

  test('a redirect is not followed and posts nothing', async () => {
    const http = answering(() => makeAnswer(301, '', { location: 'http://127.0.0.1:1/' }));
    expect(await failureOf(http, platform, part, account)).toMatchObject({
      code: 'UNKNOWN_ERROR',
      outcome: 'rejected',
    });
  });

  test('credentials that lack something are a failure of the account, before anything is sent', async () => {
    const failure = await failureOf(world.http, platform, part, { ...account, credentials: {} });
    expect(failure).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' });
  });

  test('no failure contains a secret, even when the platform repeats it', async () => {
    const secrets = Object.entries(account.credentials).filter(([name]) => !['identifier', 'chatId'].includes(name));
    const words = secrets
      .map(([, secret]) => `${secret} ${encodeURIComponent(secret)}`)
      .join(' ')
      .concat('x'.repeat(5000));
    const body = { ok: false, error_code: 400, error: words, message: words, description: words };
    const failures = [
      await failureOf(
        answering(() => makeAnswer(400, body)),
        platform,
        part,
        account,
      ),
      await failureOf(
        answering(() => makeAnswer(502, words)),
        platform,
        part,
        account,
      ),
      await failureOf(world.http, platform, part, { ...account, baseUrl: 'http://127.0.0.1:1' }),
    ];
    fault(platform, 'reset_before_store');
    failures.push(await failureOf(world.http, platform, part, account));
    expect(secrets).not.toHaveLength(0);
    for (const failure of failures) {
      expect(failure.platformError?.length ?? 0).toBeLessThanOrEqual(2000);
      for (const [, secret] of secrets) expect(JSON.stringify(failure)).not.toContain(secret);
    }
  });

  test('what was never prepared cannot be finished', async () => {
    await expect(publisher().finish(part, account, {})).rejects.toThrow();
    expect(postsOf(world, account)).toHaveLength(0);
  });

  if (UNANSWERABLE.has(platform.key)) return;

  test.each(['timeout_after_store', 'reset_after_store', 'error_after_store'] as const)(
    'a repeat after %s makes no second post and gives its id',
    async (kind) => {
      fault(platform, kind);
      await failureOf(kind.startsWith('timeout') ? world.impatient : world.http, platform, part, account);
      await until(() => postsOf(world, account).length === 1);
      const again = await publisher().start(part, account);
      const posts = postsOf(world, account);
      expect(posts).toHaveLength(1);
      expect(again).toMatchObject({ kind: 'published', postedId: posts[0]?.postedId });
    },
  );

  test('the same text as another part is another post', async () => {
    const first = await publisher().start(part, account);
    const second = await publisher().start(makePart(part.text), account);
    expect(postsOf(world, account)).toHaveLength(2);
    expect(first).not.toEqual(second);
  });

  test.each(['server_error', 'rate_limited', 'auth_expired', 'reset_before_store'] as const)(
    'a look that meets %s leaves the outcome unknown',
    async (kind) => {
      fault(platform, kind, 'any');
      const sighting = await publisher().look(part, account, null);
      expect(sighting).toMatchObject({ kind: 'failed', failure: { outcome: 'unknown' } });
    },
  );
});
