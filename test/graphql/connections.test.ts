import { type Sandbox, type SandboxAccount, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import type { Platform } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { typedFor } from '../platforms/support.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let sandbox: Sandbox;
let service: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  const { skyfeed, messenger } = sandbox.baseUrls;
  service = await startService({ db, env: { SKYFEED_BASE_URL: skyfeed, MESSENGER_BASE_URL: messenger } });
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  await service?.stop();
  await sandbox?.close();
  await db?.drop();
});

const CONNECTION = `platformId platform accountId username displayName profileUrl profileImageUrl
  accessTokenExpiresAt tokenStatus tokenExpiresIn revokedAt createdAt lastPublishedAt lastError { message }`;
const CONNECT = `mutation ($input: ConnectAccountInput!) {
  connectAccount(input: $input) { account { ${CONNECTION} } }
}`;
const CHECK = `mutation ($input: CheckAccountInput!) {
  checkAccount(input: $input) {
    check { platformKey platformId username working message permissions tokenExpiresIn }
  }
}`;
const DISCONNECT = 'mutation ($input: DisconnectAccountInput!) { disconnectAccount(input: $input) { platformId } }';

/** An account with the headers of its key and those of its session. */
async function newCaller(at = db) {
  const account = await createAccount(at);
  const byKey = { 'x-api-key': account.apiKey };
  const bySession: Headers = await account.session();
  return { account, byKey, bySession };
}
type CallerOf = Awaited<ReturnType<typeof newCaller>>;

/** The data of an operation, or its error. */
const run = async (query: string, input: object, headers: Headers, at = service) => {
  const { data, errors } = await graphql(at, headers, query, { input });
  return errors ? { ...errors[0]?.extensions, message: errors[0]?.message } : data;
};
const codeOf = async (...parameters: Parameters<typeof run>) => (await run(...parameters)).code;

type Typed = Record<string, string | undefined>;
/** What a person types in; what they leave out is not sent. */
const inputFor = (account: SandboxAccount, changes: Typed = {}) => {
  const typed: Typed = { ...typedFor(platforms.get(account.platform) as Platform, account), ...changes };
  const fields = Object.entries(typed).flatMap(([name, value]) => (value === undefined ? [] : { name, value }));
  return { platform: account.platform.toUpperCase(), fields };
};
const connect = async (account: SandboxAccount, headers: Headers) =>
  (await run(CONNECT, inputFor(account), headers)).connectAccount.account;
const connections = async (headers: Headers) =>
  nodesOf(
    (await graphql(service, headers, `{ connectedAccounts { edges { node { ${CONNECTION} } } } }`)).data
      .connectedAccounts,
  );
const check = async (platformId: string, headers: Headers) =>
  (await run(CHECK, { platformId }, headers)).checkAccount.check;

/** Publishes at once; the platform post when it has ended. */
async function publish(platformId: string, headers: Headers, at = service) {
  const POSTS = 'id processingStatus posts { id status error { code message } }';
  const created = await run(
    `mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { ${POSTS} } } }`,
    { post: { content: 'Hi', platformIds: [platformId] }, scheduledTime: new Date().toISOString() },
    headers,
    at,
  );
  const { id } = created.createPost.postGroup;
  return eventually(async () => {
    const { data } = await graphql(at, headers, `query ($id: ID!) { postGroup(id: $id) { ${POSTS} } }`, { id });
    return data.postGroup.processingStatus === 'FINISHED' ? data.postGroup.posts[0] : undefined;
  });
}

/** The platforms that accounts are connected to with a form. */
const KEYS = [...platforms.values()].flatMap(({ key, connector }) => (connector ? [key as SandboxPlatform] : []));

