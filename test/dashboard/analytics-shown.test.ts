/** The reports say what they are of: while others load, on paper, and in files. */
import { readFile } from 'node:fs/promises';
import type { Route } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { dateAgo, daysAgo, region, tile, useResults } from './analytics-support.js';

const { db, browser, withResults, open } = await useResults();

/** The queries of numbers. */
const REPORTS = new Set(['AnalyticsOverview', 'AnalyticsGroups', 'TopPosts', 'BestTimes']);

test('while other days load, headings and files are of the days that are shown; then a failure is', async () => {
  const made = await withResults();
  const { page, problems } = await browser.openSignedIn(db, { account: made.account });
  const panels = ['Overview', 'Compare accounts', 'Top posts', 'Best times'];
  const line = page.getByRole('status').filter({ hasText: 'days of Vienna' });
  const busy = () => Promise.all(panels.map((name) => region(page, name).getAttribute('aria-busy')));
  const file = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download CSV: ${name}` }).click();
    return (await download).suggestedFilename();
  };
  const choose = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Date: ${from}` }).click();
    await page.getByRole('dialog', { name: 'Date' }).getByRole('button', { name: to }).click();
  };
  await page.goto('/analytics');
  await page.getByRole('table', { name: 'By account' }).waitFor();
  await page.getByRole('table', { name: 'Posts with the most engagements' }).waitFor();
  await page.getByText('Not enough posts yet').waitFor();
  const before = await line.innerText();
  expect(await busy()).toEqual(panels.map(() => 'false'));

  const held: Route[] = [];
  let isHeld = true;
  let refused: string[] = [];
  await page.route('**/graphql', (route) => {
    const { operationName } = route.request().postDataJSON() ?? {};
    if (refused.includes(operationName)) return route.fulfill({ status: 500 });
    if (!isHeld || !REPORTS.has(operationName)) return route.fallback();
    held.push(route);
    return undefined;
  });
  await choose('Last 30 days', 'Last 7 days');
  await line.filter({ hasText: 'Loading' }).waitFor();
  expect(await line.innerText()).toContain(`${before} · Loading `);
  await eventually(async () => (await busy()).every((one) => one === 'true') || undefined);
  expect(await tile(page, 'Impressions')).toBe('Impressions\n5,200\n+100% (before: 2,600)');
  const days = `${dateAgo(29)}-${dateAgo(0)}.csv`;
  expect(await file('By account')).toBe(`results-by-account-${days}`);
  expect(await file('Posts with the most engagements')).toBe(`top-posts-${days}`);
  expect(await file('Engagements by day')).toBe(`engagements-${days}`);

  isHeld = false;
  await Promise.all(held.map((route) => route.fallback()));
  await eventually(async () => (await busy()).every((one) => one === 'false') || undefined);
  expect(await line.innerText()).not.toContain(before.split(', ')[0]);
  expect(await file('By account')).toBe(`results-by-account-${dateAgo(6)}-${dateAgo(0)}.csv`);

  refused = ['AnalyticsGroups'];
  await choose('Last 7 days', 'Last 90 days');
  await region(page, 'Compare accounts').getByRole('alert').waitFor();
  expect(await page.getByRole('table', { name: 'By account' }).count()).toBe(0);
  refused = ['AnalyticsOverview'];
  await choose('Last 90 days', 'Last month');
  await region(page, 'Overview').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await line.innerText()).not.toContain('Loading');
  problems.splice(0);
});

test('an account leads to its results, which say when it has to be connected again', async () => {
  const made = await withResults();
  await db.query('UPDATE connections SET revoked_at = now() WHERE user_id = $1 AND platform_id = $2', [
    made.account.userId,
    made.one,
  ]);
  const page = await open(made, '/accounts');
  await page.getByRole('link', { name: `Results of @${made.first.username}` }).click();
  const lost = page.getByRole('list', { name: 'Accounts to reconnect' }).getByRole('listitem');
  await lost.getByText(`=Tea (@${made.first.username}) has to be connected again.`).waitFor();
  await lost.getByRole('link', { name: `Reconnect @${made.first.username}` }).click();
  await page.waitForURL(`**/accounts?reconnect=${made.one}**`);
});

test('a file of posts names each with its date, link and id', async () => {
  const made = await withResults();
  const page = await open(made);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV: Posts with the most engagements' }).click();
  const [head, first] = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(head).toBe(
    '\uFEFFPost,Platform,Platform id,Published,Link,Post id,Engagements,Impressions,Reactions,Comments,Shares',
  );
  expect(first).toBe(
    `Black tea (Microblog @${made.first.username}),Microblog,${made.one},${daysAgo(5).toISOString()},,${made.top},105,4000,90,10,5`,
  );
});
