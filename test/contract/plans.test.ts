import { PLATFORM_KEYS } from '../../src/platforms/port/platform.js';
import { createAccount } from '../support/account.js';
import { countPosts, insertConnections, insertPending } from '../support/plan-usage.js';
import { type Answer, create, startContract } from './contract.js';

// What Starter refuses is in graphql/plan-limits.test.ts: it has no API. Nothing is published here.
const contract = startContract({});

const MARCH = '2035-03-15T10:00:00.000Z';
const APRIL = '2035-04-15T10:00:00.000Z';
const IN_MARCH = { periodStart: '2035-03-01T00:00:00.000Z', periodEnd: '2035-04-01T00:00:00.000Z' };
const POST = { content: 'Hi', platforms: ['fediverse-1'], scheduledTime: MARCH };

const open = async (plan: 'pro' | 'premium') => {
  const account = await createAccount(contract.db, { plan, workspaceAccess: true });
  return { ...account, caller: contract.as({ 'x-api-key': account.apiKey }) };
};
const limited = (body: object): Answer => ({ status: 403, body });
const OK = { status: 200, body: expect.objectContaining({ success: true }) };

describe.each([
  ['pro', 'Pro', 100],
  ['premium', 'Premium', 500],
] as const)('%s', (plan, planName, max) => {
  const full = async () => {
    const account = await open(plan);
    const { userId } = account;
    await countPosts(contract.db, { userId, platformId: 'fediverse-1', used: max, month: MARCH });
    return account;
  };
  const postLimit = (requested: number, blockedPlatforms: object[]) =>
    limited({
      error: 'Post limit reached',
      code: 'POST_LIMIT_REACHED',
      metric: 'posts.platform_monthly',
      message: `Monthly post limit reached. Your ${planName} plan allows ${max} platform posts per month.`,
      limit: max,
      used: null,
      requested,
      remaining: null,
      ...IN_MARCH,
      planName,
      scope: 'connection',
      blockedPlatforms,
    });
  const blocked = (platformSelection: string, used: number = max) => ({ platformSelection, used, remaining: 0 });

  test(`${max} posts a month for each connection: the last one passes, and one more is refused`, async () => {
    const { caller, userId } = await open(plan);
    await countPosts(contract.db, { userId, platformId: 'fediverse-1', used: max - 1, month: MARCH });
    expect(await caller.post('/create-post', POST)).toEqual(OK);
    expect(await caller.post('/create-post', POST)).toEqual(postLimit(1, [blocked('fediverse-1')]));
  });

  test('a connection at its limit is reported by name, and the whole request is refused', async () => {
    const { caller, userId } = await full();
    await countPosts(contract.db, { userId, platformId: 'messenger-1', used: max + 3, month: MARCH });
    await countPosts(contract.db, { userId, platformId: 'skyfeed-1', used: max - 1, month: MARCH });
    const all = ['skyfeed-1', 'fediverse-1', 'threadtalk-1', 'messenger-1'];
    const refusal = postLimit(4, [blocked('fediverse-1'), blocked('messenger-1', max + 3)]);
    expect(await caller.post('/create-post', { ...POST, platforms: all })).toEqual(refusal);
    expect(await caller.post('/create-post', { ...POST, platforms: ['skyfeed-1', 'threadtalk-1'] })).toEqual(OK);
  });

  test('a full month leaves room in every other one, and for drafts', async () => {
    const { caller } = await full();
    expect(await caller.post('/create-post', { ...POST, scheduledTime: APRIL })).toEqual(OK);
    expect(await caller.post('/create-post', { ...POST, scheduledTime: undefined })).toEqual(OK);
  });

  test('a managed user’s connections are others than the owner’s', async () => {
    const { caller, ...owner } = await full();
    const managed = await owner.manage();
    const headers = { 'x-service-user-id': managed };
    expect(await caller.post('/create-post', POST, headers)).toEqual(OK);
    await countPosts(contract.db, { userId: managed, platformId: 'fediverse-1', used: max, month: MARCH });
    expect(await caller.post('/create-post', POST, headers)).toEqual(postLimit(1, [blocked('fediverse-1')]));
  });

  test('update-post into a full month is refused: a draft, a draft’s own time, and a scheduled group', async () => {
    const { caller } = await full();
    const refusal = postLimit(1, [blocked('fediverse-1')]);
    const draft = await create(caller);
    expect(await caller.put(`/update-post/${draft}`, { status: 'scheduled', scheduledTime: MARCH })).toEqual(refusal);
    expect(await caller.put(`/update-post/${draft}`, { scheduledTime: MARCH })).toEqual(OK);
    expect(await caller.put(`/update-post/${draft}`, { status: 'scheduled' })).toEqual(refusal);
    const scheduled = await create(caller, { scheduledTime: APRIL });
    expect(await caller.put(`/update-post/${scheduled}`, { scheduledTime: MARCH })).toEqual(refusal);
    const { body } = await caller.get('/list-posts?status=scheduled');
    expect(body.posts).toMatchObject([{ postGroupId: scheduled, scheduledTime: APRIL }]);
  });

  test(`${max} scheduled posts at a time for the whole account, managed users included`, async () => {
    const { caller, ...owner } = await open(plan);
    await insertPending(contract.db, owner.userId, max - 3);
    const managed = await owner.manage();
    await insertPending(contract.db, managed, 1);
    const platforms = ['fediverse-1', 'messenger-1', 'threadtalk-1'];
    const scheduledLimit = (used: number, requested: number) =>
      limited({
        error: 'Scheduled post limit reached',
        code: 'SCHEDULED_POST_LIMIT_REACHED',
        metric: 'posts.scheduled_active',
        message: `Scheduled post limit reached. Your ${planName} plan allows ${max} scheduled platform posts at a time.`,
        limit: max,
        used,
        requested,
        remaining: max - used,
        periodStart: null,
        periodEnd: null,
        planName,
        scope: 'account',
      });
    expect(await caller.post('/create-post', { ...POST, platforms })).toEqual(scheduledLimit(max - 2, 3));
    const scheduled = await create(caller, { platforms: platforms.slice(0, 2), scheduledTime: MARCH });
    expect(await caller.post('/create-post', POST)).toEqual(scheduledLimit(max, 1));
    expect(await caller.post('/create-post', POST, { 'x-service-user-id': managed })).toEqual(scheduledLimit(max, 1));
    const draft = await create(caller);
    expect(await caller.put(`/update-post/${draft}`, { status: 'scheduled' })).toEqual(scheduledLimit(max, 1));
    // What only moves takes no further place.
    expect(await caller.put(`/update-post/${scheduled}`, { scheduledTime: APRIL })).toEqual(OK);
  });

  test('no horizon', async () => {
    const { caller } = await open(plan);
    expect(await caller.post('/create-post', { ...POST, scheduledTime: '9999-12-31T23:59:59Z' })).toEqual(OK);
  });

  test('no cap on connections', async () => {
    const { caller, userId } = await open(plan);
    await insertConnections(contract.db, userId, 200);
    expect(await caller.post('/create-post', POST)).toEqual(OK);
  });

  test('all platforms', async () => {
    const { caller } = await open(plan);
    expect(PLATFORM_KEYS).toHaveLength(11);
    expect(await caller.post('/create-post', { ...POST, platforms: PLATFORM_KEYS.map((key) => `${key}-1`) })).toEqual(
      OK,
    );
  });

  test('more connections than the operator allows the account: nothing is scheduled until some are gone', async () => {
    const { caller, ...owner } = await open(plan);
    const scheduled = await create(caller, { scheduledTime: MARCH });
    await insertConnections(contract.db, owner.userId, 3);
    await insertConnections(contract.db, await owner.manage(), 1);
    await contract.db.query('UPDATE users SET channel_quantity = 2 WHERE id = $1', [owner.userId]);
    const refusal = limited({
      error: 'Account over channel limit',
      code: 'CONNECTIONS_OVER_LIMIT',
      metric: 'connections.total',
      message: `Your ${planName} plan allows 2 connected channels. Disconnect 2 or upgrade to continue.`,
      limit: 2,
      used: 4,
      requested: null,
      remaining: 0,
      periodStart: null,
      periodEnd: null,
      planName,
      overLimitBy: 2,
    });
    expect(await caller.post('/create-post', POST)).toEqual(refusal);
    expect(await caller.put(`/update-post/${scheduled}`, { scheduledTime: APRIL })).toEqual(refusal);
    expect(await caller.put(`/update-post/${scheduled}`, { status: 'draft' })).toEqual(OK);
    expect(await caller.put(`/update-post/${scheduled}`, { status: 'scheduled' })).toEqual(refusal);
    await contract.db.query('UPDATE users SET channel_quantity = 4 WHERE id = $1', [owner.userId]);
    expect(await caller.put(`/update-post/${scheduled}`, { status: 'scheduled' })).toEqual(OK);
  });
});

test('a request that a limit refuses leaves nothing behind, not even its Idempotency-Key', async () => {
  const TABLES = ['post_groups', 'platform_posts', 'post_logs', 'post_usage', 'live_events', 'idempotency_keys'];
  const rows = () =>
    contract.db.query(
      [...TABLES, `pgboss.job WHERE name = 'publish'`]
        .map((table) => `SELECT count(*) FROM ${table}`)
        .join(' UNION ALL '),
    );
  const { caller, userId } = await open('pro');
  await countPosts(contract.db, { userId, platformId: 'fediverse-1', used: 100, month: MARCH });
  const before = await rows();
  const body = { ...POST, platforms: ['skyfeed-1', 'fediverse-1'] };
  const headers = { 'Idempotency-Key': 'refused' };
  expect((await caller.post('/create-post', body, headers)).status).toBe(403);
  expect(await rows()).toEqual(before);
  await countPosts(contract.db, { userId, platformId: 'fediverse-1', used: 99, month: MARCH });
  const answer = await caller.raw('post', '/create-post', body, headers);
  expect([answer.status, answer.get('Idempotent-Replayed')]).toEqual([200, undefined]);
});
