import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { newMember } from '../graphql/browser.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, openSocket } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, startReceiver } from '../webhooks/support.js';

let db: TestDatabase;
let sandbox: Sandbox;
let service: Service;
let owner: Owner;
let receiver: Receiver;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  service = await startService({ db, env: { LOG_LEVEL: 'info' } });
  owner = await newOwner(db, service);
  receiver = await startReceiver();
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await sandbox?.close();
  await db?.drop();
});

type Line = Record<string, unknown> & { level: number; msg: string };

const lines = (): Line[] => service.output.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
/** Waits for the line with these facts. */
const logged = (facts: Record<string, unknown>): Promise<Line> =>
  eventually(async () => lines().find((line) => Object.entries(facts).every(([name, value]) => line[name] === value)));
const create = (input: object) =>
  graphql(
    service,
    { 'x-api-key': owner.account.apiKey },
    'mutation Compose($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }',
    { input },
  );

test('a request has a line, under the id that its response names, with its route, status, time and account', async () => {
  const { userId, apiKey } = owner.account;
  const answer = await request(service.url).get('/api/v1/get-post/64b000000000000000000000').set('x-api-key', apiKey);
  expect(await logged({ requestId: answer.headers['x-request-id'] })).toMatchObject({
    msg: 'Request',
    level: 30,
    method: 'GET',
    route: '/api/v1/get-post/:postGroupId',
    status: 404,
    durationMs: expect.any(Number),
    address: '127.0.0.1',
    userId,
    codes: ['POST_GROUP_NOT_FOUND'],
  });
});

test('a line has its id once', async () => {
  const answer = await request(service.url).get('/api/v1/list-posts').set('x-api-key', owner.account.apiKey);
  const requestId = answer.headers['x-request-id'] ?? 'none';
  await logged({ requestId });
  const [line] = service.output.filter((text) => text.includes(requestId));
  expect(line?.match(/"requestId":/g)).toHaveLength(1);
});

test('a GraphQL operation is in the line of its request, with its name, cost and errors', async () => {
  const { extensions } = await create({ post: { content: 'Hi', platformIds: ['fediverse-nobody'] } });
  expect(await logged({ requestId: extensions.requestId })).toMatchObject({
    route: '/graphql/*',
    operation: 'mutation Compose',
    cost: extensions.cost.requested,
    userId: owner.account.userId,
    codes: ['CONNECTIONS_NOT_FOUND'],
  });
});

test('each operation over a web socket logs a line', async () => {
  const client = openSocket(service, { 'x-api-key': owner.account.apiKey });
  const [answer] = [await client.iterate({ query: 'query Who { viewer { id } }' }).next()];
  const { requestId } = answer.value.extensions;
  expect(await logged({ requestId })).toMatchObject({ operation: 'query Who', userId: owner.account.userId });
  await client.dispose();
});

test('health checks are no lines at level info', async () => {
  const { headers } = await request(service.url).get('/health/ready');
  const later = await request(service.url).get('/nowhere');
  await logged({ requestId: later.headers['x-request-id'], route: '/*', status: 404 });
  expect(lines().filter(({ requestId }) => requestId === headers['x-request-id'])).toEqual([]);
});

test('a publication has a line with its job, attempt and lateness, and a failure with its code and whose fault it is', async () => {
  const account = sandbox.createAccount('fediverse');
  const platformId = await owner.account.connect(account);
  sandbox.setFault({ platform: 'fediverse', accountId: account.accountId, kind: 'server_error', times: 1 });
  const published = await create({
    post: { content: 'Out it goes', platformIds: [platformId] },
    scheduledTime: new Date().toISOString(),
  });
  const postGroupId = published.data.createPost.postGroup.id;
  const facts = { msg: 'Publishing', jobId: expect.any(String), postId: expect.any(String), platform: 'fediverse' };
  expect(await logged({ postGroupId, outcome: 'retrying' })).toMatchObject({
    ...facts,
    attempt: 1,
    code: 'PLATFORM_SERVER_ERROR',
    fault: 'platform',
    durationMs: expect.any(Number),
  });
  expect(await logged({ postGroupId, outcome: 'published' })).toMatchObject({ ...facts, level: 30, attempt: 2 });

  sandbox.setFault({ platform: 'fediverse', accountId: account.accountId, kind: 'rejected', times: 1 });
  const refused = await create({
    post: { content: 'Not this', platformIds: [platformId] },
    scheduledTime: new Date().toISOString(),
  });
  expect(await logged({ postGroupId: refused.data.createPost.postGroup.id, outcome: 'failed' })).toMatchObject({
    ...facts,
    attempt: 1,
    code: 'INVALID_CONTENT',
    fault: 'content',
  });
});

test('a webhook delivery has a line with its webhook, event and response', async () => {
  const { id: webhookId } = await owner.listen(receiver.url);
  const platformId = await owner.account.connect(sandbox.createAccount('skyfeed'));
  await create({ post: { content: 'Announced', platformIds: [platformId] }, scheduledTime: new Date().toISOString() });
  expect(await logged({ webhookId, msg: 'Webhook delivery' })).toMatchObject({
    deliveryId: expect.any(String),
    jobId: expect.any(String),
    attempt: 1,
    status: 204,
    outcome: 'delivered',
  });
});

test('a sign-in and a refused one have a line each, under the id of their request', async () => {
  const { email, password } = await newMember(service);
  const signIn = (typed: string) =>
    graphql(
      service,
      { origin: service.url },
      'mutation ($input: SignInInput!) { signIn(input: $input) { viewer { id } } }',
      {
        input: { email, password: typed },
      },
    );
  const refused = await signIn('not the password');
  expect(await logged({ msg: 'Sign-in refused', requestId: refused.extensions.requestId })).toMatchObject({
    code: 'SIGN_IN_FAILED',
    address: '127.0.0.1',
  });
  const signedIn = await signIn(password);
  expect(await logged({ msg: 'Signed in', requestId: signedIn.extensions.requestId })).toMatchObject({
    personId: expect.stringMatching(/^[0-9a-f]{24}$/),
  });
});

test('no line has a secret, or what people wrote', async () => {
  const { email, password } = await newMember(service);
  await create({ post: { content: 'Between us only', platformIds: ['fediverse-1'] } });
  const odd = `token-${owner.account.apiKey.slice(-12)}`;
  const last = await request(service.url).get(`/connect/${odd}?code=${odd}`);
  await logged({ requestId: last.headers['x-request-id'] });
  const output = service.output.join('\n');
  for (const secret of [owner.account.apiKey, odd, email, password, 'Between us only', 'Out it goes']) {
    expect(output).not.toContain(secret);
  }
});

test('a process says when it has started, is stopping and has stopped', async () => {
  const other = await startService({ db, roles: 'api', env: { LOG_LEVEL: 'info' } });
  await other.stop();
  const said = other.output.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  const started = said.find(({ msg }) => msg === 'Started');
  expect(
    said.map(({ msg }) => msg).filter((msg) => !/^(Listening on|PUBLIC_URL|PRIVATE_ADDRESSES) /.test(msg)),
  ).toEqual(['Started', 'Stopping', 'Stopped']);
  expect(started).toMatchObject({ roles: ['api'], port: Number(new URL(other.url).port), node: process.version });
});
