import request from 'supertest';
import { priorityOf } from '../../jobs/publish-queue.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  api = await startService({ db, roles: 'api' });
});

afterAll(async () => {
  await api?.stop();
  await sandbox?.close();
  await db?.drop();
});

test('after an outage, late posts are published oldest first and one at a time in ten places, and do not delay a post that is on time', async () => {
  const account = await createAccount(db);
  const target = sandbox.createAccount('fediverse');
  const platforms = [await account.connect(target)];
  const create = async (content: string, scheduledTime: Date) => {
    const { body } = await request(api.url)
      .post('/api/v1/create-post')
      .set('x-api-key', account.apiKey)
      .send({ content, platforms, scheduledTime: scheduledTime.toISOString() });
    return body.postGroupId as string;
  };
  const hoursLate = [2, 7, 1, 5, 3, 6, 4];
  for (const hours of hoursLate) {
    // Scheduled in time, but no worker was there when it fell due.
    const groupId = await create(`${hours} h late`, new Date(Date.now() + 3_600_000));
    const due = new Date(Date.now() - hours * 3_600_000);
    await db.query('UPDATE platform_posts SET due_at = $2 WHERE group_id = $1', [groupId, due]);
    await db.query(`UPDATE pgboss.job SET start_after = $2, priority = $3 WHERE data->>'groupId' = $1`, [
      groupId,
      due,
      priorityOf(due),
    ]);
  }
  await create('on time', new Date());
  sandbox.setFault({ platform: 'fediverse', kind: 'delay_before_store', delayMs: 150, times: 0 });

  const worker = await startService({ db, roles: 'worker', env: { PUBLISH_CONCURRENCY: '10' } });
  const arrived = await eventually(async () => {
    const posts = sandbox.posts({ accountId: target.accountId });
    return posts.length === hoursLate.length + 1 ? posts.map(({ text }) => text) : undefined;
  });
  await worker.stop();

  expect(arrived.indexOf('on time')).toBeLessThanOrEqual(1);
  const late = arrived.filter((text) => text !== 'on time');
  expect(late).toEqual([7, 6, 5, 4, 3, 2, 1].map((hours) => `${hours} h late`));
});
