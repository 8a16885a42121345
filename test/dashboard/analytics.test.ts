/** What posts achieved: the same numbers in tiles, charts, tables, files and GraphQL. */
import { readFile } from 'node:fs/promises';
import { newId } from '../../src/foundation/database/id.js';
import { HOUR_MS } from '../../src/foundation/time/durations.js';
import { upTo } from '../live/support.js';
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { copyMeasured, refuseMetrics } from '../support/measured-posts.js';
import { cellsOf, dateAgo, daysAgo, region, tile, useResults, wordsOf, ZONE } from './analytics-support.js';

const { db, service, sandbox, newAccount, withResults, open } = await useResults();

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
    ['1', 'No numbers yet'],
  ]);
  expect(days.filter(([, posts]) => posts === '0').every(([, , value]) => value === 'No posts')).toBe(true);
  const withPosts = groups.filter((day: typeof data.metrics) => day.total.posts > 0);
  expect(withPosts.map((day: typeof data.metrics) => day.total.values.engagements)).toEqual([109, 36, null]);

  const accounts = await cellsOf(page, 'By account');
  expect(accounts.map(([name, posts, engagements]) => [name, posts, engagements?.split('\n')[0]])).toEqual([
    [`Microblog @${made.first.username}`, '2', '141'],
    [`Microblog @${made.second.username}`, '2', '4'],
  ]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV: By account' }).click();
  const [head, first] = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(head).toBe(
    '\uFEFFAccount,Platform,Platform id,Posts,Engagements,Impressions,Reactions,Comments,Shares,Followers',
  );
  expect(first).toBe(`Microblog @${made.first.username},Microblog,${made.one},2,141,5200,120,16,5,540`);
  expect(accounts.map((cells) => cells.at(-1))).toEqual(['540\n\n+40', 'Not given']);
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
  await page.getByRole('link', { name: `Microblog @${made.first.username}`, exact: true }).click();
  await page.getByRole('img', { name: 'Chart: followers by day, from 500 to 540' }).waitFor();
  expect(await tile(page, 'Posts')).toMatch(/^Posts\n2\n/);
  await page.getByRole('button', { name: 'Date: Last 30 days' }).click();
  await page.getByRole('dialog', { name: 'Date' }).getByRole('button', { name: 'Last 90 days' }).click();
  await page.getByText('Engagements by week', { exact: true }).waitFor();
  expect(await tile(page, 'Posts')).toMatch(/^Posts\n3\n/);
  await page.getByRole('combobox', { name: 'Metric' }).click();
  await page.getByRole('option', { name: 'Impressions' }).click();
  await page.getByRole('radio', { name: 'Labels' }).press('ArrowLeft');
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
  expect(await firsts('By author')).toEqual([['By a program (API or assistant)', '2']]);
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
  await refused.getByRole('link', { name: `Reconnect @${refusedAccount.username}` }).click();
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
        .map((index) =>
          // Those that do well are a week apart, at one hour of one weekday.
          index % 3 === 1
            ? { at: new Date(daysAgo(2 + (7 * (index - 1)) / 3).getTime() + 2 * HOUR_MS), reactions: 50 }
            : { at: new Date(daysAgo(2 + 2 * index).getTime() + (index % 3) * 2 * HOUR_MS), reactions: 10 },
        ),
    );
  await publishUpTo(1, 11);
  const page = await open(made, '/analytics?period=quarter');
  await region(page, 'Best times').getByText('Not enough posts yet: 12 of 30 from ').waitFor();

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
    await page.getByRole('table', { name: 'By label' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Compare accounts' }).count()).toBe(0);
    await page.getByRole('img', { name: /followers by day/ }).waitFor();
    await page.getByText('Not enough posts yet').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    const [year, printed] = [dateAgo(0).slice(0, 4), `Accounts: Microblog @${made.first.username}`];
    await page.getByText(new RegExp(`^.*, ${year} · ${printed} · Printed .*, ${year}$`)).waitFor();
    for (const role of ['button', 'radiogroup'] as const) {
      expect(await page.getByRole(role).filter({ visible: true }).count()).toBe(0);
    }
    expect(await page.getByText('Skip to content').isVisible()).toBe(false);
    const tables = page.getByRole('region', { name: /^Table: / });
    expect(await tables.evaluateAll((all) => all.every((one) => getComputedStyle(one).overflowX === 'visible'))).toBe(
      true,
    );
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