test('connectablePlatforms lists, without a key, the fields that each platform requires', async () => {
  const { data } = await graphql(
    service,
    {},
    '{ connectablePlatforms { platform fields { name label hint secret optional } } }',
  );
  const connectable: { platform: string; fields: object[] }[] = data.connectablePlatforms;
  const fieldsOf = Object.fromEntries(connectable.map(({ platform, fields }) => [platform, fields]));
  for (const { key, connector } of platforms.values()) {
    expect(fieldsOf[key.toUpperCase()]).toEqual(connector?.fields ?? []);
  }
  expect(KEYS).toHaveLength(3);
});

describe.each(KEYS)('connectAccount to %s', (platform) => {
  test('stores a connection that publishes and that the check finds working', async () => {
    const { bySession, byKey } = await newCaller();
    const account = sandbox.createAccount(platform);
    const connection = await connect(account, bySession);
    expect(connection).toMatchObject({
      platform: platform.toUpperCase(),
      accountId: account.accountId,
      username: account.username,
      displayName: expect.stringMatching(/./),
      tokenStatus: 'NOT_EXPIRING',
      tokenExpiresIn: null,
      revokedAt: null,
      lastPublishedAt: null,
      lastError: null,
    });
    expect(await connections(byKey)).toEqual([connection]);
    const { platformId } = connection;
    expect(await publish(platformId, byKey)).toMatchObject({ status: 'PUBLISHED' });
    expect(sandbox.posts({ accountId: account.accountId })).toHaveLength(1);
    expect(await check(platformId, byKey)).toEqual({
      platformKey: platform,
      platformId,
      username: account.username,
      working: true,
      message: expect.stringMatching(/^Connected as ./),
      permissions: expect.arrayContaining([expect.any(String)]),
      tokenExpiresIn: null,
    });
  });

  test('a wrong secret is refused with the platform’s message, and nothing is stored', async () => {
    const { bySession } = await newCaller();
    const account = sandbox.createAccount(platform);
    const fields = platforms.get(platform)?.connector?.fields ?? [];
    for (const { name } of fields.filter(({ secret }) => secret)) {
      const typed = inputFor(account).fields.find((field) => field.name === name)?.value;
      const wrong = `${typed?.slice(0, -4)}0000`;
      const refusal = await run(CONNECT, inputFor(account, { [name]: wrong }), bySession);
      expect(refusal).toMatchObject({ code: 'CONNECTION_REFUSED', reason: expect.stringMatching(/./) });
      expect(refusal.message).toBe(`The account could not be connected: ${refusal.reason}`);
      expect(JSON.stringify(refusal)).not.toContain(wrong);
    }
    expect(await connections(bySession)).toEqual([]);
  });

  test('a field that is missing or empty is named by its label; one that there is not, by its name', async () => {
    const { bySession } = await newCaller();
    const account = sandbox.createAccount(platform);
    const fields = platforms.get(platform)?.connector?.fields ?? [];
    for (const { name, label, optional } of fields) {
      for (const value of [undefined, '', ' ']) {
        if (optional) continue;
        expect(await run(CONNECT, inputFor(account, { [name]: value }), bySession)).toMatchObject({
          code: 'CREDENTIAL_FIELD_INVALID',
          label,
          message: `${label} is required`,
        });
      }
    }
    expect(await run(CONNECT, inputFor(account, { pin: '1' }), bySession)).toMatchObject({
      code: 'CREDENTIAL_FIELD_INVALID',
      label: 'pin',
    });
    expect(await connections(bySession)).toEqual([]);
  });

  test('a value of 300,000 characters, made to be searched for minutes, is refused by its length', async () => {
    const { bySession } = await newCaller();
    const account = sandbox.createAccount(platform);
    const fields = platforms.get(platform)?.connector?.fields ?? [];
    for (const { name, label } of fields) {
      for (const [repeated, end] of [
        ['/', 'x'],
        ['\u200b', 'x'],
        ['a.', ' x'],
      ]) {
        const value = `a.example/${repeated?.repeat(300_000 / repeated.length)}${end}`;
        expect(await run(CONNECT, inputFor(account, { [name]: value }), bySession)).toMatchObject({
          code: 'CREDENTIAL_FIELD_INVALID',
          label,
        });
      }
    }
  });

  test('a platform that is down fails a connection for now only: the same input works later', async () => {
    const { bySession } = await newCaller();
    const account = sandbox.createAccount(platform);
    const { accountId } = account;
    sandbox.setFault({ platform, kind: 'server_error', on: 'any', times: 0, accountId });
    expect(await codeOf(CONNECT, inputFor(account), bySession)).toBe('CONNECTION_REFUSED');
    sandbox.clearFaults();
    expect(await connect(account, bySession)).toMatchObject({ accountId });
  });

  test('again: the connection keeps its posts, gets the new credentials, and is marked no more', async () => {
    const { bySession, byKey } = await newCaller();
    const account = sandbox.createAccount(platform);
    const first = await connect(account, bySession);
    const { platformId } = first;
    await publish(platformId, byKey);
    await db.query(
      'UPDATE connections SET revoked_at = now(), credentials = $2, display_name = $3 WHERE platform_id = $1',
      [platformId, 'unreadable', 'Old name'],
    );
    expect(await connections(byKey)).toMatchObject([{ tokenStatus: 'EXPIRED', displayName: 'Old name' }]);
    const again = await connect(account, bySession);
    expect(again).toEqual({ ...first, lastPublishedAt: expect.any(String) });
    expect(await connections(byKey)).toEqual([again]);
    expect(await publish(platformId, byKey)).toMatchObject({ status: 'PUBLISHED' });
  });

  test('several times at once: one connection', async () => {
    const { bySession } = await newCaller();
    const account = sandbox.createAccount(platform);
    const made = await Promise.all([1, 2, 3].map(() => connect(account, bySession)));
    expect(new Set(made.map(({ createdAt }) => createdAt)).size).toBe(1);
    expect(await connections(bySession)).toHaveLength(1);
  });
});

