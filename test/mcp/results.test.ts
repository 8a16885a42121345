/** What last month brought, as an assistant answers it: with the numbers of the GraphQL query, and a reason for each missing one. */
import { newId } from '../../src/foundation/database/id.js';
import { type StoredPart, SUM, storeParts, VALUES, type Values } from '../graphql/results.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { type Assistant, overHttp } from './support.js';

const { db, service } = await useService({ roles: 'api' });
const MAY = { from: '2026-05-01', to: '2026-06-01' };
const JUNE = { from: '2026-06-01', to: '2026-07-01' };

let account: TestAccount;
let assistant: Assistant;

beforeAll(async () => {
  account = await createAccount(db, { mcpAccess: true, connected: ['microblog-1', 'microblog-2'] });
  await db.query(`UPDATE users SET time_zone = 'Europe/Berlin' WHERE id = $1`, [account.userId]);
  assistant = await overHttp(service, { 'x-api-key': await account.newKey({ scopes: ['READ', 'MCP'] }) });
});
afterAll(() => assistant?.close());

const part = (platformId: string, at: string, values: Values | null, more: Partial<StoredPart> = {}): StoredPart => ({
  ...{ groupId: newId(), platformId, partIndex: 0, publishedAt: new Date(at), values },
  ...more,
});

/** June 2026 begins on a Monday: Tuesdays at 10 in Berlin do best. */
const JUNE_POSTS = Array.from({ length: 30 }, (_, index) => index + 1).flatMap((day) => {
  const date = `2026-06-${String(day).padStart(2, '0')}`;
  const usual = part('microblog-1', `${date}T13:00:00Z`, {
    impressions: 100,
    reach: 50,
    reactions: day % 5,
    comments: 1,
  });
  const good = part('microblog-2', `${date}T08:00:00Z`, { reactions: 40 + day, shares: 3 });
  return day % 7 === 2 ? [usual, good] : [usual];
});

test('1. before anything was published, it says so and gives no number', async () => {
  const { total, previous, groups, topPosts, bestTimes, notes } = await assistant.call('get_results', MAY);
  expect({ total, groups, topPosts, bestTimes }).toMatchObject({
    ...{ total: { posts: 0, followers: null }, groups: [], topPosts: [] },
    bestTimes: { posts: 0, isEnough: false, proposals: [] },
  });
  expect(Object.values(total.values)).toEqual(Object.values(total.values).map(() => null));
  expect(previous.posts).toBe(0);
  expect(notes).toEqual(
    expect.arrayContaining([
      'No post was published in this period.',
      'Followers are null: no follower count was read in this period.',
      'Best times need 30 posts with the metric from at least 3 weeks; there are 0 posts.',
      'microblog-1, microblog-2: not read yet; the first reading is within a day.',
    ]),
  );
});

