import request from 'supertest';
import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let sandbox: Sandbox;
let service: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  service = await startService({
    db,
    env: { PUBLISH_RATE_LIMIT_WAIT_MS: '5000', PUBLISH_RETRY_DELAYS_MS: '7000,7000,7000,7000' },
  });
});

afterAll(async () => {
  // One of the tests makes the service log errors, so `stop` would fail.
  await service?.kill();
  await sandbox?.close();
  await db?.drop();
});

const api = (method: 'get' | 'post', path: string) =>
  request(service.url)[method](`/api/v1${path}`).set('x-api-key', account.apiKey);

async function schedule(platform: SandboxPlatform, content = 'Waits are logged') {
  const target = sandbox.createAccount(platform);
  const platformId = await account.connect(target);
  const publish = async () => {
    const { body } = await api('post', '/create-post')
      .send({ content, platforms: [platformId], scheduledTime: new Date().toISOString() })
      .expect(200);
    return body.postGroupId as string;
  };
  return { target, publish };
}

interface Entry {
  event: string;
  error?: string;
  createdAt: string;
  metadata?: { reason?: string; scheduledTime?: string; errorCode?: string };
}

const logOf = async (groupId: string): Promise<Entry[]> => (await api('get', `/post-logs/${groupId}`)).body.logs;

const entry = (groupId: string, wanted: (entry: Entry) => boolean): Promise<Entry> =>
  eventually(async () => (await logOf(groupId)).find(wanted), 30_000);

const published = (groupId: string) =>
  eventually(async () => {
    const { body } = await api('get', `/get-post/${groupId}`);
    return body.posts.every(({ status }: { status: string }) => status === 'published') ? body.posts : undefined;
  }, 60_000);

test('a rate limit whose reset is now is one entry that names the next time, however often it is tried', async () => {
  const { target, publish } = await schedule('fediverse');
  sandbox.setFault({
    platform: 'fediverse',
    accountId: target.accountId,
    kind: 'rate_limited',
    resetSeconds: 0,
    times: 3,
  });
  const groupId = await publish();
  const logged = await entry(groupId, ({ event }) => event === 'publish_failed');
  expect(logged.metadata).toMatchObject({ errorCode: 'RATE_LIMITED' });
  // Five seconds after the response, which is stored a moment later.
  expect(Date.parse(logged.metadata?.scheduledTime ?? '') - Date.parse(logged.createdAt)).toBeGreaterThanOrEqual(4_000);
  await published(groupId);
  const events = (await logOf(groupId)).map(({ event }) => event);
  expect(events.filter((event) => event === 'publish_failed')).toHaveLength(1);
  // The first, and the one that came to something else.
  expect(events.filter((event) => event === 'publish_attempted')).toHaveLength(2);
  const [row] = await db.query<{ waits: number }>(
    `SELECT count(*)::int AS waits FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id
      WHERE p.group_id = $1 AND a.outcome = 'deferred'`,
    [groupId],
  );
  expect(row?.waits).toBe(3);
}, 90_000);

test('the parts after one that waits have it logged, once each', async () => {
  const { target, publish } = await schedule('microblog', 'The first\n---\nthe second\n---\nand the third');
  sandbox.setFault({ platform: 'microblog', accountId: target.accountId, kind: 'server_error' });
  const groupId = await publish();
  await published(groupId);
  const waiting = (await logOf(groupId)).filter(({ metadata }) => metadata?.reason?.includes('of the thread'));
  expect(waiting.map(({ event, metadata }) => [event, metadata?.reason])).toEqual([
    ['scheduled', 'Part 1 of the thread has to be published first'],
    ['scheduled', 'Part 1 of the thread has to be published first'],
  ]);
  expect(sandbox.posts({ accountId: target.accountId })).toHaveLength(3);
}, 90_000);

test('an error of the service’s own is logged with the time of the next attempt, and the post is published once it is fixed', async () => {
  const { target, publish } = await schedule('skyfeed');
  const [stored] = await db.query<{ credentials: string }>(
    'SELECT credentials FROM connections WHERE account_id = $1',
    [target.accountId],
  );
  const store = (credentials: unknown) =>
    db.query('UPDATE connections SET credentials = $1 WHERE account_id = $2', [credentials, target.accountId]);
  await store('unreadable');
  const groupId = await publish();
  const logged = await entry(groupId, ({ metadata }) => metadata?.reason !== undefined);
  expect(logged).toMatchObject({
    event: 'scheduled',
    metadata: { reason: 'An internal error interrupted the work on the post' },
  });
  expect(Date.parse(logged.metadata?.scheduledTime ?? '') - Date.parse(logged.createdAt)).toBeGreaterThanOrEqual(4_900);
  // The second wait is longer, and is not logged again.
  await eventually(async () => {
    const [row] = await db.query<{ count: number }>(
      "SELECT (wait ->> 'count')::int AS count FROM platform_posts WHERE group_id = $1",
      [groupId],
    );
    return row?.count === 2 ? true : undefined;
  }, 30_000);
  await store(stored?.credentials);
  await published(groupId);
  expect((await logOf(groupId)).filter(({ metadata }) => metadata?.reason)).toHaveLength(1);
  expect(sandbox.posts({ accountId: target.accountId })).toHaveLength(1);
}, 90_000);
