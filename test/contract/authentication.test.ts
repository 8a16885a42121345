import { createAccount, type TestAccount } from '../support/account.js';
import type { Headers } from '../support/graphql.js';
import { type Caller, create, type Method, POST_GROUP_ID, refused, startContract, UNKNOWN_ID } from './contract.js';

const contract = startContract({ logged: /Unexpected failure before a route/ });

const LIST = { status: 200, body: { success: true, posts: [], pagination: expect.any(Object) } };
const list = (headers: Headers) => contract.as(headers).get('/list-posts');
const key = async (...parameters: Parameters<TestAccount['newKey']>) => ({
  'x-api-key': await contract.account.newKey(...parameters),
});

/** Every route, with a request that is wrong in itself as well. */
const ROUTES: [Method, string, string | undefined][] = [
  ['post', '/create-post', '{not JSON'],
  ['put', '/update-post/malformed', '{not JSON'],
  ['get', '/get-post/malformed', undefined],
  ['get', '/list-posts?status=wrong', undefined],
  ['delete', '/delete-post/malformed', undefined],
  ['get', '/post-logs/malformed', undefined],
];

describe('the API key', () => {
  test.each(ROUTES)('%s %s: missing, 401, before anything else is checked', async (method, path, body) => {
    const { status, body: response } = await contract.as({}).raw(method, path, body);
    expect({ status, body: response }).toEqual(refused(401, 'API key is required'));
  });

  test.each(ROUTES)('%s %s: wrong, 401, before anything else is checked', async (method, path, body) => {
    const { status, body: response } = await contract.as({ 'x-api-key': 'wrong' }).raw(method, path, body);
    expect({ status, body: response }).toEqual(refused(401, 'Invalid API key'));
  });

  test('an empty key is a missing key', async () => {
    expect(await list({ 'x-api-key': '' })).toEqual(refused(401, 'API key is required'));
  });

  test('only the header carries it, not the query', async () => {
    const answer = await contract.as({}).get(`/list-posts?x-api-key=${contract.account.apiKey}`);
    expect(answer).toEqual(refused(401, 'API key is required'));
  });

  test.each([
    ['another secret', (rawKey: string) => `${rawKey.slice(0, -52)}${'0'.repeat(52)}`],
    ['another prefix', (rawKey: string) => `sk_0_00000000${rawKey.slice(rawKey.indexOf('.'))}`],
    ['only the prefix', (rawKey: string) => rawKey.slice(0, rawKey.indexOf('.'))],
    ['something behind it', (rawKey: string) => `${rawKey}0`],
    ['other letter case', (rawKey: string) => rawKey.toUpperCase()],
    ['a scheme before it', (rawKey: string) => `Bearer ${rawKey}`],
  ])('%s: Invalid API key', async (_name, change) => {
    expect(await list({ 'x-api-key': change(contract.account.apiKey) })).toEqual(refused(401, 'Invalid API key'));
  });

  test('a revoked key: Invalid API key', async () => {
    expect(await list(await key({ revoked: true }))).toEqual(refused(401, 'Invalid API key'));
  });

  test('its header is read in any letter case', async () => {
    expect(await list({ 'X-API-KEY': contract.account.apiKey })).toEqual(LIST);
  });

  test('a key without an owner: Invalid API key owner', async () => {
    expect(await list(await withoutOwner())).toEqual(refused(401, 'Invalid API key owner'));
  });

  test.each([
    ['starter', refused(403, 'API access is not enabled for this account')],
    ['pro', LIST],
    ['premium', LIST],
  ] as const)('API access on the plan %s', async (plan, answer) => {
    const { apiKey } = await createAccount(contract.db, { plan });
    expect(await list({ 'x-api-key': apiKey })).toEqual(answer);
  });
});

describe('x-service-client: mcp', () => {
  const refusal = refused(403, 'MCP access is not enabled for this account');

  test('needs the feature of the account', async () => {
    expect(await list({ ...(await key({ mcpAccess: true })), 'x-service-client': 'mcp' })).toEqual(refusal);
  });

  test('needs the flag of the key', async () => {
    const account = await createAccount(contract.db, { mcpAccess: true });
    const apiKey = await account.newKey({ mcpAccess: false });
    expect(await list({ 'x-api-key': apiKey, 'x-service-client': 'mcp' })).toEqual(refusal);
  });

  test('passes with both', async () => {
    const { apiKey } = await createAccount(contract.db, { mcpAccess: true });
    expect(await list({ 'x-api-key': apiKey, 'x-service-client': 'mcp' })).toEqual(LIST);
  });

  test('any other client needs nothing', async () => {
    expect(await list({ 'x-api-key': contract.account.apiKey, 'x-service-client': 'web' })).toEqual(LIST);
  });

  test.each(['MCP', 'Mcp', 'mcp, mcp', 'mcp,', 'mcp/1'])('%s is another client', async (client) => {
    expect(await list({ 'x-api-key': contract.account.apiKey, 'x-service-client': client })).toEqual(LIST);
  });
});

