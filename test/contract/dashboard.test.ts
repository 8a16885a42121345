import { DASHBOARD_ROUTES } from '../../rest-compat/routes.js';
import { SESSION_COOKIE } from '../../src/domain/identity/access/viewer.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { type GraphqlAnswer, graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { type Caller, create, inHours, type Method, refused, startContract, UNKNOWN_ID } from './contract.js';

const contract = startContract({ alone: true });

const SIGN_IN_FIRST = refused(401, 'Sign in first: this requires a dashboard session, not an API key');
const ROUTES = DASHBOARD_ROUTES.map(({ method, path }): [Method, string] => [method, path.replace(/:\w+/, UNKNOWN_ID)]);

let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(contract.db, { mcpAccess: true, workspaceAccess: true });
});

const call = async (caller: Caller, method: Method, path: string, sent?: string) => {
  const { status, body } = await caller.raw(method, path, sent);
  return { status, body };
};

describe.each(ROUTES)('%s %s', (method, path) => {
  test('an API key is not accepted, nor an unknown session: 401, before the body is read', async () => {
    const callers: Headers[] = [{}, { 'x-api-key': account.apiKey }, { cookie: `${SESSION_COOKIE}=unknown` }];
    for (const headers of callers) {
      expect(await call(contract.dashboard(headers), method, path, '{not JSON')).toEqual(SIGN_IN_FIRST);
    }
  });

  test('a session opens it, also beside a wrong API key', async () => {
    const session = await account.session();
    for (const headers of [session, { ...session, 'x-api-key': 'wrong' }]) {
      expect([200, 400, 404]).toContain((await call(contract.dashboard(headers), method, path)).status);
    }
  });

  test('an account on hold: 403, with the end of the hold and its reason', async () => {
    const held = await createAccount(contract.db, { workspaceAccess: true });
    const caller = contract.dashboard(await held.session());
    const hold = (expiresAt: string | null, reason: string | null) =>
      contract.db.query('UPDATE users SET held_at = now(), hold_expires_at = $2, hold_reason = $3 WHERE id = $1', [
        held.userId,
        expiresAt,
        reason,
      ]);
    for (const [holdExpiresAt, holdReason] of [
      ['2035-01-02T03:04:05.000Z', 'Chargeback'],
      [null, null],
    ] as const) {
      await hold(holdExpiresAt, holdReason);
      expect(await call(caller, method, path)).toEqual({
        status: 403,
        body: {
          error: 'Account on hold',
          message: 'Your account is temporarily on hold. Please contact support.',
          holdExpiresAt,
          holdReason,
        },
      });
    }
    // The service goes by the clock of its database, which may be behind that of this process.
    await hold(new Date(Date.now() - 60_000).toISOString(), 'Ended');
    expect((await call(caller, method, path)).status).not.toBe(403);
  });

  test('an inactive account: 403', async () => {
    const inactive = await createAccount(contract.db, { workspaceAccess: true });
    const caller = contract.dashboard(await inactive.session());
    await contract.db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [inactive.userId]);
    expect(await call(caller, method, path)).toEqual(refused(403, 'Account inactive'));
  });
});

describe('a session', () => {
  test('that has ended opens nothing', async () => {
    const session = await account.session();
    const caller = contract.dashboard(session);
    expect((await caller.get('/auth/api-keys')).status).toBe(200);
    await contract.db.query(
      "UPDATE sessions SET expires_at = now() - interval '1 second' WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)",
      [account.userId],
    );
    expect(await caller.get('/auth/api-keys')).toEqual(SIGN_IN_FIRST);
  });

  test('does not open /api/v1', async () => {
    expect(await contract.as(await account.session()).get('/list-posts')).toEqual(refused(401, 'API key is required'));
  });

  test('acts for a managed user of its account, and for no other user', async () => {
    const managed = await account.manage();
    const foreign = await contract.account.manage();
    const [own, plain] = [await account.session(), await contract.account.session()];
    const as = (headers: Headers, id: string) =>
      contract.dashboard({ ...headers, 'x-service-user-id': id }).get('/auth/api-keys');
    expect(await as(own, managed)).toEqual({ status: 200, body: { apiKeys: [] } });
    expect(await as(own, foreign)).toEqual(refused(403, 'User is not managed by key'));
    expect(await as(plain, foreign)).toEqual(refused(403, 'Workspace access is not enabled for this key'));
    expect(await as(own, 'malformed')).toEqual(refused(400, 'Invalid x-service-user-id'));
  });
});

