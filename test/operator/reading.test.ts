/** What the operator sees in the console: the same as by the commands. */
import type { Guarded } from '../graphql/two-factor.js';
import { createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { admin, CONSOLE, lastEvent, newOperator, refusal, run } from './support.js';

const SECRET = 'client-secret-of-the-test';
const { db, service } = await useService({
  env: { ...CONSOLE, NETWORK_CLIENT_ID: 'client', NETWORK_CLIENT_SECRET: SECRET },
});
let operator: Guarded;
const read = (query: string, variables: object = {}) => run(service, operator.browser, query, variables);

beforeAll(async () => {
  operator = await newOperator(service, db);
});

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id posts { id } } } }';

/** A user with a post that is late, as no worker runs, and a connection that the platform refuses. */
async function newCustomer() {
  const account = await createAccount(db, { connected: ['fediverse-1', 'skyfeed-2'] });
  await db.query("UPDATE connections SET revoked_at = now() WHERE user_id = $1 AND platform = 'skyfeed'", [
    account.userId,
  ]);
  const post = { content: `Hello ${account.userId}`, platformIds: ['fediverse-1'] };
  const { data } = await graphql(service, { 'x-api-key': account.apiKey }, CREATE, {
    input: { post, scheduledTime: new Date().toISOString() },
  });
  const [{ email = '' } = {}] = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
    account.userId,
  ]);
  return { ...account, email, group: data.createPost.postGroup as { id: string; posts: { id: string }[] } };
}

test('accounts are found and paged, with their health', async () => {
  const { userId, email } = await newCustomer();
  const ACCOUNTS = `query ($search: String, $first: Int, $after: ID) {
    accounts(search: $search, first: $first, after: $after) {
      nodes { id email state plan planName health { connections connectionProblems duePosts failedPosts } } next
    }
  }`;
  const { accounts } = await read(ACCOUNTS, { search: email });
  expect(accounts).toEqual({
    nodes: [
      {
        ...{ id: userId, email, state: 'active', plan: 'premium', planName: 'Premium' },
        health: { connections: 2, connectionProblems: 1, duePosts: 1, failedPosts: 0 },
      },
    ],
    next: null,
  });
  const first = (await read(ACCOUNTS, { first: 1 })).accounts;
  const second = (await read(ACCOUNTS, { first: 1, after: first.next })).accounts;
  expect([first.nodes[0].id, second.nodes[0].id]).toEqual([userId, expect.not.stringMatching(userId)]);
  const page = (await read(ACCOUNTS, { first: null })).accounts;
  expect(page.nodes[0].id).toBe(userId);
  for (const wrong of [{ first: 0 }, { first: 101 }, { after: 'x' }, { search: 'x'.repeat(321) }]) {
    await refusal(service, operator.browser, ACCOUNTS, wrong);
  }
});

test('one account has its usage and its connections, and no secret of either', async () => {
  const { userId, email } = await newCustomer();
  const { account } = await read(
    `query ($user: String!) { account(user: $user) {
      id email twoFactorSince isOperator
      usage { postsThisMonth waitingPosts connections storedBytes storedFiles }
      connections { platformId revokedAt }
    } }`,
    { user: email },
  );
  expect(account).toEqual({
    ...{ id: userId, email, twoFactorSince: null, isOperator: false },
    usage: { postsThisMonth: 1, waitingPosts: 1, connections: 2, storedBytes: 0, storedFiles: 0 },
    connections: expect.arrayContaining([
      { platformId: 'fediverse-1', revokedAt: null },
      { platformId: 'skyfeed-2', revokedAt: expect.any(String) },
    ]),
  });
  expect(await refusal(service, operator.browser, '{ account(user: "nobody@example.com") { id } }')).toBe(
    'There is no user nobody@example.com.',
  );
});

