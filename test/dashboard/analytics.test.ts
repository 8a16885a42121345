/** What posts achieved: the same numbers in tiles, charts, tables, files and GraphQL. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/sandbox.js';
import { newId } from '../../src/foundation/database/id.js';
import { DAY_MS, HOUR_MS } from '../../src/foundation/time/durations.js';
import { createGroup, upTo } from '../live/support.js';
import { createAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import {
  copyMeasured,
  countFollowers,
  type Measured,
  publishMeasured,
  refuseMetrics,
} from '../support/measured-posts.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

/** That of the tests' browser: accounts have none. */
const ZONE = 'Europe/Vienna';
/** The same day there and in UTC, at any time of the test. */
const daysAgo = (days: number) => new Date(`${dateAgo(days)}T10:00:00Z`);
const dateAgo = (days: number) =>
  new Date(Date.parse(new Intl.DateTimeFormat('sv', { timeZone: ZONE }).format(new Date())) - days * DAY_MS)
    .toISOString()
    .slice(0, 10);

type Given = Record<string, Measured>;

async function newAccount() {
  const account = await createAccount(db);
  const headers = { 'x-api-key': account.apiKey };
  const [first, second] = [sandbox.createAccount('microblog'), sandbox.createAccount('microblog')];
  const targets = [await account.connect(first), await account.connect(second)] as [string, string];
  const [one, other] = targets;
  await db.query("UPDATE connections SET display_name = '=Tea' WHERE user_id = $1 AND platform_id = $2", [
    account.userId,
    one,
  ]);
  const publish = async (content: string, at: Date, numbers: Given) => {
    const group = await createGroup(service, headers, { content, platformIds: Object.keys(numbers) });
    await publishMeasured(db, group, at, numbers);
    return group;
  };
  return { account, headers, publish, one, other, first, second };
}

/** Three posts of the last 30 days and one before: one metric is missing everywhere, one at a post alone. */
async function withResults() {
  const made = await newAccount();
  const { account, publish, one, other } = made;
  await publish('Green tea', daysAgo(3), { [one]: { values: { impressions: 1200, reactions: 30, comments: 6 } } });
  const top = await publish('Black tea', daysAgo(5), {
    [one]: {
      values: { impressions: 4000, reactions: 90, comments: 10, shares: 5 },
      readings: [
        { at: new Date(daysAgo(5).getTime() + DAY_MS), values: { impressions: 3000, reactions: 95 } },
        { at: new Date(daysAgo(5).getTime() + 2 * DAY_MS), values: { impressions: 4000, reactions: 90 } },
      ],
    },
    [other]: { values: { reactions: 4 } },
  });
  await publish('Too new', daysAgo(1), { [other]: { state: 'WAITING' } });
  await publish('Before', daysAgo(40), { [one]: { values: { impressions: 2600, reactions: 0 } } });
  await countFollowers(db, { userId: account.userId, platformId: one, day: dateAgo(20), followers: 500 });
  await countFollowers(db, { userId: account.userId, platformId: one, day: dateAgo(2), followers: 540 });
  return { ...made, top };
}

type Made = Awaited<ReturnType<typeof newAccount>>;

async function open({ account }: Pick<Made, 'account'>, path = '/analytics', screen = {}) {
  const { page } = await browser.openSignedIn(db, { account, ...screen });
  await page.goto(path);
  return page;
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** What is shown, a line for each block. */
const wordsOf = async (shown: Locator) => (await shown.innerText()).replaceAll(/\n+/g, '\n');
const tile = (page: Page, name: string) =>
  wordsOf(page.getByRole('list', { name: 'Sums of the period' }).getByRole('listitem').filter({ hasText: name }));
/** The cells of a table, row by row. */
const cellsOf = async (page: Page, name: string) => {
  const table = page.getByRole('table', { name, exact: true });
  await table.waitFor();
  return table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)));
};

