import type { DataSource } from 'typeorm';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { makeDataSource } from '../../src/compose/data-source.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
let sandbox: Sandbox;
let account: TestAccount;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db, { connected: ['fediverse-1'] });
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  await sandbox?.close();
});

const ask = async (query: string, variables: object) =>
  (await graphql(service, { 'x-api-key': account.apiKey }, query, { ...variables })).data;
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
const create = async (input: Record<string, unknown>): Promise<string> =>
  (await ask(CREATE, { input: newPost(input) })).createPost.postGroupId;
const READ = 'query ($id: ID!) { postGroup(id: $id) { content status posts { content status } } }';
const read = async (id: string) => (await ask(READ, { id })).postGroup;
const ended = (id: string) =>
  eventually(async () => {
    const group = await read(id);
    return ['PUBLISHED', 'FAILED', 'PARTIALLY_PUBLISHED'].includes(group.status) ? group : undefined;
  });
/** What the posts of a group have of their own. */
const ownTexts = async (groupId: string, on = db) =>
  (
    await on.query<{ content: string | null }>(
      'SELECT content FROM platform_posts WHERE group_id = $1 ORDER BY target_index, part_index',
      [groupId],
    )
  ).map(({ content }) => content);
const now = () => new Date().toISOString();

test('posts share their group’s text before and after they are published; each is shown with it', async () => {
  const accounts = [sandbox.createAccount('fediverse'), sandbox.createAccount('skyfeed')];
  const platformIds = await Promise.all(accounts.map((one) => account.connect(one)));
  const draft = await create({ content: 'One text', platformIds });
  expect(await ownTexts(draft)).toEqual([null, null]);
  expect((await read(draft)).posts).toMatchObject([{ content: 'One text' }, { content: 'One text' }]);

  const id = await create({ content: 'One text', platformIds, scheduledTime: now() });
  expect(await ended(id)).toMatchObject({
    content: 'One text',
    posts: [
      { content: 'One text', status: 'PUBLISHED' },
      { content: 'One text', status: 'PUBLISHED' },
    ],
  });
  expect(await ownTexts(id)).toEqual([null, null]);
  for (const { accountId } of accounts)
    expect(sandbox.posts({ accountId }).map(({ text }) => text)).toEqual(['One text']);
});

test('the parts of a thread have texts of their own', async () => {
  const platformIds = [await account.connect(sandbox.createAccount('microblog'))];
  const id = await create({ content: 'First\n---\nSecond', platformIds, scheduledTime: now() });
  const parts = ['First (1/2)', 'Second (2/2)'];
  expect((await ended(id)).posts.map(({ content }: { content: string }) => content)).toEqual(parts);
  expect(await ownTexts(id)).toEqual(parts);
});

test('a target with a text of its own is sent that text, split by the rules of its platform; the others the group’s', async () => {
  const accounts = [sandbox.createAccount('microblog'), sandbox.createAccount('fediverse')] as const;
  const [microblog, fediverse] = await Promise.all(accounts.map((one) => account.connect(one)));
  const overrides = [{ platformId: microblog, content: 'First\n---\nSecond' }];
  const post = { content: 'For all', platformIds: [microblog, fediverse], overrides };
  const id = await create({ ...post, scheduledTime: now() });
  const parts = ['First (1/2)', 'Second (2/2)'];
  expect(await ended(id)).toMatchObject({
    content: 'For all',
    status: 'PUBLISHED',
    posts: [...parts, 'For all'].map((content) => ({ content })),
  });
  expect(await ownTexts(id)).toEqual([...parts, null]);
  const sentTo = ({ accountId }: { accountId: string }) => sandbox.posts({ accountId }).map(({ text }) => text);
  expect(accounts.map((one) => sentTo(one).sort())).toEqual([parts, ['For all']]);
});

test('a thread of more than 1,000 parts fails before anything is sent', async () => {
  const target = sandbox.createAccount('microblog');
  const platformIds = [await account.connect(target)];
  const content = Array(1_001).fill('a').join('\n---\n');
  // Over REST: GraphQL does not schedule it.
  const answer = await fetch(`${service.url}/api/v1/create-post`, {
    method: 'POST',
    headers: { 'x-api-key': account.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ content, platforms: platformIds, scheduledTime: now() }),
  });
  const { postGroupId: id } = (await answer.json()) as { postGroupId: string };
  expect((await ended(id)).posts).toMatchObject([{ status: 'FAILED' }]);
  expect(sandbox.posts({ accountId: target.accountId })).toEqual([]);
});

