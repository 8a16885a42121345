import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  api = await startService({ db, roles: 'api' });
});

afterAll(async () => {
  await api?.stop();
  await sandbox?.close();
  await db?.drop();
});

test('a worker that stops while a platform does not respond stores that, and leaves the lookup to the next worker', async () => {
  const stopping = await startService({ db, roles: 'worker', env: { PUBLISH_TIMEOUT_MS: '3000' } });
  const target = sandbox.createAccount('fediverse');
  const platformId = await account.connect(target);
  sandbox.setFault({ platform: 'fediverse', accountId: target.accountId, kind: 'timeout_after_store' });
  const { body } = await request(api.url)
    .post('/api/v1/create-post')
    .set('x-api-key', account.apiKey)
    .send({ content: 'Looked up by the next', platforms: [platformId], scheduledTime: new Date().toISOString() });
  await eventually(async () => (sandbox.posts({ accountId: target.accountId }).length === 1 ? true : undefined));

  // Ends in order, with code 0.
  await stopping.stop();
  const [attempt] = await db.query(
    `SELECT a.outcome, a.failure ->> 'code' AS code, p.status FROM publish_attempts a
       JOIN platform_posts p ON p.id = a.post_id WHERE p.group_id = $1`,
    [body.postGroupId],
  );
  expect(attempt).toEqual({ outcome: null, code: 'TIMEOUT_ERROR', status: 'processing' });

  const next = await startService({ db, roles: 'worker' });
  await eventually(async () => {
    const answer = await request(api.url).get(`/api/v1/get-post/${body.postGroupId}`).set('x-api-key', account.apiKey);
    return answer.body.posts[0].status === 'published' ? true : undefined;
  }, 30_000);
  expect(sandbox.posts({ accountId: target.accountId })).toHaveLength(1);
  await next.stop();
}, 90_000);