describe('the API creates no accounts and no keys', () => {
  test.each<[Method, string]>([
    ['get', '/auth/api-keys'],
    ['post', '/auth/api-keys'],
    ['post', '/connections'],
    ['post', '/platform-connections'],
    ['delete', `/platform-connections/${UNKNOWN_ID}`],
  ])('%s /api/v1%s: there is no such route', async (method, path) => {
    const answer = await contract.as({ 'x-api-key': account.apiKey, ...(await account.session()) }).raw(method, path);
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test.each([
    ['createApiKey', 'mutation { createApiKey(input: {}) { rawKey } }'],
    [
      'connectAccount',
      'mutation { connectAccount(input: { platform: MESSENGER, fields: [] }) { account { platformId } } }',
    ],
    ['disconnectAccount', 'mutation { disconnectAccount(input: { platformId: "messenger-1" }) { platformId } }'],
  ])('over GraphQL %s takes a session', async (_name, query) => {
    const codeOf = ({ errors }: GraphqlAnswer) => errors?.[0]?.extensions.code;
    expect(codeOf(await graphql(contract.service, { 'x-api-key': account.apiKey }, query))).toBe('SESSION_REQUIRED');
    const withSession = await graphql(contract.service, await account.session(), query);
    expect(codeOf(withSession)).not.toBe('SESSION_REQUIRED');
    expect(codeOf(withSession)).not.toBe('GRAPHQL_VALIDATION_FAILED');
  });
});

describe('a rate limit that the operator switched on', () => {
  let limited: Service;
  beforeAll(async () => {
    limited = await startService({ db: contract.db, roles: 'api', env: { RATE_LIMIT_PER_MINUTE: '5' } });
  });
  afterAll(() => limited?.stop());

  const list = async (headers: Headers) => {
    const answer = await fetch(`${limited.url}/api/v1/list-posts`, { headers });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
  };
  const many = (headers: Headers) => Promise.all(Array.from({ length: 8 }, () => list(headers)));

  test('holds for each account: 429 with Retry-After', async () => {
    const answers = await many({ 'x-api-key': account.apiKey });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const { status, retryAfter, body } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(429);
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(Number(retryAfter)).toBeLessThanOrEqual(60);
      expect(body).toEqual({ error: `Too many requests. Try again in ${retryAfter} seconds` });
    }
    expect((await list({ 'x-api-key': await account.newKey() })).status).toBe(429);
    expect((await list({ 'x-api-key': (await createAccount(contract.db)).apiKey })).status).toBe(200);
  });

  test('counts no request that the access checks refuse', async () => {
    const { apiKey } = await createAccount(contract.db);
    const statuses = (await many({ 'x-api-key': apiKey, 'x-service-user-id': 'malformed' })).map(
      ({ status }) => status,
    );
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect((await list({ 'x-api-key': apiKey })).status).toBe(200);
  });

  test('leaves the dashboard alone', async () => {
    const headers = await account.session();
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await fetch(`${limited.url}/auth/api-keys`, { headers })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('PUT /update-post in the dashboard', () => {
  test('validates what it schedules: 400 with the whole report, and the post stays a draft', async () => {
    const dashboard = contract.dashboard(await contract.account.session());
    const id = await create(contract.owner, { platforms: ['photogram-1'] });
    const answer = await dashboard.put(`/update-post/${id}`, { status: 'scheduled' });
    expect(answer).toEqual({
      status: 400,
      body: {
        error: 'Validation failed',
        validation: {
          valid: false,
          errors: [expect.objectContaining({ code: 'MEDIA_REQUIRED', message: 'photogram posts require media' })],
          warnings: [],
          summary: { affectedPlatforms: ['photogram'], errorCount: 1, warningCount: 0 },
        },
      },
    });
    const { body } = await contract.owner.get(`/get-post/${id}`);
    expect(body.posts.map(({ status }: { status: string }) => status)).toEqual(['draft']);
  });

  test('schedules what can be published, as the API does without validation', async () => {
    const dashboard = contract.dashboard(await contract.account.session());
    const id = await create(contract.owner, { platforms: ['fediverse-1'] });
    const scheduledTime = inHours(1);
    const answer = await dashboard.put(`/update-post/${id}`, { status: 'scheduled', scheduledTime });
    expect(answer).toMatchObject({ status: 200, body: { postGroup: { status: 'scheduled', scheduledTime } } });
  });
});