describe('connectAccount', () => {
  const anyone = () => inputFor(sandbox.createAccount('fediverse'));

  test('takes a session: an API key is SESSION_REQUIRED, and so is neither', async () => {
    const { byKey } = await newCaller();
    expect(await codeOf(CONNECT, anyone(), byKey)).toBe('SESSION_REQUIRED');
    expect(await codeOf(CONNECT, anyone(), {})).toBe('SESSION_REQUIRED');
    expect(await connections(byKey)).toEqual([]);
  });

  test.each(['NETWORK', 'PINBOARD'])('%s is not connectable', async (platform) => {
    const { bySession } = await newCaller();
    expect(await run(CONNECT, { ...anyone(), platform }, bySession)).toMatchObject({
      code: 'PLATFORM_NOT_CONNECTABLE',
      platform,
    });
  });

  test('connects for the managed user that the session acts for', async () => {
    const owner = await createAccount(db, { workspaceAccess: true });
    const acting = { ...(await owner.session()), 'x-service-user-id': await owner.manage() };
    const { platformId } = await connect(sandbox.createAccount('fediverse'), acting);
    expect(await connections(acting)).toMatchObject([{ platformId }]);
    expect(await connections({ 'x-api-key': owner.apiKey })).toEqual([]);
  });
});

describe('checkAccount', () => {
  test('sends a request to skyfeed: an expired session is renewed, a revoked password marks the connection', async () => {
    const { account, byKey } = await newCaller();
    const owner = sandbox.createAccount('skyfeed');
    const platformId = await account.connect(owner);
    expect(await check(platformId, byKey)).toMatchObject({
      working: true,
      message: `Connected as ${owner.username}`,
      permissions: ['com.atproto.appPass'],
    });

    const taken = sandbox.createAccount('skyfeed');
    const credentials = { ...taken.credentials, appPassword: 'wrong' };
    const takenId = await account.connect({ ...taken, credentials });
    expect(await check(takenId, byKey)).toMatchObject({
      working: false,
      message: expect.stringMatching(/^skyfeed /),
      permissions: [],
      tokenExpiresIn: 'expired',
    });
    expect((await connections(byKey))[1]).toMatchObject({ platformId: takenId, revokedAt: expect.any(String) });
  });

  test('returns the state that is stored afterwards: a renewed session removes the mark, even when the next request fails', async () => {
    const { account, byKey } = await newCaller();
    const owner = sandbox.createAccount('skyfeed');
    const platformId = await account.connect(owner);
    await db.query('UPDATE connections SET revoked_at = now() WHERE platform_id = $1', [platformId]);
    // The first call renews the session, the second would ask for the account.
    sandbox.setFault({
      platform: 'skyfeed',
      kind: 'delay_before_store',
      delayMs: 0,
      on: 'any',
      accountId: owner.accountId,
    });
    sandbox.setFault({ platform: 'skyfeed', kind: 'server_error', on: 'any', accountId: owner.accountId });
    expect(await check(platformId, byKey)).toMatchObject({ working: false, tokenExpiresIn: null });
    expect(await connections(byKey)).toMatchObject([{ revokedAt: null, tokenStatus: 'NOT_EXPIRING' }]);
  });

  test('takes an account id as it is, for one’s own connections alone', async () => {
    const { account, byKey, bySession } = await newCaller();
    const owner = sandbox.createAccount('skyfeed');
    const platformId = await account.connect(owner);
    const asItIs = `skyfeed-${owner.accountId}`;
    for (const headers of [byKey, bySession]) {
      expect(await check(asItIs, headers)).toMatchObject({ platformId, working: true });
    }
    expect(await codeOf(CHECK, { platformId }, (await newCaller()).byKey)).toBe('CONNECTION_NOT_FOUND');
    expect(await codeOf(CHECK, { platformId: 'skyfeed' }, byKey)).toBe('PLATFORM_ID_FORMAT_INVALID');
  });
});

