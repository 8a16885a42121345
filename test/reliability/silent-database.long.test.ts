import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

/** Short ones, so that what takes half a minute by default takes seconds. */
const LIMITS = {
  DATABASE_CONNECT_TIMEOUT_MS: '500',
  DATABASE_QUERY_TIMEOUT_MS: '1500',
  STOP_TIMEOUT_SECONDS: '5',
};

let db: TestDatabase;
let sandbox: Sandbox;
let account: TestAccount;
let platformId: string;
let proxy: DatabaseProxy;
let service: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  platformId = await account.connect(sandbox.createAccount('fediverse'));
});
beforeEach(async () => {
  proxy = await startDatabaseProxy(db.url);
});
afterEach(async () => {
  await service?.kill();
  await proxy?.close();
});
afterAll(async () => {
  await sandbox?.close();
  await db?.drop();
});

const start = async (env: Record<string, string> = {}) => {
  service = await startService({ db: { ...db, url: proxy.url }, env: { ...LIMITS, ...env } });
};

const create = (content: string, dueInMs = 0) =>
  request(service.url)
    .post('/api/v1/create-post')
    .set('x-api-key', account.apiKey)
    .send({ content, platforms: [platformId], scheduledTime: new Date(Date.now() + dueInMs).toISOString() });

const health = (path = '') => request(service.url).get(`/health${path}`);

const published = (content: string) =>
  eventually(async () => (sandbox.posts().some(({ text }) => text === content) ? true : undefined), 40_000);

const sentOnce = (content: string) => expect(sandbox.posts().filter(({ text }) => text === content)).toHaveLength(1);

/** The service works without a restart: a post that is made now is published. */
async function works(content: string): Promise<void> {
  await eventually(async () => ((await create(content)).status === 200 ? true : undefined), 40_000);
  await published(content);
  sentOnce(content);
}

test('when every session dies without a FIN, what is due is published and requests get responses, without a restart', async () => {
  await start();
  const due = ['Due soon 1', 'Due soon 2', 'Due soon 3'];
  for (const content of due) expect((await create(content, 2_000)).status).toBe(200);
  proxy.forget();
  for (const content of due) await published(content);
  await works('After the sessions died');
  await eventually(async () => ((await health('/ready')).status === 200 ? true : undefined));
  for (const content of due) sentOnce(content);
});

test('while the database is silent, every response comes in time and says when to retry', async () => {
  await start();
  await create('Before the silence');
  await published('Before the silence');
  proxy.forget();
  proxy.silence();
  expect((await health('/live')).body).toEqual({ status: 'ok' });
  for (const path of ['', '/ready']) expect((await health(path)).status).toBe(503);
  const refused = await create('During the silence');
  // 503 if it waited for a connection, 500 if it had one.
  expect([500, 503]).toContain(refused.status);
  expect(refused.headers).toMatchObject({ 'retry-after': '5' });
  const answer = await graphql(service, { 'x-api-key': account.apiKey }, '{ viewer { id } }');
  const code = expect.stringMatching(/^(INTERNAL_ERROR|SERVICE_BUSY)$/);
  expect(answer.errors).toMatchObject([{ extensions: { code, retryAfterSeconds: 5 } }]);
  // More of them than the pool has places.
  const many = await Promise.all(Array.from({ length: 30 }, () => create('During the silence')));
  for (const { status, headers } of many)
    expect([[500, 503], headers['retry-after']]).toEqual([expect.arrayContaining([status]), '5']);

  proxy.restore();
  await works('After the silence');
  await eventually(async () => ((await health('/ready')).status === 200 ? true : undefined));
  expect((await health('/ready')).body).toEqual({ status: 'ok' });
});

test('SIGTERM ends a process whose database is silent within its limit, and it says what did not end', async () => {
  await start();
  await create('Before the end');
  await published('Before the end');
  proxy.forget();
  proxy.silence();
  const begin = performance.now();
  process.kill(service.pid, 'SIGTERM');
  const [code] = await service.exited;
  expect(performance.now() - begin).toBeLessThan(15_000);
  expect([0, 1]).toContain(code);
  if (code === 1)
    expect(service.output.join('\n')).toMatch(/Stopping (took longer than 5 seconds: .* did not end|.*failed)/);
});

describe('the watchdog, where nothing else ends the wait', () => {
  const PATIENT = {
    DATABASE_QUERY_TIMEOUT_MS: '600000',
    DATABASE_CONNECT_TIMEOUT_MS: '60000',
    WORKER_WATCHDOG_SECONDS: '2',
  };

  test('a worker whose fetch does not settle gets new connections', async () => {
    await start(PATIENT);
    await create('Behind the watchdog', 1_000);
    proxy.forget();
    await published('Behind the watchdog');
    const reopening = /reopening every connection to Postgres/;
    await eventually(async () => service.output.find((line) => reopening.test(line)));
    await works('With new connections');
  });

  test('one that does not fetch over new connections either ends, with a line and an exit code', async () => {
    await start({ ...PATIENT, STOP_TIMEOUT_SECONDS: '2' });
    proxy.forget();
    proxy.silence();
    const [code] = await service.exited;
    expect(code).toBe(1);
    expect(service.output.join('\n')).toMatch(
      /^The \w+ loop has fetched nothing for 4 seconds, .* The process ends\.$/m,
    );
  });
});

test.each(['api', 'worker'] as const)(
  'a session that ends in the moment in which it is ready ends no %s',
  async (roles) => {
    service = await startService({ db: { ...db, url: proxy.url }, roles, env: { ...LIMITS, WORKER_PORT: '0' } });
    proxy.endWhenReady(12);
    proxy.drop();
    // A worker connects by itself; an API at a request.
    await eventually(async () => {
      await Promise.all([health(), health('/ready')]);
      return proxy.toEnd() === 0 ? true : undefined;
    }, 60_000);
    await eventually(async () => ((await health('/ready')).status === 200 ? true : undefined));
    service.errors.length = 0;
    await service.stop();
  },
);
