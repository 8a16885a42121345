import request from 'supertest';
import { createAccount } from '../support/account.js';
import { startService, useAnother, useTwoApis } from '../support/service.js';
import { MCP_HEADERS, message, overHttp } from './support.js';

const { db, service, second } = await useTwoApis();
const poor = await useAnother({ db, env: { GRAPHQL_POINTS_PER_MINUTE: '1000' } });

const post = (headers: object, body: string | object = message('tools/list'), url = service.url) =>
  request(url)
    .post('/mcp')
    .set({ ...MCP_HEADERS, ...headers })
    .send(body);
const refusal = (code: string, text: string | RegExp = /./) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32000, message: expect.stringMatching(text), data: expect.objectContaining({ code }) },
});
const keyOf = async (wanted: Parameters<typeof createAccount>[1] = {}) => ({
  'x-api-key': (await createAccount(db, { mcpAccess: true, ...wanted })).apiKey,
});
/** The response of a tool in the stream of one response. */
const resultIn = (text: string) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '').result;
const DRAFT = { content: 'Private', platformIds: ['fediverse-1'] };

describe('who may connect', () => {
  test('nobody without a key, or with a wrong one; before the body is read', async () => {
    const none = await post({}, 'no JSON');
    expect([none.status, none.body]).toEqual([401, refusal('API_KEY_REQUIRED')]);
    const wrong = await post({ 'x-api-key': 'sk_x_00000000.00' }, 'no JSON');
    expect([wrong.status, wrong.body]).toEqual([401, refusal('API_KEY_INVALID')]);
  });

  test('no session of the dashboard', async () => {
    const account = await createAccount(db, { mcpAccess: true });
    const { status, body } = await post(await account.session());
    expect([status, body]).toEqual([401, refusal('API_KEY_REQUIRED')]);
  });

  test.each([{ mcpAccess: false }, { mcpAccess: false, workspaceAccess: true }])(
    'no account without MCP access, with any x-service-client: %j',
    async (flags) => {
      const key = await keyOf(flags);
      for (const headers of [key, { ...key, 'x-service-client': 'web' }]) {
        const { status, body } = await post(headers);
        expect([status, body]).toEqual([403, refusal('MCP_ACCESS_DISABLED')]);
      }
    },
  );

  test('no key without MCP access, of an account that has it', async () => {
    const account = await createAccount(db, { mcpAccess: true });
    const { status, body } = await post({ 'x-api-key': await account.newKey({ mcpAccess: false }) });
    expect([status, body]).toEqual([403, refusal('MCP_ACCESS_DISABLED')]);
    expect((await post({ 'x-api-key': account.apiKey })).status).toBe(200);
  });

  test('nobody whose plan has no API access, and no revoked key', async () => {
    expect((await post(await keyOf({ plan: 'starter' }))).body).toEqual(refusal('API_ACCESS_DISABLED'));
    const account = await createAccount(db, { mcpAccess: true });
    const revoked = await account.newKey({ revoked: true });
    expect((await post({ 'x-api-key': revoked })).body).toEqual(refusal('API_KEY_INVALID'));
  });

  test('no page of another site, even one whose name resolves to the service', async () => {
    const key = await keyOf();
    const { status, body } = await post({ ...key, origin: 'http://evil.example', host: 'evil.example' });
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('origin')]);
    expect((await post({ ...key, origin: new URL(service.url).origin })).status).toBe(200);
  });

  test('a managed user is acted for only with workspace access', async () => {
    const account = await createAccount(db, { mcpAccess: true, workspaceAccess: true });
    const managed = await account.manage();
    const foreign = await (await createAccount(db)).manage();
    const asManaged = (userId: string) => post({ 'x-api-key': account.apiKey, 'x-service-user-id': userId });
    expect((await asManaged(managed)).status).toBe(200);
    expect((await asManaged(foreign)).body).toEqual(refusal('USER_NOT_MANAGED'));
  });
});

