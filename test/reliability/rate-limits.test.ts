import { setTimeout as pause } from 'node:timers/promises';
import request from 'supertest';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { demo } from '../sandbox/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

// Three posts in a day: the fourth waits until tomorrow.
const LIMIT = { FEDIVERSE_RATE_LIMITS: '3/1d' };

let db: TestDatabase;
let sandbox: Sandbox;
let services: Service[] = [];
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  services = await Promise.all([
    startService({ db, roles: 'api' }),
    startService({ db, roles: 'worker', env: LIMIT }),
    startService({ db, roles: 'worker', env: LIMIT }),
  ]);
});

afterAll(async () => {
  for (const service of services) await service.stop();
  await sandbox?.close();
  await db?.drop();
});

const api = (method: 'get' | 'post' | 'put', path: string, by = account) =>
  request(services[0]?.url ?? '')
    [method](`/api/v1${path}`)
    .set('x-api-key', by.apiKey);

/** A connected account. */
async function newTarget(): Promise<SandboxAccount> {
  const target = sandbox.createAccount('fediverse');
  await account.connect(target);
  return target;
}

async function schedule(
  targets: SandboxAccount[],
  content: string,
  { at = Date.now(), by = account } = {},
): Promise<string> {
  const platforms = targets.map(({ accountId }) => `fediverse-${accountId}`);
  const { body } = await api('post', '/create-post', by)
    .send({ content, platforms, scheduledTime: new Date(at).toISOString() })
    .expect(200);
  return body.postGroupId;
}

/** The post of a group, once the limit has postponed it. */
const waitsForTomorrow = (groupId: string) =>
  eventually(async () => {
    const [row] = await db.query<{ job_id: string }>(
      "SELECT job_id FROM platform_posts WHERE group_id = $1 AND due_at > now() + interval '1 hour'",
      [groupId],
    );
    return row;
  });

const stateOf = async (groupId: string): Promise<{ status: string }> =>
  (await api('get', `/get-post/${groupId}`)).body.posts[0];

test('posts over an account’s limit wait for its window: both workers together publish what the limit allows', async () => {
  const target = await newTarget();
  const before = Date.now();
  const groups = await Promise.all(Array.from({ length: 8 }, (_, index) => schedule([target], `Post ${index}`)));
  await eventually(async () => {
    const [row] = await db.query<{ held: number }>(
      "SELECT count(*)::int AS held FROM platform_posts WHERE platform_id = $1 AND status = 'scheduled' AND due_at > now() + interval '23 hours'",
      [`fediverse-${target.accountId}`],
    );
    return row?.held === 5 ? true : undefined;
  });
  expect(sandbox.posts({ accountId: target.accountId })).toHaveLength(3);

  const states = await Promise.all(groups.map(stateOf));
  expect(states.filter(({ status }) => status === 'published')).toHaveLength(3);
  const waiting = groups[states.findIndex(({ status }) => status === 'scheduled')] ?? '';
  const { logs } = (await api('get', `/post-logs/${waiting}`)).body;
  const { event, metadata } = logs.at(-1);
  expect(event).toBe('scheduled');
  expect(metadata.reason).toBe('The account has used up 3 posts in 24 hours');
  const until = Date.parse(metadata.scheduledTime);
  expect(until).toBeGreaterThan(before + 86_400_000);
  expect(until).toBeLessThanOrEqual(Date.now() + 86_400_000 + 86_400_000 / 60);
  // No attempt was made, so none is burnt.
  const attempts = await db.query(
    'SELECT 1 FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id WHERE p.group_id = $1',
    [waiting],
  );
  expect(attempts).toEqual([]);
});

test('an account does not wait for the limit of another', async () => {
  const [full, other] = [await newTarget(), await newTarget()];
  for (const index of [1, 2, 3]) await schedule([full], `Full ${index}`);
  await eventually(async () => (sandbox.posts({ accountId: full.accountId }).length === 3 ? true : undefined));
  const groupId = await schedule([full, other], 'To both');
  await eventually(async () => (sandbox.posts({ accountId: other.accountId }).length === 1 ? true : undefined));
  expect(sandbox.posts({ accountId: full.accountId })).toHaveLength(3);
  expect((await stateOf(groupId)).status).toBe('scheduled');
});

test('what an account at another server has used, with the same id, is not its own', async () => {
  const rogue = await startSandbox({ port: 0 });
  try {
    // The demo account has the same id at every sandbox.
    const [target, other] = [demo(sandbox, 'fediverse'), demo(rogue, 'fediverse')];
    expect(other.accountId).toBe(target.accountId);
    const stranger = await createAccount(db);
    await Promise.all([account.connect(target), stranger.connect(other)]);
    for (const index of [1, 2, 3]) await schedule([other], `At the other server ${index}`, { by: stranger });
    await eventually(async () => (rogue.posts({ accountId: other.accountId }).length === 3 ? true : undefined));
    await schedule([target], 'At its own server');
    await eventually(async () => (sandbox.posts({ accountId: target.accountId }).length === 1 ? true : undefined));
    // The limit of the other one is used up all the same.
    const groupId = await schedule([other], 'One too many', { by: stranger });
    await waitsForTomorrow(groupId);
    expect(rogue.posts({ accountId: other.accountId })).toHaveLength(3);
  } finally {
    await rogue.close();
  }
});

test('a post whose time comes with the window is published by itself', async () => {
  const target = await newTarget();
  for (const index of [1, 2, 3]) await schedule([target], `Before ${index}`);
  await eventually(async () => (sandbox.posts({ accountId: target.accountId }).length === 3 ? true : undefined));
  const groupId = await schedule([target], 'After the window');
  const post = await waitsForTomorrow(groupId);
  // A day passes: the uses are older, and the job is due.
  await db.query('DELETE FROM rate_uses WHERE account_id = $1', [target.accountId]);
  await db.query('UPDATE pgboss.job SET start_after = now(), priority = 0 WHERE id = $1', [post.job_id]);
  await eventually(async () => ((await stateOf(groupId)).status === 'published' ? true : undefined));
  expect(sandbox.posts({ accountId: target.accountId })).toHaveLength(4);
});

test('a post that is postponed in its last moments leaves its place to another one', async () => {
  const due = Date.now() + 3_000;
  const later = new Date(due + 86_400_000).toISOString();
  /** How long before its time the first post of each account is postponed, in milliseconds. */
  const margins = Array.from({ length: 16 }, (_, i) => 100 - i * 8);
  const targets = await Promise.all(
    margins.map(async (margin) => {
      const target = await newTarget();
      const [first] = await Promise.all(
        ['One', 'Two', 'Three', 'Four'].map((text) => schedule([target], text, { at: due })),
      );
      return { target, first, margin };
    }),
  );
  await Promise.all(
    targets.map(async ({ first, margin }) => {
      await pause(due - margin - Date.now());
      await api('put', `/update-post/${first}`).send({ status: 'scheduled', scheduledTime: later });
    }),
  );
  for (const { target, margin } of targets) {
    const sent = await eventually(async () => {
      const posts = sandbox.posts({ accountId: target.accountId });
      return posts.length >= 3 ? posts.length : undefined;
    });
    expect({ margin, sent }).toEqual({ margin, sent: 3 });
  }
});
