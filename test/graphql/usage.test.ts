import { PLATFORM_KEYS } from '../../src/platforms/port/platform.js';
import { connectTargets, createAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { countPosts, insertPending } from '../support/plan-usage.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();

const MARCH = '2035-03-15T10:00:00.000Z';
const APRIL = '2035-04-15T10:00:00.000Z';

const QUOTA = 'limit per used remaining accounts { edges { node { platformId used remaining } } }';
const USAGE = `query ($at: DateTime) {
  usage(at: $at) {
    plan { name maxConnectedAccounts platforms } periodStartsAt periodEndsAt postsPerMonth { ${QUOTA} } scheduledPosts { ${QUOTA} }
    connectedAccounts latestScheduleAt
  }
}`;
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';

// biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
const withList = ({ accounts, ...quota }: any) => ({ ...quota, accounts: nodesOf(accounts) });

const usage = async (headers: Headers, at?: string) => {
  const { data, errors } = await graphql(service, headers, USAGE, { at });
  expect(errors).toBeUndefined();
  const { postsPerMonth, scheduledPosts, ...rest } = data.usage;
  return { ...rest, postsPerMonth: withList(postsPerMonth), scheduledPosts: withList(scheduledPosts) };
};
/** Schedules a group and answers its id. */
const schedule = async (headers: Headers, scheduledTime: string, platformIds: string[]): Promise<string> => {
  const input = { post: { content: 'Hi', platformIds }, scheduledTime };
  const { data, errors } = await graphql(service, headers, CREATE, { input });
  expect(errors).toBeUndefined();
  return data.createPost.postGroupId;
};
const openPro = async (connected: string[] = []) => {
  const account = await createAccount(db, { plan: 'pro', workspaceAccess: true, connected });
  return { ...account, headers: { 'x-api-key': account.apiKey } };
};
const ALL_PLATFORMS = PLATFORM_KEYS.map((key) => key.toUpperCase());

test('before anything: the plan’s limits, nothing used', async () => {
  const { headers } = await openPro();
  expect(await usage(headers, MARCH)).toEqual({
    plan: { name: 'Pro', maxConnectedAccounts: null, platforms: ALL_PLATFORMS },
    periodStartsAt: '2035-03-01T00:00:00.000Z',
    periodEndsAt: '2035-04-01T00:00:00.000Z',
    postsPerMonth: { limit: 100, per: 'CONNECTION', used: 0, remaining: null, accounts: [] },
    scheduledPosts: { limit: 100, per: 'ACCOUNT', used: 0, remaining: 100, accounts: [] },
    connectedAccounts: 0,
    latestScheduleAt: null,
  });
});

test('after scheduling: what each connection uses, in the month that is asked about', async () => {
  const { headers, userId } = await openPro(['skyfeed-1', 'fediverse-1', 'messenger-1']);
  await schedule(headers, MARCH, ['skyfeed-1', 'fediverse-1']);
  await schedule(headers, MARCH, ['fediverse-1']);
  await schedule(headers, APRIL, ['messenger-1']);
  await countPosts(db, { userId, platformId: 'skyfeed-1', used: 103, month: MARCH });
  const pending = {
    limit: 100,
    per: 'ACCOUNT',
    used: 4,
    remaining: 96,
    accounts: [
      { platformId: 'fediverse-1', used: 2, remaining: null },
      { platformId: 'messenger-1', used: 1, remaining: null },
      { platformId: 'skyfeed-1', used: 1, remaining: null },
    ],
  };
  expect(await usage(headers, MARCH)).toMatchObject({
    postsPerMonth: {
      used: 105,
      remaining: null,
      accounts: [
        { platformId: 'fediverse-1', used: 2, remaining: 98 },
        { platformId: 'skyfeed-1', used: 103, remaining: 0 },
      ],
    },
    scheduledPosts: pending,
  });
  expect(await usage(headers, APRIL)).toMatchObject({
    periodStartsAt: '2035-04-01T00:00:00.000Z',
    postsPerMonth: { used: 1, accounts: [{ platformId: 'messenger-1', used: 1, remaining: 99 }] },
    scheduledPosts: pending,
  });
  expect(await usage(headers, '2035-05-01T00:00:00Z')).toMatchObject({ postsPerMonth: { used: 0, accounts: [] } });
});

test('the targets of a quota are pages, in their order', async () => {
  const platformIds = ['skyfeed-1', 'fediverse-2', 'messenger-1', 'fediverse-10', 'network-1'];
  const { headers } = await openPro(platformIds);
  await schedule(headers, MARCH, platformIds);
  const query = `query ($after: String) { usage(at: "${MARCH}") { scheduledPosts {
    accounts(first: 2, after: $after) { totalCount edges { node { platformId } } pageInfo { hasNextPage endCursor } } } } }`;
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { data } = await graphql(service, headers, query, { after });
    const { totalCount, edges, pageInfo } = data.usage.scheduledPosts.accounts;
    expect(totalCount).toBe(5);
    seen.push(...edges.map(({ node }: { node: { platformId: string } }) => node.platformId));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  expect(seen).toEqual([...platformIds].sort());
});

test('a target whose only place was given back is not listed', async () => {
  const { headers } = await openPro(['fediverse-1']);
  const id = await schedule(headers, MARCH, ['fediverse-1']);
  const update = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { status } } }';
  await graphql(service, headers, update, { input: { postGroupId: id, status: 'DRAFT' } });
  expect(await usage(headers, MARCH)).toMatchObject({
    postsPerMonth: { used: 0, accounts: [] },
    scheduledPosts: { used: 0, remaining: 100, accounts: [] },
  });
});

