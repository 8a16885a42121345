/** What the operator does in the console: the commands' actions, each recorded under the operator's address. */
import { newId } from '../../src/foundation/database/id.js';
import { newMember, viewer } from '../graphql/browser.js';
import type { Guarded } from '../graphql/two-factor.js';
import { createAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { admin, CONSOLE, lastEvent, newOperator, refusal, run } from './support.js';

const { db, service } = await useService({ env: CONSOLE });
let operator: Guarded;
const act = (query: string, variables: object = {}) => run(service, operator.browser, query, variables);
const refused = (query: string, variables: object = {}) => refusal(service, operator.browser, query, variables);

beforeAll(async () => {
  operator = await newOperator(service, db);
});

/** The newest event, which is the operator's. */
const expectRecorded = async (action: string, ownerId: string | null, details: object = {}) =>
  expect(await lastEvent(db)).toEqual({
    ...{ action, ownerId, actor: 'operator', actorName: operator.email },
    details: expect.objectContaining(details),
  });

const emailOf = async (userId: string): Promise<string> => {
  const [row] = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  return row?.email ?? '';
};

test('an account is put on hold and released', async () => {
  const { email, userId, browser } = await newMember(service);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const { holdAccount } = await act(
    `mutation ($user: String!, $until: DateTime) {
      holdAccount(user: $user, reason: "Unpaid", until: $until) { id holdReason holdExpiresAt }
    }`,
    { user: email, until },
  );
  expect(holdAccount).toEqual({ id: userId, holdReason: 'Unpaid', holdExpiresAt: until });
  await expectRecorded('account_held', userId, { until });
  expect((await viewer(service, browser)).body.errors?.[0]?.extensions.code).toBe('ACCOUNT_ON_HOLD');
  const { releaseAccount } = await act('mutation ($user: String!) { releaseAccount(user: $user) { heldAt } }', {
    user: userId,
  });
  expect(releaseAccount).toEqual({ heldAt: null });
  await expectRecorded('account_released', userId);
  expect((await viewer(service, browser)).body.errors).toBeUndefined();
});

test('an account is deactivated, which ends its sessions, and activated', async () => {
  const { email, userId, browser } = await newMember(service);
  await act('mutation ($user: String!) { deactivateAccount(user: $user) { id } }', { user: email });
  await expectRecorded('account_deactivated', userId);
  expect((await viewer(service, browser)).body.errors?.[0]?.extensions.code).toBe('SESSION_REQUIRED');
  const { activateAccount } = await act(
    'mutation ($user: String!) { activateAccount(user: $user) { deactivatedAt } }',
    { user: email },
  );
  expect(activateAccount).toEqual({ deactivatedAt: null });
  await expectRecorded('account_activated', userId);
});

test('what the commands refuse is refused, and so is to suspend an operator', async () => {
  const other = await newOperator(service, db);
  for (const field of ['holdAccount', 'deactivateAccount']) {
    const message = await refused(`mutation ($user: String!) { ${field}(user: $user) { id } }`, { user: other.email });
    expect(message).toBe(`${other.email} belongs to an operator: use npm run admin.`);
  }
  expect(await refused('mutation { releaseAccount(user: "nobody@example.com") { id } }')).toBe(
    'There is no user nobody@example.com.',
  );
  const { email } = await newMember(service);
  const past = { user: email, until: new Date(0).toISOString() };
  await refused('mutation ($user: String!, $until: DateTime) { holdAccount(user: $user, until: $until) { id } }', past);
  await refused('mutation ($user: String!, $reason: String) { holdAccount(user: $user, reason: $reason) { id } }', {
    ...{ user: email, reason: 'x'.repeat(201) },
  });
  await refused('mutation { retryPosts(conditions: {}, confirm: true) { changed } }');
  await refused('mutation { failPosts(conditions: { platform: "skyfeed" }, reason: " ") { changed } }');
  await refused('mutation { failPosts(conditions: { platform: "sky\\u0000" }, reason: "Down") { changed } }');
  await refused('mutation { retryPosts(conditions: { code: "skyfeed" }) { changed } }');
  await refused('{ posts(filter: { platform: "nowhere" }) { next } }');
  await refused('{ posts(filter: { code: "\\u0000" }) { next } }');
});

test('waiting posts are counted, then failed, then published again', async () => {
  const { userId, apiKey } = await createAccount(db, { connected: ['fediverse-1'] });
  const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { posts { id } } } }';
  const input = {
    post: { content: 'Hello', platformIds: ['fediverse-1'] },
    scheduledTime: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const { data } = await graphql(service, { 'x-api-key': apiKey }, CREATE, { input });
  const postId = data.createPost.postGroup.posts[0].id;
  const user = await emailOf(userId);
  const statusNow = async () => {
    const { posts } = await admin(db, 'posts', '--user', user);
    return posts.find(({ id }: { id: string }) => id === postId).status;
  };

  const FAIL = `mutation ($user: String!, $confirm: Boolean) {
    failPosts(conditions: { user: $user }, reason: "The platform is down", confirm: $confirm) { changed mayBeLive isDryRun }
  }`;
  expect((await act(FAIL, { user })).failPosts).toEqual({ changed: 1, mayBeLive: 0, isDryRun: true });
  expect(await statusNow()).toBe('scheduled');
  expect((await act(FAIL, { user, confirm: true })).failPosts).toEqual({ changed: 1, mayBeLive: 0, isDryRun: false });
  await expectRecorded('posts_failed', null, { user, reason: 'The platform is down' });
  expect(await statusNow()).toBe('failed');

  const RETRY = `mutation ($user: String!, $confirm: Boolean) {
    retryPosts(conditions: { user: $user, code: "SCHEDULE_MISSED" }, confirm: $confirm) { changed isDryRun }
  }`;
  expect((await act(RETRY, { user })).retryPosts).toEqual({ changed: 1, isDryRun: true });
  expect(await statusNow()).toBe('failed');
  expect((await act(RETRY, { user, confirm: true })).retryPosts).toEqual({ changed: 1, isDryRun: false });
  await expectRecorded('posts_retried', null, { user, code: 'SCHEDULE_MISSED' });
  expect(await statusNow()).toBe('pending');
});

