import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { AppError } from '../../src/foundation/errors/app-error.js';
import { connectTargets, createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type GraphqlAnswer, graphql, type Headers } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { countPosts, insertConnections, insertPending } from '../support/plan-usage.js';
import { type Service, startService } from '../support/service.js';

// Starter has no API: it comes with a session. Each refusal is also what REST would answer for it.
let db: TestDatabase;
let sandbox: Sandbox;
let service: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  const env = { CHANNEL_PRICE: '5.00 EUR', SKYFEED_BASE_URL: sandbox.baseUrls.skyfeed };
  service = await startService({ db, roles: 'api', env });
});
afterAll(async () => {
  await service?.stop();
  await sandbox?.close();
  await db?.drop();
});

const open = async (plan: 'starter' | 'pro' = 'starter', connected: string[] = []) => {
  const account = await createAccount(db, { plan, workspaceAccess: true, connected });
  return { ...account, headers: await account.session() };
};

/** Values of enums, which GraphQL has in upper case and REST in lower case. */
const ENUMS = ['scope', 'disallowedPlatforms', 'allowedPlatforms'];

/** The refusal of an operation as REST answers it: status and body. GraphQL has the same in message and extensions. */
function refusal({ data, errors }: GraphqlAnswer) {
  expect(Object.values(data)).toEqual([null]);
  expect(errors).toHaveLength(1);
  const { code, ...shown } = errors?.[0]?.extensions ?? {};
  const details = Object.fromEntries(
    Object.entries(shown).map(([name, value]) => {
      if (!ENUMS.includes(name)) return [name, value];
      const text = JSON.stringify(value);
      expect(text).toBe(text.toUpperCase());
      return [name, JSON.parse(text.toLowerCase())];
    }),
  );
  // Which code it is, and so which details it has, is known only now.
  const error = new AppError(code as 'POST_LIMIT_REACHED', details as never);
  expect(errors?.[0]?.message).toBe(error.message);
  return { status: error.status, body: error.restBody() };
}

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

