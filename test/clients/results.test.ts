/** Results, over the typed client and on the command line: the numbers of GraphQL. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { createClient } from '../../clients/typescript/src/index.js';
import { newId } from '../../src/foundation/database/id.js';
import { type StoredPart, SUM, storeParts, VALUES } from '../graphql/results.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api' });
const JUNE = { from: '2026-06-01', to: '2026-07-01' };
const DAYS = ['--from', JUNE.from, '--to', JUNE.to];
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db, { connected: ['microblog-1', 'skyfeed-1'] });
  const post = (index: number, publishedAt: Date, more: Partial<StoredPart> = {}): StoredPart => ({
    ...{ groupId: newId(), platformId: 'microblog-1', partIndex: 0, publishedAt },
    ...{ values: { impressions: 10 * index, reactions: index }, ...more },
  });
  const [june, may] = [5, 4].map((month) => (day: number) => new Date(Date.UTC(2026, month, day, 12))) as [
    (day: number) => Date,
    (day: number) => Date,
  ];
  // More than a page.
  const parts = Array.from({ length: 103 }, (_, index) => post(index, june(1 + (index % 28))));
  const labelled = post(500, june(4), { platformId: 'skyfeed-1', values: { shares: 500 } });
  await storeParts(db, account, [...parts, labelled, post(7, may(4)), post(8, june(29), { values: null })]);
  const { label } = await open().api.createLabel({ name: 'Sale' });
  await db.query('INSERT INTO group_labels (label_id, group_id) VALUES ($1, $2)', [label.id, labelled.groupId]);
});

const QUERY = `query ($filter: MetricsFilter!, $groupBy: MetricsGrouping) {
  metrics(filter: $filter, groupBy: $groupBy, compare: true) {
    total { ${SUM} } previous { ${SUM} } comparedWith { from to } groups { key name total { ${SUM} } previous { ${SUM} } }
  }
  topPosts(filter: $filter, first: 3) { postGroup { id } ${VALUES} }
  bestTimes(filter: $filter) { posts isEnough needed timeZone period { from to } hours { weekday hour posts average confidence } proposals { weekday hour posts average confidence } }
}`;
async function answer(more: object = {}) {
  const variables = { filter: { ...JUNE, ...more }, groupBy: 'PLATFORM' };
  return (await graphql(service, { 'x-api-key': account.apiKey }, QUERY, variables)).data;
}
const open = () => createClient({ url: service.url, apiKey: account.apiKey });
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PUBLISHING_URL: service.url, PUBLISHING_API_KEY: account.apiKey };
  const program = path.resolve('.build/clients/cli/src/main.js');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'results', ...args], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

test('the client reads the report, top posts and best times as of one request', async () => {
  const options = { filter: JUNE, groupBy: 'PLATFORM', compare: true, top: 3 } as const;
  const { report, topPosts, bestTimes } = await open().results.read(options);
  const { metrics, topPosts: expected, bestTimes: times } = await answer();
  expect(report).toEqual(metrics);
  expect(topPosts).toMatchObject(expected);
  expect(topPosts).toHaveLength(3);
  expect(bestTimes).toEqual(times);
  const wrong = { filter: { from: JUNE.to, to: JUNE.from } };
  await expect(open().results.read(wrong)).rejects.toMatchObject({ code: 'FILTER_INVALID' });
});

test('posts and CSV are read page by page, and agree with the sums', async () => {
  const { results } = open();
  const posts = await all(results.posts({ filter: JUNE }));
  const { metrics } = await answer();
  expect(posts).toHaveLength(metrics.total.posts);
  const sum = posts.reduce((total, { values: { engagements } }) => total + (engagements ?? 0), 0);
  expect(sum).toBe(metrics.total.values.engagements);
  const pieces = await all(results.csv({ filter: JUNE }));
  expect(pieces).toHaveLength(2);
  const lines = pieces.join('').trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + posts.length);
  expect(lines.filter((line) => line.startsWith('Published,'))).toHaveLength(1);
});

test('the command prints sums, top posts and best times; as JSON, those of the client', async () => {
  const { code, out } = await run(...DAYS, '--group-by', 'platform', '--top', '3');
  expect(code).toBe(0);
  const { metrics, topPosts } = await answer();
  expect(out).toMatch(/^WHAT +PERIOD +BEFORE$/m);
  expect(out).toMatch(/^posts +105 +1$/m);
  expect(out).toMatch(new RegExp(`^engagements +${metrics.total.values.engagements} +7$`, 'm'));
  expect(out).toMatch(/^reach +- +-$/m);
  expect(out).toMatch(/^skyfeed +1 +500 +-$/m);
  expect(out).toMatch(new RegExp(`^${topPosts[0].postGroup.id} +skyfeed-1 +500 +Text$`, 'm'));
  expect(out).toMatch(/^BEST TIME \(UTC\) +POSTS +AVERAGE$/m);
  const { report } = JSON.parse((await run(...DAYS, '--group-by', 'platform', '--json')).out);
  expect(report).toEqual(metrics);
});

test('it narrows to accounts and labels, and lists posts and CSV', async () => {
  const labelled = await run(...DAYS, '--label', 'sale', '--posts');
  expect(labelled.out).toMatch(
    /^PUBLISHED +ACCOUNT +ENGAGEMENTS +TEXT\n2026-06-04T12:00:00.000Z +skyfeed-1 +500 +Text\n$/,
  );
  const few = await run(...DAYS, '--account', 'skyfeed', '--json');
  expect(JSON.parse(few.out).report.total).toMatchObject({ posts: 1, values: { shares: 500, reactions: null } });
  const notEnough = await run(...DAYS, '--account', 'skyfeed');
  expect(notEnough.err).toBe(
    'Before: 2026-05-01 to 2026-05-31. Best times: posts of 2026-04-02 to 2026-06-30.\n' +
      'Not enough posts for best times: 1 of 30, from at least 3 weeks.\n',
  );
  const listed = await run(...DAYS, '--posts', '--json');
  expect(
    listed.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toHaveLength(105);
  const csv = await run(...DAYS, '--csv');
  expect(csv.out).toBe((await all(open().results.csv({ filter: JUNE }))).join(''));
});

test('wrong options are explained, and without days it is about last month', async () => {
  expect(await run('--by', 'likes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('likes is none of impressions,'),
  });
  expect(await run('--to', JUNE.to)).toMatchObject({ code: 2, err: expect.stringContaining('--to needs --from.') });
  expect(await run('--csv', '--json')).toMatchObject({ code: 2 });
  expect(await run('--from', JUNE.to, '--to', JUNE.from)).toMatchObject({ code: 1 });
  expect(await run()).toMatchObject({ code: 0, out: expect.stringMatching(/^posts +\d+ +\d+$/m) });
});
