/** The points of an account in a minute: shared by all processes and API surfaces, reported in every response, and of this account only. */
import type { Client } from 'graphql-ws';
import request from 'supertest';
import { createGroup, cursorOf, follow } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startDatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers, openSocket } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { type Service, startService } from '../support/service.js';

const LIMIT = 1000;

let db: TestDatabase;
let first: Service;
let second: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  const env = { GRAPHQL_POINTS_PER_MINUTE: String(LIMIT), TRUSTED_PROXIES: '1' };
  [first, second] = await Promise.all([
    startService({ db, roles: 'api', env }),
    startService({ db, roles: 'api', env }),
  ]);
});
afterAll(async () => {
  await Promise.all([first, second].map((service) => service?.stop()));
  await db?.drop();
});

/** 1 + 82 * 1.2 points, rounded up. */
const HUNDRED = '{ postGroups(first: 82) { edges { node { id } } } }';
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const send = (service: Service, headers: Headers, query = HUNDRED) =>
  request(service.url).post('/graphql').set(headers).send({ query });
const keyOf = ({ apiKey }: TestAccount): Headers => ({ 'x-api-key': apiKey });
const from = (address: string): Headers => ({ 'x-forwarded-for': address });

/** Uses up what an account has, at one process. */
async function exhaust(service: Service, headers: Headers): Promise<void> {
  for (let sent = 0; sent < LIMIT / 100; sent++) expect((await send(service, headers)).status).toBe(200);
}

/** What one operation over a socket is answered. */
const over = (client: Client, query: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
  new Promise<any>((resolve) => {
    client.subscribe({ query }, { next: resolve, error: resolve, complete: () => resolve('nothing') });
  });

test('every response has the cost, in its extensions and in headers', async () => {
  const headers = keyOf(await createAccount(db));
  const answer = await send(first, headers);
  const { resetsInSeconds } = answer.body.extensions.cost;
  expect(answer.body.extensions.cost).toEqual({ requested: 100, limit: LIMIT, remaining: 900, resetsInSeconds });
  expect(resetsInSeconds).toBeGreaterThan(50);
  expect(resetsInSeconds).toBeLessThanOrEqual(60);
  expect(answer.headers).toMatchObject({
    'ratelimit-limit': String(LIMIT),
    'ratelimit-remaining': '900',
    'ratelimit-reset': String(resetsInSeconds),
  });
  expect((await send(first, headers)).body.extensions.cost.remaining).toBe(800);
});

test('over the limit an operation is RATE_LIMITED: 429 with Retry-After, and nothing is executed', async () => {
  const account = await createAccount(db, { connected: ['fediverse-1'] });
  await exhaust(first, keyOf(account));
  const mutation = `mutation {
    createPost(input: { post: { content: "Hi", platformIds: ["fediverse-1"] } }) { postGroupId }
  }`;
  const { status, headers, body } = await send(first, keyOf(account), mutation);
  const retryAfterSeconds = Number(headers['retry-after']);
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  expect({ status, body }).toEqual({
    status: 429,
    body: {
      errors: [
        {
          message: `Too many requests. Try again in ${retryAfterSeconds} seconds`,
          extensions: expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds }),
        },
      ],
      extensions: {
        requestId: headers['x-request-id'],
        cost: { requested: 57, limit: LIMIT, remaining: 0, resetsInSeconds: retryAfterSeconds },
      },
    },
  });
  expect(await db.query('SELECT 1 FROM post_groups WHERE user_id = $1', [account.userId])).toEqual([]);
});

test('the next minute all points are there again', async () => {
  const headers = keyOf(await createAccount(db));
  await exhaust(first, headers);
  expect((await send(second, headers)).status).toBe(429);
  await db.query(`UPDATE request_limits SET resets_at = now()`);
  const third = await startService({ db, roles: 'api', env: { GRAPHQL_POINTS_PER_MINUTE: String(LIMIT) } });
  expect((await send(third, headers)).body.extensions.cost.remaining).toBe(900);
  await third.stop();
});

test('two processes share it: of 20 times a tenth at once, no more than 10 are executed, and not many less', async () => {
  const headers = keyOf(await createAccount(db));
  const answers = await times(20, (index) => send(index % 2 ? first : second, headers));
  const executed = answers.filter(({ status }) => status === 200).length;
  expect(executed).toBeLessThanOrEqual(10);
  expect(executed).toBeGreaterThanOrEqual(9);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - executed);
});