const REPORT = `query ($filter: MetricsFilter!) { metrics(filter: $filter, groupBy: DAY, compare: true) {
  total { posts measuredPosts values { impressions reactions comments shares clicks engagements } }
  previous { values { impressions reactions } } groups { key total { posts values { engagements } } } } }`;

test('tiles, chart, tables, file and GraphQL have the same numbers, and none is 0 that was not given', async () => {
  const made = await withResults();
  const page = await open(made);
  await region(page, 'Overview').waitFor();
  const filter = { from: dateAgo(29), to: dateAgo(-1), timeZone: ZONE };
  const { data } = await graphql(service, made.headers, REPORT, { filter });
  const { total, previous, groups } = data.metrics;
  expect(total).toEqual({
    ...{ posts: 4, measuredPosts: 3 },
    values: { impressions: 5200, reactions: 124, comments: 16, shares: 5, clicks: null, engagements: 145 },
  });
  expect(previous).toEqual({ values: { impressions: 2600, reactions: 0 } });
  expect(await tile(page, 'Impressions')).toBe('Impressions\n5,200\n+100% (before: 2,600)');
  // Nothing is a share of 0, or of what was not given.
  expect(await tile(page, 'Reactions')).toBe('Reactions\n124\n+124 (before: 0)');
  expect(await tile(page, 'Comments')).toBe('Comments\n16\nNo comparison');
  expect(await tile(page, 'Followers')).toBe('Followers\n540\n+40 in these days');
  const overview = region(page, 'Overview');
  await overview.getByText('Not given by these platforms: Views, Clicks, Saves, and Watch time.').waitFor();
  await overview.getByText('3 of 4 posts have numbers').waitFor();

  await page.getByRole('img', { name: 'Chart: Engagements by day' }).waitFor();
  await page.getByRole('button', { name: 'Table: Engagements by day' }).press('Enter');
  const days = await cellsOf(page, 'Engagements by day');
  expect(days).toHaveLength(30);
  expect(days.filter(([, posts]) => posts !== '0').map(([, posts, value]) => [posts, value])).toEqual([
    ['2', '109'],
    ['1', '36'],
    ['1', 'Not given'],
  ]);
  expect(days.filter(([, posts]) => posts === '0').every(([, , value]) => value === 'No posts')).toBe(true);
  const withPosts = groups.filter((day: typeof data.metrics) => day.total.posts > 0);
  expect(withPosts.map((day: typeof data.metrics) => day.total.values.engagements)).toEqual([109, 36, null]);

  const accounts = await cellsOf(page, 'By account');
  expect(accounts.map(([name, posts, engagements]) => [name, posts, engagements?.split('\n')[0]])).toEqual([
    ['=Tea', '2', '141'],
    [made.second.displayName, '2', '4'],
  ]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV: By account' }).click();
  const [head, first] = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(head).toBe('\uFEFFAccount,Posts,Engagements,Impressions,Reactions,Comments,Shares');
  expect(first).toBe("'=Tea,2,141,5200,120,16,5");
  const posts = await cellsOf(page, 'Posts with the most engagements');
  expect(posts.map(([, engagements]) => engagements)).toEqual(['105', '36', '4']);
  const links = page.getByRole('table', { name: 'Posts with the most engagements' }).getByRole('link');
  expect(await links.allInnerTexts()).toEqual(['Black tea', 'Green tea', 'Black tea']);
});

test('filters, metric and interval are in the address, and one account has its followers', async () => {
  const made = await withResults();
  const label = newId();
  await db.query(
    "INSERT INTO labels (id, user_id, name, name_key, color, created_at) VALUES ($1, $2, 'Tea', 'tea', 'GREEN', now())",
    [label, made.account.userId],
  );
  await db.query('INSERT INTO group_labels (label_id, group_id) VALUES ($1, $2)', [label, made.top]);
  const page = await open(made);
  await page.getByRole('link', { name: '=Tea', exact: true }).click();
  await page.getByRole('img', { name: 'Chart: followers by day, from 500 to 540' }).waitFor();
  expect(await tile(page, 'Posts')).toMatch(/^Posts\n2\n/);
  await page.getByRole('button', { name: 'Date: Last 30 days' }).click();
  await page.getByRole('dialog', { name: 'Date' }).getByRole('button', { name: 'Last 90 days' }).click();
  await page.getByText('Engagements by week', { exact: true }).waitFor();
  expect(await tile(page, 'Posts')).toMatch(/^Posts\n3\n/);
  await page.getByRole('combobox', { name: 'Metric' }).click();
  await page.getByRole('option', { name: 'Impressions' }).click();
  await page.getByRole('radio', { name: 'Accounts' }).press('ArrowRight');
  await page.getByRole('table', { name: 'By platform' }).getByRole('link', { name: 'Microblog' }).waitFor();
  const search = new URL(page.url()).searchParams;
  expect(Object.fromEntries(search)).toEqual({
    ...{ target: made.one, period: 'quarter', metric: 'IMPRESSIONS', by: 'PLATFORM' },
  });
  await page.reload();
  await region(page, 'Impressions by week').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Posts5/ })
    .waitFor();

  await page.getByRole('radio', { name: 'Platforms' }).press('ArrowRight');
  const firsts = async (table: string) => (await cellsOf(page, table)).map((cells) => cells.slice(0, 2));
  expect(await firsts('By label')).toEqual([
    ['Tea', '2'],
    ['Without a label', '3'],
  ]);
  await page.getByRole('link', { name: 'Tea', exact: true }).click();
  await page.getByText('Impressions by week', { exact: true }).waitFor();
  await page.getByRole('table', { name: 'By label' }).getByText('Without a label').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Labels' }).press('ArrowRight');
  expect(await firsts('By author')).toEqual([['By a program', '2']]);
});

