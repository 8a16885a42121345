/** Importing posts in the dashboard: a file, what would happen, and the report. */
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { button, useComposer } from './composing.js';

const { db, visit, groups } = await useComposer();

const choose = (page: Awaited<ReturnType<typeof visit>>['page'], text: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }]);

test('a file is chosen, looked at, imported and reported, and a corrected one goes on', async () => {
  const { page } = await visit();
  await page.goto('/import');
  await choose(page, 'Post,Account,When\nHello,fediverse,01/02/2027 10:00\nOther,nobody,\nDraft,threadtalk,\n');
  await page.getByRole('status').filter({ hasText: '3 rows: 1 to be drafts, 2 with problems.' }).waitFor();
  const rows = page.getByRole('list', { name: 'Rows', exact: true });
  await rows.getByText('Account: “nobody” is no connected account.').waitFor();
  await page.getByRole('combobox', { name: 'Dates such as' }).click();
  await page.getByRole('option', { name: 'Day first' }).click();
  await page.getByRole('status').filter({ hasText: '1 to be scheduled, 1 to be drafts, 1 with problems.' }).waitFor();
  await button(page, 'Import 2 posts and skip 1').click();
  await page.getByText('2 of 3 posts imported, 1 skipped.').waitFor();
  await page.getByText('is no connected account').waitFor();
  expect((await groups()).map(({ content, status }) => [content, status])).toEqual([
    ['Hello', 'scheduled'],
    ['Draft', 'draft'],
  ]);
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download as CSV').click()]);
  expect(file.suggestedFilename()).toBe('import-report.csv');
  await page.getByRole('link', { name: 'Hello' }).click();
  await page.waitForURL(/posts/);
});

test('an import is undone, after its numbers were shown, and what stayed says why', async () => {
  const { page } = await visit();
  await page.goto('/import');
  await choose(page, 'text,account,time\nOne,fediverse,2027-02-01 10:00\nTwo,threadtalk,\nThree,fediverse,\n');
  await button(page, 'Import 3 posts').click();
  await page.getByText('3 of 3 posts imported.').waitFor();
  await page.getByRole('link', { name: 'Three' }).waitFor();
  await db.query(`UPDATE post_groups SET updated_at = updated_at + interval '1 second' WHERE content = 'Three'`);
  await button(page, 'Undo the import').click();
  const dialog = page.getByRole('dialog', { name: 'Undo the import' });
  await dialog.getByText('2 posts are removed').waitFor();
  await dialog.getByText('1 post stays').waitFor();
  await expectAccessible(page);
  await button(page, 'Cancel').click();
  expect(await groups()).toHaveLength(3);
  await button(page, 'Undo the import').click();
  await button(page, 'Remove 2 posts').click();
  await page.getByText('Undone. 2 of 3 posts removed, 1 stayed.').waitFor();
  expect((await groups()).map(({ content }) => content)).toEqual(['Three']);
  expect(await button(page, 'Undo the import').count()).toBe(0);
  await page.getByRole('switch', { name: 'Only posts that stayed' }).check();
  await page.getByText('It was changed after it was imported.').waitFor();
  await page.getByText('One', { exact: true }).waitFor({ state: 'detached' });
  await expectAccessible(page);
});

test('the column with the text is asked for if no name of a column says it', async () => {
  const { page } = await visit();
  await page.goto('/import');
  await choose(page, 'What we say,Account\nHello,fediverse\n');
  const notice = page.getByRole('alert').getByText('No column has the text of the posts.');
  await notice.waitFor();
  await page.getByRole('combobox', { name: 'What we say' }).click();
  await page.getByRole('option', { name: 'Text', exact: true }).click();
  await page.getByRole('status').filter({ hasText: '1 row: 1 to be drafts.' }).waitFor();
  expect(await notice.count()).toBe(0);
});

test('a file that cannot be read says why', async () => {
  const { page } = await visit();
  await page.goto('/import');
  await choose(page, 'text\n"open');
  await page.getByRole('alert').getByText('the quote that opens in line 2 is not closed').waitFor();
});

test.each(WIDTHS)('it is accessible: %i pixels', async (width) => {
  const { page } = await visit({ width });
  await page.goto('/import');
  await page.getByText('Drop a CSV file here').waitFor();
  await expectAccessible(page);
  await choose(
    page,
    `A long name of a column that is the text,Account,When\n${'x'.repeat(200)},nobody-with-a-long-name,\nDraft,fediverse,\n`,
  );
  await page.getByRole('list', { name: 'Rows', exact: true }).waitFor();
  await expectAccessible(page);
});