test('another account is not affected', async () => {
  const headers = keyOf(await createAccount(db));
  await exhaust(first, headers);
  expect((await send(first, headers)).status).toBe(429);
  expect((await send(first, keyOf(await createAccount(db)))).status).toBe(200);
});

const SCHEMA = '{ __schema { types { fields { name description args { name } type { name } } } } }';

test('introspection takes points of the account, and without a key those of the address', async () => {
  const account = await createAccount(db);
  const { requested, remaining } = (await send(first, keyOf(account), SCHEMA)).body.extensions.cost;
  expect(requested).toBeGreaterThan(40);
  expect(remaining).toBe(LIMIT - requested);
  const enough = Math.floor(LIMIT / requested);
  for (let sent = 0; sent < enough; sent += 1) {
    expect((await send(first, from('203.0.113.7'), SCHEMA)).status).toBe(200);
  }
  expect((await send(first, from('203.0.113.7'), SCHEMA)).status).toBe(429);
  expect((await send(first, from('203.0.113.8'), SCHEMA)).status).toBe(200);
});

test('an operation that is refused because it costs too much takes 100 points', async () => {
  const headers = keyOf(await createAccount(db));
  const aliases = Array.from({ length: 15 }, (_, index) => `a${index}: types { ...T }`).join(' ');
  const fields = 'fields { name args { name type { name } } type { name ofType { name ofType { name } } } }';
  const tooLarge = `{ __schema { ${aliases} } } fragment T on __Type { name ${fields} }`;
  const refused = await send(first, headers, tooLarge);
  expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([400, 'OPERATION_TOO_LARGE']);
  expect(refused.body.extensions.cost.remaining).toBe(LIMIT - 100);
  for (let sent = 1; sent < LIMIT / 100; sent += 1) expect((await send(first, headers, tooLarge)).status).toBe(400);
  expect((await send(first, headers, tooLarge)).status).toBe(429);
});

test('all keys and managed users of an account share its points; each person who is signed in has separate ones', async () => {
  const account = await createAccount(db, { workspaceAccess: true });
  await exhaust(first, keyOf(account));
  const others: Headers[] = [
    { 'x-api-key': await account.newKey() },
    { ...keyOf(account), 'x-service-user-id': await account.manage() },
  ];
  for (const headers of others) expect((await send(first, headers)).status).toBe(429);
  const client = await account.manage();
  const { browser } = await addMember(db, client, 'CONTRIBUTOR');
  await exhaust(first, browser);
  expect((await send(first, { ...browser, 'x-service-user-id': client })).status).toBe(429);
  const owner = await account.session();
  expect((await send(first, owner)).body.extensions.cost.remaining).toBe(LIMIT - 100);
  expect((await send(first, await account.session())).body.extensions.cost.remaining).toBe(LIMIT - 200);
});

test('operations over a web socket take them too, subscriptions when they start', async () => {
  const account = await createAccount(db);
  const client = openSocket(first, keyOf(account));
  const answer = await over(client, HUNDRED);
  expect(answer.extensions.cost).toMatchObject({ requested: 100, limit: LIMIT, remaining: 900 });

  // An event of no group: the subscription is refused, but it had started.
  await over(client, `subscription { postProgress(postGroupId: "${'0'.repeat(24)}") { type } }`);
  expect((await send(first, keyOf(account))).body.extensions.cost.remaining).toBe(900 - 101 - 100);

  await times(6, () => over(client, HUNDRED));
  for (const query of [HUNDRED, 'subscription { accountActivity { type } }']) {
    expect(await over(client, query)).toEqual([
      {
        message: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds$/),
        extensions: expect.objectContaining({
          code: 'RATE_LIMITED',
          retryAfterSeconds: expect.any(Number),
          requestId: expect.any(String),
        }),
      },
    ]);
  }
  await client.dispose();
});

