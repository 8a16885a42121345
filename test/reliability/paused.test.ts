import request from 'supertest';
import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { runAdmin } from '../../src/compose/run-admin.js';
import { createAccount, ENCRYPTION_KEY, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { collect, graphql, openSocket } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { startReceiver } from '../webhooks/support.js';

const REASON = 'Publishing is paused by the operator of this service';

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;
let workers: Service[];
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  api = await startService({ db, roles: 'api' });
  const worker = { db, roles: 'worker', env: { WORKER_PORT: '0', PUBLISH_TIMEOUT_MS: '6000' } } as const;
  workers = await Promise.all([startService(worker), startService(worker)]);
});

afterEach(async () => {
  sandbox.clearFaults();
  await admin('resume');
});

afterAll(async () => {
  await Promise.all([api, ...(workers ?? [])].map((service) => service?.stop()));
  await sandbox?.close();
  await db?.drop();
});

/** What scripts get from `npm run --silent admin -- … --json`. */
async function admin(...args: string[]) {
  let [out, error] = ['', ''];
  const code = await runAdmin(['--json', ...args], {
    env: {
      DATABASE_URL: db.url,
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      LOG_LEVEL: 'silent',
    },
    readInput: async () => '',
    write: (text) => (out += text),
    writeError: (text) => (error += text),
  });
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

async function connect(platform: SandboxPlatform) {
  const target = sandbox.createAccount(platform);
  const platformId = await account.connect(target);
  return { platformId, live: () => sandbox.posts({ accountId: target.accountId }), accountId: target.accountId };
}

async function schedule(platformIds: string[], content: string): Promise<string> {
  const { body } = await request(api.url)
    .post('/api/v1/create-post')
    .set('x-api-key', account.apiKey)
    .send({ content, platforms: platformIds, scheduledTime: new Date().toISOString() })
    .expect(200);
  return body.postGroupId;
}

interface Entry {
  event: string;
  metadata?: { reason?: string };
}

async function logOf(groupId: string): Promise<Entry[]> {
  const { body } = await request(api.url).get(`/api/v1/post-logs/${groupId}`).set('x-api-key', account.apiKey);
  return body.logs;
}

const waitsOf = async (groupId: string) => (await logOf(groupId)).filter(({ metadata }) => metadata?.reason === REASON);

/** Until each post of the group waits for the end of the pause. */
const held = (groupId: string, posts = 1) =>
  eventually(async () => ((await waitsOf(groupId)).length === posts ? true : undefined));

async function postsOf(groupId: string) {
  const { body } = await request(api.url).get(`/api/v1/get-post/${groupId}`).set('x-api-key', account.apiKey);
  return body.posts as { status: string; error?: { code: string; retryable: boolean } }[];
}

const ended = (groupId: string, status = 'published') =>
  eventually(async () => ((await postsOf(groupId)).every((post) => post.status === status) ? true : undefined));

test('while publishing is paused, due posts wait with one log entry and one event, and after it each goes out once', async () => {
  const targets = await Promise.all((['skyfeed', 'messenger', 'fediverse'] as const).map(connect));
  const { pausedSince } = await admin('pause');
  expect(Date.parse(pausedSince)).not.toBeNaN();
  const platformIds = targets.map(({ platformId }) => platformId);
  const groupId = await schedule(platformIds, 'After the pause');
  await held(groupId, 3);
  const before = await db.query(
    `SELECT p.status, p.attempt_count, p.first_attempt_at, p.due_at = g.scheduled_time AS keeps_its_time
       FROM platform_posts p JOIN post_groups g ON g.id = p.group_id WHERE group_id = $1`,
    [groupId],
  );
  const waiting = { status: 'scheduled', attempt_count: 0, first_attempt_at: null, keeps_its_time: true };
  expect(before).toEqual([waiting, waiting, waiting]);
  expect(targets.flatMap(({ live }) => live())).toEqual([]);
  expect(await admin('status')).toEqual({
    pausedSince,
    pausedByConfiguration: false,
    workersRunning: true,
    silentWorkers: [],
    duePosts: 3,
    oldestDueSince: expect.any(String),
    waitingMails: 0,
    oldestMailSince: null,
    stuckJobs: 0,
    processes: expect.arrayContaining(['api', 'worker', 'worker'].map((roles) => expect.objectContaining({ roles }))),
  });

  await admin('resume');
  await ended(groupId);
  expect(targets.map(({ live }) => live().length)).toEqual([1, 1, 1]);
  expect(await waitsOf(groupId)).toHaveLength(3);
  const socket = openSocket(api, { 'x-api-key': account.apiKey });
  const events = await collect<{ type: string; reason: string | null }>(
    socket,
    'subscription ($id: ID!) { postProgress(postGroupId: $id, after: 0) { type reason } }',
    { id: groupId },
    (seen) => seen.at(-1)?.type === 'GROUP_FINISHED',
  );
  await socket.dispose();
  expect(events.filter(({ reason }) => reason === REASON).map(({ type }) => type)).toEqual(Array(3).fill('QUEUED'));
  // Nobody's attempt was used up.
  expect((await logOf(groupId)).filter(({ event }) => event === 'publish_attempted')).toHaveLength(3);
}, 90_000);

test('while publishing is paused, an attempt under way finishes, also one that has to be looked up', async () => {
  const [answering, lost] = [await connect('fediverse'), await connect('fediverse')];
  for (const [{ accountId }, kind] of [
    [answering, 'delay_after_store'],
    [lost, 'timeout_after_store'],
  ] as const) {
    sandbox.setFault({ platform: 'fediverse', accountId, kind, delayMs: 4000 });
  }
  const groupId = await schedule([answering.platformId, lost.platformId], 'Begun before the pause');
  await eventually(async () => (answering.live().length + lost.live().length === 2 ? true : undefined));
  await admin('pause');
  await ended(groupId);
  expect([answering.live().length, lost.live().length]).toEqual([1, 1]);
}, 90_000);

test('while publishing is paused, the next part of a thread waits, and so does another attempt', async () => {
  const [threaded, failing] = [await connect('microblog'), await connect('fediverse')];
  sandbox.setFault({ platform: 'microblog', accountId: threaded.accountId, kind: 'delay_after_store', delayMs: 4000 });
  sandbox.setFault({ platform: 'fediverse', accountId: failing.accountId, kind: 'timeout_before_store' });
  const thread = await schedule([threaded.platformId], 'One\n---\ntwo\n---\nthree');
  const failed = await schedule([failing.platformId], 'Tried twice');
  const attempts = async () => (await logOf(failed)).filter(({ event }) => event === 'publish_attempted').length;
  await eventually(async () => ((await attempts()) === 1 ? true : undefined));
  await eventually(async () => (threaded.live().length === 1 ? true : undefined));
  await admin('pause');
  await Promise.all([held(thread), held(failed)]);
  expect(threaded.live()).toHaveLength(1);
  expect((await postsOf(thread)).map(({ status }) => status).sort()).toEqual(['pending', 'pending', 'published']);
  expect([failing.live().length, await attempts()]).toEqual([0, 1]);
  await admin('resume');
  await Promise.all([ended(thread), ended(failed)]);
  expect(threaded.live()).toHaveLength(3);
  expect(failing.live()).toHaveLength(1);
}, 90_000);

test('while publishing is paused, webhooks are delivered', async () => {
  const receiver = await startReceiver();
  const { errors } = await graphql(
    api,
    { 'x-api-key': account.apiKey },
    `mutation ($url: URL!) { createWebhook(input: { name: "Pause", url: $url, events: [POST_SCHEDULED] }) { webhook { id } } }`,
    { url: receiver.url },
  );
  expect(errors).toBeUndefined();
  const target = await connect('skyfeed');
  await admin('pause');
  const groupId = await schedule([target.platformId], 'Announced');
  await receiver.wait(1);
  await held(groupId);
  expect(target.live()).toEqual([]);
  await admin('resume');
  await ended(groupId);
  await receiver.close();
}, 90_000);

test('a post that is later than PUBLISH_MAX_LATENESS_HOURS when publishing goes on fails with SCHEDULE_MISSED', async () => {
  const target = await connect('skyfeed');
  await admin('pause');
  const groupId = await schedule([target.platformId], 'Too late');
  await held(groupId);
  await db.query(`UPDATE platform_posts SET due_at = now() - interval '25 hours' WHERE group_id = $1`, [groupId]);
  await admin('resume');
  await ended(groupId, 'failed');
  expect((await postsOf(groupId))[0]?.error).toMatchObject({ code: 'SCHEDULE_MISSED', retryable: true });
  expect(target.live()).toEqual([]);
}, 90_000);

test('a post that waits for the end of a pause can be rescheduled and removed', async () => {
  const [moved, removed] = [await connect('skyfeed'), await connect('skyfeed')];
  await admin('pause');
  const movedId = await schedule([moved.platformId], 'Moved');
  const removedId = await schedule([removed.platformId], 'Removed');
  await Promise.all([held(movedId), held(removedId)]);
  await request(api.url)
    .put(`/api/v1/update-post/${movedId}`)
    .set('x-api-key', account.apiKey)
    .send({ content: 'Moved', platforms: [moved.platformId], scheduledTime: '2035-01-01T00:00:00.000Z' })
    .expect(200);
  await request(api.url).delete(`/api/v1/delete-post/${removedId}`).set('x-api-key', account.apiKey).expect(200);
  await admin('resume');
  const later = await schedule([moved.platformId], 'After both');
  await ended(later);
  expect([...moved.live(), ...removed.live()].map(({ text }) => text)).toEqual(['After both']);
  expect((await postsOf(movedId)).map(({ status }) => status)).toEqual(['scheduled']);
}, 90_000);

test('pausing twice and resuming twice change nothing more', async () => {
  const first = await admin('pause');
  expect((await admin('pause')).pausedSince).toBe(first.pausedSince);
  expect((await admin('resume')).pausedSince).toBeNull();
  expect((await admin('resume')).pausedSince).toBeNull();
});

test('a paused worker is ready, says so to its supervisor, and logs the pause and its end', async () => {
  const [worker] = workers;
  const ready = async () => {
    const { status, body } = await request(worker?.url ?? '').get('/health/ready');
    return { status, publishing: body.checks.publishing };
  };
  const { pausedSince } = await admin('pause');
  await eventually(async () => {
    const { status, publishing } = await ready();
    return status === 200 && publishing === `paused since ${pausedSince} by admin pause` ? true : undefined;
  });
  await admin('resume');
  await eventually(async () => ((await ready()).publishing === undefined ? true : undefined));
  const logged = () => worker?.output.filter((line) => /Publishing is (paused|not paused)/.test(line)).slice(-2) ?? [];
  await eventually(async () => (/not paused any more/.test(logged()[1] ?? '') ? true : undefined));
  expect(logged()[0]).toContain('Publishing is paused by admin pause');
}, 90_000);

test('PUBLISH_PAUSED=true: a worker publishes nothing, and one without it goes on', async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  const target = await connect('messenger');
  const paused = await startService({ db, roles: 'worker', env: { PUBLISH_PAUSED: 'true' } });
  expect(paused.output.join('\n')).toContain('Publishing is paused by PUBLISH_PAUSED');
  const groupId = await schedule([target.platformId], 'Paused by configuration');
  await held(groupId);
  expect(target.live()).toEqual([]);
  await paused.stop();
  workers = [await startService({ db, roles: 'worker' })];
  await ended(groupId);
  expect(target.live()).toHaveLength(1);
}, 90_000);
