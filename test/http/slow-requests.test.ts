import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';

const TIMEOUT_MS = 300;
const dataDir = mkdtempSync(path.join(tmpdir(), 'slow-requests-'));
let db: TestDatabase;
let service: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  account = await createAccount(db);
  const env = { DATA_DIR: dataDir, REQUEST_TIMEOUT_MS: String(TIMEOUT_MS) };
  service = await startService({ db, roles: 'api', env });
});
afterAll(async () => {
  await service?.stop();
  await db?.drop();
  await rm(dataDir, { recursive: true });
});

/** A connection on which nothing but this is sent. */
function dial(sent = ''): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  // A client that is cut off while it sends may see a reset.
  socket.on('error', () => undefined);
  socket.write(sent);
  return socket;
}

/** A request that promises a body and sends only its first byte. */
const startRequest = (method: string, path: string, headers: Record<string, string> = {}, length = 1000) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: service',
    `Content-Length: ${length}`,
    ...Object.entries({ 'Content-Type': 'application/json', ...headers }).map((header) => header.join(': ')),
    '',
    '{',
  ].join('\r\n');

const key = () => ({ 'x-api-key': account.apiKey });
const MESSAGE = `Request body did not arrive within ${TIMEOUT_MS / 1000} seconds`;

test.each([
  ['its content type', { 'content-type': 'text/plain' }],
  ['its charset', { 'content-type': 'application/json; charset=utf-16' }],
  ['its encoding', { 'content-encoding': 'zstd' }],
])('a body that is refused for %s is refused once: the service runs on after the time-out', async (_, headers) => {
  const refused = await request(service.url)
    .post('/graphql')
    .set({ 'content-type': 'application/json', ...headers })
    .send('{"query":"{__typename}"}');
  expect(refused.status).toBe(415);
  await new Promise((resolve) => setTimeout(resolve, 2 * TIMEOUT_MS));
  const next = await request(service.url).post('/graphql').send({ query: '{ __typename }' });
  expect(next.body.data).toEqual({ __typename: 'Query' });
});

describe('a body that does not come is refused, and its connection closed', () => {
  test('of a GraphQL operation', async () => {
    const answer = await text(dial(startRequest('POST', '/graphql', key())));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      errors: [
        { message: MESSAGE, extensions: expect.objectContaining({ code: 'BODY_TIMEOUT', seconds: TIMEOUT_MS / 1000 }) },
      ],
      extensions: { requestId: expect.any(String), cost: expect.objectContaining({ requested: 0 }) },
    });
  });

  test('of a route of the API', async () => {
    const answer = await text(dial(startRequest('POST', '/api/v1/create-post', key())));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain(JSON.stringify({ error: MESSAGE }));
  });

  test('of a form', async () => {
    const answer = await text(dial(startRequest('POST', '/auth/network/choose', { 'Content-Type': FORM })));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain(`<h1>${MESSAGE}</h1>`);
  });

  test('of a request that had its response without it', async () => {
    const answer = await text(dial(startRequest('POST', '/api/v1/create-post')));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('however it trickles in', async () => {
    const socket = dial(startRequest('POST', '/graphql', key()));
    const trickle = setInterval(() => socket.write(' '), TIMEOUT_MS / 10);
    try {
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      clearInterval(trickle);
    }
  });
});
const FORM = 'application/x-www-form-urlencoded';

test('an upload has longer', async () => {
  const { body } = await request(service.url)
    .post('/api/v1/get-upload-url')
    .set(key())
    .send({ fileName: 'a.png', contentType: 'image/png', postGroupId: 'x', type: 'image' });
  const { pathname, search } = new URL(body.uploadUrl);
  const upload = dial(startRequest('PUT', pathname + search, { 'Content-Type': 'image/png', Connection: 'close' }, 2));
  // Others are cut meanwhile, one after the other: three times over, the upload's time would have passed.
  for (let n = 0; n < 3; n += 1) await text(dial(startRequest('POST', '/graphql', key())));
  upload.write('}');
  expect(await text(upload)).toMatch(/^HTTP\/1\.1 200 /);
});

describe('headers that do not come are not waited for', () => {
  test.each([
    ['nothing at all', ''],
    ['half a request line', 'POST /gra'],
    ['headers without an end', 'GET /health HTTP/1.1\r\nHost: service\r\nX-A: '],
  ])('after %s', async (_what, sent) => {
    expect(await text(dial(sent))).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test('on hundreds of connections at once; a request meanwhile gets its response, and all of them are closed', async () => {
    const sockets = Array.from({ length: 500 }, () => dial('GET /health HTTP/1.1\r\nX-A: '));
    const closed = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
    await Promise.all(sockets.map((socket) => socket.connecting && once(socket, 'connect')));
    const trickle = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('a');
    }, TIMEOUT_MS / 10);
    try {
      expect((await request(service.url).get('/health/live')).status).toBe(200);
      await closed;
    } finally {
      clearInterval(trickle);
    }
  });
});

test('an idle connection is kept for longer than proxies reuse it', async () => {
  const { headers } = await request(service.url).get('/health').set('connection', 'keep-alive');
  expect(headers['keep-alive']).toBe('timeout=125');
});
