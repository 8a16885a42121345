import request from 'supertest';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { newId } from '../../src/foundation/database/id.js';
import { DAY_MS } from '../../src/foundation/time/durations.js';
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
  return tap.take().map(({ text }) => text.replace(/\s+/g, ' ').trim());
}

async function viewerWithGroups(
  count: number,
  platforms = ['fediverse', 'skyfeed', 'messenger'],
  connected: string[] = [],
): Promise<Headers> {
  const account = await createAccount(db, { connected });
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
    if (text.includes('INTO live_events')) return 'live_events';
    if (text.includes('INTO post_versions')) return 'post_versions';
    if (text.startsWith('WITH member AS')) return 'post_usage';
    if (text.startsWith('SELECT (SELECT')) return /FROM (\w+) WHERE/.exec(text)?.[1];
    return /(?:FROM|INTO|UPDATE) "?([\w.]+)"?/.exec(text)?.[1] ?? text.split(' ')[0];
  });

test('the clients that need attention most, with their numbers, and the sums over all: as many statements for 30 as for one', async () => {
  const agency = await createAccount(db, { workspaceAccess: true });
  for (let count = 0; count < 30; count += 1) await agency.manage();
  const headers = { 'x-api-key': agency.apiKey };
  await graphql(service, headers, '{ viewer { id } }');
  const list = '{ managedUsers(first: 20, sort: ATTENTION) { edges { node { overview { failedPosts } } } } }';
  const listed = await during(() => graphql(service, headers, list));
  // Access, who they are, what is counted of all of them, and of those on the page.
  expect([listed.length, listed.filter((text) => text.includes('post_counts')).length]).toEqual([4, 2]);
  expect(await during(() => graphql(service, headers, '{ clientsSummary { clients } }'))).toHaveLength(3);
  const usage = await during(() => graphql(service, headers, '{ usage { clients { edges { node { drafts } } } } }'));
  const plain = await during(() => graphql(service, headers, '{ usage { connectedAccounts } }'));
  expect(usage.length - plain.length).toBe(2);
});

test('the preview of an import: as many statements for 200 rows over two years as for one', async () => {
  const account = await createAccount(db, { connected: ['fediverse-1', 'skyfeed-1'] });
  const headers = { 'x-api-key': account.apiKey };
  await graphql(service, headers, '{ viewer { id } }');
  const query = 'query ($text: String!) { previewImport(input: { text: $text }) { totals { ready rows } } }';
  const preview = async (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => {
      const time = new Date(Date.now() + (at + 1) * 3 * DAY_MS).toISOString();
      return `Text ${at},"fediverse;skyfeed",${at % 3 === 0 ? '' : time}`;
    });
    const statements = await during(async () => {
      const { data } = await graphql(service, headers, query, { text: `text,accounts,time\n${rows.join('\n')}` });
      expect(data.previewImport.totals).toEqual({ ready: count, rows: count });
    });
    return tables(statements).sort();
  };
  expect(await preview(200)).toEqual(await preview(1));
});

/** Statements that see the database as of one moment. */
const atOneMoment = (...statements: string[]) => ['START', 'SET', ...statements, 'COMMIT'];
/** Groups with their posts and texts, and how many there are. */
const PAGE_OF_GROUPS = 'post_groups';

const PAGE = `query ($size: Int) {
  postGroups(first: $size) { edges { node { id content status posts { id platformId status error { code } } } } }
}`;

describe.each([1, 20])('with %i groups of three posts each', (size) => {
  test('a page of groups with their posts and texts is 2 statements: access, and all of them', async () => {
    const headers = await viewerWithGroups(size);
    const statements = await during(async () => {
      const { data } = await graphql(service, headers, PAGE, { size });
      expect(data.postGroups.edges).toHaveLength(size);
      for (const { node } of data.postGroups.edges) expect(node.posts).toHaveLength(3);
    });
    expect(tables(statements)).toEqual(['api_keys', PAGE_OF_GROUPS]);
  });

  test('the texts of the posts take no more', async () => {
    const headers = await viewerWithGroups(size);
    const statements = await during(() =>
      graphql(service, headers, PAGE.replace('platformId', 'platformId content'), { size }),
    );
    expect(tables(statements)).toEqual(['api_keys', PAGE_OF_GROUPS]);
  });

  test('the custom texts of targets take one more', async () => {
    const headers = await viewerWithGroups(size);
    const statements = await during(() =>
      graphql(service, headers, PAGE.replace('content', 'content overrides { platformId content }'), { size }),
    );
    expect(tables(statements)).toEqual(['api_keys', PAGE_OF_GROUPS, 'platform_posts']);
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
    expect(tables(statements)).toEqual(['api_keys', PAGE_OF_GROUPS, 'connections']);
  });

  test('its totalCount is none more', async () => {
    const headers = await viewerWithGroups(size);
    const statements = await during(() =>
      graphql(service, headers, PAGE.replace('{ edges', '{ totalCount edges'), { size }),
    );
    expect(tables(statements)).toEqual(['api_keys', PAGE_OF_GROUPS]);
  });

  test('REST list-posts, whose page is numbered and so counted and shows the files, is 2', async () => {
    const headers = await viewerWithGroups(size);
    await countRestRequests(headers);
    const statements = await during(async () => {
      const { body } = await request(service.url).get('/api/v1/list-posts').query({ limit: size }).set(headers);
      expect(body.posts).toHaveLength(size);
    });
    expect(tables(statements)).toEqual(['api_keys', PAGE_OF_GROUPS]);
  });
});