test('without posts, without numbers and without permission it says why, and what to do', async () => {
  const made = await newAccount();
  const page = await open(made);
  await page.getByRole('heading', { name: 'No posts yet' }).waitFor();
  await page.getByRole('link', { name: 'Write a post' }).waitFor();

  await made.account.connect(sandbox.createAccount('messenger'));
  await made.publish('First', daysAgo(2), { [made.one]: { state: 'WAITING' } });
  await page.reload();
  await page.getByText('No numbers yet: the first come an hour after a post is published.').waitFor();
  expect(await page.getByRole('list', { name: 'Sums of the period' }).getByRole('listitem').count()).toBe(1);
  await region(page, 'Missing numbers').getByText('Messenger gives no numbers of posts.').waitFor();

  const refusedAccount = sandbox.createAccount('network');
  const platformId = await made.account.connect(refusedAccount);
  await refuseMetrics(db, { userId: made.account.userId, platformId });
  await page.reload();
  const refused = page.getByRole('list', { name: 'Accounts without permission' });
  const meaning = 'read the numbers of your posts and read how many people follow you';
  await refused.getByText(`It was connected without the permission to ${meaning}.`).waitFor();
  await refused.getByRole('link', { name: `Connect again: @${refusedAccount.username}` }).click();
  await page.waitForURL('**/accounts?reconnect=**');
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/analytics');

  await page.goto(`/analytics?from=2024-01-01&to=2024-01-31`);
  await page.getByRole('heading', { name: 'No posts in these days' }).waitFor();
});

