/** Posts that failed because their account had no access, once it is connected again. */
import pg from 'pg';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import type { Platform } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { typedFor } from '../platforms/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase, waitingForLocks } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const CONNECT = 'mutation ($input: ConnectAccountInput!) { connectAccount(input: $input) { account { platformId } } }';
const OFFER = 'recoverablePosts { count posts { content status error { code } postGroup { id } } }';
const RECOVER = `mutation ($input: RecoverPostsInput!) {
  recoverPosts(input: $input) { platformPosts { content status dueAt } account { ${OFFER} } }
}`;
const SET = `mutation ($input: SetRecoveryPolicyInput!) {
  setRecoveryPolicy(input: $input) { recoveryPolicy { mode hours } }
}`;
const POLICY = '{ viewer { recoveryPolicy { mode hours } } }';
const NOTICES =
  '{ notifications(first: 50) { edges { node { kind count title paragraphs facts { value } action { label path } } } } }';
const RETRY = 'mutation ($input: RetryPostGroupInput!) { retryPostGroup(input: $input) { postGroup { id } } }';
const DELETE = 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }';

let db: TestDatabase;
let sandbox: Sandbox;
let api: Service;
let worker: Service;
let env: Record<string, string>;
let account: TestAccount;
let owner: Headers;

const startWorker = () => startService({ db, roles: 'worker', env });

beforeAll(async () => {
  [db, sandbox] = await Promise.all([createTestDatabase(), startSandbox({ port: 0 })]);
  env = { MESSENGER_BASE_URL: sandbox.baseUrls.messenger };
  [api, worker] = await Promise.all([startService({ db, roles: 'api', env }), startWorker()]);
});
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true });
  owner = await account.session();
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  await Promise.all([api.stop(), worker.stop()]);
  await sandbox.close();
  await db.drop();
});

async function run(headers: Headers, query: string, input?: object) {
  const { data, errors } = await graphql(api, headers, query, input && { input });
  return { data, code: errors?.[0]?.extensions.code };
}

/** The platform refuses the account's credentials, until it is connected again. */
const refuse = ({ platform, accountId }: SandboxAccount) =>
  sandbox.setFault({ platform, accountId, kind: 'auth_expired', times: 0 });

/** Has a post tried; returns the id of its group once that has ended. */
async function publish({ platform, accountId }: SandboxAccount, content: string): Promise<string> {
  const post = { content, platformIds: [`${platform}-${accountId}`] };
  const input = { post, scheduledTime: new Date().toISOString() };
  const { data } = await run({ 'x-api-key': account.apiKey }, CREATE, input);
  const { id } = data.createPost.postGroup;
  await eventually(async () => {
    const [group] = await db.query('SELECT processing_status AS status FROM post_groups WHERE id = $1', [id]);
    return group?.status === 'finished' || undefined;
  });
  return id;
}

/** An account at which these posts have failed for access. */
async function failed(platform: 'fediverse' | 'messenger', contents: string[]) {
  const target = sandbox.createAccount(platform);
  await account.connect(target);
  refuse(target);
  const ids: string[] = [];
  for (const content of contents) ids.push(await publish(target, content));
  return { target, ids };
}

async function reconnect(target: SandboxAccount, headers: Headers = owner) {
  sandbox.clearFaults();
  const typed = typedFor(platforms.get(target.platform) as Platform, target);
  const fields = Object.entries(typed).map(([name, value]) => ({ name, value }));
  expect((await run(headers, CONNECT, { platform: target.platform.toUpperCase(), fields })).code).toBeUndefined();
}

/** Waits until nothing follows a reconnect any more. */
const settled = () =>
  eventually(async () => {
    const jobs = await db.query("SELECT 1 FROM pgboss.job WHERE name = 'recovery' AND state < 'completed'");
    return jobs.length === 0 || undefined;
  });
/** Waits until every post of the account has ended. */
const ended = () =>
  eventually(async () => {
    const active = await db.query(
      "SELECT 1 FROM platform_posts WHERE user_id = $1 AND status IN ('scheduled', 'pending', 'processing')",
      [account.userId],
    );
    return active.length === 0 || undefined;
  });