test('REST get-post is 2 statements: access, and the group with its posts and their texts', async () => {
  const headers = await viewerWithGroups(1);
  await countRestRequests(headers);
  const { body } = await request(service.url).get('/api/v1/list-posts').set(headers);
  const path = `/api/v1/get-post/${body.posts[0].postGroupId}`;
  const statements = await during(() => request(service.url).get(path).set(headers).expect(200));
  expect(tables(statements)).toEqual(['api_keys', PAGE_OF_GROUPS]);
});

test('groups of a platform are found by a further statement, as of the same moment', async () => {
  const headers = await viewerWithGroups(3);
  const query = '{ postGroups(filter: { platforms: [FEDIVERSE] }) { totalCount edges { node { posts { id } } } } }';
  const statements = await during(() => graphql(service, headers, query));
  expect(statements.map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
    expect.stringContaining('SELECT'),
    ...atOneMoment('WITH RECURSIVE', 'WITH page').map((start) => expect.stringContaining(start)),
  ]);
});

test('texts that are long together are read apart from their groups', async () => {
  const headers = await viewerWithGroups(20);
  const { data } = await graphql(service, headers, '{ postGroups { edges { node { id } } } }');
  const text = 'long '.repeat(20_000);
  const ids = data.postGroups.edges.map(({ node }: { node: { id: string } }) => node.id);
  await db.query('UPDATE post_groups SET content = $2 WHERE id = ANY($1)', [ids, text]);
  const statements = await during(async () => {
    const { data } = await graphql(service, headers, '{ postGroups { edges { node { content } } } }');
    expect(data.postGroups.edges).toEqual(Array(20).fill({ node: { content: text } }));
  });
  expect(tables(statements)).toEqual(['api_keys', PAGE_OF_GROUPS, 'post_groups']);
});

test('skipped fields are not read', async () => {
  const headers = await viewerWithGroups(1);
  const query = `query ($no: Boolean = false) {
    postGroups { totalCount @include(if: $no) edges { node { ... @include(if: $no) { content } id } } }
  }`;
  const [, statement] = await during(() => graphql(service, headers, query));
  expect(statement).not.toMatch(/counted|content/);
});

test('the texts of 1,000 posts, more than are shown in one turn of the event loop, are read with them all the same', async () => {
  const headers = await viewerWithGroups(10, Array(100).fill('fediverse'));
  const query = '{ postGroups { edges { node { posts { content } } } } }';
  const statements = await during(async () => {
    const { data } = await graphql(service, headers, query);
    for (const { node } of data.postGroups.edges) expect(node.posts).toEqual(Array(100).fill({ content: 'Hi' }));
  });
  expect(tables(statements)).toEqual(['api_keys', PAGE_OF_GROUPS]);
});

test('the posts of a page are read 2,000 at a time, in one snapshot if they are more, and shown in their order', async () => {
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
  const ofOneMoment = atOneMoment('post_groups', ...Array(3).fill('platform_posts'));
  expect(tables(statements)).toEqual(['api_keys', PAGE_OF_GROUPS, ...ofOneMoment]);
  const ofPlatform =
    '{ postGroups(first: 100, filter: { platforms: [FEDIVERSE] }) { edges { node { posts { id } } } } }';
  const { edges } = (await graphql(service, headers, ofPlatform)).data.postGroups;
  expect(edges.map(({ node }: { node: { posts: unknown[] } }) => node.posts.length)).toEqual(Array(45).fill(100));
});

/** The limit of REST is counted in blocks: the first request of a minute reserves 120. */
const countRestRequests = (headers: Record<string, string>) =>
  request(service.url).get('/api/v1/list-posts').set(headers).expect(200);

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const platformIdsOf = (count: number) => Array.from({ length: count }, (_, index) => `fediverse-${index}`);
const SCHEDULED = { scheduledTime: '2035-01-01T00:00:00Z' };

/** What of its statements the transaction of a new group has: access, the lock and the connections, usage, rows. */
const CREATION = ['api_keys', 'START', 'users', 'post_usage', 'live_events', 'COMMIT'];
/** Before a post is validated: what is added to its texts. */
const ADDITIONS = 'given';
const VALIDATED = CREATION.toSpliced(1, 0, ADDITIONS);

