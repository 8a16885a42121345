import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
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
  service = await startService({ db });
  account = await createAccount(db);
});
afterAll(async () => {
  await service?.stop();
  await sandbox?.close();
  await db?.drop();
});

test('a post created over REST goes out to three platforms', async () => {
  const platforms = await Promise.all(
    (['fediverse', 'skyfeed', 'messenger'] as const).map((key) => account.connect(sandbox.createAccount(key))),
  );
  const api = request.agent(service.url).set('x-api-key', account.apiKey);
  const created = await api
    .post('/api/v1/create-post')
    .send({ content: 'Hi', platforms, scheduledTime: new Date().toISOString() });
  expect(created.body).toEqual({ success: true, postGroupId: expect.stringMatching(/^[0-9a-f]{24}$/) });
  const group = await eventually(async () => {
    const { body } = await api.get(`/api/v1/get-post/${created.body.postGroupId}`);
    return body.processingStatus === 'finished' ? body : undefined;
  });
  expect(group.posts.map((post: { status: string }) => post.status)).toEqual(['published', 'published', 'published']);
  expect(sandbox.posts().map((post) => post.text)).toEqual(['Hi', 'Hi', 'Hi']);
});