/** What the platform has received, in this order. */
const received = ({ accountId }: SandboxAccount) =>
  sandbox
    .posts({ accountId })
    .toSorted((a, b) => a.receivedAt.localeCompare(b.receivedAt))
    .map(({ text }) => text);
const idOf = async ({ accountId }: SandboxAccount): Promise<string> =>
  String(Object((await db.query('SELECT id FROM connections WHERE account_id = $1', [accountId]))[0]).id);
const offered = async ({ platform, accountId }: SandboxAccount, headers: Headers = owner) =>
  (await run(headers, `{ connectedAccount(platformId: "${platform}-${accountId}") { ${OFFER} } }`)).data
    .connectedAccount.recoverablePosts;
const contentsOffered = async (target: SandboxAccount): Promise<string[]> =>
  (await offered(target)).posts.map(({ content }: { content: string }) => content);
const recover = async (target: SandboxAccount, headers: Headers = owner) =>
  run(headers, RECOVER, { accountId: await idOf(target) });
/** What the owner is notified of. */
const notices = async () =>
  nodesOf((await run(owner, NOTICES)).data.notifications).filter(
    ({ kind }: { kind: string }) => kind === 'POSTS_RECOVERED',
  );
const setPolicy = (mode: string, hours = 24, headers: Headers = owner) => run(headers, SET, { mode, hours });
/** The group failed as it does while its account is not connected. */
const failedDisconnected = (id: string | undefined) =>
  db.query(`UPDATE platform_posts SET error = error || '{"code": "CONNECTION_NOT_FOUND"}' WHERE group_id = $1`, [id]);
/** The group was for this many minutes ago. */
const wasFor = (id: string | undefined, minutes: number) =>
  db.query(`UPDATE post_groups SET scheduled_time = now() - $2 * interval '1 minute' WHERE id = $1`, [id, minutes]);

describe('without a policy', () => {
  test('nothing goes out after a reconnect, and what failed is offered until it is published in order', async () => {
    const { target, ids } = await failed('fediverse', ['third', 'first', 'second']);
    await Promise.all([wasFor(ids[0], 10), wasFor(ids[1], 30), wasFor(ids[2], 20)]);
    expect(await recover(target)).toMatchObject({ code: 'ACCOUNT_NOT_RECONNECTED' });
    await reconnect(target);
    await settled();
    expect(await notices()).toMatchObject([
      {
        title: `3 posts failed while ${target.username} on Fediverse had no access`,
        paragraphs: [expect.stringContaining('nothing goes out by itself')],
        facts: ['first', 'second', 'third'].map((value) => ({ value })),
        action: { label: 'Publish them', path: expect.stringMatching(/^\/accounts\?/) },
      },
    ]);
    expect(await offered(target)).toMatchObject({
      count: 3,
      posts: ['first', 'second', 'third'].map((content) => ({ content, error: { code: 'PLATFORM_AUTH_EXPIRED' } })),
    });
    expect(received(target)).toEqual([]);

    const { data } = await recover(target);
    const { platformPosts, account: left } = data.recoverPosts;
    expect(platformPosts).toMatchObject([
      { content: 'first', status: 'PENDING' },
      { content: 'second', status: 'PENDING' },
      { content: 'third', status: 'PENDING' },
    ]);
    const due = platformPosts.map(({ dueAt }: { dueAt: string }) => Date.parse(dueAt));
    expect(due.map((time: number) => time - due[0])).toEqual([0, 5_000, 10_000]);
    expect(left.recoverablePosts).toEqual({ count: 0, posts: [] });
    await ended();
    expect(received(target)).toEqual(['first', 'second', 'third']);
    expect((await recover(target)).data.recoverPosts.platformPosts).toEqual([]);
  });

  test('two who publish them at the same moment send each once', async () => {
    const { target } = await failed('fediverse', ['one', 'two']);
    await reconnect(target);
    const results = await Promise.all([recover(target), recover(target), recover(target)]);
    const queued = results.flatMap(({ data }) => data.recoverPosts.platformPosts);
    expect(queued.map(({ content }: { content: string }) => content)).toEqual(['one', 'two']);
    await ended();
    expect(received(target)).toEqual(['one', 'two']);
  });
});

