import request from 'supertest';
import { isLastUse, type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql, type Headers } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { type Service, startService } from '../support/service.js';
import { codeOf, newPerson, SIGN_UP, sending, visit } from './browser.js';
import { insertRows, type Row } from './page-data.js';

let db: TestDatabase;
let tap: StatementTap;
let service: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  // What the service's own pool sends: not its LISTEN connection and not the job engine.
  tap = await startStatementTap(db.url, 'social-publishing-service');
  service = await startService({ db: { ...db, url: tap.url }, roles: 'api' });
});
afterAll(async () => {
  await service?.stop();
  tap?.close();
  await db?.drop();
});

/** The statements that `work` makes the service send. */
async function during(work: () => Promise<unknown>): Promise<string[]> {
  tap.take();
  await work();
  return tap
    .take()
    .filter((statement) => !isLastUse(statement))
    .map(({ text }) => text.replace(/\s+/g, ' ').trim());
}

async function viewerWithGroups(count: number, platforms = ['fediverse', 'skyfeed', 'messenger']): Promise<Headers> {
  const account = await createAccount(db);
  const row = (index: number): Row => {
    const time = { createdAt: index, updatedAt: index, scheduledTime: index };
    return { id: newId(), ...time, status: 'scheduled', platforms };
  };
  await insertRows(
    db,
    account.userId,
    Array.from({ length: count }, (_, index) => row(index)),
  );
  const headers = { 'x-api-key': account.apiKey };
  // Its first operation reserves points of its limit for those that follow.
  await graphql(service, headers, '{ viewer { id } }');
  return headers;
}

test('the limit by cost is one statement for the first operation of a while, and none for those that follow', async () => {
  const account = await createAccount(db);
  const operation = () => graphql(service, { 'x-api-key': account.apiKey }, '{ viewer { id } }');
  expect(tables(await during(operation))).toEqual(['api_keys', 'request_limits', 'users']);
  expect(tables(await during(operation))).toEqual(['api_keys', 'users']);
});

/** What each statement is about, so that a wrong number shows which; the one that writes events also numbers them. */
const tables = (statements: string[]) =>
  statements.map((text) => {
    if (text.includes('live_events')) return 'live_events';
    return /(?:FROM|INTO|UPDATE) "?([\w.]+)"?/.exec(text)?.[1] ?? text.split(' ')[0];
  });

const PAGE = `query ($size: Int) {
  postGroups(first: $size) { edges { node { id content status posts { id platformId status error { code } } } } }
}`;

describe.each([1, 20])('with %i groups of three posts each', (size) => {
  test('a page of groups with their posts is 4 statements: access, groups, texts, posts', async () => {
    const headers = await viewerWithGroups(size);
    const statements = await during(async () => {
      const { data } = await graphql(service, headers, PAGE, { size });
      expect(data.postGroups.edges).toHaveLength(size);
      for (const { node } of data.postGroups.edges) expect(node.posts).toHaveLength(3);
    });
    expect(tables(statements)).toEqual(['api_keys', 'post_groups', 'post_groups', 'platform_posts']);
  });

  test('the texts of the posts are one more: those that they have of their own', async () => {
    const headers = await viewerWithGroups(size);
    const statements = await during(() =>
      graphql(service, headers, PAGE.replace('platformId', 'platformId content'), { size }),
    );
    expect(tables(statements)).toEqual(['api_keys', 'post_groups', 'post_groups', 'platform_posts', 'platform_posts']);
  });

  test('so are those that targets have of their own', async () => {
    const headers = await viewerWithGroups(size);
    const statements = await during(() =>
      graphql(service, headers, PAGE.replace('content', 'content overrides { platformId content }'), { size }),
    );
    expect(tables(statements).sort()).toEqual([
      'api_keys',
      'platform_posts',
      'platform_posts',
      'post_groups',
      'post_groups',
    ]);
  });

  test('what can be done with them and their posts is one more: which accounts are connected', async () => {
    const headers = await viewerWithGroups(size);
    await db.query("UPDATE platform_posts SET status = 'failed' WHERE platform = 'skyfeed'");
    const query =
      'query ($size: Int) { postGroups(first: $size) { edges { node { allowedActions posts { allowedActions } } } } }';
    const statements = await during(async () => {
      const { data, errors } = await graphql(service, headers, query, { size });
      expect(errors).toBeUndefined();
      expect(data.postGroups.edges).toHaveLength(size);
    });
    expect(tables(statements)).toEqual(['api_keys', 'post_groups', 'platform_posts', 'connections']);
  });

  test('its totalCount is one more', async () => {
    const headers = await viewerWithGroups(size);
    const statements = await during(() =>
      graphql(service, headers, PAGE.replace('{ edges', '{ totalCount edges'), { size }),
    );
    const groups = ['post_groups', 'post_groups', 'post_groups'];
    expect(tables(statements).sort()).toEqual(['api_keys', 'platform_posts', ...groups]);
  });

  test('REST list-posts, whose page is numbered and so counted and shows the files, is 6', async () => {
    const headers = await viewerWithGroups(size);
    const statements = await during(async () => {
      const { body } = await request(service.url).get('/api/v1/list-posts').query({ limit: size }).set(headers);
      expect(body.posts).toHaveLength(size);
    });
    const groups = ['post_groups', 'post_groups', 'post_groups'];
    expect(tables(statements).sort()).toEqual(['api_keys', 'media', 'platform_posts', ...groups]);
  });
});

