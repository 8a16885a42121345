import type { FaultKind } from '../../sandbox/sandbox.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { countPosts } from '../support/plan-usage.js';
import { type Caller, create, finished, startContract } from './contract.js';

const contract = startContract({ roles: 'api,worker' });

const MARCH = '2035-03-15T10:00:00.000Z';
const APRIL = '2035-04-15T10:00:00.000Z';
const OK = { status: 200, body: expect.objectContaining({ success: true }) };

let account: TestAccount;
let caller: Caller;

beforeEach(async () => {
  account = await createAccount(contract.db, { plan: 'pro', workspaceAccess: true });
  caller = contract.as({ 'x-api-key': account.apiKey });
});

const own = (): Headers => ({ 'x-api-key': account.apiKey });
const run = async (query: string, variables: object, headers = own()) => {
  const { data, errors } = await graphql(contract.service, headers, query, { ...variables });
  expect(errors).toBeUndefined();
  return data;
};
const USAGE = 'query ($at: DateTime) { usage(at: $at) { postsPerMonth { used } scheduledPosts { used } } }';
/** Posts that count in the month of a time. */
const inMonthOf = async (at: string, headers = own()): Promise<number> =>
  (await run(USAGE, { at }, headers)).usage.postsPerMonth.used;
const pending = async (): Promise<number> => (await run(USAGE, {})).usage.scheduledPosts.used;
const update = async (id: string, body: object) => expect(await caller.put(`/update-post/${id}`, body)).toEqual(OK);
const remove = async (id: string) => expect(await caller.delete(`/delete-post/${id}`)).toEqual(OK);

/** Schedules a post for now to a new account of the sandbox, under a fault. Returns the group and its time. */
async function publishNow(kind?: FaultKind): Promise<{ id: string; at: string }> {
  const target = contract.sandbox.createAccount('fediverse');
  const { platform, accountId } = target;
  if (kind) contract.sandbox.setFault({ platform, accountId, kind, resetSeconds: 600 });
  const platforms = [await account.connect(target)];
  const id = await create(caller, { platforms, scheduledTime: new Date().toISOString() });
  const { scheduledTime } = (await caller.get('/list-posts?limit=1')).body.posts[0];
  return { id, at: scheduledTime };
}
const statusOf = async (id: string) => (await finished(caller, id)).posts[0].status;

describe('a platform post takes one place', () => {
  test('for each target; one that is named twice is one', async () => {
    const platforms = ['fediverse-1', 'skyfeed-1', 'network-1', 'fediverse-1'];
    await create(caller, { platforms, scheduledTime: MARCH });
    expect([await inMonthOf(MARCH), await pending()]).toEqual([3, 3]);
  });

  test('the parts of a thread are one, until the last of them has ended', async () => {
    const id = await create(caller, { scheduledTime: MARCH });
    const [row] = await contract.db.query('SELECT to_jsonb(p) AS post FROM platform_posts p WHERE group_id = $1', [id]);
    const posts = [1, 2].map((part) => ({ ...(row?.post as object), id: newId(), part_index: part }));
    await contract.db.query(
      'INSERT INTO platform_posts SELECT * FROM jsonb_populate_recordset(NULL::platform_posts, $1::jsonb)',
      [JSON.stringify(posts)],
    );
    expect([await inMonthOf(MARCH), await pending()]).toEqual([1, 1]);
    await contract.db.query(`UPDATE platform_posts SET status = 'published' WHERE group_id = $1 AND part_index < 2`, [
      id,
    ]);
    expect([await inMonthOf(MARCH), await pending()]).toEqual([1, 1]);
    await contract.db.query(`UPDATE platform_posts SET status = 'failed' WHERE group_id = $1 AND part_index = 2`, [id]);
    expect([await inMonthOf(MARCH), await pending()]).toEqual([1, 0]);
  });

  test('a request with the Idempotency-Key of another takes none', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const body = { content: 'Hi', platforms: ['fediverse-1'], scheduledTime: MARCH };
    await countPosts(contract.db, { userId: account.userId, platformId: 'fediverse-1', used: 99, month: MARCH });
    const first = await caller.post('/create-post', body, headers);
    expect(first).toEqual(OK);
    expect(await caller.post('/create-post', body, headers)).toEqual(first);
    expect(await inMonthOf(MARCH)).toBe(100);
  });
});

describe('in the calendar month (UTC) in which it is due', () => {
  test.each([
    ['2035-01-31T23:59:59.999Z', [1, 0]],
    ['2035-02-01T00:00:00.000Z', [0, 1]],
    ['2035-02-01T00:30:00.000+01:00', [1, 0]],
    ['2035-01-31T23:30:00.000-01:00', [0, 1]],
    ['2035-02-28T23:59:59.999Z', [0, 1]],
    ['2035-03-01T00:00:00.000Z', [0, 0]],
  ])('%s: in January and February %j', async (scheduledTime, counts) => {
    await create(caller, { scheduledTime });
    expect([await inMonthOf('2035-01-15T00:00:00Z'), await inMonthOf('2035-02-15T00:00:00Z')]).toEqual(counts);
  });

  test('rescheduling to another month takes the place along, and back', async () => {
    const id = await create(caller, { platforms: ['fediverse-1', 'skyfeed-1'], scheduledTime: MARCH });
    await update(id, { scheduledTime: APRIL });
    expect([await inMonthOf(MARCH), await inMonthOf(APRIL)]).toEqual([0, 2]);
    await update(id, { status: 'scheduled', scheduledTime: MARCH });
    expect([await inMonthOf(MARCH), await inMonthOf(APRIL), await pending()]).toEqual([2, 0, 2]);
  });

  test('within a month that is full it can still be moved', async () => {
    const id = await create(caller, { scheduledTime: MARCH });
    await countPosts(contract.db, { userId: account.userId, platformId: 'fediverse-1', used: 100, month: MARCH });
    await update(id, { scheduledTime: '2035-03-31T23:59:59.999Z' });
    expect(await inMonthOf(MARCH)).toBe(100);
  });
});

