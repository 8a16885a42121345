import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type GraphqlAnswer, graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let tap: StatementTap;
let service: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  service = await startService({ db: { ...db, url: tap.url }, roles: 'api' });
});
afterAll(async () => {
  await service?.stop();
  tap?.close();
  await db?.drop();
});

const FIELDS = 'id name prefix scopes createdAt lastUsedAt';
const LIST = `{ apiKeys { edges { node { ${FIELDS} } } } }`;
const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { rawKey apiKey { ${FIELDS} } } }`;
const RENAME = `mutation ($input: RenameApiKeyInput!) { renameApiKey(input: $input) { apiKey { ${FIELDS} } } }`;
const REVOKE = 'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { revokedApiKeyId } }';

const WRONG_NAMES = ['', ' ', 'x'.repeat(101)];

const ask = (headers: Headers, query: string, input?: object) => graphql(service, headers, query, { input });
const codeOf = (answer: GraphqlAnswer) => answer.errors?.[0]?.extensions.code;

/** An account without keys, signed in. */
async function newOwner(options?: Parameters<typeof createAccount>[1]): Promise<TestAccount & { browser: Headers }> {
  const account = await createAccount(db, options);
  await db.query('DELETE FROM api_keys WHERE user_id = $1', [account.userId]);
  return { ...account, browser: await account.session() };
}

interface CreatedKey {
  rawKey: string;
  apiKey: { id: string; name: string; prefix: string; lastUsedAt: string | null };
}

async function create(headers: Headers, input: object = {}): Promise<CreatedKey> {
  const answer = await ask(headers, CREATE, input);
  expect(answer.errors).toBeUndefined();
  return answer.data.createApiKey;
}

const viewerOf = (rawKey: string, headers: Headers = {}) =>
  ask({ 'x-api-key': rawKey, ...headers }, '{ viewer { id } }');

describe('createApiKey', () => {
  test('makes a key that works, and returns its secret only once', async () => {
    const { browser, userId } = await newOwner();
    const { rawKey, apiKey } = await create(browser);
    expect(rawKey).toMatch(/^sk_[0-9a-z]+_[0-9a-f]{8}\.[0-9a-f]{52}$/);
    expect(apiKey).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'Default',
      prefix: rawKey.split('.')[0],
      scopes: ['READ', 'PUBLISH', 'MANAGE'],
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    expect((await viewerOf(rawKey)).data.viewer.id).toBe(userId);
    expect(nodesOf((await ask(browser, LIST)).data.apiKeys)).toEqual([apiKey]);
  });

  test('gives it rights that count together with those of the account', async () => {
    const owner = await newOwner({ mcpAccess: true, workspaceAccess: true });
    const plain = await newOwner();
    const managed = { 'x-service-user-id': await owner.manage() };
    const rights = { scopes: ['WORKSPACE', 'MCP', 'MCP'] };
    const withRights = await create(owner.browser, { name: 'All', ...rights });
    expect(withRights.apiKey).toMatchObject({ name: 'All', scopes: ['READ', 'MCP', 'WORKSPACE'] });
    const without = await create(owner.browser);
    const beyond = await create(plain.browser, rights);
    const codes = [];
    for (const { rawKey } of [withRights, without, beyond]) {
      codes.push([
        codeOf(await viewerOf(rawKey, { 'x-service-client': 'mcp' })),
        codeOf(await viewerOf(rawKey, managed)),
      ]);
    }
    const refused = ['MCP_ACCESS_DISABLED', 'WORKSPACE_ACCESS_DISABLED'];
    expect(codes).toEqual([[undefined, undefined], refused, refused]);
  });

  test('a name has 1 to 100 characters: API_KEY_NAME_INVALID', async () => {
    const { browser } = await newOwner();
    for (const name of WRONG_NAMES) {
      expect(codeOf(await ask(browser, CREATE, { name }))).toBe('API_KEY_NAME_INVALID');
    }
    await create(browser, { name: 'x'.repeat(100) });
    expect(nodesOf((await ask(browser, LIST)).data.apiKeys)).toHaveLength(1);
  });

  test('of 20 at once 10 are made, and a revoked one makes room: API_KEY_LIMIT_REACHED', async () => {
    const { browser, userId } = await newOwner();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(browser, CREATE, {})));
    expect(answers.map(codeOf).filter((code) => code === 'API_KEY_LIMIT_REACHED')).toHaveLength(10);
    expect(answers.filter(({ data }) => data.createApiKey !== null)).toHaveLength(10);
    expect(await db.query('SELECT id FROM api_keys WHERE user_id = $1', [userId])).toHaveLength(10);

    const [first] = nodesOf((await ask(browser, LIST)).data.apiKeys);
    await ask(browser, REVOKE, { apiKeyId: first.id });
    await create(browser);
    expect(codeOf(await ask(browser, CREATE, {}))).toBe('API_KEY_LIMIT_REACHED');
  });

  test('on a plan without API access: API_KEY_PLAN_REQUIRED', async () => {
    const { browser } = await newOwner({ plan: 'starter' });
    expect(codeOf(await ask(browser, CREATE, {}))).toBe('API_KEY_PLAN_REQUIRED');
  });
});

describe('renameApiKey and revokeApiKey', () => {
  test('a new name is kept, and nothing else changes', async () => {
    const { browser, userId } = await newOwner();
    const { rawKey, apiKey } = await create(browser);
    const answer = await ask(browser, RENAME, { apiKeyId: apiKey.id, name: 'Server' });
    expect(answer.data.renameApiKey.apiKey).toEqual({ ...apiKey, name: 'Server' });
    expect((await viewerOf(rawKey)).data.viewer.id).toBe(userId);
  });

  test('a revoked key is wrong from the next request on, and the others work', async () => {
    const { browser } = await newOwner();
    const [gone, kept] = [await create(browser), await create(browser)];
    expect((await ask(browser, REVOKE, { apiKeyId: gone.apiKey.id })).data.revokeApiKey).toEqual({
      revokedApiKeyId: gone.apiKey.id,
    });
    expect([codeOf(await viewerOf(gone.rawKey)), codeOf(await viewerOf(kept.rawKey))]).toEqual([
      'API_KEY_INVALID',
      undefined,
    ]);
    expect(nodesOf((await ask(browser, LIST)).data.apiKeys)).toEqual([kept.apiKey]);
  });

  test.each([
    ['renameApiKey', RENAME],
    ['revokeApiKey', REVOKE],
  ])('%s: another account’s key, an unknown and a revoked one are API_KEY_NOT_FOUND', async (name, query) => {
    const more = name === 'renameApiKey' ? { name: 'Mine' } : {};
    const { browser } = await newOwner();
    const [foreign, revoked] = [await create((await newOwner()).browser), await create(browser)];
    await ask(browser, REVOKE, { apiKeyId: revoked.apiKey.id });
    for (const id of [foreign.apiKey.id, revoked.apiKey.id, newId()]) {
      expect(codeOf(await ask(browser, query, { apiKeyId: id, ...more }))).toBe('API_KEY_NOT_FOUND');
    }
    expect(codeOf(await ask(browser, query, { apiKeyId: 'malformed', ...more }))).toBe('ID_INVALID');
    const [untouched] = await db.query('SELECT name, revoked_at FROM api_keys WHERE id = $1', [foreign.apiKey.id]);
    expect(untouched).toEqual({ name: 'Default', revoked_at: null });
  });

  test('a new name has the same rules', async () => {
    const { browser } = await newOwner();
    const { id } = (await create(browser)).apiKey;
    for (const name of WRONG_NAMES) {
      expect(codeOf(await ask(browser, RENAME, { apiKeyId: id, name }))).toBe('API_KEY_NAME_INVALID');
    }
  });
});

test.each([
  ['apiKeys', LIST, undefined],
  ['createApiKey', CREATE, {}],
  ['renameApiKey', RENAME, { apiKeyId: newId(), name: 'Mine' }],
  ['revokeApiKey', REVOKE, { apiKeyId: newId() }],
])('%s takes a session and no API key: SESSION_REQUIRED', async (_name, query, input) => {
  const account = await createAccount(db, { mcpAccess: true, workspaceAccess: true });
  expect(codeOf(await ask({ 'x-api-key': account.apiKey }, query, input))).toBe('SESSION_REQUIRED');
  expect(codeOf(await ask(await account.session(), query, input))).not.toBe('SESSION_REQUIRED');
});

describe('lastUsedAt', () => {
  const lastUse = async (headers: Headers): Promise<string | null> =>
    nodesOf((await ask(headers, LIST)).data.apiKeys)[0].lastUsedAt;

  test('is noted some seconds later: no request writes it, and one that is refused is no use', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const [used, refused] = [await create(owner.browser), await create(other.browser)];
    tap.take();
    const before = Date.now();
    const asMcp = { 'x-service-client': 'mcp' };
    expect(codeOf(await viewerOf(refused.rawKey, asMcp))).toBe('MCP_ACCESS_DISABLED');
    await Promise.all(Array.from({ length: 30 }, () => viewerOf(used.rawKey)));
    const after = Date.now();
    const time = await eventually(async () => (await lastUse(owner.browser)) ?? undefined);
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(time)).toBeLessThanOrEqual(after);
    expect(await lastUse(other.browser)).toBeNull();
    const writes = tap.takeAll().filter(({ text }) => text.includes('UPDATE api_keys'));
    // One for all uses; two when they fell on both sides of a write.
    expect([1, 2]).toContain(writes.length);
  });

  test('is stored when the process ends in order', async () => {
    const { browser } = await newOwner();
    const { rawKey, apiKey } = await create(browser);
    const second = await startService({ db, roles: 'api' });
    await graphql(second, { 'x-api-key': rawKey }, '{ viewer { id } }');
    await second.stop();
    const [row] = await db.query('SELECT last_used_at FROM api_keys WHERE id = $1', [apiKey.id]);
    expect(row?.last_used_at).toBeInstanceOf(Date);
  });
});
