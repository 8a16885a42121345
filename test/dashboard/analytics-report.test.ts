/** What is done with a report in the dashboard: shared by a link, saved as a file, chosen by e-mail. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { dateAgo, region, useResults, ZONE } from './analytics-support.js';

const { db, service, withResults, open } = await useResults();

const FIELDS = `postId postGroupId partIndex platform platformId accountName url publishedAt excerpt labels author state
  measuredAt values { impressions reach views reactions comments shares clicks saves watchSeconds engagements }`;
const EXPORT = `query ($filter: MetricsFilter!) { postResults(filter: $filter, first: 100) { csv edges { node { ${FIELDS} } } } }`;

async function saved(page: Page, item: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('the shown report is shared by a link that opens without a login, is listed, and can be revoked', async () => {
  const made = await withResults();
  const page = await open(made, `/analytics?target=${made.one}`);
  await region(page, 'Overview').waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share a report' });
  const title = dialog.getByRole('textbox', { name: 'Title of the page' });
  expect(await title.inputValue()).toMatch(/^Report .+ – .+/);
  await title.fill('Tea in November');
  await dialog.getByRole('textbox', { name: 'Days until it expires' }).fill('7');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Link to Tea in November' }).inputValue();
  const read = () => fetch(service.url + new URL(url).pathname);
  const shared = await read();
  expect(shared.status).toBe(200);
  const text = (await shared.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  // Of the one account alone.
  expect(text).toMatch(/Tea in November .*Posts 2 1 Impressions 5,200 2,600 Reactions 120 0/);

  const [stored] = await db.query<{ days: number }>(
    'SELECT round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days FROM report_links WHERE user_id = $1',
    [made.account.userId],
  );
  expect(stored?.days).toBe(7);
  await dialog.getByRole('listitem').filter({ hasText: 'Tea in November' }).waitFor();
  await dialog.getByRole('button', { name: 'Revoke the link to Tea in November' }).click();
  await dialog.getByRole('listitem').waitFor({ state: 'detached' });
  expect((await read()).status).toBe(410);
});

test('the posts are saved as CSV and as JSON, with the rows of postResults, for the shown days and filters', async () => {
  const made = await withResults();
  const page = await open(made, `/analytics?target=${made.one}`);
  await region(page, 'Overview').waitFor();
  const filter = { from: dateAgo(29), to: dateAgo(-1), timeZone: ZONE, platformIds: [made.one] };
  const { data } = await graphql(service, made.headers, EXPORT, { filter });
  const csv = await saved(page, 'Posts as CSV');
  expect(csv.name).toBe(`results-${dateAgo(29)}-${dateAgo(0)}.csv`);
  expect(csv.text).toBe(`\uFEFF${data.postResults.csv}`);
  // A name that a spreadsheet would run.
  expect(csv.text.split("'=Tea")).toHaveLength(3);
  const json = await saved(page, 'Posts as JSON');
  expect(json.name).toBe(`results-${dateAgo(29)}-${dateAgo(0)}.json`);
  expect(JSON.parse(json.text)).toEqual(nodesOf(data.postResults));
  expect(JSON.parse(json.text)).toHaveLength(2);
});

test('who only reads saves files and gets e-mails, and shares nothing', async () => {
  const made = await withResults();
  await db.query(`UPDATE memberships SET role = 'VIEWER' WHERE user_id = $1`, [made.account.userId]);
  const page = await open(made);
  await region(page, 'Overview').waitFor();
  await page.getByRole('button', { name: 'Export' }).waitFor();
  expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
  await page.getByRole('link', { name: 'By e-mail' }).click();
  const reports = region(page, 'Reports by e-mail');
  await reports.getByRole('combobox', { name: 'Report of Test' }).click();
  await page.getByRole('option', { name: 'Monthly, on the first day' }).click();
  await reports.getByText(/^Next on /).waitFor();
  await expectAccessible(page);
  await eventually(async () => {
    const [row] = await db.query<{ frequency: string }>('SELECT frequency FROM report_emails WHERE user_id = $1', [
      made.account.userId,
    ]);
    expect(row?.frequency).toBe('MONTHLY');
    return true;
  });
});