test('Starter, for the whole account: the connections say what they use, the account what is left', async () => {
  const account = await createAccount(db, { plan: 'starter', connected: ['skyfeed-1', 'network-1'] });
  const headers = await account.session();
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await countPosts(db, { userId: account.userId, platformId: 'skyfeed-1', used: 11, month: inAnHour });
  await schedule(headers, inAnHour, ['skyfeed-1', 'network-1']);
  const { latestScheduleAt, ...rest } = await usage(headers, inAnHour);
  expect(rest).toMatchObject({
    plan: { name: 'Starter', maxConnectedAccounts: 3, platforms: ['NETWORK', 'SKYFEED'] },
    postsPerMonth: {
      limit: 15,
      per: 'ACCOUNT',
      used: 13,
      remaining: 2,
      accounts: [
        { platformId: 'network-1', used: 1, remaining: null },
        { platformId: 'skyfeed-1', used: 12, remaining: null },
      ],
    },
    scheduledPosts: { limit: 3, per: 'ACCOUNT', used: 2, remaining: 1 },
    connectedAccounts: 2,
  });
  const ahead = Date.parse(latestScheduleAt) - Date.now();
  expect(Math.round(ahead / 60_000)).toBe(7 * 24 * 60);
});

test('more used than the plan allows, after a change of plan: nothing is left', async () => {
  const account = await createAccount(db, { plan: 'starter' });
  await countPosts(db, { userId: account.userId, platformId: 'skyfeed-1', used: 80, month: MARCH });
  await insertPending(db, account.userId, 5);
  expect(await usage(await account.session(), MARCH)).toMatchObject({
    postsPerMonth: { used: 80, remaining: 0 },
    scheduledPosts: { used: 5, remaining: 0 },
  });
});

