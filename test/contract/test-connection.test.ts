import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import { PLATFORM_KEYS } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { caseOf } from '../platforms/cases.js';
import { logIn, setupOf } from '../platforms/logging-in.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { type Caller, create, finished, HOUR, ISO_TIME, inHours, refused, startContract } from './contract.js';

const contract = startContract({ roles: 'api,worker', logged: /"connections\\" does not exist/ });

const DAY = 24 * HOUR;

const check = (platformId: string, caller = contract.owner) => caller.post(`/test-connection/${platformId}`);
const connect = async (platform: SandboxPlatform, account: TestAccount = contract.account) => {
  const owner = contract.sandbox.createAccount(platform);
  return { ...owner, platformId: await account.connect(owner) };
};
const set = (platformId: string, column: string, value: unknown) =>
  contract.db.query(`UPDATE connections SET ${column} = $2 WHERE platform_id = $1`, [platformId, value]);
const tokenStatus = async (platformId: string) => {
  const { body } = await contract.owner.get('/platform-connections');
  const found = body.connections.find((one: { platformId: string }) => one.platformId === platformId);
  return found.tokenStatus;
};
const publish = async (platformId: string, caller: Caller = contract.owner) =>
  finished(caller, await create(caller, { platforms: [platformId], scheduledTime: inHours(0) }));

/** The platforms whose accounts are connected with a login, and which can report on them. */
const WITH_LOGIN = [...platforms.values()].flatMap(({ authorization, ...adapter }) =>
  authorization && adapter.probe ? [[adapter.key, { ...adapter, authorization }] as const] : [],
);
const http = makeHttp({ timeoutMs: 20_000 });
afterAll(() => http.close());

afterEach(() => contract.sandbox.clearFaults());

const NOT_FOUND = refused(404, 'Connection not found');
const unknown = (platform: string, platformId: string) => ({
  status: 200,
  body: {
    platform,
    platformId,
    username: 'unknown',
    status: 'error',
    message: `Unknown platform: ${platform}`,
    permissions: [],
    tokenExpiresIn: null,
    lastSuccessfulPost: null,
    lastError: null,
  },
});

describe('the checks, in their order', () => {
  test.each(['fediverse', 'pinboard', 'myspace', 'fediverse_1', '%20', '%00', '%zz', '%'])(
    'no dash (%s): 400',
    async (id) => {
      expect(await check(id)).toEqual(refused(400, 'Invalid platformId format'));
    },
  );

  test.each([
    ['pinboard-1', 'pinboard'],
    ['myspace-1', 'myspace'],
    ['Fediverse-1', 'Fediverse'],
    ['-1', ''],
    ['-', ''],
    ['constructor-1', 'constructor'],
  ])('a platform without a validator (%s): Unknown platform', async (id, key) => {
    expect(await check(id)).toEqual(unknown(key, id));
  });

  test.each(PLATFORM_KEYS.filter((key) => key !== 'pinboard'))('%s has a validator: 404', async (key) => {
    expect(await check(`${key}-1`)).toEqual(NOT_FOUND);
  });

  test.each(['fediverse-', 'fediverse-%20', 'fediverse-%00', "fediverse-1'--", 'fediverse-%zz', 'fediverse-%E0%A4%A'])(
    'a malformed account id (%s) is no connection: 404',
    async (id) => {
      expect(await check(id)).toEqual(NOT_FOUND);
    },
  );

  test('a connection of somebody else: 404', async () => {
    const { platformId } = await connect('fediverse', await createAccount(contract.db));
    expect(await check(platformId)).toEqual(NOT_FOUND);
  });

  describe('while the connections cannot be read', () => {
    beforeAll(() => contract.db.query('ALTER TABLE connections RENAME TO connections_away'));
    afterAll(() => contract.db.query('ALTER TABLE connections_away RENAME TO connections'));

    test('what needs no lookup has its result', async () => {
      expect(await check('fediverse')).toEqual(refused(400, 'Invalid platformId format'));
      expect(await check('pinboard-1')).toEqual(unknown('pinboard', 'pinboard-1'));
      expect(await check('myspace-1')).toEqual(unknown('myspace', 'myspace-1'));
    });

    test('what needs one: Failed to test connection', async () => {
      expect(await check('fediverse-1')).toEqual(refused(500, 'Failed to test connection'));
    });
  });
});