test('the texts of 1,000 posts, more than are shown in one turn of the event loop, are one statement all the same', async () => {
  const headers = await viewerWithGroups(10, Array(100).fill('fediverse'));
  const query = '{ postGroups { edges { node { posts { content } } } } }';
  const statements = await during(async () => {
    const { data } = await graphql(service, headers, query);
    for (const { node } of data.postGroups.edges) expect(node.posts).toEqual(Array(100).fill({ content: 'Hi' }));
  });
  expect(tables(statements)).toEqual(['api_keys', 'post_groups', 'platform_posts', 'platform_posts']);
});

test('the posts of a page are read 2,000 at a time, and shown in their order', async () => {
  const headers = await viewerWithGroups(45, Array(100).fill('fediverse'));
  const query = '{ postGroups(first: 100) { edges { node { id posts { id dueAt createdAt } } } } }';
  const statements = await during(async () => {
    const { data } = await graphql(service, headers, query);
    for (const { node } of data.postGroups.edges) {
      const stored = await db.query<{ id: string }>(
        'SELECT id, due_at AS "dueAt", created_at AS "createdAt" FROM platform_posts WHERE group_id = $1 ORDER BY target_index',
        [node.id],
      );
      expect(node.posts).toEqual(JSON.parse(JSON.stringify(stored)));
    }
    expect(data.postGroups.edges).toHaveLength(45);
  });
  expect(tables(statements)).toEqual(['api_keys', 'post_groups', 'platform_posts', 'platform_posts', 'platform_posts']);
});

describe.each([1, 20])('createPost with %i targets', (count) => {
  const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
  const platformIds = Array.from({ length: count }, (_, index) => `fediverse-${index}`);
  const create = async (more: object) => {
    const headers = await viewerWithGroups(0);
    const input = newPost({ content: 'Hi', platformIds, validate: false, ...more });
    return during(async () => expect((await graphql(service, headers, CREATE, { input })).errors).toBeUndefined());
  };

  const before = ['api_keys', 'START'];
  const group = ['connections', 'post_groups', 'platform_posts'];
  const draft = ['connections', 'users', 'post_groups', 'post_groups', 'platform_posts'];

  test('is 12 statements when it is scheduled: three for the limits, one for posts and their log, one for who is notified', async () => {
    const statements = await create({ scheduledTime: '2035-01-01T00:00:00Z' });
    const [connections, ...rows] = group;
    const limits = ['users', 'post_usage', 'post_usage'];
    expect(tables(statements)).toEqual([
      ...before,
      connections,
      ...limits,
      ...rows,
      'live_events',
      'webhooks',
      'pgboss.job_common',
      'COMMIT',
    ]);
  });

  test('is 9 for a draft: two for the limit', async () => {
    expect(tables(await create({}))).toEqual([...before, ...draft, 'live_events', 'COMMIT']);
  });

  test('an idempotency key is one more', async () => {
    const statements = await create({ idempotencyKey: newId() });
    expect(tables(statements)).toEqual([...before, 'idempotency_keys', ...draft, 'live_events', 'COMMIT']);
  });
});

test('a file of a draft is added in 12 statements: one of them announces it', async () => {
  const headers = await viewerWithGroups(0);
  const input = newPost({ content: 'Hi', platformIds: ['fediverse-1'], validate: false });
  const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
  const { postGroupId } = (await graphql(service, headers, CREATE, { input })).data.createPost;
  const statements = await during(async () => {
    const file = { postGroupId, fileName: 'a.png', contentType: 'image/png', type: 'IMAGE' };
    const ADD = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl } }';
    expect((await graphql(service, headers, ADD, { input: file })).errors).toBeUndefined();
  });
  expect(tables(statements)).toEqual([
    'api_keys',
    'START',
    'post_groups',
    'platform_posts',
    'users',
    'storage_usage',
    'media',
    'pgboss.job_common',
    'pgboss.job_common',
    'post_groups',
    'live_events',
    'COMMIT',
  ]);
});

describe('a session', () => {
  const ofSessions = (statements: string[]) => statements.filter((text) => /(FROM|UPDATE|INTO) "?sessions/.test(text));

  test('is one statement per request, and writes once in a while, however often it is used', async () => {
    const headers = await (await createAccount(db)).session();
    const statements = ofSessions(
      await during(async () => {
        for (let request = 0; request < 20; request++) await graphql(service, headers, '{ viewer { id } }');
      }),
    );
    const writes = statements.filter((text) => text.startsWith('UPDATE'));
    expect(writes.length).toBeLessThanOrEqual(1);
    expect(statements).toHaveLength(20 + writes.length);
  });

  test('begins with 16 statements in a new browser, and with 12 in one that is known: no count by address, no mail', async () => {
    const who = newPerson();
    await visit(service, {}, SIGN_UP, who);
    let device = {};
    const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { expiresAt } }';
    const signingIn = () =>
      during(async () => {
        const signedIn = await visit(service, device, SIGN_IN, who);
        expect(codeOf(signedIn)).toBeUndefined();
        device = sending(signedIn.device);
      });
    expect(await signingIn()).toHaveLength(16);
    expect(await signingIn()).toHaveLength(12);
  });
});
