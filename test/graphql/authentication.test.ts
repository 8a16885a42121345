import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import request from 'supertest';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { exampleInput } from '../support/example-input.js';
import { graphql, type Headers, openSocket } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db, { mcpAccess: true, workspaceAccess: true });
});

interface Refused {
  name: string;
  headers: () => Promise<Headers>;
  code: string;
  message: string;
  status: number;
}

const starterKey = async () => (await createAccount(db, { plan: 'starter' })).apiKey;

async function orphanKey(): Promise<string> {
  const orphan = await createAccount(db);
  await db.query('DELETE FROM users WHERE id = $1', [orphan.userId]);
  return orphan.apiKey;
}

/** The access checks in their order [authentication/order]. Each caller also breaks every rule that comes later. */
const LATER_FAULTS = { 'x-service-client': 'mcp', 'x-service-user-id': 'nobody' };
const REQUIRED = { code: 'API_KEY_REQUIRED', message: 'API key is required', status: 401 };
const NOT_MANAGED = { code: 'USER_NOT_MANAGED', message: 'User is not managed by key', status: 403 };
const INVALID = { code: 'API_KEY_INVALID', message: 'Invalid API key', status: 401 };

const REFUSED: Refused[] = [
  {
    name: 'no key',
    headers: async () => LATER_FAULTS,
    ...REQUIRED,
  },
  { name: 'an empty key', headers: async () => ({ 'x-api-key': '' }), ...REQUIRED },
  { name: 'a text that is no key', headers: async () => ({ 'x-api-key': 'nonsense', ...LATER_FAULTS }), ...INVALID },
  {
    name: 'a key that was never given out',
    headers: async () => ({ 'x-api-key': account.apiKey.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
    ...INVALID,
  },
  {
    name: 'a revoked key',
    headers: async () => ({ 'x-api-key': await account.newKey({ revoked: true }), ...LATER_FAULTS }),
    ...INVALID,
  },
  {
    name: 'a key whose owner is gone',
    headers: async () => ({ 'x-api-key': await orphanKey(), ...LATER_FAULTS }),
    code: 'API_KEY_OWNER_INVALID',
    message: 'Invalid API key owner',
    status: 401,
  },
  {
    name: 'a plan without API access',
    headers: async () => ({ 'x-api-key': await starterKey(), ...LATER_FAULTS }),
    code: 'API_ACCESS_DISABLED',
    message: 'API access is not enabled for this account',
    status: 403,
  },
  {
    name: 'an MCP client of an account without MCP',
    headers: async () => ({ 'x-api-key': (await createAccount(db)).apiKey, ...LATER_FAULTS }),
    code: 'MCP_ACCESS_DISABLED',
    message: 'MCP access is not enabled for this account',
    status: 403,
  },
  {
    name: 'a malformed managed user, before the right to have any',
    headers: async () => ({ 'x-api-key': (await createAccount(db)).apiKey, 'x-service-user-id': 'nobody' }),
    code: 'SERVICE_USER_ID_INVALID',
    message: 'Invalid x-service-user-id',
    status: 400,
  },
  {
    name: 'a managed user with a key without workspace access',
    headers: async () => ({
      'x-api-key': await account.newKey({ workspaceAccess: false }),
      'x-service-user-id': await account.manage(),
    }),
    code: 'WORKSPACE_ACCESS_DISABLED',
    message: 'Workspace access is not enabled for this key',
    status: 403,
  },
  {
    name: 'an unknown managed user',
    headers: async () => ({ 'x-api-key': account.apiKey, 'x-service-user-id': newId() }),
    ...NOT_MANAGED,
  },
  {
    name: "another account's managed user",
    headers: async () => ({
      'x-api-key': account.apiKey,
      'x-service-user-id': await (await createAccount(db, { workspaceAccess: true })).manage(),
    }),
    ...NOT_MANAGED,
  },
];

const VIEWER = '{ viewer { id managed } }';

describe.each(REFUSED)('$name', ({ headers, code, message, status }) => {
  test(`over HTTP: ${message}`, async () => {
    const { body } = await request(service.url)
      .post('/graphql')
      .set(await headers())
      .send({ query: VIEWER });
    expect(body).toEqual({
      data: { viewer: null },
      errors: [
        { message, path: ['viewer'], locations: expect.any(Array), extensions: expect.objectContaining({ code }) },
      ],
      extensions: { requestId: expect.any(String), cost: expect.any(Object) },
    });
  });

  test(`over a web socket: close code ${4000 + status}, and the message as its reason`, async () => {
    const client = openSocket(service, await headers());
    const outcome = await new Promise((resolve) => {
      client.subscribe({ query: VIEWER }, { next: resolve, error: resolve, complete: () => resolve('complete') });
    });
    expect(outcome).toMatchObject({ code: 4000 + status, reason: message });
    await client.dispose();
  });
});

describe('a caller with every right', () => {
  const viewerOf = async (headers: Headers) => (await graphql(service, headers, VIEWER)).data?.viewer;

  test('acts for its own account; so it does when it names itself, without workspace access', async () => {
    const plain = await createAccount(db);
    const itself = { id: plain.userId, managed: false };
    expect(await viewerOf({ 'x-api-key': plain.apiKey })).toEqual(itself);
    expect(await viewerOf({ 'x-api-key': plain.apiKey, 'x-service-user-id': plain.userId })).toEqual(itself);
  });

  test('acts as an MCP client, and for a managed user, by any key of the account that has the right', async () => {
    const managed = await account.manage();
    const headers = { 'x-service-client': 'mcp', 'x-service-user-id': managed.toUpperCase() };
    for (const apiKey of [account.apiKey, await account.newKey()]) {
      expect(await viewerOf({ 'x-api-key': apiKey, ...headers })).toEqual({ id: managed, managed: true });
    }
  });

  test('does the same over a web socket, with names in connectionParams in any case', async () => {
    const managed = await account.manage();
    const client = openSocket(service, { 'X-API-Key': account.apiKey, 'X-Service-User-Id': managed });
    for await (const { data } of client.iterate({ query: VIEWER })) {
      expect(data).toEqual({ viewer: { id: managed, managed: true } });
    }
    await client.dispose();
  });

  test('loses an open socket with its key: it is closed with 4403', async () => {
    const leaving = await createAccount(db);
    const client = openSocket(service, { 'x-api-key': leaving.apiKey });
    const results = client.iterate<{ postGroups: unknown }>({ query: 'subscription { accountActivity { sequence } }' });
    const pending = results.next().catch((closed) => closed);
    await eventually(async () => (await codeOver(client)) === undefined || undefined);
    await db.query('UPDATE api_keys SET revoked_at = now() WHERE user_id = $1', [leaving.userId]);
    expect(await pending).toMatchObject({ code: 4403, reason: 'Invalid API key' });
    await client.dispose();
  });
});

async function codeOver(client: ReturnType<typeof openSocket>): Promise<unknown> {
  for await (const { errors } of client.iterate({ query: VIEWER })) return errors?.[0]?.extensions?.code;
  return 'nothing';
}

describe('Authorization: Bearer', () => {
  const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });
  const VIEWER_ID = '{ viewer { id } }';

  test('has the API key, at GraphQL, over its web sockets and at MCP', async () => {
    expect((await graphql(service, bearer(account.apiKey), VIEWER_ID)).data.viewer.id).toBe(account.userId);
    const client = openSocket(service, bearer(account.apiKey));
    for await (const { data } of client.iterate({ query: VIEWER_ID })) {
      expect(data).toEqual({ viewer: { id: account.userId } });
    }
    await client.dispose();
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const mcp = (headers: Headers) =>
      request(service.url)
        .post('/mcp')
        .set({ accept, ...headers })
        .send(call);
    expect((await mcp(bearer(account.apiKey))).status).toBe(200);
    expect((await mcp(bearer('sk_wrong'))).status).toBe(401);
  });

  test('is overridden by x-api-key, and is not read by REST', async () => {
    const both = { ...bearer('sk_wrong'), 'x-api-key': account.apiKey };
    expect((await graphql(service, both, VIEWER_ID)).data.viewer.id).toBe(account.userId);
    const wrong = { ...bearer(account.apiKey), 'x-api-key': 'sk_wrong' };
    expect((await graphql(service, wrong, VIEWER_ID)).errors?.[0]?.extensions.code).toBe('API_KEY_INVALID');
    const rest = await request(service.url).get('/api/v1/list-posts').set(bearer(account.apiKey));
    expect([rest.status, rest.body.error]).toEqual([401, 'API key is required']);
  });
});