test('failed deliveries are sent again', async () => {
  const { userId } = await createAccount(db);
  const [webhookId, deliveryId] = [newId(), newId()];
  await db.query(
    `INSERT INTO webhooks (id, user_id, name, url, events, secret, is_active, failure_count, created_at, updated_at)
     VALUES ($1, $2, 'Hook', 'https://example.com/secret', '{}', 'x', true, 0, now(), now())`,
    [webhookId, userId],
  );
  await db.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, user_id, event, subject, body, status, is_test, created_at, ended_at)
     VALUES ($1, $2, $3, 'post.published', $1, '{}', 'failed', false, now(), now())`,
    [deliveryId, webhookId, userId],
  );
  const user = await emailOf(userId);
  const LIST = 'query ($user: String!) { deliveries(user: $user) { nodes { id host status } } }';
  const listed = async () => (await act(LIST, { user })).deliveries.nodes;
  expect(await listed()).toEqual([{ id: deliveryId, host: 'example.com', status: 'failed' }]);
  const RESEND = `mutation ($user: String!, $confirm: Boolean) {
    resendDeliveries(user: $user, confirm: $confirm) { resent inactive isDryRun } }`;
  expect((await act(RESEND, { user })).resendDeliveries).toEqual({ resent: 1, inactive: 0, isDryRun: true });
  expect(await listed()).toMatchObject([{ status: 'failed' }]);
  expect((await act(RESEND, { user, confirm: true })).resendDeliveries).toEqual({
    resent: 1,
    inactive: 0,
    isDryRun: false,
  });
  await expectRecorded('deliveries_resent', null, { user });
  expect(await listed()).toMatchObject([{ status: 'pending' }]);
});

test('publishing is paused and resumed', async () => {
  const { pausePublishing } = await act('mutation { pausePublishing { pausedSince } }');
  expect(pausePublishing.pausedSince).not.toBeNull();
  await expectRecorded('publishing_paused', null);
  expect((await admin(db, 'status')).pausedSince).toBe(pausePublishing.pausedSince);
  expect((await act('mutation { resumePublishing { pausedSince } }')).resumePublishing.pausedSince).toBeNull();
  await expectRecorded('publishing_resumed', null);
});

test('an event of the console has the address and request that it came from', async () => {
  const { email } = await newMember(service);
  await act('mutation ($user: String!) { releaseAccount(user: $user) { id } }', { user: email });
  const { events } = await admin(db, 'audit', email);
  expect(events[0]).toMatchObject({
    ...{ actorName: operator.email, address: expect.stringContaining('127.0.0.1') },
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});
