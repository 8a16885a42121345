import request from 'supertest';
import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

const PLATFORMS: SandboxPlatform[] = ['fediverse', 'skyfeed', 'messenger'];

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;
let stalled: Service;
let other: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  api = await startService({ db, roles: 'api' });
  stalled = await startService({ db, roles: 'worker', env: { PUBLISH_TIMEOUT_MS: '60000' } });
});

afterAll(async () => {
  await other?.stop();
  await stalled?.stop();
  await api?.stop();
  await sandbox?.close();
  await db?.drop();
});

test('a worker that was only stalled has the last word about its posts, and another has posted nothing in its place', async () => {
  const targets = PLATFORMS.map((platform) => sandbox.createAccount(platform));
  for (const { platform, accountId } of targets) {
    sandbox.setFault({ platform, accountId, kind: 'delay_after_store', delayMs: 1_000 });
  }
  const platforms = await Promise.all(targets.map((target) => account.connect(target)));
  const { body } = await request(api.url)
    .post('/api/v1/create-post')
    .set('x-api-key', account.apiKey)
    .send({ content: 'Stalled', platforms, scheduledTime: new Date().toISOString() });
  await eventually(async () => (sandbox.posts().length === PLATFORMS.length ? true : undefined));
  process.kill(stalled.pid, 'SIGSTOP');

  // The heartbeat runs out, and another worker takes the jobs: their turns move on.
  other = await startService({ db, roles: 'worker' });
  await eventually(async () => {
    const rows = await db.query('SELECT 1 FROM platform_posts WHERE group_id = $1 AND generation > 1 OR status <> $2', [
      body.postGroupId,
      'processing',
    ]);
    return rows.length === PLATFORMS.length ? true : undefined;
  }, 60_000);
  process.kill(stalled.pid, 'SIGCONT');

  const group = await eventually(async () => {
    const answer = await request(api.url).get(`/api/v1/get-post/${body.postGroupId}`).set('x-api-key', account.apiKey);
    return answer.body.processingStatus === 'finished' ? answer.body : undefined;
  }, 60_000);
  expect(group.posts.map(({ status }: { status: string }) => status)).toEqual(PLATFORMS.map(() => 'published'));
  for (const { accountId } of targets) expect(sandbox.posts({ accountId })).toHaveLength(1);
}, 120_000);
