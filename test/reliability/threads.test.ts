import request from 'supertest';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;
let account: TestAccount;
let workers: Service[];

const WORKER = { THREADTALK_THREADS_BLOCKED: 'false' };

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  api = await startService({ db, roles: 'api' });
  workers = [await startService({ db, roles: 'worker', env: WORKER })];
});

afterEach(() => sandbox.clearFaults());

afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await api?.stop();
  await sandbox?.close();
  await db?.drop();
});

const sentence = (index: number) => `This is sentence number ${index} of a text that is far too long for one post.`;
const longText = (mark: string, sentences = 9) =>
  `${mark}. ${Array.from({ length: sentences }, (_, index) => sentence(index + 1)).join(' ')}`;

interface Entry {
  _id: string;
  status: string;
  postedId?: string;
  error?: { code: string; message: string; retryable: boolean };
}

async function schedule(target: SandboxAccount, content: string): Promise<string> {
  const [connected] = await db.query('SELECT 1 FROM connections WHERE account_id = $1', [target.accountId]);
  const platformId = connected ? `${target.platform}-${target.accountId}` : await account.connect(target);
  const { body } = await request(api.url)
    .post('/api/v1/create-post')
    .set('x-api-key', account.apiKey)
    .send({ content, platforms: [platformId], scheduledTime: new Date().toISOString() })
    .expect(200);
  return body.postGroupId;
}

const read = async (groupId: string): Promise<{ processingStatus: string; posts: Entry[] }> =>
  (await request(api.url).get(`/api/v1/get-post/${groupId}`).set('x-api-key', account.apiKey)).body;

const ended = (groupId: string): Promise<Entry[]> =>
  eventually(async () => {
    const { processingStatus, posts } = await read(groupId);
    return processingStatus === 'finished' ? posts : undefined;
  }, 40_000);

const groupStatus = async (groupId: string): Promise<string | undefined> =>
  (await db.query<{ status: string }>('SELECT status FROM post_groups WHERE id = $1', [groupId]))[0]?.status;

/** Live posts of an account, oldest first. */
const live = ({ accountId }: SandboxAccount) => sandbox.posts({ accountId });

/** What a post replies to, wherever the platform keeps it. */
function parentOf({ record }: { record: unknown }): string | null {
  const text = JSON.stringify(record);
  return /"(?:in_reply_to|reply_to_id)":"([^"]+)"/.exec(text)?.[1] ?? null;
}

const retry = (id: string, more = {}) =>
  graphql(
    api,
    { 'x-api-key': account.apiKey },
    'mutation ($input: RetryPlatformPostInput!) { retryPlatformPost(input: $input) { platformPost { id status } } }',
    { input: { platformPostId: id, ...more } },
  );

