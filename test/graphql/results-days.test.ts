/** The day and the hour in which a post counts: when clocks change, and when a part of a thread is late. */
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { storeParts, VALUES } from './results.js';

const { db, service } = await useService({ roles: 'api' });
let account: TestAccount;

beforeEach(async () => {
  account = await createAccount(db, { connected: ['network-1', 'skyfeed-1'] });
});

async function read(query: string, variables: object) {
  const { data, errors } = await graphql(service, { 'x-api-key': account.apiKey }, query, { ...variables });
  expect(errors).toBeUndefined();
  return data;
}

const REPORT = `query ($filter: MetricsFilter!) {
  metrics(filter: $filter, groupBy: DAY, compare: true) {
    total { posts } previous { posts } groups { key total { posts } previous { posts } } }
  bestTimes(filter: $filter, days: 1) { hours { weekday hour posts } }
  postResults(filter: $filter) { totalCount }
}`;

// Azores and Havana show 00:00 to 00:59 twice on these days. Postgres reads the short names as abbreviations.
test.each([
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00Z', '2026-10-26T01:00:00Z', '2026-10-25T01:30:00Z', 0],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', '2026-11-01T05:30:00Z', 0],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', '2026-03-08T05:30:00Z', 1],
  ['CET', '2026-07-01', '2026-06-30T22:00:00Z', '2026-07-01T22:00:00Z', '2026-06-30T22:30:00Z', 0],
  ['EET', '2026-07-01', '2026-06-30T21:00:00Z', '2026-07-01T21:00:00Z', '2026-06-30T21:30:00Z', 0],
  ['IST', '2026-07-01', '2026-06-30T18:30:00Z', '2026-07-01T18:30:00Z', '2026-06-30T19:00:00Z', 0],
])('in %s, %s begins and ends with its clocks', async (timeZone, day, begin, end, early, hour) => {
  const published = [Date.parse(begin) - 1, Date.parse(begin), Date.parse(early), Date.parse(end) - 1, Date.parse(end)];
  await storeParts(
    db,
    account,
    published.map((at) => ({
      ...{ groupId: newId(), platformId: 'network-1', partIndex: 0, values: { reactions: 1 } },
      publishedAt: new Date(at),
    })),
  );
  const to = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const { metrics, bestTimes, postResults } = await read(REPORT, { filter: { from: day, to, timeZone } });
  expect(metrics).toEqual({
    ...{ total: { posts: 3 }, previous: { posts: 1 } },
    groups: [{ key: day, total: { posts: 3 }, previous: { posts: 1 } }],
  });
  expect(bestTimes.hours.map((one: { hour: number; posts: number }) => [one.hour, one.posts])).toEqual([
    [hour, 2],
    [23, 1],
  ]);
  expect(postResults.totalCount).toBe(3);
});

/** A thread on two accounts. On one, its second part is days late, and is the only part that was read. */
async function publishLate(): Promise<string> {
  const groupId = newId();
  const may = new Date('2026-05-30T09:00:00Z');
  const parts = ['network-1', 'skyfeed-1'].flatMap((platformId) =>
    [0, 1].map((partIndex) => ({ groupId, platformId, partIndex, publishedAt: may, values: null })),
  );
  await storeParts(db, account, parts);
  // The rows of numbers are those of the trigger.
  await db.query('DELETE FROM post_metrics WHERE group_id = $1', [groupId]);
  await db.query(`UPDATE platform_posts SET status = 'processing' WHERE group_id = $1`, [groupId]);
  const publish = (platformId: string, partIndex: number, at: string) =>
    db.query(
      `UPDATE platform_posts SET status = 'published', updated_at = $4 WHERE group_id = $1 AND platform_id = $2 AND part_index = $3`,
      [groupId, platformId, partIndex, at],
    );
  await publish('network-1', 0, '2026-05-30T09:00:00Z');
  await publish('skyfeed-1', 0, '2026-06-01T10:00:00Z');
  await publish('skyfeed-1', 1, '2026-06-01T10:00:05Z');
  await publish('network-1', 1, '2026-06-02T11:00:00Z');
  await db.query(
    `UPDATE post_metrics SET measured_at = now(), reactions = 7 WHERE group_id = $1 AND platform_id = 'network-1' AND part_index = 1`,
    [groupId],
  );
  return groupId;
}

const THREADS = `query ($filter: MetricsFilter!) {
  metrics(filter: $filter, groupBy: DAY) { total { posts measuredPosts ${VALUES} } groups { key total { posts } } }
  topPosts(filter: $filter) { post { partIndex platformId } values { reactions } }
  bestTimes(filter: $filter, days: 30) { hours { hour posts } }
  postResults(filter: $filter) { edges { node { platformId partIndex publishedAt } } }
}`;

test('a thread is in the period of its first part, with all parts, and measured if one of them was', async () => {
  const groupId = await publishLate();
  const may = await read(THREADS, { filter: { from: '2026-05-01', to: '2026-06-01', timeZone: 'UTC' } });
  expect(may.metrics).toMatchObject({
    total: { posts: 1, measuredPosts: 1, values: { reactions: 7 } },
    groups: [{ key: '2026-05-30', total: { posts: 1 } }],
  });
  expect(may.topPosts).toEqual([{ post: { partIndex: 0, platformId: 'network-1' }, values: { reactions: 7 } }]);
  expect(may.bestTimes.hours).toEqual([{ hour: 9, posts: 1 }]);
  expect(may.postResults.edges.map(({ node }: { node: object }) => node)).toEqual([
    { platformId: 'network-1', partIndex: 0, publishedAt: '2026-05-30T09:00:00.000Z' },
    { platformId: 'network-1', partIndex: 1, publishedAt: '2026-06-02T11:00:00.000Z' },
  ]);
  const june = await read(THREADS, { filter: { from: '2026-06-01', to: '2026-07-01', timeZone: 'UTC' } });
  expect(june.metrics).toMatchObject({
    total: { posts: 1, measuredPosts: 0, values: { reactions: null } },
    groups: [{ key: '2026-06-01', total: { posts: 1 } }],
  });
  expect(june.topPosts).toEqual([]);
  expect(june.bestTimes.hours).toEqual([]);
  const group = await read('query ($id: ID!) { postGroup(id: $id) { metrics { posts measuredPosts } } }', {
    id: groupId,
  });
  expect(group.postGroup.metrics).toEqual({ posts: 2, measuredPosts: 1 });
});
