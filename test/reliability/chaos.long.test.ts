import request from 'supertest';
import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

const PLATFORMS: SandboxPlatform[] = ['fediverse', 'skyfeed', 'messenger'];
const GROUPS = 60;
/** The posts fall due over this time, and the workers die in it. */
const SPREAD_MS = 2_500;
const KILLS = 4;

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  api = await startService({ db, roles: 'api' });
  account = await createAccount(db);
});

afterAll(async () => {
  await api?.stop();
  await sandbox?.close();
  await db?.drop();
});

const statuses = () =>
  db.query<{ platform: string; status: string; code: string | null; posted_id: string | null; content: string }>(
    `SELECT p.platform, p.status, p.error->>'code' AS code, p.posted_id, coalesce(p.content, g.content) AS content
       FROM platform_posts p JOIN post_groups g ON g.id = p.group_id`,
  );

test('workers killed with -9 at random moments lose no post and post none twice', async () => {
  const platforms = await Promise.all(PLATFORMS.map((key) => account.connect(sandbox.createAccount(key))));
  const first = Date.now() + 3_000;
  await Promise.all(
    Array.from({ length: GROUPS }, (_, index) =>
      request(api.url)
        .post('/api/v1/create-post')
        .set('x-api-key', account.apiKey)
        .send({
          content: `Post ${index}`,
          platforms,
          scheduledTime: new Date(first + (index * SPREAD_MS) / GROUPS).toISOString(),
        })
        .expect(200),
    ),
  );

  for (let kill = 0; kill < KILLS; kill++) {
    const worker = await startService({ db, roles: 'worker' });
    const sent = sandbox.posts().length;
    // Dies once it has had something in hand; how much is up to chance.
    await eventually(async () => (sandbox.posts().length > sent || Date.now() > first + SPREAD_MS ? true : undefined));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
    await worker.kill();
  }

  const last = await startService({ db, roles: 'worker' });
  const ended = await eventually(async () => {
    const posts = await statuses();
    return posts.every(({ status }) => status === 'published' || status === 'failed') ? posts : undefined;
  }, 60_000);
  await last.stop();

  expect(ended).toHaveLength(GROUPS * PLATFORMS.length);
  for (const { platform, status, code, posted_id, content } of ended) {
    const live = sandbox.posts({ platform: platform as SandboxPlatform }).filter(({ text }) => text === content);
    if (status === 'published') {
      expect(live.map(({ postedId }) => postedId)).toEqual([posted_id]);
    } else {
      // Only the platform without a lookup may be left unknown, and it is never sent the post again.
      expect({ platform, code }).toEqual({ platform: 'messenger', code: 'OUTCOME_UNKNOWN' });
      expect(live.length).toBeLessThanOrEqual(1);
    }
  }
  const published = ended.filter(({ status }) => status === 'published');
  expect(published.length).toBeGreaterThanOrEqual(GROUPS * 2);
}, 120_000);