describe('what is sent', () => {
  test('only by POST', async () => {
    for (const method of ['get', 'delete', 'put'] as const) {
      const { status, headers } = await request(service.url)
        [method]('/mcp')
        .set(await keyOf());
      expect([status, headers.allow]).toEqual([405, 'POST']);
    }
  });

  test('is JSON, of a bounded size, and one message', async () => {
    const key = await keyOf();
    const bad = await post(key, '{"jsonrpc"');
    expect([bad.status, bad.body]).toEqual([400, refusal('BODY_NOT_JSON')]);
    const text = await post({ ...key, 'content-type': 'text/plain' }, JSON.stringify(message('tools/list')));
    expect([text.status, text.body]).toEqual([415, refusal('BODY_TYPE_UNSUPPORTED')]);
    const latin = await post({ ...key, 'content-type': 'application/json; charset=latin1' }, '{}');
    expect([latin.status, latin.body]).toEqual([415, refusal('BODY_CHARSET_UNSUPPORTED')]);
    const batch = await post(key, [message('tools/list'), message('tools/list')]);
    expect([batch.status, batch.body.error.code]).toEqual([400, -32600]);
    const large = await post(key, JSON.stringify(message('tools/list', { text: 'x'.repeat(12_000_000) })));
    expect([large.status, large.body]).toEqual([413, refusal('BODY_TOO_LARGE')]);
    const foreign = await post(key, { hello: 'world' });
    expect([foreign.status, foreign.body.error.code]).toEqual([400, -32700]);
  });

  test('names a tool that exists', async () => {
    for (const name of ['no_such_tool', '__proto__', 'constructor', 'hide_reply']) {
      const { text } = await post(await keyOf(), message('tools/call', { name, arguments: {} }));
      expect(resultIn(text)).toMatchObject({ isError: true });
    }
  });

  test.each([
    ['create_post', { ...DRAFT, content: 'x'.repeat(100_001) }],
    ['create_post', { ...DRAFT, platformIds: Array.from({ length: 101 }, (_, n) => `fediverse-${n}`) }],
    ['create_post', { ...DRAFT, scheduledTime: 'tomorrow', confirm: true }],
    ['create_post', { ...DRAFT, confirm: 'yes' }],
    ['create_post', { ...DRAFT, userId: '0'.repeat(24) }],
    ['create_post', {}],
    ['list_posts', { first: 51 }],
    ['list_posts', { text: 'x'.repeat(201) }],
    ['get_post', { postGroupId: '../../etc/passwd' }],
    ['wait_for_post', { postGroupId: '0'.repeat(24), timeoutSeconds: 3600 }],
  ])('has arguments within their bounds: %s', async (name, args) => {
    const { text } = await post(
      await keyOf({ connected: ['fediverse-1'] }),
      message('tools/call', { name, arguments: args }),
    );
    expect(resultIn(text)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Invalid arguments') }],
    });
  });
});

test.each([
  ['an unknown argument: the known ones', 'list_posts', { statuses: ['DRAFT'] }, /"statuses".*The keys are status, /],
  ['a value: the accepted ones', 'list_posts', { status: 'planned' }, /^[^;]*status: .*"DRAFT"\|"SCHEDULED".*array/],
  [
    'a time: how to write it',
    'create_post',
    { ...DRAFT, scheduledTime: '2030-05-01 09:00' },
    /2030-05-01T09:00:00\+02:00/,
  ],
  ['an id: its form', 'get_post', { postGroupId: 'zzz' }, /postGroupId: Must be 24 hexadecimal characters/],
  ['what is missing', 'create_post', { content: 'x' }, /platformIds: .*expected array/],
])('a wrong call is told what is right of %s', async (_what, name, args, expected) => {
  const { text } = await post(
    await keyOf({ connected: ['fediverse-1'] }),
    message('tools/call', { name, arguments: args }),
  );
  const { isError, content } = resultIn(text);
  expect([isError, content[0].text]).toEqual([true, expect.stringMatching(expected)]);
});

test('an error about many arguments stays short', async () => {
  const overrides = Array.from({ length: 100 }, () => ({ ['k'.repeat(100)]: 1 }));
  const call = message('tools/call', { name: 'create_post', arguments: { ...DRAFT, overrides } });
  const { text } = await post(await keyOf({ connected: ['fediverse-1'] }), call);
  expect(resultIn(text).content[0].text.length).toBeLessThan(2100);
});

