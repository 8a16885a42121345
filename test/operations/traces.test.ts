import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { openSocket } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, startReceiver } from '../webhooks/support.js';
import { type CollectedSpan, type Collector, startCollector } from './collector.js';

/** The call of the platform that publishes; the sandbox has its platforms below their keys. */
const CALL = 'POST /fediverse/api/v1/statuses';
const TOKEN = 'collector-token';
const CONTENT = 'A text that no trace may have';

let db: TestDatabase;
let sandbox: Sandbox;
let collector: Collector;
let receiver: Receiver;
let service: Service;
let owner: Owner;

const tracing = (endpoint: string) => ({
  LOG_LEVEL: 'info',
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${TOKEN}`,
  OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
  OTEL_SERVICE_NAME: 'publishing-test',
  OTEL_BSP_SCHEDULE_DELAY: '50',
});

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  collector = await startCollector();
  receiver = await startReceiver();
  service = await startService({ db, env: tracing(collector.url) });
  owner = await newOwner(db, service);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await collector?.close();
  await sandbox?.close();
  await db?.drop();
});

/** A trace that a client has begun. */
const newTrace = (flags = '01') => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
};

const COMPOSE = 'mutation Compose($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';

/** Creates a post as part of a trace; the id of its group. */
async function post(platformIds: string[], traceparent: string, scheduledTime = new Date(), to = service) {
  const input = { post: { content: CONTENT, platformIds }, scheduledTime: scheduledTime.toISOString() };
  const answer = await request(to.url)
    .post('/graphql')
    .set({ 'x-api-key': owner.account.apiKey, traceparent })
    .send({ query: COMPOSE, variables: { input } });
  return answer.body.data.createPost.postGroup.id as string;
}

const of = (traceId: string, name: string) => (span: CollectedSpan) => span.traceId === traceId && span.name === name;
const lines = (): Record<string, unknown>[] =>
  service.output.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));

test('one trace shows a post from the request of a client to the platform and the webhook', async () => {
  await owner.listen(receiver.url);
  const platformId = await owner.account.connect(sandbox.createAccount('fediverse'));
  const { traceId, spanId, traceparent } = newTrace();
  const groupId = await post([platformId], traceparent);

  const server = await collector.find(of(traceId, 'POST /graphql/*'));
  expect(server).toMatchObject({
    service: 'publishing-test',
    kind: 'server',
    parentSpanId: spanId,
    attributes: { 'http.request.method': 'POST', 'http.route': '/graphql/*', 'http.response.status_code': 200 },
  });
  const operation = await collector.find(of(traceId, 'mutation Compose'));
  expect(operation).toMatchObject({
    kind: 'internal',
    parentSpanId: server.spanId,
    attributes: { 'graphql.operation.type': 'mutation', 'graphql.operation.name': 'Compose' },
  });
  const created = await collector.find(of(traceId, 'create publish'));
  expect(created.kind).toBe('producer');
  const transaction = await collector.find((span) => span.spanId === created.parentSpanId);
  expect(transaction).toMatchObject({
    name: 'postgresql transaction',
    kind: 'client',
    parentSpanId: operation.spanId,
    attributes: { 'db.system.name': 'postgresql' },
  });
  const job = await collector.find(of(traceId, 'process publish'));
  expect(job).toMatchObject({
    kind: 'consumer',
    parentSpanId: created.spanId,
    links: [],
    attributes: {
      'messaging.system': 'pg-boss',
      'messaging.destination.name': 'publish',
      'messaging.operation.type': 'process',
      'publishing.group.id': groupId,
      'publishing.platform': 'fediverse',
      'publishing.outcome': 'published',
      'publishing.attempt': 1,
    },
  });
  const call = await collector.find(of(traceId, CALL));
  expect(call).toMatchObject({
    kind: 'client',
    parentSpanId: job.spanId,
    isError: false,
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'url.template': '/fediverse/api/v1/statuses',
      'server.address': '127.0.0.1',
      'publishing.platform': 'fediverse',
    },
  });
  const delivery = await collector.find(
    (span) => of(traceId, 'process webhook')(span) && span.attributes['webhook.event'] === 'post.published',
  );
  expect(delivery.attributes).toMatchObject({ 'webhook.outcome': 'delivered', 'webhook.attempt': 1 });
  const stored = await collector.find(
    (span) => span.name === 'create webhook' && span.spanId === delivery.parentSpanId,
  );
  expect(await collector.find((span) => span.spanId === stored.parentSpanId)).toMatchObject({
    name: 'postgresql transaction',
    parentSpanId: job.spanId,
  });
  const sent = await collector.find((span) => span.parentSpanId === delivery.spanId && span.name === 'POST');
  expect(sent).toMatchObject({ kind: 'client', attributes: { 'http.response.status_code': 204 } });
  expect(sent.attributes).not.toHaveProperty('url.template');
});

test('neither platforms nor receivers get to know the trace', async () => {
  const toPlatform = sandbox.requests();
  expect(toPlatform.length).toBeGreaterThan(0);
  const names = [...toPlatform, ...receiver.received].flatMap(({ headers }) => Object.keys(headers));
  expect(names).not.toContain('traceparent');
  expect(names).not.toContain('tracestate');
});

test('spans have no content, no secret and no path of a receiver; the collector gets its headers', () => {
  const text = JSON.stringify(collector.spans);
  expect(text).toContain(CALL);
  for (const secret of [CONTENT, owner.account.apiKey, '/hook', TOKEN, owner.account.userId]) {
    expect(text).not.toContain(secret);
  }
  expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { authorization: `Bearer ${TOKEN}` } });
});

test('lines of the log have the trace that they belong to', async () => {
  const platformId = await owner.account.connect(sandbox.createAccount('fediverse'));
  const { traceId, traceparent } = newTrace();
  await post([platformId], traceparent);
  const line = (msg: string) =>
    eventually(async () => lines().find((one) => one.msg === msg && one.trace_id === traceId));
  const server = await collector.find(of(traceId, 'POST /graphql/*'));
  expect(await line('Request')).toMatchObject({ span_id: server.spanId, trace_flags: '01' });
  const job = await collector.find(of(traceId, 'process publish'));
  expect(await line('Publishing')).toMatchObject({ span_id: job.spanId });
  expect(lines().find(({ msg }) => msg === 'Started')).not.toHaveProperty('trace_id');
});

test('a post that goes out much later starts a new trace, with a link to the one that scheduled it', async () => {
  const platformId = await owner.account.connect(sandbox.createAccount('fediverse'));
  const { traceId, traceparent } = newTrace();
  const groupId = await post([platformId], traceparent, new Date(Date.now() + 3_600_000));
  const created = await collector.find(of(traceId, 'create publish'));
  await db.query(`UPDATE pgboss.job SET start_after = now(), priority = 0 WHERE data->>'groupId' = $1`, [groupId]);
  const job = await collector.find(({ attributes }) => attributes['publishing.group.id'] === groupId);
  expect(job).toMatchObject({ parentSpanId: '', links: [{ traceId, spanId: created.spanId }] });
  expect(job.traceId).not.toBe(traceId);
  await collector.find(of(job.traceId, CALL));
});

test('a retry stays in the trace, below the attempt before it', async () => {
  const account = sandbox.createAccount('fediverse');
  const platformId = await owner.account.connect(account);
  sandbox.setFault({ platform: 'fediverse', accountId: account.accountId, kind: 'server_error', times: 1 });
  const { traceId, traceparent } = newTrace();
  await post([platformId], traceparent);
  const attempt = (outcome: string) =>
    collector.find(
      ({ attributes, ...span }) => span.traceId === traceId && attributes['publishing.outcome'] === outcome,
    );
  const first = await attempt('retrying');
  expect(first).toMatchObject({ isError: true, attributes: { 'error.type': 'PLATFORM_SERVER_ERROR' } });
  const second = await attempt('published');
  const created = await collector.find((span) => span.spanId === second.parentSpanId);
  const stored = await collector.find((span) => span.spanId === created.parentSpanId);
  expect([created.name, stored.name, stored.parentSpanId]).toEqual([
    'create publish',
    'postgresql transaction',
    first.spanId,
  ]);
  const failed = await collector.find((span) => of(traceId, CALL)(span) && span.isError);
  expect(failed.attributes['error.type']).toBe('503');
});

test('the conversion of a file is part of the trace of its post', async () => {
  const platformId = await owner.account.connect(sandbox.createAccount('skyfeed'));
  const drafted = await owner.run(COMPOSE, { input: { post: { content: CONTENT, platformIds: [platformId] } } });
  const postGroupId = drafted.createPost.postGroup.id;
  const upload = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl } }';
  const input = { postGroupId, fileName: 'a.webp', contentType: 'image/webp', type: 'IMAGE' };
  const { uploadUrl } = (await owner.run(upload, { input })).createUpload;
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'orange' } })
    .webp()
    .toBuffer();
  const sent = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'image/webp' },
    body: new Uint8Array(picture),
  });
  expect(sent.status).toBe(200);
  const { traceId, traceparent } = newTrace();
  await request(service.url)
    .put(`/api/v1/update-post/${postGroupId}`)
    .set({ 'x-api-key': owner.account.apiKey, traceparent })
    .send({ status: 'scheduled', scheduledTime: new Date().toISOString() });
  await collector.find(of(traceId, 'PUT /api/v1/update-post/:postGroupId'));
  const conversion = await collector.find(of(traceId, 'media convertImage'));
  expect(conversion).toMatchObject({ kind: 'internal', isError: false });
  const job = await collector.find(of(traceId, 'process publish'));
  expect(job.attributes['publishing.outcome']).toBe('published');
  expect(conversion.parentSpanId).toBe(job.spanId);
  // The address of a file is as good as a secret.
  expect(JSON.stringify(collector.spans)).not.toContain(new URL(uploadUrl).pathname);
});

test('a request that its client does not sample is not sampled, and neither are its jobs', async () => {
  const platformId = await owner.account.connect(sandbox.createAccount('fediverse'));
  const { traceId, traceparent } = newTrace('00');
  const groupId = await post([platformId], traceparent);
  await eventually(async () => lines().find((line) => line.msg === 'Publishing' && line.postGroupId === groupId));
  // What comes after it has been sent.
  const next = newTrace();
  await post([platformId], next.traceparent);
  await collector.find(of(next.traceId, 'process publish'));
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  expect(collector.spans.filter(({ attributes }) => attributes['publishing.group.id'] === groupId)).toEqual([]);
});

test('an operation over a web socket is a trace; health checks are none', async () => {
  await request(service.url).get('/health/live');
  const client = openSocket(service, { 'x-api-key': owner.account.apiKey });
  await client.iterate({ query: 'query OverSocket { viewer { id } }' }).next();
  await client.dispose();
  const operation = await collector.find(({ name }) => name === 'query OverSocket');
  expect(operation).toMatchObject({ kind: 'server', parentSpanId: '' });
  expect(collector.spans.filter(({ name }) => name.includes('health'))).toEqual([]);
});

test.each([
  ['refuses', undefined, '"reason":"ECONNREFUSED"'],
  ['never answers', () => undefined, '"reason":"no answer in time"'],
])('a collector that %s changes nothing but a line in the log', async (_what, answer, reason) => {
  const other = await startCollector(answer);
  if (!answer) await other.close();
  const own = await createTestDatabase();
  const env = { ...tracing(other.url), OTEL_BSP_EXPORT_TIMEOUT: '500', OTEL_EXPORTER_OTLP_TIMEOUT: '500' };
  const untraced = await startService({ db: own, env });
  const before = owner;
  owner = await newOwner(own, untraced);
  const platformId = await owner.account.connect(sandbox.createAccount('fediverse'));
  const groupId = await post([platformId], newTrace().traceparent, new Date(), untraced);
  await eventually(async () => untraced.output.find((line) => line.includes(groupId) && line.includes('"published"')));
  const warning = 'Traces cannot be sent; they are dropped';
  await eventually(async () => untraced.output.find((line) => line.includes(warning)));
  await untraced.stop();
  expect(untraced.output.filter((line) => line.includes(warning))).toEqual([expect.stringContaining(reason)]);
  owner = before;
  if (answer) await other.close();
  await own.drop();
});

describe('what a process loads', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'loaded-'));
  const list = path.join(folder, 'modules');
  const hook = path.join(folder, 'hook.mjs');
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context); } });`,
  );
  afterAll(() => rmSync(folder, { recursive: true }));

  const loadedWith = async (env: Record<string, string>): Promise<string[]> => {
    rmSync(list, { force: true });
    const own = await createTestDatabase();
    const started = await startService({ db: own, env: { ...env, NODE_OPTIONS: `--import=file://${hook}` } });
    await request(started.url).get('/health/ready');
    await started.stop();
    await own.drop();
    return readFileSync(list, 'utf8').split('\n');
  };

  test('without the variables of OpenTelemetry it loads no module of it', async () => {
    const off = await loadedWith({ OTEL_SERVICE_NAME: 'publishing' });
    expect(off.some((url) => url.includes('/main.js'))).toBe(true);
    expect(off.filter((url) => url.includes('opentelemetry') || /\/trac(es|ing)\.js$/.test(url))).toEqual([]);
    const disabled = await loadedWith({ ...tracing(collector.url), OTEL_SDK_DISABLED: 'true' });
    expect(disabled.filter((url) => url.includes('opentelemetry'))).toEqual([]);
    const on = await loadedWith(tracing(collector.url));
    expect(on.some((url) => url.includes('opentelemetry'))).toBe(true);
  });
});