describe.each([1, 3, 20])('createPost with %i targets', (count) => {
  const platformIds = platformIdsOf(count);
  const create = async (more: object) => {
    const headers = await viewerWithGroups(0, [], platformIds);
    const input = newPost({ content: 'Hi', platformIds, ...more });
    return during(async () => expect((await graphql(service, headers, CREATE, { input })).errors).toBeUndefined());
  };

  test('is 7 statements when it is scheduled: one of them writes all rows, jobs included', async () => {
    const statements = await create(SCHEDULED);
    expect(tables(statements)).toEqual(VALIDATED);
    const written = ['post_groups', 'platform_posts', 'post_logs', 'post_usage', 'live_events', 'pgboss.job_common'];
    for (const table of written) expect(statements[5]).toContain(`INSERT INTO ${table} `);
  });

  test('is 6 for a draft', async () => {
    expect(tables(await create({}))).toEqual(CREATION.with(3, 'post_groups'));
  });

  test('an idempotency key is one more', async () => {
    const statements = await create({ ...SCHEDULED, idempotencyKey: newId() });
    expect(tables(statements)).toEqual(VALIDATED.toSpliced(3, 0, 'idempotency_keys'));
  });

  test('REST create-post, which is not validated, is 6', async () => {
    const headers = await viewerWithGroups(0, [], platformIds);
    await countRestRequests(headers);
    const body = { content: 'Hi', platforms: platformIds, ...SCHEDULED };
    const statements = await during(() =>
      request(service.url).post('/api/v1/create-post').set(headers).send(body).expect(200),
    );
    expect(tables(statements)).toEqual(CREATION);
  });
});

/** What every change of a group begins with: the lock of the group, then its posts. */
const LOCKED = ['api_keys', 'START', 'post_groups', 'platform_posts'];

describe.each([1, 3])('a group with %i targets', (count) => {
  const platformIds = platformIdsOf(count);

  /** The statements of a mutation of a scheduled group. */
  async function changing(
    mutation: string,
    input: object,
    prepare: (groupId: string) => Promise<unknown> = async () => 0,
  ) {
    const headers = await viewerWithGroups(0, [], platformIds);
    const { data } = await graphql(service, headers, CREATE, {
      input: newPost({ content: 'Hi', platformIds, ...SCHEDULED }),
    });
    const postGroupId = data.createPost.postGroup.id;
    await prepare(postGroupId);
    const query = `mutation ($input: ${mutation.replace(/^./, (first) => first.toUpperCase())}Input!) {
      ${mutation}(input: $input) { __typename }
    }`;
    return during(async () => {
      expect((await graphql(service, headers, query, { input: { postGroupId, ...input } })).errors).toBeUndefined();
    });
  }

  test('is edited with 15 statements: one of them writes posts, events and jobs', async () => {
    expect(tables(await changing('updatePost', { content: 'Ho' }))).toEqual([
      ...LOCKED,
      'media',
      'platform_posts',
      'post_versions',
      'post_groups',
      'users',
      ADDITIONS,
      'live_events',
      'pgboss.job_common',
      'post_versions',
      'approvals',
      'COMMIT',
    ]);
  });

  test('is moved to another month with 22: both months are counted, each under the lock', async () => {
    expect(tables(await changing('updatePost', { scheduledTime: '2035-02-01T00:00:00Z' }))).toEqual([
      ...LOCKED,
      ...['media', 'post_groups', 'platform_posts', 'post_versions', 'post_groups', 'users', ADDITIONS],
      ...['connections', 'users', 'post_usage', 'users', 'post_usage', 'post_usage'],
      'live_events',
      'pgboss.job_common',
      'post_versions',
      'approvals',
      'COMMIT',
    ]);
  });

  test('is deleted with 10: one of them deletes it, records that, and frees its places', async () => {
    const statements = await changing('deletePost', {});
    expect(tables(statements)).toEqual([
      ...LOCKED,
      'occurrences',
      ...['users', 'live_events', 'pgboss.job_common', 'media', 'COMMIT'],
    ]);
    expect(statements[6]).toContain('DELETE FROM post_groups');
    expect(statements[6]).toContain('UPDATE post_usage');
  });

  test('is retried with 7', async () => {
    const fail = async (groupId: string) => {
      const error = { code: 'INVALID_CONTENT', message: 'No', failedAt: new Date(), retryable: true };
      await db.query(
        "UPDATE platform_posts SET status = 'failed', error = $2, due_at = NULL, job_id = NULL WHERE group_id = $1",
        [groupId, JSON.stringify(error)],
      );
      await db.query("UPDATE post_groups SET status = 'failed', processing_status = 'finished' WHERE id = $1", [
        groupId,
      ]);
    };
    const statements = await changing('retryPostGroup', {}, fail);
    expect(tables(statements)).toEqual([...LOCKED, 'live_events', 'post_groups', 'COMMIT']);
    expect(statements[4]).toContain('INSERT INTO pgboss.job_common');
  });
});

test('a file of a draft is added in 15 statements: one of them announces it', async () => {
  const platformIds = ['fediverse-1'];
  const headers = await viewerWithGroups(0, [], platformIds);
  const input = newPost({ content: 'Hi', platformIds });
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
    'post_versions',
    'users',
    'storage_usage',
    'media',
    'pgboss.job_common',
    'pgboss.job_common',
    'post_groups',
    'live_events',
    'post_versions',
    'approvals',
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

  test('begins with 18 statements in a new browser, and with 14 in one that is known: no count by address, no mail', async () => {
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
    expect(await signingIn()).toHaveLength(18);
    expect(await signingIn()).toHaveLength(14);
  });
});