describe('disconnectAccount', () => {
  const connected = async (caller: CallerOf, platform: SandboxPlatform = 'fediverse') =>
    (await connect(sandbox.createAccount(platform), caller.bySession)).platformId;

  test('removes the connection with its credentials; the posts to it stay', async () => {
    const caller = await newCaller();
    const platformId = await connected(caller);
    await publish(platformId, caller.byKey);
    expect(await run(DISCONNECT, { platformId }, caller.bySession)).toEqual({ disconnectAccount: { platformId } });
    expect(await connections(caller.byKey)).toEqual([]);
    expect(await db.query('SELECT 1 FROM connections WHERE platform_id = $1', [platformId])).toEqual([]);
    const { data } = await graphql(service, caller.byKey, '{ postGroups { edges { node { posts { platformId } } } } }');
    expect(data.postGroups.edges).toMatchObject([{ node: { posts: [{ platformId }] } }]);
    expect(await codeOf(DISCONNECT, { platformId }, caller.bySession)).toBe('CONNECTION_NOT_FOUND');
  });

  test('a post that is still scheduled fails with CONNECTION_NOT_FOUND, and is published once it is connected again', async () => {
    const caller = await newCaller();
    const account = sandbox.createAccount('fediverse');
    const { platformId } = await connect(account, caller.bySession);
    const input = { post: { content: 'Hi', platformIds: [platformId] }, scheduledTime: '2035-01-01T00:00:00Z' };
    const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
    const { id } = (await run(CREATE, input, caller.byKey)).createPost.postGroup;
    await run(DISCONNECT, { platformId }, caller.bySession);

    // Over REST: GraphQL does not move it to a time at which it would fail.
    const moved = await fetch(`${service.url}/api/v1/update-post/${id}`, {
      method: 'PUT',
      headers: { ...caller.byKey, 'content-type': 'application/json' },
      body: JSON.stringify({ scheduledTime: new Date() }),
    });
    expect(moved.status).toBe(200);
    const post = (status: string) =>
      eventually(async () => {
        const query = 'query ($id: ID!) { postGroup(id: $id) { posts { id status error { code } } } }';
        const { data } = await graphql(service, caller.byKey, query, { id });
        return data.postGroup.posts[0].status === status ? data.postGroup.posts[0] : undefined;
      });
    const failed = await post('FAILED');
    expect(failed).toMatchObject({ error: { code: 'CONNECTION_NOT_FOUND' } });
    expect(sandbox.posts({ accountId: account.accountId })).toEqual([]);

    await connect(account, caller.bySession);
    const RETRY =
      'mutation ($input: RetryPlatformPostInput!) { retryPlatformPost(input: $input) { platformPost { id } } }';
    await run(RETRY, { platformPostId: failed.id }, caller.byKey);
    await post('PUBLISHED');
    expect(sandbox.posts({ accountId: account.accountId })).toHaveLength(1);
  });

  test('takes a session, one’s own connection, and an account id as it is', async () => {
    const caller = await newCaller();
    const platformId = await connected(caller, 'skyfeed');
    expect(await codeOf(DISCONNECT, { platformId }, caller.byKey)).toBe('SESSION_REQUIRED');
    expect(await codeOf(DISCONNECT, { platformId }, (await newCaller()).bySession)).toBe('CONNECTION_NOT_FOUND');
    for (const malformed of ['skyfeed', '', '-', 'skyfeed-\0']) {
      expect(await codeOf(DISCONNECT, { platformId: malformed }, caller.bySession)).toBe('CONNECTION_NOT_FOUND');
    }
    const [{ accountId }] = await connections(caller.byKey);
    expect(await run(DISCONNECT, { platformId: `skyfeed-${accountId}` }, caller.bySession)).toEqual({
      disconnectAccount: { platformId },
    });
  });
});

