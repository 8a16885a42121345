import { readFile } from 'node:fs/promises';
import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startDatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { graphql, openSocket } from '../support/graphql.js';
import { metricsOrigin, type Service, startService } from '../support/service.js';
import { newOwner, type Owner, startReceiver } from '../webhooks/support.js';

let db: TestDatabase;
let sandbox: Sandbox;
let service: Service;
let owner: Owner;
let address: string;

const addressOf = (process: Service): string => `${metricsOrigin(process)}/metrics`;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  // The primary is no replica: that none can be used is a metric, too.
  service = await startService({ db, env: { LOG_LEVEL: 'info', METRICS_PORT: '0', DATABASE_READ_URL: db.url } });
  address = addressOf(service);
  owner = await newOwner(db, service);
});
afterAll(async () => {
  await service?.stop();
  await sandbox?.close();
  await db?.drop();
});

type Sample = { name: string; labels: Record<string, string>; value: number };

async function scrape(): Promise<Sample[]> {
  const text = await (await fetch(address)).text();
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!name) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, of]) => [key, of]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

/** The value of the one sample with this name and these labels, as soon as it is so. */
const expectSample = (name: string, labels: Record<string, string>, value: unknown) =>
  eventually(async () => {
    const found = (await scrape()).filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, of]) => sample.labels[key] === of),
    );
    expect(found.map((sample) => sample.value)).toEqual([value]);
    return true;
  });

const headers = () => ({ 'x-api-key': owner.account.apiKey });
const publish = (platformIds: string[], to = service) =>
  graphql(
    to,
    headers(),
    'mutation Compose($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }',
    { input: { post: { content: 'Hi', platformIds }, scheduledTime: new Date().toISOString() } },
  );

test('publications count with their lateness, failures with code and fault', async () => {
  const [fediverse, skyfeed] = [sandbox.createAccount('fediverse'), sandbox.createAccount('skyfeed')];
  sandbox.setFault({ platform: 'skyfeed', accountId: skyfeed.accountId, kind: 'rejected', times: 1 });
  await publish([await owner.account.connect(fediverse), await owner.account.connect(skyfeed)]);
  await expectSample('publishing_outcomes_total', { platform: 'fediverse', outcome: 'published' }, 1);
  await expectSample(
    'publishing_outcomes_total',
    { platform: 'skyfeed', outcome: 'failed', code: 'INVALID_CONTENT', fault: 'content' },
    1,
  );
  await expectSample('publishing_lateness_seconds_count', { platform: 'fediverse' }, 1);
  await expectSample('publishing_due_posts', {}, 0);
  await expectSample('publishing_oldest_due_seconds', {}, 0);
});

test('posts that are due and wait are counted, with the age of the oldest', async () => {
  const paused = await createTestDatabase();
  const env = { LOG_LEVEL: 'info', METRICS_PORT: '0', PUBLISH_PAUSED: 'true' };
  const other = await startService({ db: paused, env });
  const before = { owner, address };
  owner = await newOwner(paused, other);
  address = addressOf(other);
  await publish([await owner.account.connect(sandbox.createAccount('fediverse'))], other);
  await expectSample('publishing_waits_total', { platform: 'fediverse', reason: 'paused' }, 1);
  await expectSample('publishing_due_posts', {}, 1);
  const age = (await scrape()).find(({ name }) => name === 'publishing_oldest_due_seconds');
  expect(age?.value).toBeGreaterThan(0);
  ({ owner, address } = before);
  await other.stop();
  await paused.drop();
});

test('requests are measured by method and route, operations by name; unusual methods and names beyond 200 share a label', async () => {
  await request(service.url).get('/api/v1/get-post/64b000000000000000000000').set(headers());
  const route = { method: 'GET', route: '/api/v1/get-post/:postGroupId', status: '404' };
  await expectSample('http_request_duration_seconds_count', route, 1);
  await fetch(`${service.url}/nowhere`, { method: 'PROPFIND' });
  await expectSample('http_request_duration_seconds_count', { method: 'other', route: '/*', status: '404' }, 1);
  for (const id of ['a', 'b']) await fetch(`${service.url}/exports/${id}`);
  const exported = (await scrape()).filter(({ labels }) => labels.route?.startsWith('/exports'));
  expect(new Set(exported.map(({ labels }) => labels.route))).toEqual(new Set(['/exports/:exportId']));
  for (let number = 0; number < 210; number += 1)
    await graphql(service, headers(), `query Q${number} { viewer { id } }`);
  await expectSample('graphql_operation_duration_seconds_count', { operation: 'query Q0' }, 1);
  const operations = (await scrape()).filter(({ name }) => name === 'graphql_operation_duration_seconds_count');
  expect(operations).toHaveLength(201);
  expect(operations.find(({ labels }) => labels.operation === 'other')?.value).toBeGreaterThan(5);
});

test('webhook deliveries, open subscriptions and connections of the pool are measured', async () => {
  const receiver = await startReceiver();
  await owner.listen(receiver.url);
  const client = openSocket(service, headers());
  const activity = client.iterate({ query: 'subscription { accountActivity { type } }' });
  const first = activity.next();
  await expectSample('live_open', { kind: 'subscriptions' }, 1);
  await expectSample('live_open', { kind: 'sockets' }, 1);
  await publish([await owner.account.connect(sandbox.createAccount('fediverse'))]);
  await first;
  await eventually(async () => {
    const found = (await scrape()).find(
      ({ name, labels }) => name === 'webhook_attempts_total' && labels.outcome === 'delivered',
    );
    return found && found.value > 0 ? true : undefined;
  });
  await client.dispose();
  await expectSample('live_open', { kind: 'sockets' }, 0);
  expect((await scrape()).filter(({ name }) => name === 'database_pool_connections')).toHaveLength(3);
  await receiver.close();
});

test('every metric that the alerts and the dashboard name is there', async () => {
  const text = await (await fetch(address)).text();
  const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  const files = ['deploy/prometheus/alerts.yml', 'deploy/grafana/dashboard.json'];
  const used = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).flatMap((content) => [
    ...content.matchAll(/\b((?:publishing|webhook|account|media|http|graphql|live|database|nodejs|process)_\w+)/g),
  ]);
  const names = new Set(used.map(([name]) => name.replace(/_(?:bucket|count)$/, '')));
  expect(names.size).toBeGreaterThan(10);
  expect([...names].filter((name) => !served.has(name))).toEqual([]);
});

test('they are not on the public port', async () => {
  expect((await request(service.url).get('/metrics')).status).toBe(404);
  expect((await fetch(new URL('/', address))).status).toBe(404);
});

test('while the database is away, a scrape has all that needs none: posts that are due are unknown', async () => {
  const proxy = await startDatabaseProxy(db.url);
  const env = { LOG_LEVEL: 'info', METRICS_PORT: '0' };
  const other = await startService({ db: { ...db, url: proxy.url }, roles: 'api', env });
  const read = async () => (await fetch(addressOf(other))).text();
  expect(await read()).toMatch(/^publishing_due_posts \d+$/m);
  proxy.refuse();
  const text = await eventually(async () => {
    const scraped = await read();
    return /^publishing_due_posts /m.test(scraped) ? undefined : scraped;
  });
  expect(text).toMatch(/^process_cpu_seconds_total /m);
  expect(text).not.toMatch(/^(publishing_oldest_due_seconds|mails_waiting) /m);
  proxy.restore();
  // It has logged the errors of a database that is away.
  await other.kill();
  await proxy.close();
});