test('each event of a subscription takes the points of its selection; without points, events wait', async () => {
  const account = await createAccount(db, { connected: ['fediverse-1'] });
  const unlimited = await startService({ db, roles: 'api', env: { GRAPHQL_POINTS_PER_MINUTE: '100000' } });
  const { cursor } = await cursorOf(db, unlimited, keyOf(account), account.userId);
  await times(10, () => createGroup(unlimited, keyOf(account), { platformIds: ['fediverse-1'] }));
  await unlimited.stop();
  await db.query('UPDATE request_limits SET resets_at = now()');

  const client = openSocket(first, keyOf(account));
  // 0.1, 1 for the group, 2 + 150 * 1.2 for its log, rounded up.
  const perEvent = 184;
  const log = (name: string, size: number) => `${name}: log(first: ${size}) { edges { node { id } } }`;
  const query = `subscription ($after: String) {
    accountActivity(after: $after) { sequence postGroup { ${log('a', 100)} ${log('b', 50)} } }
  }`;
  const following = follow(client, query, { after: cursor });
  let asked = 0;
  const used = async () => {
    asked += 1;
    const { cost } = (await send(first, keyOf(account), '{ viewer { id } }')).body.extensions;
    return LIMIT - cost.remaining - 2 * asked;
  };
  const start = 100 + perEvent;
  await eventually(async () => (await used()) >= start + 3 * perEvent || undefined);
  expect(await used()).toBe(start + 3 * perEvent);
  expect(following.steps.length).toBeLessThanOrEqual(3);
  expect(following.errors).toBeUndefined();
  await client.dispose();
});

test('who has no key or session has the points of the address', async () => {
  // 15 * (1 + 70 * 0.1) points.
  const query = `{ ${Array.from({ length: 15 }, (_, i) => `o${i}: operationErrors { operation }`).join(' ')} }`;
  const ask = (address: string, more: Headers = {}) => send(first, { ...from(address), ...more }, query);
  expect((await ask('203.0.113.1')).body.extensions.cost).toMatchObject({ requested: 120, remaining: 880 });
  // A wrong key is no way around it, and an IPv6 address is its network.
  await times(7, () => ask('203.0.113.1', { 'x-api-key': 'sk_wrong' }));
  expect((await ask('203.0.113.1')).status).toBe(429);
  await times(8, (index) => ask(`2001:db8::${index}`));
  expect((await ask('2001:db8::ffff')).status).toBe(429);
  expect((await ask('2001:db8:0:1::1')).status).toBe(200);
});

test('while the database is down, an operation is refused at once and may be retried', async () => {
  const proxy = await startDatabaseProxy(db.url);
  const service = await startService({ db: { url: proxy.url }, roles: 'api', env: { GRAPHQL_POINTS_PER_MINUTE: '' } });
  const account = await createAccount(db);
  expect((await send(service, keyOf(account))).body.extensions.cost).toMatchObject({ limit: 100_000 });
  proxy.refuse();
  const { status, headers, body } = await send(service, keyOf(account));
  expect({ status, retryAfter: headers['retry-after'], errors: body.errors }).toEqual({
    status: 500,
    retryAfter: '5',
    errors: [
      {
        message: 'Internal server error',
        extensions: expect.objectContaining({ code: 'INTERNAL_ERROR', retryAfterSeconds: 5 }),
      },
    ],
  });
  expect((await graphql(service, {}, '{ __typename }')).data).toEqual({ __typename: 'Query' });
  service.errors.length = 0;
  await service.kill();
  await proxy.close();
});

describe('REST', () => {
  const list = (service: Service, headers: Headers) => request(service.url).get('/api/v1/list-posts').set(headers);

  test('has a limit of 6,000 requests a minute and account, and takes no points', async () => {
    const account = await createAccount(db);
    const headers = keyOf(account);
    const answers = await times(30, () => list(first, headers));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { headers } of answers) expect(headers).toMatchObject({ 'ratelimit-limit': '6000' });
    expect((await send(first, headers)).body.extensions.cost.remaining).toBe(900);
  });

  test('with RATE_LIMIT_PER_MINUTE it is one limit for all processes and keys of an account, reported in headers', async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '10' };
    const [one, two] = await Promise.all([
      startService({ db, roles: 'api', env }),
      startService({ db, roles: 'api', env }),
    ]);
    const account = await createAccount(db);
    const keys = [account.apiKey, await account.newKey()];
    const answers = await times(24, (index) =>
      list(index % 2 ? one : two, { 'x-api-key': keys[index % 3 && 1] as string }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const [refused] = answers.filter(({ status }) => status === 429);
    expect(refused?.headers).toMatchObject({ 'ratelimit-limit': '10', 'ratelimit-remaining': '0' });
    expect(refused?.headers['ratelimit-reset']).toBe(refused?.headers['retry-after']);
    expect(refused?.body.error).toMatch(/^Too many requests\. Try again in \d+ seconds$/);
    await Promise.all([one.stop(), two.stop()]);
  });
});