describe('x-service-user-id', () => {
  const malformed = ['abc', 'g'.repeat(24), 'f'.repeat(23), 'f'.repeat(25)];

  test.each(malformed)('%s is malformed: 400', async (id) => {
    const answer = await list({ 'x-api-key': contract.account.apiKey, 'x-service-user-id': id });
    expect(answer).toEqual(refused(400, 'Invalid x-service-user-id'));
  });

  test.each(['account', 'key'])(
    'workspace access is a flag of the account and of the key; without that of the %s',
    async (missing) => {
      const account = await createAccount(contract.db, { workspaceAccess: missing !== 'account' });
      const apiKey = await account.newKey({ workspaceAccess: missing !== 'key' });
      const answer = await list({ 'x-api-key': apiKey, 'x-service-user-id': await account.manage() });
      expect(answer).toEqual(refused(403, 'Workspace access is not enabled for this key'));
    },
  );

  test('the id of the key’s owner needs no workspace access', async () => {
    const { apiKey, userId } = contract.account;
    expect(await list({ 'x-api-key': apiKey, 'x-service-user-id': userId })).toEqual(LIST);
  });

  test('a user of another account, and one that does not exist: User is not managed by key', async () => {
    const { apiKey } = await createAccount(contract.db, { workspaceAccess: true });
    for (const id of [await contract.account.manage(), contract.account.userId, UNKNOWN_ID]) {
      const answer = await list({ 'x-api-key': apiKey, 'x-service-user-id': id });
      expect(answer).toEqual(refused(403, 'User is not managed by key'));
    }
  });
});

describe('a request that fails several checks gets the error of the first', () => {
  const rest = { 'x-service-client': 'mcp', 'x-service-user-id': 'malformed' };

  test('1. the key is there', async () => {
    expect(await list(rest)).toEqual(refused(401, 'API key is required'));
  });
  test('2. the key is valid', async () => {
    expect(await list({ ...rest, ...(await key({ revoked: true })) })).toEqual(refused(401, 'Invalid API key'));
  });
  test('3. its owner is there', async () => {
    expect(await list({ ...rest, ...(await withoutOwner()) })).toEqual(refused(401, 'Invalid API key owner'));
  });
  test('4. the plan has API access', async () => {
    const { apiKey } = await createAccount(contract.db, { plan: 'starter' });
    const answer = await list({ ...rest, 'x-api-key': apiKey });
    expect(answer).toEqual(refused(403, 'API access is not enabled for this account'));
  });
  test('5. the account has MCP access', async () => {
    const answer = await list({ ...rest, ...(await key()) });
    expect(answer).toEqual(refused(403, 'MCP access is not enabled for this account'));
  });
  test('6. the managed user’s id is well-formed', async () => {
    const answer = await list({ ...(await key()), 'x-service-user-id': 'malformed' });
    expect(answer).toEqual(refused(400, 'Invalid x-service-user-id'));
  });
  test('7. the key has workspace access', async () => {
    const answer = await list({ ...(await key()), 'x-service-user-id': UNKNOWN_ID });
    expect(answer).toEqual(refused(403, 'Workspace access is not enabled for this key'));
  });
  test('all of them before the request itself', async () => {
    const caller = contract.as({ 'x-api-key': contract.account.apiKey, 'x-service-user-id': UNKNOWN_ID });
    const answer = await caller.post('/create-post', '{not JSON');
    expect(answer).toEqual(refused(403, 'Workspace access is not enabled for this key'));
  });
});

describe('a managed user', () => {
  const callers: { owner?: Caller; managed?: Caller; other?: Caller } = {};
  let ids: { owner: string; managed: string };
  const at = (name: keyof typeof callers): Caller => {
    const caller = callers[name];
    if (!caller) throw new Error(`No caller ${name}`);
    return caller;
  };

  beforeAll(async () => {
    const account = await createAccount(contract.db, { workspaceAccess: true });
    const headers = { 'x-api-key': account.apiKey };
    callers.owner = contract.as(headers);
    callers.managed = contract.as({ ...headers, 'x-service-user-id': await account.manage() });
    callers.other = contract.as({ ...headers, 'x-service-user-id': await account.manage() });
    ids = { owner: await create(callers.owner), managed: await create(callers.managed) };
  });

  test.each([
    ['managed', [expect.objectContaining({ postGroupId: POST_GROUP_ID })]],
    ['owner', [expect.objectContaining({ postGroupId: POST_GROUP_ID })]],
    ['other', []],
  ] as const)('list-posts: the %s user sees only their own', async (name, posts) => {
    const { body } = await at(name).get('/list-posts');
    expect(body.posts).toEqual(posts);
    if (name !== 'other') expect(body.posts[0].postGroupId).toBe(ids[name]);
  });

  test.each([
    ['get', '/get-post'],
    ['get', '/post-logs'],
    ['put', '/update-post'],
    ['delete', '/delete-post'],
  ] as const)(
    '%s %s: theirs is not found by the owner or another managed user, nor the owner’s by them',
    async (method, path) => {
      const body = method === 'put' ? { status: 'scheduled' } : undefined;
      for (const [name, id] of [
        ['owner', ids.managed],
        ['other', ids.managed],
        ['managed', ids.owner],
      ] as const) {
        const answer = await at(name).raw(method, `${path}/${id}`, body);
        expect({ status: answer.status, body: answer.body }).toEqual(refused(404, 'Post group not found'));
      }
    },
  );

  test('has their own posts through the owner’s key', async () => {
    expect((await at('managed').get(`/get-post/${ids.managed}`)).status).toBe(200);
  });
});

test('an unexpected failure of the checks: 500 Internal server error', async () => {
  await contract.db.query('ALTER TABLE api_keys RENAME TO api_keys_away');
  const answer = await list({ 'x-api-key': contract.account.apiKey });
  await contract.db.query('ALTER TABLE api_keys_away RENAME TO api_keys');
  expect(answer).toEqual(refused(500, 'Internal server error'));
});

/** A key whose owner is gone. */
async function withoutOwner(): Promise<Headers> {
  const { apiKey, userId } = await createAccount(contract.db);
  await contract.db.query('DELETE FROM users WHERE id = $1', [userId]);
  return { 'x-api-key': apiKey };
}
