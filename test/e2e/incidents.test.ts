/** What an operator is told by the commands alone, in five incidents, and what ends each. */
import { createServer } from 'node:net';
import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { runAdmin } from '../../src/compose/run-admin.js';
import { newPerson, SIGN_UP, visit } from '../graphql/browser.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, startReceiver } from '../webhooks/support.js';

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;
let worker: Service;
let owner: Owner;
let receiver: Receiver;
/** A port at which nothing listens. */
let closedPort: number;

const mailEnv = () => ({ SMTP_URL: `smtp://127.0.0.1:${closedPort}`, MAIL_FROM: 'Publishing <service@example.org>' });

const startWorker = (): Promise<Service> =>
  startService({ db, roles: 'worker', env: { WORKER_PORT: '0', LOG_LEVEL: 'info', ...mailEnv() } });

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  closedPort = await freePort();
  receiver = await startReceiver((response) => response.writeHead(500).end('out of order'));
  api = await startService({ db, roles: 'api', env: mailEnv() });
  owner = await newOwner(db, api, []);
  worker = await startWorker();
});

afterAll(async () => {
  await worker?.stop();
  await api?.stop();
  await receiver?.close();
  await sandbox?.close();
  await db?.drop();
});

const ENV = () => ({
  DATABASE_URL: db.url,
  ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
  LOG_LEVEL: 'silent',
});

async function run(args: string[]) {
  let [out, error] = ['', ''];
  const code = await runAdmin(args, {
    env: ENV(),
    readInput: async () => '',
    write: (text) => (out += text),
    writeError: (text) => (error += text),
  });
  return { code, out, error };
}

/** What scripts get from `npm run --silent admin -- --json …`. */
async function admin(...args: string[]) {
  const { code, out, error } = await run(['--json', ...args]);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

/** What a person reads. */
async function read(...args: string[]): Promise<string> {
  const { code, out, error } = await run(args);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return out;
}

async function connect(platform: SandboxPlatform) {
  const target = sandbox.createAccount(platform);
  const platformId = await owner.account.connect(target);
  return {
    target,
    platformId,
    accountId: target.accountId,
    live: () => sandbox.posts({ accountId: target.accountId }),
  };
}

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id posts { id } } } }';

async function publishNow(content: string, ...platformIds: string[]): Promise<{ id: string; posts: { id: string }[] }> {
  const input = { post: { content, platformIds }, scheduledTime: new Date().toISOString() };
  const { data } = await graphql(api, owner.headers, CREATE, { input });
  return data.createPost.postGroup;
}

const statusIs = (postId: string, status: string) =>
  eventually(async () => {
    const [row] = await db.query<{ status: string }>('SELECT status FROM platform_posts WHERE id = $1', [postId]);
    return row?.status === status ? true : undefined;
  });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

test('“my post did not go out”, and no worker runs: the command finds the late post, says so, and a worker sends it once', async () => {
  const { platformId, live } = await connect('skyfeed');
  await worker.stop();
  const { id, posts } = await publishNow('Where is my post?', platformId);
  const late = await admin('posts', '--late');
  expect(late).toEqual({
    posts: [expect.objectContaining({ id: posts[0]?.id, groupId: id, platform: 'skyfeed', text: 'Where is my post?' })],
    next: null,
  });
  expect(await read('show-post', id)).toMatch(/^Text +Where is my post\?$/m);
  const shown = await admin('show-post', id);
  expect(shown.posts[0].next).toMatch(/^It is due now, but no worker is running/);
  expect(await admin('processes')).toEqual([expect.objectContaining({ roles: 'api', lastFetch: null })]);
  expect(await admin('status')).toMatchObject({
    workersRunning: false,
    duePosts: 1,
    oldestDueSince: expect.any(String),
    processes: [{ roles: 'api', version: expect.stringMatching(/^\d+\.\d+\.\d+/) }],
  });
  const [queue] = await admin('queues');
  expect(queue).toMatchObject({ queue: 'publish', platform: 'skyfeed', waiting: 1, active: 0, stuck: 0 });

  worker = await startWorker();
  await statusIs(posts[0]?.id ?? '', 'published');
  expect(live()).toHaveLength(1);
  expect(await admin('posts', '--late')).toEqual({ posts: [], next: null });
  // Neither queues without jobs to do, nor those that the job engine has for itself.
  for (const { queue, waiting, scheduled, active, failed } of await admin('queues')) {
    expect(queue).not.toMatch(/^__/);
    expect(waiting + scheduled + active + failed).toBeGreaterThan(0);
  }
  expect(await admin('processes')).toContainEqual(
    expect.objectContaining({ roles: 'worker', lastFetch: expect.any(String) }),
  );
  // Found by the address and by the id at the platform, as customers quote them.
  const [{ url, posted_id: postedId } = { url: '', posted_id: '' }] = await db.query<{
    url: string;
    posted_id: string;
  }>('SELECT url, posted_id FROM platform_posts WHERE group_id = $1', [id]);
  for (const reference of [url, postedId, posts[0]?.id ?? '']) {
    expect((await admin('show-post', reference)).group.id).toBe(id);
  }
});