describe('without a key', () => {
  test('introspection is allowed', async () => {
    const { data } = await graphql(service, {}, '{ __schema { queryType { name } } __type(name: "Viewer") { name } }');
    expect(data).toEqual({ __schema: { queryType: { name: 'Query' } }, __type: { name: 'Viewer' } });
  });

  test('errorCodes has each code’s status, message and details', async () => {
    const { data } = await graphql(service, {}, '{ errorCodes { code status message details { name description } } }');
    expect(data.errorCodes).toContainEqual({
      code: 'PLATFORM_ID_INVALID',
      status: 400,
      message: 'Invalid platform ID format: <platformId>',
      details: [{ name: 'platformId', description: 'the id as it was sent' }],
    });
  });

  test('every other operation is refused', async () => {
    const id = newId();
    for (const query of [
      '{ viewer { id } }',
      `{ postGroup(id: "${id}") { id } }`,
      '{ postGroups { totalCount } }',
      'mutation { createPost(input: { post: { content: "", platformIds: [] } }) { replayed } }',
      `mutation { updatePost(input: { postGroupId: "${id}" }) { postGroup { id } } }`,
      `mutation { deletePost(input: { postGroupId: "x" }) { deletedPostGroupId } }`,
      `mutation { retryPlatformPost(input: { platformPostId: "x" }) { platformPost { id } } }`,
    ]) {
      expect((await graphql(service, {}, query)).errors?.[0]?.message).toBe('API key is required');
    }
  });
});

describe('a field for dashboard sessions only, without credentials', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => ({ ...field, root: root?.name.toLowerCase() })),
  );
  const fields = roots.filter(({ description }) => description?.includes('Dashboard sessions only'));

  /** Any value of a type that is required. */
  test.each(fields)('$name: SESSION_REQUIRED', async ({ name, ...field }) => {
    const input = field.args.find((arg) => arg.name === 'input');
    const [declared, given] = input ? [`($input: ${input.type})`, '(input: $input)'] : ['', ''];
    const query = `${field.root} ${declared} { ${name}${given} { __typename } }`;
    const variables = input ? { input: exampleInput(input.type) } : {};
    const { data, errors } = await graphql(service, {}, query, variables);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['SESSION_REQUIRED']);
    expect(data).toEqual({ [name]: null });
  });
});
