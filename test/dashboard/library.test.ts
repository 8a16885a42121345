/** The media library: files are uploaded, described, found, used in posts and deleted. */
import type { Page } from 'playwright-core';
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { button, field, hand, image, live, useComposer } from './composing.js';

const { db, accounts, visit, open, write, create, postsAt } = await useComposer();

const files = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const stored = () =>
  db.query<{ name: string; alt: string | null; origin: string }>(
    'SELECT name, alt_text AS alt, origin FROM media WHERE user_id = $1 ORDER BY id',
    [accounts().userId],
  );

/** A page of the library to which these pictures were given. */
async function withFiles(names: string[], screen = {}) {
  const visitor = await visit(screen);
  const { page } = visitor;
  await page.goto('/library');
  const input = page.getByLabel('Files for the library', { exact: true });
  const given = names.map(async (name, index) => ({
    name,
    mimeType: 'image/png',
    buffer: await image(`hsl(${index * 60}, 50%, 50%)`, 40 + index),
  }));
  await input.setInputFiles(await Promise.all(given));
  for (const name of names) await files(page).filter({ hasText: name }).waitFor();
  return visitor;
}

test('a file is dropped, described, and published with a post that was given it from the library', async () => {
  const { page } = await withFiles(['dog.png']);
  await hand(page, '[data-accept], .mantine-Dropzone-root', 'drop', 'cat.png', await image('teal', 60));
  await files(page).filter({ hasText: 'cat.png' }).waitFor();
  await button(page, 'Details of cat.png').click();
  const form = dialog(page, 'File');
  await form.getByText('No post uses it.').waitFor();
  await form.getByRole('textbox', { name: 'Alternative text' }).fill('A cat in teal');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“cat.png” saved').waitFor();
  expect(await stored()).toMatchObject([
    { name: 'dog.png' },
    { name: 'cat.png', alt: 'A cat in teal', origin: 'library' },
  ]);

  await page.goto('/compose');
  await field(page).waitFor();
  await write(page, 'With a file of the library', [accounts().fediverse]);
  await button(page, 'From library').click();
  const picker = dialog(page, 'Add from the library');
  await picker.getByRole('searchbox', { name: 'Search the library' }).fill('teal');
  await picker.getByRole('button', { name: 'Add dog.png' }).waitFor({ state: 'detached' });
  await picker.getByRole('button', { name: 'Add cat.png' }).click();
  await page.getByRole('textbox', { name: 'Alternative text' }).waitFor();
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(postsAt(accounts().fediverse)).toMatchObject([
    {
      text: 'With a file of the library',
      media: [{ width: 60 }],
      record: { media: [{ description: 'A cat in teal' }] },
    },
  ]);
});

test('files are found by their text, and a page address keeps the search', async () => {
  const { page } = await withFiles(['dog.png', 'cat.png']);
  await page.getByRole('searchbox').fill('DOG');
  await files(page).filter({ hasText: 'cat.png' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toContain('text=DOG');
  await page.getByRole('searchbox').fill('bird');
  await page.getByText('No file matches').waitFor();
});

test('a deletion lists the drafts that would lose the file, and removes it from them after a second confirmation', async () => {
  const { page } = await withFiles(['cat.png']);
  const [row] = await db.query<{ id: string }>('SELECT id FROM media WHERE user_id = $1', [accounts().userId]);
  await create('A draft with a file', { media: [{ mediaId: row?.id }] });
  await page.reload();
  await files(page).getByText('In 1 post').waitFor();
  await button(page, 'Delete cat.png').click();
  const asking = dialog(page, 'Delete “cat.png”');
  await asking.getByRole('button', { name: 'Delete', exact: true }).click();
  await asking.getByText('1 draft would lose the file').waitFor();
  expect(await stored()).toHaveLength(2);
  await asking.getByRole('button', { name: 'Remove from 1 draft and delete' }).click();
  await page.getByText('No files yet').waitFor();
  expect(await stored()).toEqual([]);
});

test('a file of a scheduled post is not deleted; the posts are listed', async () => {
  const { page } = await withFiles(['cat.png']);
  const [row] = await db.query<{ id: string }>('SELECT id FROM media WHERE user_id = $1', [accounts().userId]);
  await create('A scheduled post', { media: [{ mediaId: row?.id }], scheduledTime: '2035-01-01T00:00:00.000Z' });
  await button(page, 'Delete cat.png').click();
  const asking = dialog(page, 'Delete “cat.png”');
  await asking.getByRole('button', { name: 'Delete', exact: true }).click();
  await asking.getByText('1 scheduled post would lose the file').waitFor();
  expect(await asking.getByRole('button', { name: /delete/i }).count()).toBe(0);
  expect(await stored()).toHaveLength(2);
});

test.each(WIDTHS)('it is accessible: %i pixels', async (width) => {
  const { page } = await withFiles(['cat.png', 'a-file-with-a-name-that-is-much-longer-than-its-card.png'], { width });
  await expectAccessible(page);
  await button(page, 'Details of cat.png').click();
  await dialog(page, 'File').waitFor();
  await expectAccessible(page);
  await dialog(page, 'File').getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Delete cat.png').click();
  await dialog(page, 'Delete “cat.png”').waitFor();
  await expectAccessible(page);
});

test('the composer offers the library, accessibly', async () => {
  await withFiles(['cat.png']);
  const { page } = await open();
  await button(page, 'From library').click();
  await dialog(page, 'Add from the library').getByRole('button', { name: 'Add cat.png' }).waitFor();
  await expectAccessible(page);
});