test('a managed user sees the account’s plan and sums, and one by one only their own connections', async () => {
  const { headers, ...owner } = await openPro(['fediverse-1', 'skyfeed-1']);
  const managed = await owner.manage();
  const asManaged = { ...headers, 'x-service-user-id': managed };
  await db.query('UPDATE users SET channel_quantity = 7 WHERE id = $1', [owner.userId]);
  await connectTargets(db, managed, ['fediverse-1']);
  await schedule(headers, MARCH, ['fediverse-1', 'skyfeed-1']);
  await schedule(asManaged, MARCH, ['fediverse-1']);

  const account = { plan: { name: 'Pro', maxConnectedAccounts: 7 }, connectedAccounts: 3 };
  const seen = (quota: object, platformIds: string[]) => ({
    ...quota,
    used: 3,
    accounts: platformIds.map((platformId) => ({ platformId, used: 1 })),
  });
  for (const [caller, platformIds] of [
    [headers, ['fediverse-1', 'skyfeed-1']],
    [asManaged, ['fediverse-1']],
  ] as const) {
    expect(await usage(caller, MARCH)).toMatchObject({
      ...account,
      postsPerMonth: seen({ remaining: null }, [...platformIds]),
      scheduledPosts: seen({ remaining: 97 }, [...platformIds]),
    });
  }
  expect((await usage({ 'x-api-key': (await openPro()).apiKey }, MARCH)).postsPerMonth.used).toBe(0);
});

test('without a moment: the month of now', async () => {
  const { headers, userId } = await openPro();
  const before = Date.now();
  const { periodStartsAt, periodEndsAt } = await usage(headers);
  expect(Date.parse(periodEndsAt)).toBeGreaterThan(before);
  expect(Date.parse(periodStartsAt)).toBeLessThanOrEqual(Date.now());
  await countPosts(db, { userId, platformId: 'fediverse-1', used: 4, month: periodStartsAt });
  const lastInstant = new Date(Date.parse(periodEndsAt) - 1).toISOString();
  expect((await usage(headers, lastInstant)).postsPerMonth.used).toBe(4);
  expect((await usage(headers, periodEndsAt)).postsPerMonth.used).toBe(0);
});

describe('the plan', () => {
  const PLAN = `key name apiAccess mcpAccess platforms postsPerMonth { limit per } scheduledPosts { limit per }
    maxDrafts scheduleHorizonDays maxConnectedAccounts maxStorageBytes maxFiles`;
  const planOf = async (headers: Headers) => {
    const { data, errors } = await graphql(
      service,
      headers,
      `{ viewer { plan { ${PLAN} } } usage { plan { ${PLAN} } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.usage.plan).toEqual(data.viewer.plan);
    return data.viewer.plan;
  };

  test('has its name, limits and access, with what the operator has set for the account', async () => {
    const { headers, userId } = await openPro();
    const pro = {
      key: 'pro',
      name: 'Pro',
      apiAccess: true,
      mcpAccess: false,
      platforms: ALL_PLATFORMS,
      postsPerMonth: { limit: 100, per: 'CONNECTION' },
      scheduledPosts: { limit: 100, per: 'ACCOUNT' },
      maxDrafts: 1_000,
      scheduleHorizonDays: null,
      maxConnectedAccounts: null,
      maxStorageBytes: 50 * 1024 ** 3,
      maxFiles: 20_000,
    };
    expect(await planOf(headers)).toEqual(pro);
    await db.query('UPDATE users SET channel_quantity = 7, mcp_access = true WHERE id = $1', [userId]);
    expect(await planOf(headers)).toEqual({ ...pro, mcpAccess: true, maxConnectedAccounts: 7 });
  });

  test('without API access has no MCP access, even if the operator gave it', async () => {
    const account = await createAccount(db, { plan: 'starter', mcpAccess: true });
    expect(await planOf(await account.session())).toMatchObject({
      key: 'starter',
      apiAccess: false,
      mcpAccess: false,
      platforms: ['NETWORK', 'SKYFEED'],
      scheduleHorizonDays: 7,
      maxConnectedAccounts: 3,
    });
  });

  test('of a managed user is that of the workspace owner', async () => {
    const { headers, ...owner } = await openPro();
    await db.query('UPDATE users SET mcp_access = true WHERE id = $1', [owner.userId]);
    const asManaged = { ...headers, 'x-service-user-id': await owner.manage() };
    expect(await planOf(asManaged)).toEqual(await planOf(headers));
  });
});
