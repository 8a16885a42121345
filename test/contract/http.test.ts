import { request as httpRequest } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import request from 'supertest';
import { createAccount } from '../support/account.js';
import {
  type Answer,
  type Caller,
  create,
  inHours,
  type Method,
  POST_GROUP_ID,
  refused,
  startContract,
} from './contract.js';

const LIMIT = 2048;
// Nothing is published here.
const contract = startContract({
  env: { MAX_BODY_BYTES: String(LIMIT) },
  logged: /"post_groups\\" does not exist/,
});

const BODY = { content: 'Hi', platforms: ['fediverse-1'] };
const JSON_TYPE = { 'content-type': 'application/json' };
const newCaller = async () => contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });

/** Sends the bytes of a body as they are, with these headers and no other. */
const sendBytes = (body: Buffer, headers: Record<string, string>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(`${contract.service.url}/api/v1/create-post`, {
      method: 'POST',
      headers: { 'x-api-key': contract.account.apiKey, ...headers },
    });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      resolve({ status: response.statusCode ?? 0, body: (await readJson(response)) as Answer['body'] });
    });
    sent.end(body);
  });

describe('every response has its own X-Request-Id and, but for Express’s pages, JSON', () => {
  test.each<[number, Method, string, unknown]>([
    [200, 'post', '/create-post', BODY],
    [200, 'get', '/list-posts', undefined],
    [400, 'post', '/create-post', {}],
    [400, 'post', '/create-post', '{not JSON'],
    [413, 'post', '/create-post', { content: 'x'.repeat(LIMIT) }],
    [404, 'get', `/get-post/${'f'.repeat(24)}`, undefined],
    [500, 'get', '/get-post/malformed', undefined],
  ])('%i %s %s', async (status, method, path, body) => {
    const [first, second] = [
      await contract.owner.raw(method, path, body),
      await contract.owner.raw(method, path, body),
    ];
    expect(first.status).toBe(status);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  test.each([
    ['/list-posts', 401],
    ['/no-such-route', 404],
  ] as const)('%s without a key: %i', async (path, status) => {
    const answer = await contract.as({}).raw('get', path);
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the body', () => {
  test.each(['{not JSON', '{"content":"Hi"', "{'content':'Hi'}", 'Hi', '{}{}'])('%s: 400', async (body) => {
    expect(await contract.owner.post('/create-post', body)).toEqual(refused(400, 'Request body is not valid JSON'));
  });

  test.each(['null', '[]', '5', '"text"', ''])('%s is JSON but no object: nothing is in it', async (body) => {
    expect(await contract.owner.post('/create-post', body)).toEqual(refused(400, 'Content is required'));
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
    'multipart/form-data',
    'json',
  ])('the content type %s is refused', async (type) => {
    const sent = Buffer.from(JSON.stringify(BODY));
    const notJson = refused(400, 'Content-Type must be application/json');
    expect(await sendBytes(sent, { 'content-type': type })).toEqual(notJson);
    expect(await sendBytes(sent, { 'content-type': type, 'transfer-encoding': 'chunked' })).toEqual(notJson);
    expect(await sendBytes(sent, { 'content-type': type, 'x-api-key': '' })).toEqual(
      refused(401, 'API key is required'),
    );
  });

  test('an empty body needs no content type', async () => {
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
      expect(await sendBytes(Buffer.alloc(0), headers)).toEqual(refused(400, 'Content is required'));
    }
  });

  test.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8', 'UTF8', 'us-ascii'])('the charset %s is UTF-8', async (charset) => {
    const sent = Buffer.from(JSON.stringify({ ...BODY, content: charset === 'us-ascii' ? 'Hi' : 'Grüße' }));
    const { status } = await sendBytes(sent, { 'content-type': `application/json; charset=${charset}` });
    expect(status).toBe(200);
  });

  test.each(['iso-8859-1', 'windows-1252', 'UTF-16', 'x'])('the charset %s is refused by its name', async (charset) => {
    const answer = await sendBytes(Buffer.from(JSON.stringify(BODY)), {
      'content-type': `application/json; charset=${charset}`,
    });
    expect(answer).toEqual(refused(400, `Unsupported charset "${charset}". Send UTF-8`));
  });

  test.each([
    ['Latin-1', Buffer.from(JSON.stringify({ ...BODY, content: 'Grüße aus Köln' }), 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${JSON.stringify(BODY)}`, 'utf16le')],
    ['a character that is cut', Buffer.from('{"content":"ü"}').subarray(0, 13)],
    [
      'a surrogate in three bytes',
      Buffer.concat([Buffer.from('{"content":"'), Buffer.from('eda080', 'hex'), Buffer.from('"}')]),
    ],
  ])('%s is not UTF-8', async (_name, sent) => {
    expect(await sendBytes(sent, JSON_TYPE)).toEqual(refused(400, 'Request body is not valid UTF-8'));
  });

  test('a byte order mark before UTF-8 is no part of the JSON', async () => {
    expect((await sendBytes(Buffer.from(`\ufeff${JSON.stringify(BODY)}`), JSON_TYPE)).status).toBe(200);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['GZIP', gzipSync],
    ['identity', Buffer.from],
  ])('the content encoding %s is read', async (encoding, encode: (bytes: Buffer) => Buffer) => {
    const sent = encode(Buffer.from(JSON.stringify(BODY)));
    expect((await sendBytes(sent, { ...JSON_TYPE, 'content-encoding': encoding })).status).toBe(200);
  });

  test.each(['zstd', 'compress', 'gzip, br', 'x'])(
    'the content encoding %s is refused by its name',
    async (encoding) => {
      expect(await sendBytes(Buffer.from('{}'), { ...JSON_TYPE, 'content-encoding': encoding })).toEqual(
        refused(400, `Unsupported Content-Encoding "${encoding}". Send gzip, deflate, br or no encoding`),
      );
    },
  );

  test.each([
    ['gzip', Buffer.from('{}')],
    ['br', Buffer.from('{}')],
    ['gzip', gzipSync(JSON.stringify(BODY)).subarray(0, -10)],
  ])('what is not of its content encoding %s is refused', async (encoding, sent) => {
    const answer = await sendBytes(sent, { ...JSON_TYPE, 'content-encoding': encoding });
    expect(answer).toEqual(refused(400, `Request body is not valid ${encoding}`));
  });

  test('of the largest size is read; one byte more is 413', async () => {
    const fits = JSON.stringify({ ...BODY, content: '' });
    const largest = JSON.stringify({ ...BODY, content: 'x'.repeat(LIMIT - fits.length) });
    expect((await contract.owner.post('/create-post', largest)).status).toBe(200);
    const answer = await contract.owner.post('/create-post', `${largest} `);
    expect(answer).toEqual(refused(413, `Request body is larger than ${LIMIT} bytes`));
  });

  test('too large or malformed without a key: 401', async () => {
    for (const body of [JSON.stringify({ content: 'x'.repeat(LIMIT) }), '{not JSON']) {
      expect(await contract.as({}).post('/create-post', body)).toEqual(refused(401, 'API key is required'));
    }
  });
});

describe('nothing is registered: Express returns its own HTML 404, with and without a key', () => {
  test.each<[Method, string]>([
    ['post', '/network-posts'],
    ['post', '/network-post-comments'],
    ['post', '/network-post-reactions'],
    ['get', '/no-such-route'],
    ['get', ''],
    ['get', '/get-post'],
    ['post', '/get-post/ffffffffffffffffffffffff'],
    ['get', '/create-post'],
    ['put', '/create-post'],
    ['post', '/list-posts'],
    ['post', '/update-post/ffffffffffffffffffffffff'],
    ['get', '/delete-post/ffffffffffffffffffffffff'],
    ['delete', '/post-logs/ffffffffffffffffffffffff'],
  ])('%s %s', async (method, path) => {
    for (const caller of [contract.owner, contract.as({})]) {
      const answer = await caller.raw(method, path);
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain(`<pre>Cannot ${method.toUpperCase()} /api/v1${path}</pre>`);
    }
  });
});

test('without the version prefix there is no route', async () => {
  const answer = await request(contract.service.url)
    .post('/create-post')
    .set({ 'x-api-key': contract.account.apiKey })
    .send(BODY);
  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
});

test('by default requests are not rate-limited', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 300 }, async () => (await contract.owner.get('/list-posts')).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

describe('a failure of the service is the documented 500 of the route', () => {
  const id = 'f'.repeat(24);
  beforeAll(() => contract.db.query('ALTER TABLE post_groups RENAME TO post_groups_away'));
  afterAll(() => contract.db.query('ALTER TABLE post_groups_away RENAME TO post_groups'));

  test.each<[string, Method, string, unknown]>([
    ['Failed to create post group', 'post', '/create-post', BODY],
    ['Failed to update post', 'put', `/update-post/${id}`, { status: 'draft' }],
    ['Failed to fetch post group', 'get', `/get-post/${id}`, undefined],
    ['Failed to list posts', 'get', '/list-posts', undefined],
    ['Failed to delete post group', 'delete', `/delete-post/${id}`, undefined],
    ['Failed to get post logs', 'get', `/post-logs/${id}`, undefined],
  ])('%s: %s %s', async (message, method, path, sent) => {
    const { status, body } = await contract.owner.raw(method, path, sent);
    expect({ status, body }).toEqual(refused(500, message));
  });
});

describe('Idempotency-Key', () => {
  const post = (caller: Caller, key: string, body: object = BODY) =>
    caller.raw('post', '/create-post', body, { 'Idempotency-Key': key });
  const count = async (caller: Caller) => (await caller.get('/list-posts')).body.pagination.totalItems;

  test('a repeat gets the first response, marked as a replay, and creates nothing', async () => {
    const caller = await newCaller();
    const body = { ...BODY, scheduledTime: inHours(-1), platformSettings: { videohub: { title: 'A' } } };
    const [first, second] = [await post(caller, 'key', body), await post(caller, 'key', body)];
    expect(first.body).toEqual({ success: true, postGroupId: POST_GROUP_ID });
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await count(caller)).toBe(1);
  });

  test('many at once create one group', async () => {
    const caller = await newCaller();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(caller, 'key')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.postGroupId}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(9);
    expect(await count(caller)).toBe(1);
  });

  test.each([
    ['content', { content: 'Other' }],
    ['platforms', { platforms: ['fediverse-2'] }],
    ['scheduledTime', { scheduledTime: '2035-01-01T00:00:00Z' }],
    ['platformSettings', { platformSettings: { videohub: { title: 'Other' } } }],
  ])('another body (%s) under the same key: 409', async (_field, change) => {
    const caller = await newCaller();
    await post(caller, 'key');
    const { status, body } = await post(caller, 'key', { ...BODY, ...change });
    expect({ status, body }).toEqual(refused(409, 'Idempotency key was used with a different request'));
    expect(await count(caller)).toBe(1);
  });

  test('another key, or none: another group', async () => {
    const caller = await newCaller();
    await post(caller, 'key');
    await post(caller, 'Key');
    await create(caller, BODY);
    expect(await count(caller)).toBe(3);
  });

  test('it is the caller’s own, and the managed user’s own', async () => {
    const account = await createAccount(contract.db, { workspaceAccess: true });
    const owner = contract.as({ 'x-api-key': account.apiKey });
    const managed = contract.as({ 'x-api-key': account.apiKey, 'x-service-user-id': await account.manage() });
    const answers = [await post(owner, 'key'), await post(managed, 'key'), await post(await newCaller(), 'key')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.postGroupId)).size).toBe(3);
  });

  test('another key of the same account is the same caller', async () => {
    const account = await createAccount(contract.db);
    const first = await post(contract.as({ 'x-api-key': account.apiKey }), 'key');
    const second = await post(contract.as({ 'x-api-key': await account.newKey() }), 'key');
    expect(second.body).toEqual(first.body);
  });

  test('a refused request does not use it up', async () => {
    const caller = await newCaller();
    expect((await post(caller, 'key', { ...BODY, content: '' })).status).toBe(400);
    expect((await post(caller, 'key')).status).toBe(200);
  });

  test('it is forgotten after 24 hours', async () => {
    const caller = await newCaller();
    const first = await post(caller, 'day');
    const age = (interval: string) =>
      contract.db.query(`UPDATE idempotency_keys SET created_at = now() - $1::interval WHERE key = 'day'`, [interval]);
    await age('23 hours 59 minutes');
    expect((await post(caller, 'day')).body).toEqual(first.body);
    await age('24 hours 1 second');
    const later = await post(caller, 'day');
    expect(later.body.postGroupId).not.toBe(first.body.postGroupId);
    expect(later.headers).not.toHaveProperty('idempotent-replayed');
  });

  test.each([
    [0, 400],
    [255, 200],
    [256, 400],
  ])('has 1 to 255 characters: with %i, %i', async (length, status) => {
    expect((await post(await newCaller(), 'k'.repeat(length))).status).toBe(status);
  });

  test('a repeat gets the first response after the group was deleted, too', async () => {
    const caller = await newCaller();
    const first = await post(caller, 'key');
    await caller.delete(`/delete-post/${first.body.postGroupId}`);
    expect((await post(caller, 'key')).body).toEqual(first.body);
  });
});

describe('every response to arbitrary input is one of the contract', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }));
  const time = fc.oneof(
    anything,
    fc.date({ noInvalidDate: true, max: new Date('9999-12-31') }).map((date) => date.toISOString()),
  );
  const target = fc.oneof(text, fc.stringMatching(/^[a-z]{1,9}-[a-zA-Z0-9_-]{1,9}$/));
  const settings = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(fc.constantFrom('photogram', 'videohub', '__proto__'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  );
  const createBody = fc.record(
    {
      content: fc.oneof(anything, fc.constant('Hi')),
      platforms: fc.oneof(anything, fc.array(target, { maxLength: 4 }), fc.constant(['fediverse-1'])),
      scheduledTime: time,
      platformSettings: settings,
    },
    { requiredKeys: [] },
  );
  const updateBody = fc.record(
    { status: fc.oneof(anything, fc.constantFrom('draft', 'scheduled')), scheduledTime: time },
    { requiredKeys: [] },
  );
  const header = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
  const headers = fc.record(
    { 'x-service-user-id': header, 'x-service-client': header, 'idempotency-key': header },
    { requiredKeys: [] },
  );
  const asJson = (body: unknown) => JSON.stringify(body);
  const sent = (body: fc.Arbitrary<unknown>) =>
    fc.oneof(
      { weight: 6, arbitrary: body.map(asJson) },
      { weight: 1, arbitrary: fc.jsonValue().map(asJson) },
      { weight: 1, arbitrary: fc.string() },
    );
  const ERROR = { error: expect.any(String) };

  test('create-post: 200, 400, 403 or 409; never a failure of the service', async () => {
    await fc.assert(
      fc.asyncProperty(sent(createBody), headers, async (body, more) => {
        const answer = await contract.owner.post('/create-post', body, more);
        expect([200, 400, 403, 409]).toContain(answer.status);
        expect(answer.body).toEqual(answer.status === 200 ? { success: true, postGroupId: POST_GROUP_ID } : ERROR);
      }),
      { numRuns: 150 },
    );
  });

  test('update-post: 200, 400, 403 or 404; 500 for a malformed id only', async () => {
    const known = await create(contract.owner, BODY);
    const id = fc.oneof(
      fc.constant(known),
      fc.constant('f'.repeat(24)),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(id, sent(updateBody), headers, async (id, body, more) => {
        fc.pre(!/^\.{1,2}$/.test(id));
        const answer = await contract.owner.put(`/update-post/${encodeURIComponent(id)}`, body, more);
        const malformed = !/^[0-9a-f]{24}$/i.test(id);
        expect([200, 400, 403, ...(malformed ? [500] : [404])]).toContain(answer.status);
        if (answer.status === 500) expect(answer.body).toEqual({ error: 'Failed to update post' });
        else expect(answer.body).toEqual(answer.status === 200 ? expect.objectContaining({ success: true }) : ERROR);
      }),
      { numRuns: 150 },
    );
  });
});

// The document has one value for each parameter, so this is not among the requests that pass through Prism.
test.each([
  ['status=draft&status=scheduled', ['scheduled']],
  ['status[]=scheduled&status=draft', ['draft']],
])('of the filters %s the last value counts', async (query, expected) => {
  const caller = contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });
  await create(caller, { content: 'draft' });
  await create(caller, { content: 'scheduled', scheduledTime: inHours(1) });
  const { body } = await caller.get(`/list-posts?${query}`);
  expect(body.posts.map(({ content }: { content: string }) => content)).toEqual(expected);
});