test('nobody sees or changes the posts of others', async () => {
  const mine = await overHttp(service, await keyOf({ connected: ['fediverse-1'] }));
  const other = await overHttp(service, await keyOf({ connected: ['fediverse-2'] }));
  const { postGroupId } = await mine.call('create_post', DRAFT);
  const ofPost: [string, object][] = [
    ['get_post', {}],
    ['update_post', { content: 'Mine now', confirm: true }],
    ['update_post', { content: 'Mine now' }],
    ['delete_post', { confirm: true }],
    ['retry_post', { confirm: true }],
    ['wait_for_post', {}],
    ['get_post_statistics', {}],
    ['attach_media', { url: 'http://example.com/a.png', type: 'IMAGE', confirm: true }],
  ];
  for (const [name, args] of ofPost) {
    expect(await other.refusal(name, { postGroupId, ...args })).toMatchObject({ code: 'POST_GROUP_NOT_FOUND' });
  }
  expect(await other.refusal('create_post', DRAFT)).toMatchObject({
    code: 'CONNECTIONS_NOT_FOUND',
    advice: expect.stringContaining('List the connected accounts'),
  });
  expect((await other.call('list_posts')).posts).toEqual([]);
  expect((await mine.call('get_post', { postGroupId })).post).toMatchObject({ content: 'Private', status: 'DRAFT' });
  await Promise.all([mine.close(), other.close()]);
});

test('any process responds to any request of a client: none keeps a session', async () => {
  const key = await keyOf({ connected: ['fediverse-1'] });
  const create = message('tools/call', { name: 'create_post', arguments: DRAFT });
  const created = await post(key, create, second.url);
  expect(created.headers['mcp-session-id']).toBeUndefined();
  const { postGroupId } = resultIn(created.text).structuredContent;
  const read = await post(key, message('tools/call', { name: 'get_post', arguments: { postGroupId } }));
  expect(resultIn(read.text).structuredContent.post.content).toBe('Private');
});

test('a key that is revoked while a tool waits ends the wait', async () => {
  const account = await createAccount(db, { mcpAccess: true, connected: ['fediverse-1'] });
  const assistant = await overHttp(service, { 'x-api-key': account.apiKey });
  const at = new Date(Date.now() + 20_000).toISOString();
  const post = { ...DRAFT, scheduledTime: at, confirm: true };
  const { postGroupId } = await assistant.call('create_post', post);
  let revoked: Promise<unknown> | undefined;
  const waiting = assistant.call('wait_for_post', { postGroupId, timeoutSeconds: 50 }, () => {
    revoked ??= db.query('UPDATE api_keys SET revoked_at = now() WHERE user_id = $1', [account.userId]);
  });
  await expect(waiting).rejects.toThrow('API_KEY_INVALID');
  await revoked;
  await assistant.close();
});

test('a process that stops responds to what waits, with what is known', async () => {
  const stopping = await startService({ db, roles: 'api' });
  const assistant = await overHttp(stopping, await keyOf({ connected: ['fediverse-1'] }));
  const at = new Date(Date.now() + 20_000).toISOString();
  const { postGroupId } = await assistant.call('create_post', { ...DRAFT, scheduledTime: at, confirm: true });
  let stopped: Promise<void> | undefined;
  const waiting = assistant.call('wait_for_post', { postGroupId, timeoutSeconds: 50 }, () => {
    stopped ??= stopping.stop();
  });
  expect(await waiting).toMatchObject({ finished: false, post: { status: 'SCHEDULED' } });
  await assistant.close();
  await stopped;
  expect(Date.now()).toBeLessThan(Date.parse(at));
});

test('operations count as over GraphQL, and say when to go on', async () => {
  const key = await keyOf({ connected: ['fediverse-1'] });
  const assistant = await overHttp(poor, key);
  const validate = { content: 'Hi', platformIds: ['fediverse-1'] };
  const answers = [];
  for (let n = 0; n < 20; n += 1) {
    const { isError, content } = await assistant.client.callTool({ name: 'validate_post', arguments: validate });
    answers.push(isError ? JSON.parse((content as { text: string }[])[0]?.text ?? '').error : 'valid');
  }
  expect(answers[0]).toBe('valid');
  expect(answers.at(-1)).toMatchObject({
    code: 'RATE_LIMITED',
    fault: 'LIMIT',
    details: { retryAfterSeconds: expect.any(Number) },
  });
  await assistant.close();
});