describe('a connection that works', () => {
  test.each([
    ['fediverse', ['read', 'write']],
    ['messenger', ['can_manage_chat', 'can_post_messages']],
  ] as const)('%s: Connected as <name>, with the granted scopes', async (platform, permissions) => {
    const { platformId, username, displayName } = await connect(platform);
    expect(await check(platformId)).toEqual({
      status: 200,
      body: {
        platform,
        platformId,
        username,
        status: 'ok',
        message: `Connected as ${displayName}`,
        permissions: expect.arrayContaining([...permissions]),
        tokenExpiresIn: null,
        lastSuccessfulPost: null,
        lastError: null,
      },
    });
  });

  test.each(WITH_LOGIN)('%s after a login: Connected as <name>, with the granted scopes', async (platform, adapter) => {
    const { postScope } = caseOf(platform);
    const owner = contract.sandbox.createAccount(platform);
    const granted = await logIn(http.http, adapter.authorization, setupOf({ box: contract.sandbox }, adapter), [owner]);
    if (granted.kind === 'failed') throw new Error(granted.failure.message);
    const credentials = granted.accounts[0]?.credentials ?? {};
    const platformId = await contract.account.connect({ ...owner, credentials });
    const { body } = await check(platformId);
    expect(body).toMatchObject({
      platform,
      platformId,
      status: 'ok',
      permissions: expect.arrayContaining([postScope]),
    });
    expect([owner.displayName, owner.username].map((name) => `Connected as ${name}`)).toContain(body.message);
  });

  test('with the last posts to it', async () => {
    const { platformId, accountId } = await connect('fediverse');
    await publish(platformId);
    contract.sandbox.setFault({ platform: 'fediverse', kind: 'rejected', accountId });
    await publish(platformId);
    expect((await check(platformId)).body).toMatchObject({
      status: 'ok',
      lastSuccessfulPost: ISO_TIME,
      lastError: { message: expect.stringMatching(/^fediverse /), occurredAt: ISO_TIME },
    });
  });

  test.each([
    [7 * DAY + 3 * HOUR, '7d 3h'],
    [DAY, '1d 0h'],
    [5 * HOUR, '5h'],
    [HOUR / 2, '< 1h'],
    [-HOUR, 'expired'],
  ])('whose access ends in %i ms: %s', async (leftMs, text) => {
    const { platformId } = await connect('fediverse');
    // A minute more, so that the time that the test takes changes nothing.
    await set(platformId, 'access_token_expires_at', new Date(Date.now() + leftMs + 60_000));
    expect((await check(platformId)).body).toMatchObject({ status: 'ok', tokenExpiresIn: text });
  });

  test('a body is ignored', async () => {
    const { platformId } = await connect('fediverse');
    const answer = await contract.owner.post(`/test-connection/${platformId}`, { platformId: 'pinboard-1' });
    expect(answer.body).toMatchObject({ platformId, status: 'ok' });
  });

  test('the id may be percent-encoded', async () => {
    const { platformId } = await connect('fediverse');
    const encoded = [...platformId].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('');
    expect((await check(encoded)).body).toMatchObject({ platformId, status: 'ok' });
  });

  test('of a managed user, when the owner acts for the user', async () => {
    const account = await createAccount(contract.db, { workspaceAccess: true });
    const managed = await account.manage();
    const { platformId } = await connect('fediverse', account);
    await set(platformId, 'user_id', managed);
    const headers = { 'x-api-key': account.apiKey };
    expect(await check(platformId, contract.as(headers))).toEqual(NOT_FOUND);
    const acting = contract.as({ ...headers, 'x-service-user-id': managed });
    expect((await check(platformId, acting)).body).toMatchObject({ platformId, status: 'ok' });
  });
});

describe('a connection that does not work: 200, status error, no permissions', () => {
  const expectError = async (platformId: string, more: object) => {
    const { status, body } = await check(platformId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ platformId, status: 'error', permissions: [], ...more });
  };

  test('the platform refuses the token: the connection is marked, until a check finds it working', async () => {
    const { platformId, accountId } = await connect('fediverse');
    contract.sandbox.setFault({ platform: 'fediverse', kind: 'auth_expired', on: 'any', accountId });
    await expectError(platformId, {
      message: expect.stringMatching(/^fediverse (?!.*could not be reached)/),
      tokenExpiresIn: 'expired',
    });
    expect(await tokenStatus(platformId)).toBe('expired');
    expect((await check(platformId)).body).toMatchObject({ status: 'ok', tokenExpiresIn: null });
    expect(await tokenStatus(platformId)).toBe('unknown');
  });

  test.each(['server_error', 'rate_limited', 'timeout_before_store', 'reset_before_store'] as const)(
    'the platform is down (%s): the connection is not marked',
    async (kind) => {
      const { platformId, accountId } = await connect('fediverse');
      contract.sandbox.setFault({ platform: 'fediverse', kind, on: 'any', times: 0, accountId });
      await expectError(platformId, { message: expect.stringMatching(/^fediverse /), tokenExpiresIn: null });
      expect(await tokenStatus(platformId)).toBe('unknown');
    },
  );

  test('nothing listens at its address: the connection is not marked', async () => {
    const { platformId } = await connect('fediverse');
    await set(platformId, 'base_url', 'http://127.0.0.1:1');
    await expectError(platformId, { message: expect.stringMatching(/^fediverse could not be reached/) });
    expect(await tokenStatus(platformId)).toBe('unknown');
  });

  test('an outage removes no mark', async () => {
    const { platformId, accountId } = await connect('fediverse');
    await set(platformId, 'revoked_at', new Date());
    contract.sandbox.setFault({ platform: 'fediverse', kind: 'server_error', on: 'any', times: 0, accountId });
    await expectError(platformId, { tokenExpiresIn: 'expired' });
    expect(await tokenStatus(platformId)).toBe('expired');
  });

  test('messenger of the MTProto type, which has no bot: Invalid bot token', async () => {
    const owner = contract.sandbox.createAccount('messenger');
    const platformId = await contract.account.connect({ ...owner, credentials: { apiId: '1', session: 'x' } });
    await expectError(platformId, { platform: 'messenger', username: owner.username, message: 'Invalid bot token' });
  });

  test('messenger with a bot that is none any more', async () => {
    const owner = contract.sandbox.createAccount('messenger');
    const credentials = { ...owner.credentials, botToken: '1:wrong' };
    await expectError(await contract.account.connect({ ...owner, credentials }), {
      message: expect.stringMatching(/^messenger /),
      tokenExpiresIn: 'expired',
    });
  });

  test('quirk: skyfeed, of which the credentials are always missing although posting works', async () => {
    const { platformId, username, accountId } = await connect('skyfeed');
    const expected = { platform: 'skyfeed', username, message: 'Missing credentials', tokenExpiresIn: null };
    await expectError(platformId, { ...expected, lastSuccessfulPost: null });
    const { posts } = await publish(platformId);
    expect(posts).toMatchObject([{ status: 'published' }]);
    expect(contract.sandbox.posts({ accountId })).toHaveLength(1);
    await expectError(platformId, { ...expected, lastSuccessfulPost: ISO_TIME, lastError: null });
  });
});