test('a refused token: the command says whose fault it is, what the platform responded, and retries all once it is solved', async () => {
  const { platformId, accountId, live } = await connect('fediverse');
  sandbox.setFault({ platform: 'fediverse', accountId, kind: 'auth_expired', on: 'any', times: 0 });
  const { posts } = await publishNow('Refused', platformId);
  const postId = posts[0]?.id ?? '';
  await statusIs(postId, 'failed');
  const found = await admin(
    'posts',
    '--status',
    'failed',
    '--code',
    'PLATFORM_AUTH_EXPIRED',
    '--user',
    owner.account.userId,
  );
  expect(found.posts.map((post: { id: string }) => post.id)).toEqual([postId]);
  const text = await read('show-post', postId);
  expect(text).toMatch(/PLATFORM_AUTH_EXPIRED \(account\)/);
  expect(text).toMatch(/Next +Nothing by itself\. Connect the account again, then retry the post\./);
  expect(text).toMatch(/publish_failed .*HTTP 401 .*rejected the access token/);
  expect(worker.output.map((line) => JSON.parse(line)).find((line) => line.postId === postId)).toMatchObject({
    userId: owner.account.userId,
    platformId,
    code: 'PLATFORM_AUTH_EXPIRED',
    httpStatus: 401,
    message: expect.any(String),
  });

  sandbox.clearFaults();
  // As connecting it again does.
  await db.query('UPDATE connections SET revoked_at = NULL WHERE platform_id = $1', [platformId]);
  const conditions = ['--code', 'PLATFORM_AUTH_EXPIRED', '--platform', 'fediverse'];
  expect(await admin('retry', ...conditions)).toEqual({ changed: 1, mayBeLive: 0, isDryRun: true });
  expect(live()).toEqual([]);
  expect(await admin('retry', ...conditions, '--yes')).toEqual({ changed: 1, mayBeLive: 0, isDryRun: false });
  await statusIs(postId, 'published');
  expect(live()).toHaveLength(1);
  const audit = await admin('audit', '--action', 'posts_retried');
  expect(audit.events[0].details).toEqual({ code: 'PLATFORM_AUTH_EXPIRED', platform: 'fediverse' });
});

test('a bulk retry leaves a post that may be live to its owner, and a bulk command needs a condition', async () => {
  const { platformId, accountId, live } = await connect('messenger');
  sandbox.setFault({ platform: 'messenger', accountId, kind: 'reset_after_store', times: 1 });
  const { posts } = await publishNow('Perhaps live', platformId);
  await statusIs(posts[0]?.id ?? '', 'failed');
  expect(await admin('retry', '--platform', 'messenger', '--yes')).toEqual({
    changed: 0,
    mayBeLive: 1,
    isDryRun: false,
  });
  expect(live()).toHaveLength(1);
  const refused = await run(['retry', '--yes']);
  expect(refused).toMatchObject({ code: 1, out: '', error: expect.stringContaining('Specify at least one of') });
});

test('a post that is tried again is found by the code of its last failure', async () => {
  const { platformId, accountId } = await connect('skyfeed');
  sandbox.setFault({ platform: 'skyfeed', accountId, kind: 'rate_limited', resetSeconds: 600, times: 0 });
  const { posts } = await publishNow('Too many', platformId);
  const waiting = await eventually(async () => (await admin('posts', '--code', 'RATE_LIMITED')).posts[0]);
  expect(waiting).toMatchObject({ id: posts[0]?.id, code: 'RATE_LIMITED', waitsFor: 'rate-limit' });
  expect((await admin('show-post', waiting.id)).posts[0].next).toMatch(/^It is tried at 2.* It waits since /);
});

test('stopped mail: the command shows who waits for what, since when and why', async () => {
  const person = newPerson();
  const signedUp = await visit(api, {}, SIGN_UP, person);
  expect(signedUp.body.errors).toBeUndefined();
  const mail = await eventually(async () => {
    const mails = await admin('mails');
    return mails.find(({ to, error }: { to: string; error: string | null }) => to === person.email && error !== null);
  });
  expect(mail).toMatchObject({ state: 'retry', error: expect.stringContaining('ECONNREFUSED') });
  // Beside those about what other tests caused.
  const { waitingMails, oldestMailSince } = await admin('status');
  expect(waitingMails).toBe((await admin('mails')).length);
  expect(oldestMailSince).toEqual(expect.any(String));
});

test('a dead worker with an attempt under way: the command says what the post waits for, and it goes out once', async () => {
  const { platformId, accountId, live } = await connect('skyfeed');
  // The platform has the post, and the worker waits for the response until it is killed.
  sandbox.setFault({ platform: 'skyfeed', accountId, kind: 'timeout_after_store', times: 0 });
  const { posts } = await publishNow('Under way', platformId);
  const postId = posts[0]?.id ?? '';
  await statusIs(postId, 'processing');
  expect((await admin('show-post', postId)).posts[0].next).toMatch(/^A worker is sending it\. .* takes over after 2/);
  await worker.kill();
  const [shown] = (await admin('show-post', postId)).posts;
  expect(shown).toMatchObject({ job: { state: 'active' }, attempts: [{ number: 1, outcome: null }] });
  expect(await admin('status')).toMatchObject({ workersRunning: false });

  sandbox.clearFaults();
  worker = await startWorker();
  await statusIs(postId, 'published');
  expect(live()).toHaveLength(1);
});

