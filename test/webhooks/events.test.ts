import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, startReceiver } from './support.js';

let db: TestDatabase;
let sandbox: Sandbox;
let service: Service;
let owner: Owner;
let receiver: Receiver;
let account: SandboxAccount;
let platformId: string;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  service = await startService({ db, env: { MESSENGER_RATE_LIMITS: '1/1d' } });
});
afterAll(async () => {
  await service?.stop();
  await sandbox?.close();
  await db?.drop();
});

beforeEach(async () => {
  owner = await newOwner(db, service);
  receiver = await startReceiver();
  await owner.listen(receiver.url);
  account = sandbox.createAccount('fediverse');
  platformId = await owner.account.connect(account);
});
afterEach(() => receiver.close());

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
const POSTS = 'query ($id: ID!) { postGroup(id: $id) { status posts { id attemptCount } } }';
const now = () => new Date().toISOString();

async function publish(target: string, content = 'Hi'): Promise<string> {
  const input = { post: { content, platformIds: [target] }, scheduledTime: now() };
  return (await owner.run(CREATE, { input })).createPost.postGroupId;
}
const groupOf = async (id: string) => (await owner.run(POSTS, { id })).postGroup;

/** What was delivered about a group, in the order in which it came. */
const delivered = (groupId: string) =>
  receiver.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ data }) => data.postGroupId === groupId)
    .map(({ event, data }) => ({ event: event.replace('post.', ''), postId: data.postId, code: data.error?.code }));
const eventsOf = (groupId: string) => delivered(groupId).map(({ event }) => event);
const deliveredEvents = (groupId: string, count: number) =>
  eventually(async () => (eventsOf(groupId).length === count ? eventsOf(groupId) : undefined), 25_000);

test('a post that a rate limit delays stays scheduled, and post.scheduled is not sent again', async () => {
  const limited = await owner.account.connect(sandbox.createAccount('messenger'));
  await deliveredEvents(await publish(limited), 2);
  const groupId = await publish(limited);
  const post = await eventually(async () => {
    const [row] = await db.query(
      "SELECT job_id FROM platform_posts WHERE group_id = $1 AND status = 'scheduled' AND due_at > now() + interval '1 hour'",
      [groupId],
    );
    return row;
  });
  // The day passes.
  await db.query("DELETE FROM rate_uses WHERE platform = 'messenger'");
  await db.query('UPDATE pgboss.job SET start_after = now(), priority = 0 WHERE id = $1', [post.job_id]);
  expect(await deliveredEvents(groupId, 2)).toEqual(['scheduled', 'published']);
});

test('a failed attempt that is tried again sends no event: post.published is sent once, at the end', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'server_error', accountId: account.accountId, times: 2 });
  const groupId = await publish(platformId);
  expect(await deliveredEvents(groupId, 2)).toEqual(['scheduled', 'published']);
  const { attemptCount } = (await groupOf(groupId)).posts[0];
  expect(attemptCount).toBe(3);
});

test('a post that failed and is retried by its owner reports each outcome, and not that it is scheduled', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'rejected', accountId: account.accountId });
  const groupId = await publish(platformId);
  await deliveredEvents(groupId, 2);
  const [post] = (await groupOf(groupId)).posts;
  await owner.run('mutation ($id: ID!) { retryPlatformPost(input: { platformPostId: $id }) { platformPost { id } } }', {
    id: post.id,
  });
  expect(await deliveredEvents(groupId, 3)).toEqual(['scheduled', 'failed', 'published']);
});

describe('a thread', () => {
  const LONG = Array.from({ length: 200 }, (_, word) => `w${word}`).join(' ');
  beforeEach(async () => {
    account = sandbox.createAccount('microblog');
    platformId = await owner.account.connect(account);
  });

  test('is scheduled as one post; each of its parts reports that it is published', async () => {
    const groupId = await publish(platformId, LONG);
    await eventually(async () => ((await groupOf(groupId)).status === 'PUBLISHED' ? true : undefined));
    const { posts } = await groupOf(groupId);
    expect(posts.length).toBeGreaterThan(1);
    await deliveredEvents(groupId, 1 + posts.length);
    const [first, ...rest] = delivered(groupId);
    expect(first).toEqual({ event: 'scheduled', postId: posts[0].id });
    expect(new Set(rest.map(({ event }) => event))).toEqual(new Set(['published']));
    expect(rest.map(({ postId }) => postId).sort()).toEqual(posts.map(({ id }: { id: string }) => id).sort());
  });

  test('that stops reports the part that failed, and each part that depended on it', async () => {
    sandbox.setFault({ platform: 'microblog', kind: 'rejected', accountId: account.accountId });
    const groupId = await publish(platformId, LONG);
    await eventually(async () => ((await groupOf(groupId)).status === 'FAILED' ? true : undefined));
    const { posts } = await groupOf(groupId);
    await deliveredEvents(groupId, 1 + posts.length);
    const codes = Object.fromEntries(delivered(groupId).map(({ postId, code }) => [postId, code]));
    const [first, ...rest] = posts.map(({ id }: { id: string }) => codes[id]);
    expect(first).toBe('INVALID_CONTENT');
    expect(new Set(rest)).toEqual(new Set(['THREAD_INTERRUPTED']));
  });
});

test('an event and its deliveries are one commit: where they cannot be written, nothing has happened', async () => {
  const groups = () => db.query('SELECT id FROM post_groups WHERE user_id = $1', [owner.account.userId]);
  const input = { post: { content: 'Hi', platformIds: [platformId] }, scheduledTime: now() };
  await db.query('ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_away');
  const { errors } = await graphql(service, owner.headers, CREATE, { input });
  await db.query('ALTER TABLE webhook_deliveries_away RENAME TO webhook_deliveries');
  expect(errors).toHaveLength(1);
  expect(await groups()).toEqual([]);
  await eventually(async () => service.errors.splice(0).length > 0 || undefined);

  await owner.run(CREATE, { input });
  expect(await groups()).toHaveLength(1);
  await receiver.wait(2);
  expect(sandbox.posts({ accountId: account.accountId })).toHaveLength(1);
});