describe('Starter', () => {
  const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id status } } }';
  const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id status } } }';
  const create = (headers: Headers, more: object) =>
    graphql(service, headers, CREATE, {
      input: newPost({ content: 'Hi', platformIds: ['skyfeed-1'], ...more }),
    });
  const update = (headers: Headers, input: object) => graphql(service, headers, UPDATE, { input });
  const PASSED = { data: expect.objectContaining({}), extensions: expect.anything() };
  const UNCOUNTED = { used: null, requested: null, remaining: null, periodStart: null, periodEnd: null };

  /** The calendar month (UTC) of a time, as an error contains it. */
  const monthOf = (time: string) => {
    const [year, month] = [Number(time.slice(0, 4)), Number(time.slice(5, 7))];
    const first = (monthIndex: number) => new Date(Date.UTC(year, monthIndex, 1)).toISOString();
    return { periodStart: first(month - 1), periodEnd: first(month) };
  };

  test('15 posts a month for the whole account, managed users included', async () => {
    const owner = await open('starter', ['skyfeed-1', 'network-1']);
    const scheduledTime = inHours(1);
    const refused = (used: number, requested: number) => ({
      status: 403,
      body: {
        error: 'Post limit reached',
        code: 'POST_LIMIT_REACHED',
        metric: 'posts.platform_monthly',
        message: 'Monthly post limit reached. Your Starter plan allows 15 platform posts per month.',
        limit: 15,
        used,
        requested,
        remaining: 15 - used,
        ...monthOf(scheduledTime),
        planName: 'Starter',
        scope: 'account',
      },
    });
    const managed = await owner.manage();
    await connectTargets(db, managed, ['network-1']);
    await countPosts(db, { userId: owner.userId, platformId: 'skyfeed-1', used: 8, month: scheduledTime });
    await countPosts(db, { userId: managed, platformId: 'network-1', used: 6, month: scheduledTime });
    const two = { platformIds: ['skyfeed-1', 'network-1'], scheduledTime };
    expect(refusal(await create(owner.headers, two))).toEqual(refused(14, 2));
    const last = { platformIds: ['network-1'], scheduledTime };
    expect(await create({ ...owner.headers, 'x-service-user-id': managed }, last)).toEqual(PASSED);
    expect(refusal(await create(owner.headers, { scheduledTime }))).toEqual(refused(15, 1));
    expect(await create(owner.headers, {})).toEqual(PASSED);
  });

  test('3 scheduled posts at a time', async () => {
    const { headers, userId } = await open('starter', ['skyfeed-1', 'network-1']);
    await insertPending(db, userId, 2);
    const refused = (used: number, requested: number) => ({
      status: 403,
      body: {
        error: 'Scheduled post limit reached',
        code: 'SCHEDULED_POST_LIMIT_REACHED',
        metric: 'posts.scheduled_active',
        message: 'Scheduled post limit reached. Your Starter plan allows 3 scheduled platform posts at a time.',
        limit: 3,
        used,
        requested,
        remaining: 3 - used,
        periodStart: null,
        periodEnd: null,
        planName: 'Starter',
        scope: 'account',
      },
    });
    const scheduledTime = inHours(1);
    const two = { platformIds: ['skyfeed-1', 'network-1'], scheduledTime };
    expect(refusal(await create(headers, two))).toEqual(refused(2, 2));
    expect(await create(headers, { scheduledTime })).toEqual(PASSED);
    expect(refusal(await create(headers, { scheduledTime }))).toEqual(refused(3, 1));
  });

  test('7 days ahead, for a new post, a draft and a post that is moved', async () => {
    const { headers } = await open('starter', ['skyfeed-1']);
    const [soon, late] = [inHours(7 * 24 - 0.01), inHours(7 * 24 + 0.01)];
    const before = Date.now();
    const answer = refusal(await create(headers, { scheduledTime: late }));
    const { maxScheduledDate, ...body } = answer.body;
    expect({ ...answer, body }).toEqual({
      status: 403,
      body: {
        error: 'Schedule horizon reached',
        code: 'SCHEDULE_HORIZON_REACHED',
        metric: 'posts.schedule_horizon_days',
        message: 'Schedule horizon reached. Your Starter plan allows scheduling up to 7 days ahead.',
        limit: 7,
        ...UNCOUNTED,
        planName: 'Starter',
        scheduledTime: late,
      },
    });
    const latest = Date.parse(String(maxScheduledDate)) - 7 * 24 * HOUR;
    expect(latest).toBeGreaterThanOrEqual(before);
    expect(latest).toBeLessThanOrEqual(Date.now());

    const { data } = await create(headers, { scheduledTime: soon });
    const { id } = data.createPost.postGroup;
    expect(refusal(await update(headers, { postGroupId: id, scheduledTime: late })).body.code).toBe(
      'SCHEDULE_HORIZON_REACHED',
    );
    // A draft may have any time; it is when it is scheduled that the time counts.
    expect(await update(headers, { postGroupId: id, status: 'DRAFT', scheduledTime: late })).toEqual(PASSED);
    expect(refusal(await update(headers, { postGroupId: id, status: 'SCHEDULED' })).body.code).toBe(
      'SCHEDULE_HORIZON_REACHED',
    );
    expect(await update(headers, { postGroupId: id, status: 'SCHEDULED', scheduledTime: soon })).toEqual(PASSED);
  });

  test('only network and skyfeed: the others are reported, each once', async () => {
    const scheduledTime = inHours(1);
    // Connected while it had another plan; Starter has 3 connections.
    for (const [platformIds, disallowedPlatforms] of [
      [['network-1', 'microblog-1', 'microblog-2'], ['microblog']],
      [
        ['microblog-1', 'skyfeed-1', 'fediverse-1'],
        ['microblog', 'fediverse'],
      ],
    ] as const) {
      const { headers } = await open('starter', [...platformIds]);
      expect(refusal(await create(headers, { platformIds, scheduledTime }))).toEqual({
        status: 403,
        body: {
          error: 'Platform not available',
          code: 'PLATFORM_NOT_AVAILABLE',
          metric: 'posts.platform_monthly',
          message: `Your Starter plan does not include ${disallowedPlatforms.join(', ')}. It includes network, skyfeed.`,
          limit: null,
          ...UNCOUNTED,
          planName: 'Starter',
          disallowedPlatforms,
          allowedPlatforms: ['network', 'skyfeed'],
        },
      });
    }
    const platformIds = ['network-1', 'skyfeed-1'];
    const { headers } = await open('starter', platformIds);
    expect(await create(headers, { platformIds, scheduledTime })).toEqual(PASSED);
  });

  test('3 connections: with more, after a change of plan, nothing is scheduled', async () => {
    const { headers, userId } = await open('starter', ['skyfeed-1']);
    await insertConnections(db, userId, 2);
    const scheduledTime = inHours(1);
    expect(await create(headers, { scheduledTime })).toEqual(PASSED);
    await insertConnections(db, userId, 1);
    expect(refusal(await create(headers, { scheduledTime }))).toEqual({
      status: 403,
      body: {
        error: 'Account over channel limit',
        code: 'CONNECTIONS_OVER_LIMIT',
        metric: 'connections.total',
        message: 'Your Starter plan allows 3 connected channels. Disconnect 1 or upgrade to continue.',
        limit: 3,
        ...UNCOUNTED,
        used: 4,
        remaining: 0,
        planName: 'Starter',
        overLimitBy: 1,
      },
    });
  });
});