describe('automatically', () => {
  beforeEach(async () => {
    expect((await setPolicy('AUTOMATIC')).data.setRecoveryPolicy.recoveryPolicy).toEqual({
      ...{ mode: 'AUTOMATIC', hours: 24 },
    });
  });

  test('posts go out in the order of their original times', async () => {
    const { target, ids } = await failed('fediverse', ['second', 'first']);
    await Promise.all([wasFor(ids[0], 10), wasFor(ids[1], 20)]);
    await reconnect(target);
    await settled();
    expect(await notices()).toMatchObject([
      {
        title: `2 posts failed while ${target.username} on Fediverse had no access`,
        paragraphs: [expect.stringContaining('they are published now')],
        facts: [{ value: 'first' }, { value: 'second' }],
      },
    ]);
    await ended();
    expect(received(target)).toEqual(['first', 'second']);
    expect(await offered(target)).toEqual({ count: 0, posts: [] });
  });

  test('neither what the platform refused, nor what may be live, nor what failed at another account', async () => {
    const target = sandbox.createAccount('messenger');
    await account.connect(target);
    const { platform, accountId } = target;
    sandbox.setFault({ platform, accountId, kind: 'rejected' });
    await publish(target, 'refused content');
    sandbox.setFault({ platform, accountId, kind: 'reset_before_store' });
    await publish(target, 'unknown outcome');
    refuse(target);
    await publish(target, 'no access');
    const other = await failed('messenger', ['of another account']);
    await reconnect(target);
    await settled();
    await ended();
    expect(received(target)).toEqual(['no access']);
    expect(received(other.target)).toEqual([]);
    const codes = await db.query("SELECT error->>'code' AS code FROM platform_posts WHERE user_id = $1 ORDER BY id", [
      account.userId,
    ]);
    expect(codes.map(({ code }) => code)).toEqual([
      ...['INVALID_CONTENT', 'OUTCOME_UNKNOWN', null, 'PLATFORM_AUTH_EXPIRED'],
    ]);
  });

  test('nothing that a person has retried or deleted meanwhile goes out again', async () => {
    const { target, ids } = await failed('fediverse', ['retried', 'deleted', 'left']);
    sandbox.clearFaults();
    expect((await run(owner, RETRY, { postGroupId: ids[0] })).code).toBeUndefined();
    expect((await run(owner, DELETE, { postGroupId: ids[1] })).code).toBeUndefined();
    await reconnect(target);
    await settled();
    await ended();
    expect(received(target).toSorted()).toEqual(['left', 'retried']);
  });

  test('two reconnects at the same moment send each post once', async () => {
    const { target } = await failed('fediverse', ['one', 'two']);
    await Promise.all([reconnect(target), reconnect(target)]);
    await settled();
    await ended();
    expect(received(target)).toEqual(['one', 'two']);
  });

  test('only within the hours of the policy', async () => {
    const { target, ids } = await failed('fediverse', ['too long ago', 'in time']);
    const age = (id: string | undefined, hours: number) =>
      db.query(
        `UPDATE platform_posts SET error = error || jsonb_build_object('failedAt', $2::text) WHERE group_id = $1`,
        [id, new Date(Date.now() - hours * 3_600_000).toISOString()],
      );
    await Promise.all([age(ids[0], 5), age(ids[1], 3)]);
    await setPolicy('AUTOMATIC', 4);
    await reconnect(target);
    await settled();
    await ended();
    expect(received(target)).toEqual(['in time']);
    await setPolicy('AUTOMATIC', 6);
    expect(await contentsOffered(target)).toEqual(['too long ago']);
  });

  test('a worker that dies before it has queued them all, or is not there, loses none and sends none twice', async () => {
    const { target, ids } = await failed('fediverse', ['one', 'two']);
    const holder = new pg.Client({ connectionString: db.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM post_groups WHERE id = $1 FOR UPDATE', [ids[1]]);
    await reconnect(target);
    await eventually(async () => (await waitingForLocks(db)) > 0 || undefined);
    await worker.kill();
    await holder.query('COMMIT');
    await holder.end();
    expect(await contentsOffered(target)).toEqual(['one', 'two']);
    expect(await notices()).toEqual([]);
    worker = await startWorker();
    await settled();
    await ended();
    expect(received(target)).toEqual(['one', 'two']);
    expect(await notices()).toMatchObject([{ count: 1 }]);
  });
});

test('a thread goes on from the part that failed', async () => {
  const target = sandbox.createAccount('microblog');
  await account.connect(target);
  const { platform, accountId } = target;
  const text = Array.from({ length: 14 }, (_, index) => `This is sentence number ${index} of a long text.`).join(' ');
  // The response about the first part takes its time, so that the next one meets the refusal.
  sandbox.setFault({ platform, accountId, kind: 'delay_after_store', delayMs: 800 });
  const sent = publish(target, text);
  await eventually(async () => received(target).length > 0 || undefined);
  refuse(target);
  await sent;
  const before = received(target);
  const parts = await db.query<{ status: string; code: string | null }>(
    "SELECT status, error->>'code' AS code FROM platform_posts WHERE user_id = $1 ORDER BY part_index",
    [account.userId],
  );
  const failures = parts.filter(({ status }) => status === 'failed').map(({ code }) => code);
  expect(failures.slice(0, 2)).toEqual(['PLATFORM_AUTH_EXPIRED', 'THREAD_INTERRUPTED']);
  // This platform is connected by a login (test/http/login.test.ts).
  sandbox.clearFaults();
  await db.query('UPDATE connections SET revoked_at = NULL WHERE account_id = $1', [accountId]);
  expect(await offered(target)).toMatchObject({ count: 1 });
  expect((await recover(target)).data.recoverPosts.platformPosts).toHaveLength(1);
  await ended();
  const after = received(target);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toHaveLength(parts.length);
  expect(new Set(after).size).toBe(parts.length);
});

test('turned off, nothing goes out, and a person can publish them all the same', async () => {
  await setPolicy('OFF');
  const { target } = await failed('fediverse', ['one']);
  await reconnect(target);
  await settled();
  expect(await notices()).toEqual([]);
  expect(received(target)).toEqual([]);
  expect((await recover(target)).data.recoverPosts.platformPosts).toMatchObject([{ content: 'one' }]);
  await ended();
  expect(received(target)).toEqual(['one']);
});

test('an account that is put on hold or deactivated publishes nothing by itself', async () => {
  await setPolicy('AUTOMATIC');
  const { target } = await failed('fediverse', ['one']);
  await worker.stop();
  await reconnect(target);
  await db.query('UPDATE users SET held_at = now() WHERE id = $1', [account.userId]);
  worker = await startWorker();
  await settled();
  await db.query('UPDATE users SET held_at = NULL WHERE id = $1', [account.userId]);
  expect(await contentsOffered(target)).toEqual(['one']);
  expect(received(target)).toEqual([]);
});

test('what failed after the account was disconnected is offered, and does not go out by itself', async () => {
  await setPolicy('AUTOMATIC');
  const { target, ids } = await failed('fediverse', ['one']);
  await failedDisconnected(ids[0]);
  await reconnect(target);
  await settled();
  expect(await contentsOffered(target)).toEqual(['one']);
  expect(received(target)).toEqual([]);
  expect(await notices()).toMatchObject([{ action: { label: 'Publish them' }, facts: [{ value: 'one' }] }]);
});

test('beside posts that go out, the notification counts those that are only offered', async () => {
  await setPolicy('AUTOMATIC');
  const { target, ids } = await failed('fediverse', ['goes out', 'offered']);
  await failedDisconnected(ids[1]);
  await reconnect(target);
  await settled();
  await ended();
  expect(received(target)).toEqual(['goes out']);
  expect(await contentsOffered(target)).toEqual(['offered']);
  expect(await notices()).toMatchObject([
    {
      title: `1 post failed while ${target.username} on Fediverse had no access`,
      paragraphs: [
        expect.stringContaining('they are published now'),
        '1 more failed while it was disconnected: publish them, or leave them.',
      ],
      facts: [{ value: 'goes out' }],
    },
  ]);
});

describe('the policy', () => {
  test('is to ask, for a day, until an admin sets another one', async () => {
    expect((await run(owner, POLICY)).data.viewer.recoveryPolicy).toEqual({ mode: 'ASK', hours: 24 });
    const [admin, editor] = await Promise.all([
      addMember(db, account.userId, 'ADMIN'),
      addMember(db, account.userId, 'EDITOR'),
    ]);
    expect(await setPolicy('OFF', 24, editor.browser)).toMatchObject({ code: 'PERMISSION_REQUIRED' });
    expect(await setPolicy('OFF', 24, { 'x-api-key': account.apiKey })).toMatchObject({ code: 'SESSION_REQUIRED' });
    for (const hours of [0, 169, -1]) {
      expect(await setPolicy('OFF', hours)).toMatchObject({ code: 'RECOVERY_HOURS_INVALID' });
    }
    expect((await setPolicy('AUTOMATIC', 168, admin.browser)).code).toBeUndefined();
    expect((await run(owner, POLICY)).data.viewer.recoveryPolicy).toEqual({ mode: 'AUTOMATIC', hours: 168 });
    const [event] = await db.query(
      "SELECT details FROM audit_events WHERE owner_id = $1 AND action = 'recovery_policy_changed'",
      [account.userId],
    );
    expect(event).toEqual({ details: { mode: 'AUTOMATIC', hours: 168 } });
  });

  test('of a managed user is that of its owner, until it has its own', async () => {
    const managed = { ...owner, 'x-service-user-id': await account.manage() };
    await setPolicy('OFF', 48);
    expect((await run(managed, POLICY)).data.viewer.recoveryPolicy).toEqual({ mode: 'OFF', hours: 48 });
    await setPolicy('AUTOMATIC', 2, managed);
    expect((await run(managed, POLICY)).data.viewer.recoveryPolicy).toEqual({ mode: 'AUTOMATIC', hours: 2 });
    expect((await run(owner, POLICY)).data.viewer.recoveryPolicy).toEqual({ mode: 'OFF', hours: 48 });
  });
});

test('posts of an account are published by nobody else', async () => {
  const { target } = await failed('fediverse', ['one']);
  await reconnect(target);
  const stranger = await createAccount(db, { workspaceAccess: true });
  const theirs = await stranger.session();
  const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
  const managed = { ...owner, 'x-service-user-id': await account.manage() };
  expect(await recover(target, theirs)).toMatchObject({ code: 'CONNECTION_NOT_FOUND' });
  expect(await recover(target, { 'x-api-key': stranger.apiKey })).toMatchObject({ code: 'CONNECTION_NOT_FOUND' });
  expect(await recover(target, managed)).toMatchObject({ code: 'CONNECTION_NOT_FOUND' });
  expect(await recover(target, contributor.browser)).toMatchObject({ code: 'PERMISSION_REQUIRED' });
  const reader = { 'x-api-key': await account.newKey({ scopes: ['READ', 'DRAFT'] }) };
  expect(await recover(target, reader)).toMatchObject({ code: 'API_KEY_SCOPE_REQUIRED' });
  expect(await run(owner, RECOVER, { accountId: 'x' })).toMatchObject({ code: 'ID_INVALID' });
  // The same account of the platform, connected by another account of this service, has none of these posts.
  await stranger.connect(target);
  expect(await offered(target, theirs)).toEqual({ count: 0, posts: [] });
  expect(await contentsOffered(target)).toEqual(['one']);
  expect((await recover(target, { 'x-api-key': account.apiKey })).data.recoverPosts.platformPosts).toHaveLength(1);
});
