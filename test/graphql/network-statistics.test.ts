import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let tap: StatementTap;
let sandbox: Sandbox;
let service: Service;
let account: TestAccount;
let platformId: string;

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  sandbox = await startSandbox({ port: 0 });
  service = await startService({ db: { ...db, url: tap.url } });
});
beforeEach(async () => {
  account = await createAccount(db);
  platformId = await account.connect(sandbox.createAccount('network'));
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  await service?.stop();
  tap?.close();
  await sandbox?.close();
  await db?.drop();
});

const run = (query: string, variables: object = {}) =>
  graphql(service, { 'x-api-key': account.apiKey }, query, { platformId, ...variables });
/** Fields of the connection. */
const connection = async (fields: string) => {
  const { data, errors } = await run(
    `query ($platformId: String!) { connectedAccount(platformId: $platformId) { ${fields} } }`,
  );
  expect(errors).toBeUndefined();
  return data.connectedAccount;
};

/** Publishes at once; the platform posts of the group, with these fields. */
async function publish(target: string, fields: string) {
  const create = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
  const input = { post: { content: 'Hi', platformIds: [target] }, scheduledTime: new Date().toISOString() };
  const { data } = await run(create, { input });
  const query = `query ($id: ID!) { postGroup(id: $id) { processingStatus posts { postedId ${fields} } } }`;
  const { id } = data.createPost.postGroup;
  await eventually(async () => (await run(query, { id })).data.postGroup.processingStatus === 'FINISHED' || undefined);
  return (await run(query, { id })).data.postGroup.posts;
}

const METRICS = ['IMPRESSION', 'MEMBERS_REACHED', 'RESHARE', 'REACTION', 'COMMENT'];
const RANGE = '(range: { start: "2026-02-27", end: "2026-03-02" })';
const DAYS = ['2026-02-27', '2026-02-28', '2026-03-01'];
const count = expect.any(Number);

describe('Connection', () => {
  test('followers: how many there are', async () => {
    const fields = 'followers { count cached failure { code } }';
    const { followers } = await connection(fields);
    expect(followers).toEqual({ count, cached: false, failure: null });
    expect((await connection(fields)).followers).toEqual({ ...followers, cached: true });
  });

  test('dailyFollowers: a point for each day, and their sum', async () => {
    const { dailyFollowers } = await connection(`dailyFollowers${RANGE} { points { date count } total cached }`);
    expect(dailyFollowers).toEqual({ points: DAYS.map((date) => ({ date, count })), total: count, cached: false });
    const sum = dailyFollowers.points.reduce((all: number, point: { count: number }) => all + point.count, 0);
    expect(dailyFollowers.total).toBe(sum);
  });

  test('statistics: every metric when none is named, in some days when they are', async () => {
    const { statistics, some } = await connection(
      `statistics { metric count cached } some: statistics(metrics: [COMMENT, COMMENT], range: { start: "2026-02-27", end: "2026-03-02" }) { metric count }`,
    );
    expect(statistics).toEqual(METRICS.map((metric) => ({ metric, count, cached: false })));
    expect(some).toEqual([{ metric: 'COMMENT', count }]);
  });

  test('dailyStatistics: a list of points for every metric that is counted by day', async () => {
    const { dailyStatistics } = await connection(`dailyStatistics${RANGE} { metric points { date count } cached }`);
    const points = DAYS.map((date) => ({ date, count }));
    const byDay = METRICS.filter((metric) => metric !== 'MEMBERS_REACHED');
    expect(dailyStatistics).toEqual(byDay.map((metric) => ({ metric, points, cached: false })));
  });

  test('series are of the last 30 days when no range is given', async () => {
    const { dailyFollowers, dailyStatistics } = await connection(
      'dailyFollowers { points { date } } dailyStatistics(metrics: [COMMENT]) { points { date } }',
    );
    expect(dailyFollowers.points).toHaveLength(30);
    expect(dailyStatistics[0].points).toEqual(dailyFollowers.points);
  });

  test('MEMBERS_REACHED by day is refused, and the other fields are returned', async () => {
    const { data, errors } = await run(
      `query ($platformId: String!) { connectedAccount(platformId: $platformId) {
        followers { count } dailyStatistics(metrics: [MEMBERS_REACHED]) { metric } } }`,
    );
    expect(errors).toEqual([expect.objectContaining({ path: ['connectedAccount', 'dailyStatistics'] })]);
    expect(errors?.[0]?.extensions.code).toBe('DAILY_REACH_UNAVAILABLE');
    expect(data.connectedAccount).toEqual({ followers: { count }, dailyStatistics: null });
  });

  test('postStatistics: of any post of the account; a wrong URN is a separate error', async () => {
    const [{ postedId }] = await publish(platformId, '');
    const fields = `postStatistics(postedId: "${postedId}", metrics: [IMPRESSION]) { metric count failure { code } }`;
    expect((await connection(fields)).postStatistics).toEqual([{ metric: 'IMPRESSION', count, failure: null }]);
    const { errors } = await run(
      'query ($platformId: String!) { connectedAccount(platformId: $platformId) { postStatistics(postedId: "x") { count } } }',
    );
    expect(errors?.[0]?.extensions.code).toBe('POSTED_ID_INVALID');
  });

  test('a number that could not be had says why, and takes no other along', async () => {
    sandbox.setFault({
      platform: 'network',
      kind: 'answer',
      path: 'memberFollowersCount',
      times: 0,
      answer: { status: 429, headers: { 'retry-after': '60' }, body: { status: 429, message: 'Slow down' } },
    });
    const failure = 'failure { code message platformStatusCode platformError retryAt }';
    const result = await connection(
      `followers { count cached ${failure} } dailyFollowers { points { date } total cached ${failure} } statistics { count failure { code } }`,
    );
    const why = {
      code: 'RATE_LIMITED',
      message: expect.stringContaining('Slow down'),
      platformStatusCode: 429,
      platformError: '{"status":429,"message":"Slow down"}',
      retryAt: expect.any(String),
    };
    expect(result).toEqual({
      followers: { count: null, cached: false, failure: why },
      dailyFollowers: { points: null, total: null, cached: false, failure: why },
      statistics: METRICS.map(() => ({ count, failure: null })),
    });
    expect(Date.parse(result.followers.failure.retryAt)).toBeGreaterThan(Date.now());
  });

  test('a platform without statistics is null', async () => {
    platformId = await account.connect(sandbox.createAccount('fediverse'));
    const fields = 'followers { count } dailyFollowers { total } statistics { count } dailyStatistics { metric }';
    expect(await connection(`${fields} postStatistics(postedId: "1") { count }`)).toEqual({
      followers: null,
      dailyFollowers: null,
      statistics: null,
      dailyStatistics: null,
      postStatistics: null,
    });
  });
});

