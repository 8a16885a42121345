import request from 'supertest';
import { type Sandbox, type SandboxAccount, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';
import { newOwner, startReceiver } from '../webhooks/support.js';

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;
let account: TestAccount;
let workers: Service[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  api = await startService({ db, roles: 'api' });
});
afterEach(async () => {
  // Those whose platform never answers would wait for it.
  await Promise.all(workers.map((worker) => worker.kill()));
  workers = [];
  await api?.stop();
  await sandbox?.close();
  await db?.drop();
});

async function startWorker(env: Record<string, string>): Promise<void> {
  workers.push(await startService({ db, roles: 'worker', env: { PUBLISH_TIMEOUT_MS: '100000', ...env } }));
}

/** Posts of an account that are due now, one to each of so many connections. */
async function schedule(platform: SandboxPlatform, count: number, of = account): Promise<SandboxAccount[]> {
  const targets = Array.from({ length: count }, () => sandbox.createAccount(platform));
  for (const target of targets) await create(of, [await of.connect(target)]);
  return targets;
}

async function create({ apiKey }: TestAccount, platforms: string[]): Promise<void> {
  await request(api.url)
    .post('/api/v1/create-post')
    .set('x-api-key', apiKey)
    .send({ content: 'Hi', platforms, scheduledTime: new Date().toISOString() })
    .expect(200);
}

const live = (targets: SandboxAccount[]) => targets.map(({ accountId }) => sandbox.posts({ accountId }).length);
const published = (targets: SandboxAccount[]) =>
  eventually(async () => live(targets).every((count) => count === 1) || undefined);
const underWay = async (platform: SandboxPlatform): Promise<number> => {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id
      WHERE a.outcome IS NULL AND p.platform = $1`,
    [platform],
  );
  return row?.count ?? 0;
};
const isUnderWay = (platform: SandboxPlatform, count: number) =>
  eventually(async () => (await underWay(platform)) === count || undefined);

test('a platform that never responds leaves places to the others, and so does the next one', async () => {
  for (const platform of ['fediverse', 'messenger'] as const) {
    sandbox.setFault({ platform, kind: 'delay_before_store', delayMs: 600_000, times: 0 });
  }
  await startWorker({ PUBLISH_CONCURRENCY: '8' });
  const slow = await schedule('fediverse', 12);
  // Three quarters of eight.
  await isUnderWay('fediverse', 6);
  await published(await schedule('skyfeed', 10));
  const slower = await schedule('messenger', 4);
  // Three quarters of the two that are left, in whole places.
  await isUnderWay('messenger', 1);
  await published(await schedule('skyfeed', 10));
  expect([await underWay('fediverse'), await underWay('messenger')]).toEqual([6, 1]);
  expect([...live(slow), ...live(slower)]).toEqual(Array(16).fill(0));
});

test('however many platforms are slow, there is a place for each of the others', async () => {
  const slow = ['fediverse', 'messenger', 'microblog', 'network'] as const;
  for (const platform of slow) sandbox.setFault({ platform, kind: 'delay_before_store', delayMs: 600_000, times: 0 });
  await startWorker({ PUBLISH_CONCURRENCY: '10', WORKER_PLATFORMS: [...slow, 'skyfeed'].join(',') });
  for (const platform of slow) await schedule(platform, 4);
  await eventually(async () => (await Promise.all(slow.map(underWay))).every((count) => count > 0) || undefined);
  await published(await schedule('skyfeed', 5));
});

test('an account with hundreds of posts to which a platform does not respond leaves places to the other accounts there', async () => {
  const targets = Array.from({ length: 10 }, () => sandbox.createAccount('fediverse'));
  for (const { accountId } of targets) {
    sandbox.setFault({ platform: 'fediverse', accountId, kind: 'delay_before_store', delayMs: 600_000, times: 0 });
  }
  const connected = await Promise.all(targets.map(account.connect));
  for (let group = 0; group < 30; group += 1) await create(account, connected);
  await startWorker({ PUBLISH_CONCURRENCY: '8' });
  // Three quarters of eight; the platform may have a seventh place.
  await isUnderWay('fediverse', 6);
  await published(await schedule('fediverse', 1, await createAccount(db)));
  await published(await schedule('fediverse', 3, await createAccount(db)));
  await published(await schedule('skyfeed', 3));
  expect(await underWay('fediverse')).toBe(6);
  expect(live(targets)).toEqual(Array(10).fill(0));
});

test('the posts of one account do not go out before the one of another account that is due after them', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'delay_before_store', delayMs: 100, times: 0 });
  const targets = Array.from({ length: 10 }, () => sandbox.createAccount('fediverse'));
  const connected = await Promise.all(targets.map(account.connect));
  for (let group = 0; group < 12; group += 1) await create(account, connected);
  const other = await schedule('fediverse', 1, await createAccount(db));
  await startWorker({ PUBLISH_CONCURRENCY: '8' });
  await published(other);
  const sent = () => live(targets).reduce((sum, count) => sum + count, 0);
  expect(sent()).toBeLessThan(60);
  await eventually(async () => sent() === 120 || undefined);
});

test('an account that is alone has three quarters of the places, and all of its posts go out', async () => {
  await startWorker({ PUBLISH_CONCURRENCY: '4' });
  await published(await schedule('fediverse', 20));
});

test('WORKER_PLATFORMS: a worker leaves the posts of other platforms to others', async () => {
  await startWorker({ WORKER_PLATFORMS: 'skyfeed, messenger' });
  const [others, own] = [await schedule('fediverse', 3), await schedule('skyfeed', 3)];
  await published(own);
  await published(await schedule('messenger', 1));
  expect(live(others)).toEqual([0, 0, 0]);
  await startWorker({ WORKER_PLATFORMS: 'fediverse' });
  await published(others);
});

test('WORKER_QUEUES: a worker does what is named, and leaves the rest to others', async () => {
  const receiver = await startReceiver();
  const owner = await newOwner(db, api, []);
  account = owner.account;
  await owner.listen(receiver.url, ['POST_PUBLISHED']);
  await startWorker({ WORKER_QUEUES: 'webhooks' });
  const targets = await schedule('skyfeed', 2);
  await startWorker({ WORKER_QUEUES: 'publish' });
  await published(targets);
  await receiver.wait(2);
  await workers[0]?.kill();
  const further = await schedule('skyfeed', 1);
  await published(further);
  await eventually(async () => {
    const [row] = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM webhook_deliveries`);
    return row?.count === 3 || undefined;
  });
  expect(receiver.received).toHaveLength(2);
  await startWorker({ WORKER_QUEUES: 'webhooks,mail' });
  await receiver.wait(3);
  await receiver.close();
});