test('posts are found like by admin posts, and explained like by admin show-post; their owner sees that', async () => {
  const { userId, email, group } = await newCustomer();
  const { posts } = await read(
    `query ($filter: PostFilter) { posts(filter: $filter) { nodes { id groupId email platform status text } next } }`,
    { filter: { user: email, late: true, text: 'hello' } },
  );
  const [{ id: postId = '' } = {}] = group.posts;
  expect(posts).toEqual({
    nodes: [
      { id: postId, groupId: group.id, email, platform: 'fediverse', status: 'scheduled', text: `Hello ${userId}` },
    ],
    next: null,
  });
  const { posts: listed } = await admin(db, 'posts', '--user', email);
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([postId]);
  expect(await lastEvent(db)).toMatchObject({
    ...{ action: 'posts_read', actor: 'operator', actorName: operator.email, ownerId: userId },
  });

  const { post } = await read(
    `query ($reference: String!) { post(reference: $reference) {
      id email status posts { id next job { state isStuck } attempts { number } deliveries { id } } log { event }
    } }`,
    { reference: postId },
  );
  const shown = await admin(db, 'show-post', group.id);
  expect(post).toMatchObject({ id: group.id, email, posts: [{ id: postId, attempts: [] }] });
  expect(post.posts[0].next).toMatch(/no worker is running/);
  expect(post.posts[0].next.slice(0, 9)).toBe(shown.posts[0].next.slice(0, 9));
  expect(await lastEvent(db)).toMatchObject({ action: 'posts_read', ownerId: userId, details: { posts: group.id } });

  // Without an account, posts of many are read.
  await read('{ posts(filter: { platform: "fediverse" }) { nodes { id } } }');
  expect(await lastEvent(db)).toMatchObject({
    ...{ action: 'posts_read', ownerId: null, actorName: operator.email, details: { platform: 'fediverse' } },
  });
  await refusal(service, operator.browser, '{ post(reference: "nothing") { id } }');
});

test('the owner sees that the operator read, and not who that is or from where', async () => {
  const { session, email } = await newCustomer();
  await read('query ($user: String) { posts(filter: { user: $user }) { nodes { id } } }', { user: email });
  const { data } = await graphql(
    service,
    await session(),
    '{ viewer { auditLog(first: 1) { edges { node { action actor { kind name } address userAgent } } } } }',
  );
  expect(data.viewer.auditLog.edges[0].node).toEqual({
    action: 'POSTS_READ',
    actor: { kind: 'OPERATOR', name: null },
    ...{ address: null, userAgent: null },
  });
});

test('queues, e-mails, deliveries, processes and status are those of the commands', async () => {
  await newCustomer();
  const { queues, mails, status, deliveries } = await read(`{
    queues { queue platform waiting stuck failed }
    mails { to about state attempts }
    deliveries { nodes { id } next }
    status { pausedSince pausedByConfiguration workersRunning duePosts waitingMails stuckJobs processes { roles version } }
  }`);
  expect(queues).toEqual(
    (await admin(db, 'queues')).map(({ queue, platform, waiting, stuck, failed }: Record<string, unknown>) => ({
      ...{ queue, platform, waiting, stuck, failed },
    })),
  );
  expect(mails).toHaveLength((await admin(db, 'mails')).length);
  expect(deliveries).toEqual({ nodes: [], next: null });
  const { duePosts, waitingMails } = await admin(db, 'status');
  expect(status).toMatchObject({ pausedSince: null, workersRunning: false, duePosts, waitingMails, stuckJobs: 0 });
  expect(status.duePosts).toBeGreaterThan(0);
  expect(status.processes).toMatchObject([{ roles: 'api' }]);
});

test('settings are those in force, without a secret', async () => {
  const { settings } = await read('{ settings { name value source } }');
  const find = (wanted: string) => settings.find(({ name }: { name: string }) => name === wanted);
  expect(find('OPERATOR_CONSOLE')).toEqual({ name: 'OPERATOR_CONSOLE', value: 'true', source: 'environment' });
  expect(find('SIGN_UP')).toMatchObject({ value: 'true', source: 'default' });
  expect(find('NETWORK_CLIENT_ID').value).toBe('client');
  expect([find('NETWORK_CLIENT_SECRET').value, find('ENCRYPTION_KEYS').value]).toEqual(['***', '***']);
  const text = JSON.stringify(settings);
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(ENCRYPTION_KEY.toString('base64'));
});