describe('PlatformPost.statistics', () => {
  test('the numbers of a post that is published', async () => {
    const [post] = await publish(platformId, 'statistics(metrics: [REACTION, COMMENT]) { metric count cached }');
    expect(post.statistics).toEqual([
      { metric: 'REACTION', count: 0, cached: expect.any(Boolean) },
      { metric: 'COMMENT', count: 0, cached: expect.any(Boolean) },
    ]);
  });

  test('null until then, and on platforms that tell none', async () => {
    const [elsewhere] = await publish(
      await account.connect(sandbox.createAccount('fediverse')),
      'statistics { count }',
    );
    expect(elsewhere).toEqual({ postedId: expect.any(String), statistics: null });
    const create = `mutation ($input: CreatePostInput!) {
      createPost(input: $input) { postGroup { posts { postedId statistics { count } } } } }`;
    const { data } = await run(create, { input: { post: { content: 'Later', platformIds: [platformId] } } });
    expect(data.createPost.postGroup.posts).toEqual([{ postedId: null, statistics: null }]);
  });
});

test('what is known of many connections is read in one statement', async () => {
  for (let more = 0; more < 5; more++) await account.connect(sandbox.createAccount('network'));
  const query = '{ connectedAccounts(first: 10) { edges { node { followers { cached } statistics { cached } } } } }';
  await run(query);
  tap.take();
  const { data } = await run(query);
  const statements = tap.take().map(({ text }) => /FROM (\w+)/.exec(text)?.[1]);
  expect(data.connectedAccounts.edges).toHaveLength(6);
  for (const { followers, statistics } of nodesOf(data.connectedAccounts)) {
    expect([followers, ...statistics]).toEqual(Array(6).fill({ cached: true }));
  }
  expect(statements.filter((table) => table === 'network_answers')).toHaveLength(1);
  expect(statements.filter((table) => table === 'connections')).toHaveLength(2);
});

test('the query of docs/guides/network.md works as written', async () => {
  const [block] = codeBlocks('docs/guides/network.md').filter(({ language }) => language === 'graphql');
  const { data, errors } = await run(block?.code ?? '');
  expect(errors).toBeUndefined();
  expect(data.connectedAccount.dailyStatistics[0].points).toHaveLength(31);
});