test('a worker that is stopped by its system: the commands name it, and the post goes out once when it goes on', async () => {
  const { platformId, live } = await connect('skyfeed');
  process.kill(worker.pid, 'SIGSTOP');
  const { posts } = await publishNow('Nobody moves', platformId);
  const postId = posts[0]?.id ?? '';
  const status = await eventually(async () => {
    const seen = await admin('status');
    return seen.silentWorkers.length > 0 ? seen : undefined;
  }, 120_000);
  expect(status).toMatchObject({ workersRunning: false, silentWorkers: [expect.stringContaining(`:${worker.pid}`)] });
  expect((await admin('show-post', postId)).posts[0].next).toMatch(
    new RegExp(`no worker fetches\\. Connected without fetching: \\S+:${worker.pid}\\.`),
  );
  process.kill(worker.pid, 'SIGCONT');
  await statusIs(postId, 'published');
  expect(live()).toHaveLength(1);
});

test('a worker that is paused by its configuration: the commands say so', async () => {
  await worker.stop();
  worker = await startService({ db, roles: 'worker', env: { WORKER_PORT: '0', PUBLISH_PAUSED: 'true', ...mailEnv() } });
  const { platformId, live } = await connect('skyfeed');
  const { posts } = await publishNow('Not yet', platformId);
  const postId = posts[0]?.id ?? '';
  expect(await admin('status')).toMatchObject({ workersRunning: true, pausedByConfiguration: true, pausedSince: null });
  expect((await admin('show-post', postId)).posts[0].next).toMatch(/^It waits: PUBLISH_PAUSED is set for the workers/);
  await worker.stop();
  worker = await startWorker();
  await statusIs(postId, 'published');
  expect(live()).toHaveLength(1);
});

test('a receiver that fails: the command lists its deliveries with the response, and sends them again', async () => {
  const { id: webhookId } = await owner.listen(`${receiver.url}/hook/SECRET?token=SECRET`, ['POST_PUBLISHED']);
  const { platformId } = await connect('skyfeed');
  const { posts } = await publishNow('Announced', platformId);
  const delivery = await eventually(async () => (await admin('deliveries', '--failed')).deliveries[0]);
  expect(delivery).toMatchObject({
    webhookId,
    subject: posts[0]?.id,
    httpStatus: 500,
    host: new URL(receiver.url).host,
  });
  const shown = [await read('deliveries'), await read('--json', 'deliveries')];
  for (const post of ['show-post', '--json show-post']) shown.push(await read(...post.split(' '), posts[0]?.id ?? ''));
  expect(shown.filter((output) => output.includes('SECRET'))).toEqual([]);
  const sent = receiver.received.length;
  await db.query('UPDATE webhooks SET is_active = true WHERE id = $1', [webhookId]);
  const command = ['deliveries', '--failed', '--resend'];
  const counted = { resent: expect.any(Number), inactive: 0 };
  expect(await admin(...command)).toEqual({ ...counted, isDryRun: true });
  expect(receiver.received).toHaveLength(sent);
  expect(await admin(...command, '--yes')).toEqual({ ...counted, isDryRun: false });
  await receiver.wait(sent + 1);
});

test('a platform that is down: waiting posts are ended with the reason that their owners read', async () => {
  const { platformId, live } = await connect('threadtalk');
  await worker.stop();
  const { id, posts } = await publishNow('Not now', platformId);
  const other = await publishNow('Another platform', (await connect('skyfeed')).platformId);
  const command = ['fail', '--platform', 'threadtalk', '--reason', 'The platform is down until Monday'];
  expect(await admin(...command)).toEqual({ changed: 1, mayBeLive: 0, isDryRun: true });
  expect(await admin(...command, '--yes')).toEqual({ changed: 1, mayBeLive: 0, isDryRun: false });
  worker = await startWorker();
  await statusIs(other.posts[0]?.id ?? '', 'published');
  const { data } = await graphql(
    api,
    owner.headers,
    'query ($id: ID!) { postGroup(id: $id) { status posts { error { code message } } } }',
    { id },
  );
  expect(data.postGroup).toEqual({
    status: 'FAILED',
    posts: [
      {
        error: {
          code: 'SCHEDULE_MISSED',
          message: 'The operator of this service stopped this post: The platform is down until Monday',
        },
      },
    ],
  });
  expect(live()).toEqual([]);
  expect(await admin('retry', '--platform', 'threadtalk', '--yes')).toMatchObject({ changed: 1 });
  await statusIs(posts[0]?.id ?? '', 'published');
  expect(live()).toHaveLength(1);
});