describe('where addresses are untrusted input (PRIVATE_ADDRESSES=none)', () => {
  let guardedDb: TestDatabase;
  let guarded: Service;
  beforeAll(async () => {
    guardedDb = await createTestDatabase();
    guarded = await startService({ db: guardedDb, env: { PRIVATE_ADDRESSES: 'none' } });
  });
  afterAll(async () => {
    await guarded?.stop();
    await guardedDb?.drop();
  });

  const requestCount = () => sandbox.requests().length;
  const NOT_PUBLIC = expect.stringMatching(/is not a public address$/);

  test.each(['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f000001', '[::ffff:127.0.0.1]'])(
    'a fediverse server at %s is refused, and never asked',
    async (host) => {
      const { bySession } = await newCaller(guardedDb);
      const before = requestCount();
      const instance = `http://${host}:${sandbox.port}/fediverse`;
      const input = inputFor(sandbox.createAccount('fediverse'), { instance });
      const refusal = await run(CONNECT, input, bySession, guarded);
      expect(refusal).toMatchObject({ code: 'CONNECTION_REFUSED', reason: NOT_PUBLIC });
      expect(requestCount()).toBe(before);
    },
  );

  test('so is checking one that is stored, and publishing to it; neither marks it', async () => {
    const { account, byKey } = await newCaller(guardedDb);
    const platformId = await account.connect(sandbox.createAccount('fediverse'));
    const before = requestCount();
    const { checkAccount } = await run(CHECK, { platformId }, byKey, guarded);
    expect(checkAccount.check).toMatchObject({ working: false, message: NOT_PUBLIC, tokenExpiresIn: null });
    expect(await publish(platformId, byKey, guarded)).toMatchObject({
      status: 'FAILED',
      error: { code: 'NETWORK_ERROR', message: NOT_PUBLIC },
    });
    expect(requestCount()).toBe(before);
    const { data } = await graphql(guarded, byKey, '{ connectedAccounts { edges { node { revokedAt } } } }');
    expect(nodesOf(data.connectedAccounts)).toEqual([{ revokedAt: null }]);
  });
});
