/** Operations that are not valid: so many a minute and address, over HTTP and web sockets. Known valid ones keep working. */
import request from 'supertest';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { openSocket } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

const LIMIT = 4;
const VALID = '{ viewer { id } }';

let db: TestDatabase;
let service: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  const env = { INVALID_OPERATIONS_PER_MINUTE: String(LIMIT), TRUSTED_PROXIES: '1' };
  service = await startService({ db, roles: 'api', env });
  account = await createAccount(db);
});
afterAll(async () => {
  await service?.stop();
  await db?.drop();
});

const send = (address: string, query: string, headers = {}) =>
  request(service.url)
    .post('/graphql')
    .set({ 'x-forwarded-for': address, ...headers })
    .send({ query });
const key = () => ({ 'x-api-key': account.apiKey });

/** Sends so many that cannot be parsed, do not fit the schema, or are too deep, from one network. */
async function mistype(network: string, headers = {}): Promise<void> {
  const deep = `{ ${'viewer { '.repeat(12)} id ${'} '.repeat(12)} }`;
  for (const [index, query] of ['{ nothing }', '{ viewer {', deep, '{ nothing }'].entries()) {
    expect((await send(`${network}${index}`, query, headers)).status).toBe(400);
  }
}

test.each([
  ['without a key', '2001:db8:1:1::', () => ({})],
  ['with one', '2001:db8:1:2::', key],
])('beyond the limit they are RATE_LIMITED, 429 with Retry-After: %s', async (_case, network, headers) => {
  await mistype(network, headers());
  const { status, headers: answered, body } = await send(`${network}9`, '{ nothing }', headers());
  const retryAfterSeconds = Number(answered['retry-after']);
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  expect({ status, body }).toEqual({
    status: 429,
    body: {
      errors: [
        {
          message: `Too many requests. Try again in ${retryAfterSeconds} seconds`,
          extensions: expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds, retryable: true }),
        },
      ],
      extensions: {
        requestId: answered['x-request-id'],
        cost: expect.objectContaining({ requested: 0, remaining: null }),
      },
    },
  });
});

test('an operation that was valid before is executed, by POST and GET; a new one waits', async () => {
  const network = '2001:db8:1:3::';
  expect((await send('2001:db8:1:4::', VALID, key())).status).toBe(200);
  await mistype(network);
  expect((await send(network, VALID, key())).body.data).toEqual({ viewer: { id: account.userId } });
  const get = await request(service.url)
    .get('/graphql')
    .query({ query: VALID })
    .set({ 'x-forwarded-for': network, ...key() });
  expect(get.status).toBe(200);
  expect((await send(network, '{ viewer { id displayName } }', key())).status).toBe(429);
});

test('another network is not affected', async () => {
  await mistype('2001:db8:1:5::');
  expect((await send('2001:db8:1:6::', '{ nothing }')).status).toBe(400);
});

test('over a web socket they count, too', async () => {
  const client = openSocket(service, key());
  const codeOf = (query: string) =>
    new Promise((resolve) => {
      client.subscribe(
        { query },
        {
          next: resolve,
          // biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
          error: (errors: any) => resolve(errors[0].extensions.code),
          complete: () => undefined,
        },
      );
    });
  for (let sent = 0; sent < LIMIT; sent += 1) expect(await codeOf('{ nothing }')).toBe('GRAPHQL_VALIDATION_FAILED');
  expect(await codeOf('{ nothing }')).toBe('RATE_LIMITED');
  expect(await codeOf('{ viewer { id } }')).toBe('RATE_LIMITED');
  await client.dispose();
});