describe('beside processes of the version before, which know no shared texts', () => {
  test('a post has its text for itself while an attempt is open: whoever goes on with it has it', async () => {
    const target = sandbox.createAccount('fediverse');
    const platformIds = [await account.connect(target)];
    const { accountId } = target;
    sandbox.setFault({ platform: 'fediverse', accountId, kind: 'delay_before_store', delayMs: 700 });
    const id = await create({ content: 'On its way', platformIds, scheduledTime: now() });
    await eventually(async () => ((await ownTexts(id))[0] === 'On its way' ? true : undefined));
    await ended(id);
    expect(await ownTexts(id)).toEqual([null]);
  });

  test('they get no lease for a post without a text of its own, and so send nothing', async () => {
    const id = await create({
      content: 'Hi',
      platformIds: ['fediverse-1'],
      scheduledTime: '2040-01-01T00:00:00Z',
    });
    await expect(
      db.query(`UPDATE platform_posts SET status = 'processing', lease_until = now() WHERE group_id = $1`, [id]),
    ).rejects.toThrow('platform_posts_leased_text_check');
  });
});

describe('the migration', () => {
  const GROUP = `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
    VALUES ($1, $1, 'Shared', 'scheduled', 'pending', '{}', now(), now())`;
  const POST = `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id,
      content, status, lease_until, created_at, updated_at)
    VALUES ($1, $2, $2, $3, 'fediverse', '1', 'fediverse-1', $4, $5, $6, now(), now())`;

  /** A database of the version before, with one post for each of these. */
  async function earlierVersion(posts: [content: string, status: string, leaseUntil?: Date][]) {
    const own = await createTestDatabase();
    const dataSource = await makeDataSource({ url: own.url, poolSize: 1 }).initialize();
    while ((await lastOf(dataSource)) !== 'Leases1764700000000') await dataSource.undoLastMigration();
    const groupId = newId();
    await own.query(GROUP, [groupId]);
    for (const [index, [content, status, leaseUntil = null]] of posts.entries()) {
      await own.query(POST, [newId(), groupId, index, content, status, leaseUntil]);
    }
    return { own, dataSource, groupId };
  }
  const lastOf = async (dataSource: DataSource): Promise<string> =>
    (await dataSource.query('SELECT name FROM migrations ORDER BY id DESC LIMIT 1'))[0].name;

  test('shares what has ended and what is a draft; what waits or is under way keeps its text', async () => {
    const { own, dataSource, groupId } = await earlierVersion([
      ['Shared', 'draft'],
      ['Shared', 'published'],
      ['Shared', 'failed'],
      ['A part', 'published'],
      ['Shared', 'scheduled'],
      ['Shared', 'processing', new Date()],
    ]);
    try {
      await dataSource.runMigrations();
      expect(await ownTexts(groupId, own)).toEqual([null, null, null, 'A part', 'Shared', 'Shared']);
      while ((await lastOf(dataSource)) !== 'Leases1764700000000') await dataSource.undoLastMigration();
      expect(await ownTexts(groupId, own)).toEqual(['Shared', 'Shared', 'Shared', 'A part', 'Shared', 'Shared']);
    } finally {
      await dataSource.destroy();
      await own.drop();
    }
  });

  test('goes on where it was interrupted', async () => {
    const { own, dataSource, groupId } = await earlierVersion(
      Array.from({ length: 2_500 }, () => ['Shared', 'published']),
    );
    try {
      await dataSource.runMigrations();
      await own.query(`DELETE FROM migrations WHERE name = 'SharedTexts1764800000000'`);
      await own.query(`UPDATE platform_posts SET content = 'Shared' WHERE target_index > 1500`);
      await dataSource.runMigrations();
      expect(new Set(await ownTexts(groupId, own))).toEqual(new Set([null]));
    } finally {
      await dataSource.destroy();
      await own.drop();
    }
  });
});