describe('connecting an account', () => {
  const CONNECT = `mutation ($input: ConnectAccountInput!) {
    connectAccount(input: $input) { account { platformId } }
  }`;
  const connect = (headers: Headers, account = sandbox.createAccount('skyfeed')) =>
    graphql(service, headers, CONNECT, {
      input: {
        platform: 'SKYFEED',
        fields: [
          { name: 'identifier', value: account.credentials.identifier },
          { name: 'appPassword', value: account.credentials.appPassword },
        ],
      },
    });
  const CONNECTED = {
    data: { connectAccount: { account: { platformId: expect.any(String) } } },
    extensions: expect.anything(),
  };
  const refused = (more: object) => ({
    status: 403,
    body: { success: false, code: 'CHANNEL_LIMIT_REACHED', error: 'Channel limit reached', ...more },
  });
  const setQuantity = (userId: string, quantity: number) =>
    db.query('UPDATE users SET channel_quantity = $2 WHERE id = $1', [userId, quantity]);
  const connections = async (userId: string) =>
    (await db.query('SELECT 1 FROM connections WHERE user_id = $1', [userId])).length;

  test('Starter: the third passes, the fourth is refused; the plan cannot be expanded', async () => {
    const { headers, userId } = await open();
    await insertConnections(db, userId, 2);
    expect(await connect(headers)).toEqual(CONNECTED);
    expect(refusal(await connect(headers))).toEqual(refused({ canExpand: false, connectionCount: 3 }));
    expect(await connections(userId)).toBe(3);
  });

  test('Starter: an account of a platform that the plan does not include is refused', async () => {
    const { headers, userId } = await open();
    const { baseUrl, credentials } = sandbox.createAccount('fediverse');
    const fields = [
      { name: 'instance', value: baseUrl },
      { name: 'accessToken', value: credentials.accessToken },
    ];
    const answer = await graphql(service, headers, CONNECT, { input: { platform: 'FEDIVERSE', fields } });
    expect(refusal(answer)).toMatchObject({
      status: 403,
      body: { code: 'PLATFORM_NOT_AVAILABLE', disallowedPlatforms: ['fediverse'] },
    });
    expect(await connections(userId)).toBe(0);
  });

  test('an account that pays per channel gets the price of one more', async () => {
    const { headers, userId } = await open('pro');
    await setQuantity(userId, 2);
    await insertConnections(db, userId, 2);
    expect(refusal(await connect(headers))).toEqual(
      refused({
        canExpand: true,
        planKey: 'pro',
        planName: 'Pro',
        currentQuantity: 2,
        targetQuantity: 3,
        connectionCount: 2,
        pricing: { amount: '5.00', currency: 'EUR', interval: 'month' },
        projectedUsed: 3,
      }),
    );
    await setQuantity(userId, 3);
    expect(await connect(headers)).toEqual(CONNECTED);
  });

  test('connections of managed users count; a managed user is not shown how many there are', async () => {
    const owner = await open('pro');
    const managed = await owner.manage();
    const headers = { ...owner.headers, 'x-service-user-id': managed };
    await setQuantity(owner.userId, 2);
    await insertConnections(db, owner.userId, 1);
    expect(await connect(headers)).toEqual(CONNECTED);
    expect(refusal(await connect(headers))).toEqual(refused({ canExpand: false }));
    expect(refusal(await connect(owner.headers)).body).toMatchObject({ canExpand: true, connectionCount: 2 });
  });

  test('a plan without a cap takes every one', async () => {
    const { headers, userId } = await open('pro');
    await insertConnections(db, userId, 50);
    expect(await connect(headers)).toEqual(CONNECTED);
  });

  test('an account that is connected already can be connected again, also over the limit', async () => {
    const { headers, userId } = await open();
    const account = sandbox.createAccount('skyfeed');
    const first = await connect(headers, account);
    await insertConnections(db, userId, 4);
    expect((await connect(headers, account)).data).toEqual(first.data);
    expect(await connections(userId)).toBe(5);
  });

  test('of several at once with one place left, one passes', async () => {
    const { headers, userId } = await open();
    await insertConnections(db, userId, 2);
    const answers = await Promise.all(Array.from({ length: 6 }, () => connect(headers)));
    const passed = answers.filter(({ errors }) => errors === undefined);
    expect(passed).toEqual([CONNECTED]);
    for (const answer of answers.filter((one) => !passed.includes(one))) {
      expect(refusal(answer)).toEqual(refused({ canExpand: false, connectionCount: 3 }));
    }
    expect(await connections(userId)).toBe(3);
  });
});
