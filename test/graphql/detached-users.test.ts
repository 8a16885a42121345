/** Detaching a managed user: its former owner receives nothing of it any more, and no quota is reset. */
import request from 'supertest';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();

let owner: TestAccount;
let userId: string;
let session: Headers;
let acting: Headers;

beforeEach(async () => {
  owner = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1'] });
  userId = await owner.manage();
  session = await owner.session();
  acting = { ...session, 'x-service-user-id': userId };
});

const detach = async (id = userId) => {
  const query = 'mutation ($id: ID!) { detachManagedUser(input: { userId: $id }) { detachedUserId } }';
  expect((await graphql(service, session, query, { id })).errors).toBeUndefined();
};

test('its calendar feed ends', async () => {
  const { data } = await graphql(service, acting, 'mutation { createCalendarFeed { url } }');
  const path = new URL(data.createCalendarFeed.url).pathname;
  await request(service.url).get(path).expect(200);
  await detach();
  await request(service.url).get(path).expect(404);
});

const ownKey = async (): Promise<Headers> => {
  const query = 'mutation ($id: ID!) { createManagedUserKey(input: { userId: $id }) { rawKey } }';
  const { data } = await graphql(service, session, query, { id: userId });
  return { 'x-api-key': data.createManagedUserKey.rawKey };
};

test('its shared reports cannot be read any more', async () => {
  const input = { filter: { from: '2026-06-01', to: '2026-07-01' }, name: 'June' };
  const query = 'mutation ($input: CreateReportLinkInput!) { createReportLink(input: $input) { url } }';
  const { data } = await graphql(service, acting, query, { input });
  const path = new URL(data.createReportLink.url).pathname;
  await request(service.url).get(path).expect(200);
  await detach();
  await request(service.url).get(path).expect(410);
});

test('its keys are revoked, and stay revoked when it gets its own plan', async () => {
  const create = 'mutation { createApiKey(input: { name: "Second" }) { rawKey } }';
  const first = await ownKey();
  const second = { 'x-api-key': (await graphql(service, acting, create)).data.createApiKey.rawKey };
  const keys = [first, second];
  for (const key of keys) expect((await graphql(service, key, '{ viewer { id } }')).data.viewer.id).toBe(userId);
  await detach();
  await db.query("UPDATE users SET plan = 'premium' WHERE id = $1", [userId]);
  for (const key of keys) {
    expect((await graphql(service, key, '{ viewer { id } }')).errors?.[0]?.message).toBe('Invalid API key');
  }
  expect((await graphql(service, { 'x-api-key': owner.apiKey }, '{ viewer { id } }')).errors).toBeUndefined();
});

test('it has the plan of a new account', async () => {
  await db.query("UPDATE users SET plan = 'gone' WHERE id = $1", [userId]);
  await detach();
  expect(await db.query('SELECT plan FROM users WHERE id = $1', [userId])).toEqual([{ plan: 'starter' }]);
});

describe('its webhooks', () => {
  const CREATE = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
  const CHANGE = 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id } } }';
  const create = async (headers: Headers): Promise<string> => {
    const input = { name: 'Test', url: 'https://example.com/', events: ['POST_PUBLISHED'] };
    return (await graphql(service, headers, CREATE, { input })).data.createWebhook.webhook.id;
  };
  const left = async () => {
    const rows = await db.query<{ id: string }>('SELECT id FROM webhooks WHERE user_id = $1', [userId]);
    return rows.map(({ id }) => id);
  };
  test('end if its owner made them, in the dashboard or by a key', async () => {
    await create(acting);
    await create({ 'x-api-key': owner.apiKey, 'x-service-user-id': userId });
    await detach();
    expect(await left()).toEqual([]);
  });

  test('stay if the user’s own key made them, and its owner never changed them', async () => {
    const key = await ownKey();
    const [kept, changed] = [await create(key), await create(key)];
    await graphql(service, acting, CHANGE, { input: { webhookId: changed, url: 'https://example.org/' } });
    await detach();
    expect(await left()).toEqual([kept]);
  });
});

describe('what it stored and used stays on the account of its owner', () => {
  const usage = async () => {
    const query = '{ usage { postsPerMonth { used } storage { usedBytes usedFiles } } }';
    const { postsPerMonth, storage } = (await graphql(service, session, query)).data.usage;
    return { posts: postsPerMonth.used, bytes: storage.usedBytes, files: storage.usedFiles };
  };

  test('files until they are deleted, posts in their month', async () => {
    await db.query('INSERT INTO storage_usage (user_id, bytes, files) VALUES ($1, 5000000, 2)', [userId]);
    await db.query(
      `INSERT INTO post_usage (user_id, period_start, platform_id, used)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 'fediverse-1', 7)`,
      [userId],
    );
    const before = await usage();
    expect(before).toEqual({ posts: 7, bytes: 5_000_000, files: 2 });
    await detach();
    expect(await usage()).toEqual(before);
    // What it stores from then on is its own.
    await db.query('UPDATE storage_usage SET bytes = 9000000, files = 3 WHERE user_id = $1', [userId]);
    expect(await usage()).toEqual(before);
    await db.query('UPDATE storage_usage SET bytes = 1000000, files = 1 WHERE user_id = $1', [userId]);
    expect(await usage()).toEqual({ posts: 7, bytes: 1_000_000, files: 1 });
  });

  test('drafts until they are deleted', async () => {
    await db.query(
      `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
       SELECT left(md5($1 || n), 24), $1, 'Hi', 'draft', 'pending', '{}', now() - interval '1 minute', now()
         FROM generate_series(1, 1000) n`,
      [userId],
    );
    await detach();
    const input = 'input: { post: { content: "Hi", platformIds: ["fediverse-1"] } }';
    const query = `mutation { createPost(${input}) { postGroupId } }`;
    expect((await graphql(service, session, query)).errors?.[0]?.extensions.code).toBe('DRAFT_LIMIT_REACHED');
  });
});

test('an account has at most 1,000 managed users: MANAGED_USER_LIMIT_REACHED, over REST 403', async () => {
  await db.query(
    `INSERT INTO users (id, email, display_name, plan, managed_by_id, created_at)
     SELECT left(md5($1 || n), 24), $1 || n || '@example.com', 'User', 'starter', $1, now()
       FROM generate_series(1, 999) n`,
    [owner.userId],
  );
  const query = 'mutation ($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { id } } }';
  const refused = await graphql(service, session, query, { input: { email: `${newId()}@example.com` } });
  expect(refused.errors?.[0]).toMatchObject({
    message: 'Managed user limit reached',
    extensions: { code: 'MANAGED_USER_LIMIT_REACHED' },
  });
  const { status, body } = await request(service.url)
    .post('/api/v1/workspace/users')
    .set({ 'x-api-key': owner.apiKey })
    .send({ username: `${newId()}@example.com` });
  expect([status, body.error]).toEqual([403, 'Managed user limit reached']);
  await detach();
  expect(
    (await graphql(service, session, query, { input: { email: `${newId()}@example.com` } })).errors,
  ).toBeUndefined();
});
