/** Wrong API keys: 30 a minute and address, over every API surface and process; who has a valid one is not affected. */
import request from 'supertest';
import { WebSocket } from 'ws';
import { generateApiKey } from '../../src/domain/identity/access/api-key.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

const LIMIT = 5;

let db: TestDatabase;
let first: Service;
let second: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  const env = { WRONG_KEYS_PER_MINUTE: String(LIMIT), TRUSTED_PROXIES: '1' };
  [first, second] = await Promise.all([
    startService({ db, roles: 'api', env }),
    startService({ db, roles: 'api', env }),
  ]);
  account = await createAccount(db);
});
afterAll(async () => {
  await Promise.all([first, second].map((service) => service?.stop()));
  await db?.drop();
});

/** Each test uses a different address. */
let hosts = 0;
const newAddress = () => `203.0.113.${++hosts}`;

/** What came of a try: the error's message and when to retry; null: accepted. */
type Outcome = { message: string; retryAfter: number | null } | null;
type Surface = (service: Service, address: string, apiKey: string) => Promise<Outcome>;

const headersOf = (address: string, apiKey: string): Headers => ({ 'x-forwarded-for': address, 'x-api-key': apiKey });

const overGraphql: Surface = async (service, address, apiKey) => {
  const query = '{ viewer { id } }';
  const { body } = await request(service.url).post('/graphql').set(headersOf(address, apiKey)).send({ query });
  const [error] = body.errors ?? [];
  return error ? { message: error.message, retryAfter: error.extensions.retryAfterSeconds ?? null } : null;
};

const overRest: Surface = async (service, address, apiKey) => {
  const answer = await request(service.url).get('/api/v1/list-posts').set(headersOf(address, apiKey));
  if (answer.status === 200) return null;
  const retryAfter = answer.headers['retry-after'];
  expect(answer.status).toBe(retryAfter === undefined ? 401 : 429);
  return { message: answer.body.error, retryAfter: retryAfter === undefined ? null : Number(retryAfter) };
};

const overSocket: Surface = async (service, address, apiKey) => {
  const socket = new WebSocket(service.wsUrl, 'graphql-transport-ws', { headers: { 'x-forwarded-for': address } });
  const outcome = await new Promise<Outcome>((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { 'x-api-key': apiKey } })));
    socket.on('message', () => resolve(null));
    socket.on('close', (code, reason) => {
      const seconds = /in (\d+) seconds/.exec(reason.toString())?.[1];
      resolve({ message: reason.toString(), retryAfter: code === 4429 ? Number(seconds) : null });
    });
  });
  socket.close();
  return outcome;
};

const wrongKey = () => generateApiKey(new Date()).rawKey;
const WRONG = { message: 'Invalid API key', retryAfter: null };
const BLOCKED = {
  message: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds$/),
  retryAfter: expect.any(Number),
};

async function wrong(times: number, surface: Surface, address: string, service = first): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let tries = 0; tries < times; tries++) outcomes.push(await surface(service, address, wrongKey()));
  return outcomes;
}

const SURFACES: [string, Surface][] = [
  ['GraphQL over HTTP', overGraphql],
  ['a web socket', overSocket],
  ['REST', overRest],
];

describe.each(SURFACES)('over %s', (_name, surface) => {
  test('further wrong keys are refused for the rest of the minute, at every process; a right key is let in', async () => {
    const address = newAddress();
    expect(await wrong(LIMIT, surface, address)).toEqual(Array(LIMIT).fill(WRONG));
    for (const service of [first, second]) {
      expect(await wrong(2, surface, address, service)).toEqual([BLOCKED, BLOCKED]);
      expect(await surface(service, address, await account.newKey())).toBeNull();
    }
    expect(await wrong(1, surface, newAddress())).toEqual([WRONG]);
  });
});

test('all API surfaces count together, and so do the IPv6 addresses of one network', async () => {
  const host = (index: number) => `2001:db8:${++hosts}::${index}`;
  const network = host(0).replace(/::0$/, '');
  for (const [index, surface] of [overGraphql, overSocket, overRest, overGraphql, overSocket].entries()) {
    expect(await surface(first, `${network}::${index}`, wrongKey())).toEqual(WRONG);
  }
  for (const [, surface] of SURFACES) expect(await surface(second, `${network}::ffff`, wrongKey())).toEqual(BLOCKED);
});

test('further guesses from a blocked address are not looked up; a key that was accepted before keeps working', async () => {
  const address = newAddress();
  expect(await overRest(first, address, account.apiKey)).toBeNull();
  await wrong(LIMIT * 10, overRest, address);
  const counted = () => db.query('SELECT points FROM request_limits WHERE key = $1', [`wrong-keys:${address}`]);
  const before = await counted();
  expect(await wrong(5, overGraphql, address)).toEqual(Array(5).fill(BLOCKED));
  expect(await counted()).toEqual(before);
  const fresh = await account.newKey();
  for (const [, surface] of SURFACES) {
    expect(await surface(first, address, fresh)).toEqual(BLOCKED);
    expect(await surface(first, address, account.apiKey)).toBeNull();
  }
});

test('it is 30 unless the operator says otherwise, and a client’s own word on its address does not count', async () => {
  const service = await startService({ db, roles: 'api', env: { WRONG_KEYS_PER_MINUTE: '' } });
  for (let index = 0; index < 33; index++) {
    const [, surface] = SURFACES[index % SURFACES.length] as (typeof SURFACES)[number];
    const outcome = await surface(service, `203.0.113.${100 + index}`, wrongKey());
    expect(outcome).toEqual(index < 30 ? WRONG : BLOCKED);
  }
  await service.stop();
});

test('a missing key, a revoked one and an unknown session: only the revoked one is a wrong key', async () => {
  const address = newAddress();
  const from = { 'x-forwarded-for': address };
  const statuses = async (headers: Headers) => {
    const status = async () =>
      (
        await request(first.url)
          .get('/api/v1/list-posts')
          .set({ ...from, ...headers })
      ).status;
    return [...new Set(await Promise.all(Array.from({ length: LIMIT + 2 }, status)))].sort();
  };
  expect(await statuses({})).toEqual([401]);
  expect(await statuses({ 'x-api-key': '' })).toEqual([401]);
  const query = '{ viewer { id } }';
  const headers = { ...from, cookie: 'service_session=unknown' };
  for (let tries = 0; tries < LIMIT + 2; tries++) {
    const { body } = await request(first.url).post('/graphql').set(headers).send({ query });
    expect(body.errors[0].extensions.code).toBe('SESSION_REQUIRED');
  }
  expect(await statuses({ 'x-api-key': await account.newKey({ revoked: true }) })).toEqual([401, 429]);
});