test('2. last month: its sums, posts and times are those of the GraphQL query', async () => {
  const thread = newId();
  await storeParts(db, account, [
    ...JUNE_POSTS,
    part('microblog-2', '2026-06-04T18:00:00Z', { reactions: 90 }, { groupId: thread }),
    part('microblog-2', '2026-06-04T18:00:01Z', { reactions: 20 }, { groupId: thread, partIndex: 1 }),
    part('microblog-1', '2026-06-05T18:00:00Z', null),
    part('microblog-1', '2026-05-05T18:00:00Z', { impressions: 7, clicks: 1 }),
  ]);
  await db.query(
    `INSERT INTO account_metrics (user_id, platform_id, platform, day, followers, posts, own)
     VALUES ($1, 'microblog-1', 'microblog', '2026-05-31', 100, NULL, '{}'), ($1, 'microblog-1', 'microblog', '2026-06-30', 130, NULL, '{}')`,
    [account.userId],
  );
  const filter = JUNE;
  const query = `query ($filter: MetricsFilter!) {
    metrics(filter: $filter, groupBy: WEEK, compare: true) {
      total { ${SUM} } previous { ${SUM} } comparedWith { from to } groups { key name total { ${SUM} } previous { ${SUM} } }
    }
    topPosts(filter: $filter, first: 3) { post { platformId publishedAt } postGroup { id } ${VALUES} }
    bestTimes(filter: $filter) { posts isEnough needed timeZone period { from to } proposals { weekday hour posts average confidence } }
  }`;
  const { data } = await graphql(service, { 'x-api-key': account.apiKey }, query, { filter });
  const { topPosts, notes, ...report } = await assistant.call('get_results', { ...filter, groupBy: 'WEEK', top: 3 });
  const { timeZone, ...bestTimes } = data.bestTimes;
  expect(report).toEqual({ timeZone, bestTimes, ...data.metrics });
  expect(
    topPosts.map(({ postGroupId, platformId, publishedAt, values }: Record<string, unknown>) => ({
      ...{ post: { platformId, publishedAt }, postGroup: { id: postGroupId }, values },
    })),
  ).toEqual(data.topPosts);

  // The answer to the question, by the numbers that were stored.
  expect(report.total).toMatchObject({ posts: 37, measuredPosts: 36, followers: 130, followersChange: 30 });
  expect(report.total.values).toMatchObject({ impressions: 3000, comments: 30, reach: null, clicks: null });
  expect(report.previous.values).toMatchObject({ impressions: 7, clicks: 1 });
  expect(topPosts[0]).toMatchObject({ postGroupId: thread, excerpt: 'Text', values: { engagements: 110 } });
  expect(bestTimes.proposals[0]).toMatchObject({ weekday: 'TUESDAY', hour: 10, posts: 5 });
  expect(notes).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^1 of 37 posts have no numbers\./),
      'No platform gave this for these posts: views, clicks, saves, watchSeconds.',
      expect.stringMatching(/^Reach of several posts is null:/),
    ]),
  );
});

test('3. it narrows to accounts, labels and another metric', async () => {
  const ofOne = await assistant.call('get_results', {
    ...{ ...JUNE, platformIds: ['microblog-1'], by: 'IMPRESSIONS', top: 1 },
  });
  expect(ofOne).toMatchObject({ previous: { posts: 1 }, total: { posts: 31, values: { shares: null } } });
  expect(ofOne.topPosts).toMatchObject([{ platformId: 'microblog-1', values: { impressions: 100 } }]);
  const ofLabel = await assistant.call('get_results', { ...JUNE, labelIds: [newId()] });
  expect(ofLabel.total).toMatchObject({ posts: 0, followers: null });
  expect(ofLabel.notes).toContainEqual(expect.stringMatching(/a report about labels has none/));
});

test('4. an account that lacks a permission is named with what to do', async () => {
  await db.query(
    `INSERT INTO measured_accounts (connection_id, state, failures)
     SELECT id, CASE platform_id WHEN 'microblog-1' THEN 'PERMISSION_MISSING' ELSE 'FAILED' END, 1 FROM connections WHERE user_id = $1`,
    [account.userId],
  );
  const { notes } = await assistant.call('get_results', JUNE);
  expect(notes).toContainEqual(expect.stringMatching(/^microblog-1: connected without the permission to read numbers/));
  expect(notes).toContainEqual(expect.stringMatching(/^microblog-1: .* Connect it again to get them\.$/));
  await db.query("UPDATE connections SET revoked_at = now() WHERE user_id = $1 AND platform_id = 'microblog-1'", [
    account.userId,
  ]);
  const { notes: ofLost, timeZone } = await assistant.call('get_results', { ...JUNE, timeZone: 'Asia/Tokyo' });
  expect(ofLost).toContainEqual('microblog-1: its numbers cannot be read until the account is connected again.');
  expect(timeZone).toBe('Asia/Tokyo');
});

test('5. a period is bounded, and its error is the one of GraphQL', async () => {
  expect(await assistant.refusal('get_results', { from: '2026-06-01', to: '2026-06-01' })).toMatchObject({
    code: 'FILTER_INVALID',
  });
});