test('best times need enough posts; a proposed one is added to a schedule', async () => {
  const made = await newAccount();
  const group = await made.publish('Tea', daysAgo(2), { [made.one]: { values: { reactions: 10 } } });
  const publishUpTo = (first: number, last: number) =>
    copyMeasured(
      db,
      group,
      upTo(last)
        .slice(first - 1)
        .map((index) => ({
          at: new Date(daysAgo(2 + 2 * index).getTime() + (index % 3) * 2 * HOUR_MS),
          reactions: index % 3 === 1 ? 50 : 10,
        })),
    );
  await publishUpTo(1, 11);
  const page = await open(made, '/analytics?period=quarter');
  await region(page, 'Best times').getByText('Not enough posts yet: 12 of 30.').waitFor();

  await publishUpTo(12, 31);
  await page.reload();
  const proposals = page.getByRole('list', { name: 'Proposed times' }).getByRole('listitem');
  await proposals.first().waitFor();
  const filter = { from: dateAgo(89), to: dateAgo(-1), timeZone: ZONE };
  const query =
    'query ($filter: MetricsFilter!) { bestTimes(filter: $filter) { hours { posts } proposals { weekday hour } } }';
  const { data } = await graphql(service, made.headers, query, { filter });
  expect(await proposals.count()).toBe(data.bestTimes.proposals.length);
  const title = 'Engagements by weekday and hour';
  await page.getByRole('img', { name: `Chart: ${title}` }).waitFor();
  await page.getByRole('button', { name: `Table: ${title}` }).click();
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  expect(sum((await cellsOf(page, title)).map(([, posts]) => Number(posts)))).toBe(32);
  expect(sum(data.bestTimes.hours.map(({ posts }: { posts: number }) => posts))).toBe(32);

  const [{ weekday, hour }] = data.bestTimes.proposals;
  await proposals.first().getByRole('button', { name: 'Add to a schedule' }).press('Enter');
  await page.getByRole('menuitem', { name: 'New schedule' }).click();
  const form = page.getByRole('dialog', { name: 'New schedule' });
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Schedule saved').waitFor();
  expect(new URL(page.url()).searchParams.has('add')).toBe(false);
  const stored = await graphql(
    service,
    made.headers,
    '{ postingSchedules(first: 1) { edges { node { timeZone times { weekday time } } } } }',
  );
  expect(stored.data.postingSchedules.edges[0].node).toEqual({
    timeZone: ZONE,
    times: [{ weekday, time: `${String(hour).padStart(2, '0')}:00` }],
  });
});

test('a post shows its numbers on each platform and their curve, Home the trend', async () => {
  const made = await withResults();
  const page = await open(made, `/posts/${made.top}`);
  const results = region(page, 'Results');
  const words = (name: string) => wordsOf(results.getByRole('list', { name }));
  const first = `Microblog @${made.first.username}`;
  await results.getByRole('img', { name: `Chart: Engagements, ${first}: 90 at the end` }).waitFor();
  expect(await words(`Numbers: ${first}`)).toBe(
    'Engagements\n105\nImpressions\n4,000\nReactions\n90\nComments\n10\nShares\n5',
  );
  expect(await words('Sums over the platforms')).toContain('Engagements\n109\n');
  await results.getByText('Not given everywhere: Impressions, Comments, and Shares.').waitFor();
  await results.getByRole('button', { name: `Table: Engagements, ${first}` }).click();
  expect((await cellsOf(page, `Engagements, ${first}`)).map(([, ...values]) => values)).toEqual([
    ['95', '3,000', '95'],
    ['90', '4,000', '90'],
  ]);

  await page.goto('/home');
  const home = region(page, 'Results');
  await home.getByRole('img', { name: 'Engagements by day: 145 in 30 days' }).waitFor();
  await home.getByRole('link', { name: 'All results' }).click();
  await region(page, 'Overview').waitFor();
});

test.each(WIDTHS)(
  'it is accessible in both themes, %i pixels wide, and is printed without what is for screens',
  async (width) => {
    const made = await withResults();
    await refuseMetrics(db, { userId: made.account.userId, platformId: made.other });
    const page = await open(made, `/analytics?target=${made.one}`, { width });
    await page.getByRole('table', { name: 'By account' }).waitFor();
    await page.getByRole('img', { name: /followers by day/ }).waitFor();
    await page.getByText('Not enough posts yet').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
  },
);

test('the results of a post are accessible', async () => {
  const made = await withResults();
  await refuseMetrics(db, { userId: made.account.userId, platformId: made.other });
  const page = await open(made, `/posts/${made.top}`, { width: 375 });
  await region(page, 'Results').getByRole('img').first().waitFor();
  await page.getByRole('button', { name: /^Table: Engagements/ }).click();
  await expectAccessible(page);
});