describe('a draft takes none', () => {
  test('without a time and with one; scheduling it does', async () => {
    const id = await create(caller);
    await update(id, { scheduledTime: MARCH });
    expect([await inMonthOf(MARCH), await pending()]).toEqual([0, 0]);
    await update(id, { status: 'scheduled' });
    expect([await inMonthOf(MARCH), await pending()]).toEqual([1, 1]);
  });

  test('back to draft frees the place, scheduling again takes it again', async () => {
    await countPosts(contract.db, { userId: account.userId, platformId: 'fediverse-1', used: 99, month: MARCH });
    const id = await create(caller, { scheduledTime: MARCH });
    await update(id, { status: 'draft' });
    expect([await inMonthOf(MARCH), await pending()]).toEqual([99, 0]);
    const other = await create(caller, { scheduledTime: MARCH });
    await update(other, { status: 'draft', scheduledTime: APRIL });
    await update(id, { status: 'scheduled' });
    expect([await inMonthOf(MARCH), await inMonthOf(APRIL)]).toEqual([100, 0]);
  });
});

describe('deleting', () => {
  test('before publishing frees the place', async () => {
    const id = await create(caller, { platforms: ['fediverse-1', 'skyfeed-1'], scheduledTime: MARCH });
    await remove(id);
    expect([await inMonthOf(MARCH), await pending()]).toEqual([0, 0]);
  });

  test('a draft frees nothing, though it kept the time for which it was scheduled', async () => {
    await create(caller, { scheduledTime: MARCH });
    const draft = await create(caller, { scheduledTime: MARCH });
    await update(draft, { status: 'draft' });
    await remove(draft);
    expect(await inMonthOf(MARCH)).toBe(1);
  });

  test('after publishing does not', async () => {
    const { id, at } = await publishNow();
    expect(await statusOf(id)).toBe('published');
    await remove(id);
    expect([await inMonthOf(at), await pending()]).toEqual([1, 0]);
  });

  test('half-way frees the places of the targets whose publishing has not started', async () => {
    const id = await create(caller, { platforms: ['fediverse-1', 'skyfeed-1', 'network-1'], scheduledTime: MARCH });
    const set = (platform: string, status: string) =>
      contract.db.query('UPDATE platform_posts SET status = $3 WHERE group_id = $1 AND platform = $2', [
        id,
        platform,
        status,
      ]);
    await set('fediverse', 'published');
    await set('skyfeed', 'processing');
    await contract.db.query(`UPDATE post_groups SET processing_status = 'processing' WHERE id = $1`, [id]);
    await remove(id);
    expect(await inMonthOf(MARCH)).toBe(2);
  });
});

describe('publishing', () => {
  test('what waits for its next attempt is pending, what was published is not', async () => {
    const [waiting, published] = [await publishNow('rate_limited'), await publishNow()];
    await eventually(async () => {
      const { body } = await caller.get(`/get-post/${waiting.id}`);
      return body.posts[0].status === 'processing' || undefined;
    });
    expect(await statusOf(published.id)).toBe('published');
    expect([await inMonthOf(waiting.at), await pending()]).toEqual([2, 1]);
  });

  test('a post that failed keeps its place, also when it is deleted', async () => {
    const { id, at } = await publishNow('rejected');
    expect(await statusOf(id)).toBe('failed');
    expect([await inMonthOf(at), await pending()]).toEqual([1, 0]);
    await remove(id);
    expect(await inMonthOf(at)).toBe(1);
  });

  test('a retry takes no second place, even in a month that is full', async () => {
    const { id, at } = await publishNow('rejected');
    const { posts } = await finished(caller, id);
    expect(posts[0].status).toBe('failed');
    await contract.db.query('UPDATE post_usage SET used = 100 WHERE user_id = $1', [account.userId]);
    const retry = 'mutation ($id: ID!) { retryPlatformPost(input: { platformPostId: $id }) { platformPost { id } } }';
    await run(retry, { id: posts[0]._id });
    expect(await statusOf(id)).toBe('published');
    expect([await inMonthOf(at), await pending()]).toEqual([100, 0]);
  });
});

test('a managed user’s places are the account’s; when the user is detached, those of the month stay there', async () => {
  const managed = await account.manage();
  const { apiKey } = (await caller.post(`/workspace/users/${managed}/api-key`)).body;
  await create(contract.as({ 'x-api-key': apiKey }), { scheduledTime: MARCH });
  await create(contract.as({ ...own(), 'x-service-user-id': managed }), { scheduledTime: MARCH });
  await create(caller, { scheduledTime: MARCH });
  expect([await inMonthOf(MARCH), await pending()]).toEqual([3, 3]);
  expect(await caller.delete(`/workspace/users/${managed}`)).toEqual(OK);
  expect([await inMonthOf(MARCH), await pending()]).toEqual([3, 1]);
  // Posts that the user creates with its key, on its own plan, after it was detached count for the user.
  await contract.db.query('UPDATE api_keys SET revoked_at = NULL WHERE user_id = $1', [managed]);
  await contract.db.query("UPDATE users SET plan = 'pro' WHERE id = $1", [managed]);
  await create(contract.as({ 'x-api-key': apiKey }), { scheduledTime: MARCH });
  expect(await inMonthOf(MARCH, { 'x-api-key': apiKey })).toBe(3);
  expect(await inMonthOf(MARCH)).toBe(3);
});
