import type { FaultKind, SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Http } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Failure } from '../../src/platforms/port/failure.js';
import type { Attachment, Probed } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import {
  answering,
  attach,
  attachedOf,
  clock,
  makeAnswer,
  makePart,
  openWorld,
  typedFor,
  type World,
} from './support.js';

const NOWHERE = 'http://127.0.0.1:1';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => world.box.clearFaults());
afterAll(() => world.close());

const failureOf = (result: Attachment | Probed): Failure => {
  if (result.kind !== 'failed') throw new Error(`${result.kind} where a failure was wanted`);
  return result.failure;
};

/** The platforms whose accounts are connected with what their owner types in. */
const CONNECTING = [...platforms.values()].flatMap(({ connector, probe, ...platform }) =>
  connector && probe ? [[platform.key, { ...platform, connector, probe }] as const] : [],
);

describe.each(CONNECTING)('%s', (_key, platform) => {
  const { fields } = platform.connector;
  const key = platform.key as SandboxPlatform;
  const fault = (kind: FaultKind) => world.box.setFault({ platform: key, kind, on: 'any', times: 0 });

  let owner: SandboxAccount;
  let values: Record<string, string>;
  beforeEach(() => {
    owner = world.box.createAccount(key);
    values = typedFor(platform, owner);
  });
  const connect = (typed = values, http: Http = world.http, baseUrl = owner.baseUrl) =>
    attach(http, platform, typed, baseUrl);
  const connected = async (): Promise<Account> => {
    const { accountId, baseUrl, credentials } = attachedOf(await connect());
    return { accountId, baseUrl: baseUrl ?? owner.baseUrl, credentials };
  };
  const secrets = () => fields.filter(({ secret }) => secret).map(({ name }) => values[name] ?? '');

  test('the address of its profile leads to its page', async () => {
    const { profileUrl } = attachedOf(await connect());
    expect((await fetch(profileUrl ?? 'none:', { redirect: 'manual' })).status).toBe(303);
  });

  test('what a person types in attaches the account, which then publishes and is found working', async () => {
    const { accountId, username } = owner;
    const attached = attachedOf(await connect());
    expect(attached).toMatchObject({ accountId, username, displayName: expect.stringMatching(/./), expiresAt: null });
    const account = await connected();
    expect(platform.session?.(world.http, NO_SETUP).isStale(account.credentials, new Date()) ?? false).toBe(false);
    expect(await platform.publisher(world.http, NO_SETUP, clock).start(makePart('Hello'), account)).toMatchObject({
      kind: 'published',
    });
    expect(world.box.posts({ accountId })).toHaveLength(1);
    const probed = await platform.probe(world.http, account, NO_SETUP);
    expect(probed).toMatchObject({ kind: 'working', permissions: expect.arrayContaining([expect.any(String)]) });
    expect(probed).toHaveProperty('displayName', expect.stringMatching(/./));
  });

  test('white space around what was typed is no part of it', async () => {
    const padded = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, ` ${value}\n`]));
    expect(attachedOf(await connect(padded)).accountId).toBe(owner.accountId);
  });

  test('every field says what to enter, and what it must be when it was left empty', async () => {
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    for (const { name, label, hint, optional } of fields) {
      expect(`${label}: ${hint}`).toMatch(/^[A-Z].*: [A-Z].*\.$/);
      if (optional) continue;
      const { [name]: _, ...without } = values;
      for (const typed of [without, { ...values, [name]: ' ' }]) {
        expect(await connect(typed)).toEqual({ kind: 'invalid', field: name, reason: 'must not be empty' });
      }
    }
  });

  test('attaching and probing write nothing', async () => {
    const before = world.box.requests().length;
    await platform.probe(world.http, await connected(), NO_SETUP);
    const requested = world.box.requests().slice(before);
    expect(requested.length).toBeGreaterThan(1);
    const written = requested.filter(({ method, path }) => method !== 'GET' && !path.endsWith('.createSession'));
    expect(written).toEqual([]);
  });

  test('a wrong secret is refused, and not repeated', async () => {
    for (const { name } of fields.filter(({ secret }) => secret)) {
      const wrong = `${values[name]?.slice(0, -4)}0000`;
      const failure = failureOf(await connect({ ...values, [name]: wrong }));
      expect(failure).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' });
      expect(JSON.stringify(failure)).not.toContain(wrong);
    }
  });

  test('a platform that cannot be reached is a failure of the network', async () => {
    const account = await connected();
    const results = [
      await connect(typedFor(platform, { ...owner, baseUrl: NOWHERE }), world.http, NOWHERE),
      await platform.probe(world.http, { ...account, baseUrl: NOWHERE }, NO_SETUP),
    ];
    for (const result of results) {
      expect(failureOf(result)).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'rejected', platformError: null });
    }
  });

  test.each([
    ['auth_expired', 'PLATFORM_AUTH_EXPIRED'],
    ['rate_limited', 'RATE_LIMITED'],
    ['server_error', 'PLATFORM_SERVER_ERROR'],
    ['reset_before_store', 'NETWORK_ERROR'],
    ['timeout_before_store', 'TIMEOUT_ERROR'],
  ] as const)('%s is %s, and nothing was posted', async (kind, code) => {
    const account = await connected();
    fault(kind);
    const http = kind === 'timeout_before_store' ? world.impatient : world.http;
    for (const result of [await connect(values, http), await platform.probe(http, account, NO_SETUP)]) {
      expect(failureOf(result)).toMatchObject({ code, outcome: 'rejected' });
      expect(failureOf(result).message).toMatch(new RegExp(`^${platform.key} .`));
    }
  });

  test.each(['{}', '{"ok":true,"result":{}}', '[]', 'null', '', '<html>'])(
    'a success whose body is %j is no account',
    async (body) => {
      const account = await connected();
      const http = answering(() => makeAnswer(200, body));
      for (const result of [await connect(values, http), await platform.probe(http, account, NO_SETUP)]) {
        expect(failureOf(result)).toMatchObject({ code: 'PLATFORM_SERVER_ERROR', platformStatusCode: 200 });
      }
    },
  );

  test('credentials that lack something are no longer working', async () => {
    const failure = failureOf(await platform.probe(world.http, { ...(await connected()), credentials: {} }, NO_SETUP));
    expect(failure).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' });
  });

  test('no failure contains a secret, even when the platform repeats it', async () => {
    const account = await connected();
    const known = [...secrets(), account.credentials.accessJwt, account.credentials.refreshJwt].filter(Boolean);
    const text = known.map((secret) => `${secret} ${encodeURIComponent(secret ?? '')}`).join(' ');
    const body = { ok: false, error_code: 400, error: text, message: text, description: text };
    const clients = [answering(() => makeAnswer(400, body)), answering(() => makeAnswer(502, text))];
    expect(secrets()).not.toHaveLength(0);
    for (const http of clients) {
      const probed = JSON.stringify(failureOf(await platform.probe(http, account, NO_SETUP)));
      const attached = JSON.stringify(failureOf(await connect(values, http)));
      for (const secret of known) expect(probed).not.toContain(secret);
      for (const secret of secrets()) expect(attached).not.toContain(secret);
    }
  });
});