describe.each(['microblog', 'threadtalk'] as const)('a thread on %s', (platform) => {
  test('becomes an entry for each part, in order, each a reply to the one before', async () => {
    const target = sandbox.createAccount(platform);
    const groupId = await schedule(target, longText('A thread', 14));
    const posts = await ended(groupId);
    const there = live(target);
    expect(posts.length).toBeGreaterThan(2);
    expect(posts.map(({ status }) => status)).toEqual(posts.map(() => 'published'));
    expect(posts.map(({ postedId }) => postedId)).toEqual(there.map(({ postedId }) => postedId));
    expect(there.map(parentOf)).toEqual([null, ...there.slice(0, -1).map(({ postedId }) => postedId)]);
    there.forEach(({ text }, index) => {
      expect(text).toMatch(new RegExp(`\\(${index + 1}/${there.length}\\)$`));
    });
    expect(await groupStatus(groupId)).toBe('published');
  });

  test('is one entry before it is published', async () => {
    const target = sandbox.createAccount(platform);
    const platformId = await account.connect(target);
    const { body } = await request(api.url)
      .post('/api/v1/create-post')
      .set('x-api-key', account.apiKey)
      .send({ content: longText('Later'), platforms: [platformId], scheduledTime: '2099-01-01T00:00:00Z' });
    expect((await read(body.postGroupId)).posts).toHaveLength(1);
  });

  test('that stops half-way keeps what is live, fails the rest, and goes on from there when it is retried', async () => {
    const target = sandbox.createAccount(platform);
    const { accountId } = target;
    // The first part's answer takes its time, so that the fault below meets the second.
    sandbox.setFault({ platform, accountId, kind: 'delay_after_store', delayMs: 800 });
    const groupId = await schedule(target, longText('Half-way', 14));
    await eventually(async () => (live(target).length === 1 ? true : undefined));
    sandbox.setFault({ platform, accountId, kind: 'rejected' });

    const posts = await ended(groupId);
    const [first, second, ...rest] = posts;
    expect(first).toMatchObject({ status: 'published', postedId: live(target)[0]?.postedId });
    expect(second).toMatchObject({ status: 'failed', error: { code: 'INVALID_CONTENT' } });
    expect(rest.length).toBeGreaterThan(0);
    for (const part of rest) {
      expect(part).toMatchObject({ status: 'failed', error: { code: 'THREAD_INTERRUPTED', retryable: true } });
      expect(part.error?.message).toContain('Part 2 of the thread');
    }
    expect(live(target)).toHaveLength(1);
    expect(await groupStatus(groupId)).toBe('partially_published');

    // The thread continues with its first failed part, even if the retry names a later one.
    const answer = await retry(rest.at(-1)?._id ?? '');
    expect(answer.data.retryPlatformPost.platformPost).toMatchObject({ id: second?._id, status: 'PENDING' });
    const after = await ended(groupId);
    expect(after.map(({ status }) => status)).toEqual(posts.map(() => 'published'));
    const there = live(target);
    expect(there).toHaveLength(posts.length);
    expect(there.map(parentOf)).toEqual([null, ...there.slice(0, -1).map(({ postedId }) => postedId)]);
    expect(await groupStatus(groupId)).toBe('published');
  });

  test('goes on after the worker was killed between two parts, and posts none twice', async () => {
    const target = sandbox.createAccount(platform);
    const { accountId } = target;
    sandbox.setFault({ platform, accountId, kind: 'delay_after_store', delayMs: 600, times: 2 });
    const groupId = await schedule(target, longText('Killed', 14));
    await eventually(async () => (live(target).length === 2 ? true : undefined));
    await workers.pop()?.kill();
    workers.push(await startService({ db, roles: 'worker', env: WORKER }));
    const posts = await ended(groupId);
    const parts = new Set(live(target).map(({ text }) => text));
    expect(parts.size).toBe(live(target).length);
    const [, second] = posts;
    if (second?.error?.code === 'OUTCOME_UNKNOWN') {
      // A platform without a lookup leaves it to the owner.
      expect(live(target)).toHaveLength(2);
    } else {
      expect(posts.map(({ status }) => status)).toEqual(posts.map(() => 'published'));
      expect(live(target)).toHaveLength(posts.length);
    }
  });
});

test('parts that the author numbered are published as written', async () => {
  const target = sandbox.createAccount('microblog');
  await ended(await schedule(target, 'First of two [1/2]\n\nSecond of two [2/2]'));
  expect(live(target).map(({ text }) => text)).toEqual(['First of two [1/2]', 'Second of two [2/2]']);
});

test('a line of --- separates parts', async () => {
  const target = sandbox.createAccount('microblog');
  await ended(await schedule(target, 'One thing\n---\nAnother'));
  expect(live(target).map(({ text }) => text)).toEqual(['One thing (1/2)', 'Another (2/2)']);
});

test('threads on threadtalk are blocked until the operator says otherwise', async () => {
  const blocked = await startService({ db, roles: 'worker' });
  workers.push(blocked);
  await workers.shift()?.stop();
  const target = sandbox.createAccount('threadtalk');
  const [post] = await ended(await schedule(target, longText('Blocked', 14)));
  expect(post).toMatchObject({
    status: 'failed',
    error: {
      code: 'INVALID_CONTENT',
      message: 'Multi-part threads are blocked pending platform permissions.',
      retryable: false,
    },
  });
  expect(live(target)).toEqual([]);
});

test('the parts of a thread are one post of the plan', async () => {
  const target = sandbox.createAccount('microblog');
  await ended(await schedule(target, longText('Counted')));
  const rows = await db.query('SELECT used FROM post_usage WHERE platform_id = $1', [`microblog-${target.accountId}`]);
  expect(rows).toEqual([{ used: 1 }]);
});
