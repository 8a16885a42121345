import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
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
/** The texts of a group's posts that differ from the group's text. */
const ownTexts = async (groupId: string) =>
  (
    await db.query<{ content: string | null }>(
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

test('each part of a thread has its own text', async () => {
  const platformIds = [await account.connect(sandbox.createAccount('microblog'))];
  const id = await create({ content: 'First\n---\nSecond', platformIds, scheduledTime: now() });
  const parts = ['First (1/2)', 'Second (2/2)'];
  expect((await ended(id)).posts.map(({ content }: { content: string }) => content)).toEqual(parts);
  expect(await ownTexts(id)).toEqual(parts);
});

test('a target with a custom text receives it, split by the rules of its platform; the others receive the group’s text', async () => {
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
