/** Snippets: saved, managed, and put into a post while it is written. */

import type { Page } from 'playwright-core';
import { newId } from '../../src/foundation/database/id.js';
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { button, field, useComposer } from './composing.js';

const { db, accounts, visit, open, groups, write } = await useComposer();

const save = (name: string, text: string) =>
  db.query(
    'INSERT INTO snippets (id, user_id, name, text, created_at, updated_at) VALUES ($1, $2, $3, $4, now(), now())',
    [newId(), accounts().userId, name, text],
  );
const stored = () =>
  db.query<{ name: string; text: string }>('SELECT name, text FROM snippets WHERE user_id = $1 ORDER BY name', [
    accounts().userId,
  ]);
const picker = (page: Page) => page.getByRole('dialog', { name: 'Snippets' });

async function openPicker(page: Page) {
  await button(page, 'Snippets').click();
  await picker(page).getByLabel('Search snippets').waitFor();
  return picker(page);
}

test('a part of a post is saved as a snippet, and inserted into the next one with its placeholders filled in', async () => {
  const { page } = await open();
  await field(page).fill('Out now. Get {{product}} at {{ shop }}!');
  await field(page).evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(9, text.value.length));
  const menu = await openPicker(page);
  await menu.getByText('No snippets yet.').waitFor();
  await menu.getByRole('button', { name: 'Save as a snippet' }).click();
  const form = page.getByRole('dialog', { name: 'New snippet' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Where to get it');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Snippet saved').waitFor();
  expect(await stored()).toEqual([{ name: 'Where to get it', text: 'Get {{product}} at {{ shop }}!' }]);

  await write(page, 'New: ');
  await field(page).press('End');
  await openPicker(page);
  await menu.getByRole('button', { name: 'Where to get it' }).click();
  await menu.getByLabel('product').fill('green tea');
  await menu.getByLabel('product').press('Tab');
  await page.keyboard.type('Leaf & Co');
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
  await page.keyboard.type(' #tea');
  expect(await field(page).inputValue()).toBe('New: Get green tea at Leaf & Co! #tea');
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await groups()).toMatchObject([{ content: 'New: Get green tea at Leaf & Co! #tea' }]);
});

test('one without placeholders is found by its text, and inserted at the cursor by the keyboard alone', async () => {
  await save('Closing', 'See you there.');
  await save('Tags', '#tea #green');
  const { page } = await open();
  await field(page).fill('Hello  friends');
  await field(page).evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(6, 6));
  const menu = await openPicker(page);
  await page.keyboard.type('#GREEN');
  await menu.getByRole('button', { name: 'Closing' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await eventually(async () => expect(await field(page).inputValue()).toBe('Hello #tea #green friends') ?? true);

  await openPicker(page);
  await menu.getByRole('button', { name: 'Closing' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const both = 'Hello #tea #greenSee you there. friends';
  await eventually(async () => expect(await field(page).inputValue()).toBe(both) ?? true);
});

test('a snippet that was deleted meanwhile is not inserted', async () => {
  await save('Launch', 'Meet {{product}}');
  const { page } = await open();
  const menu = await openPicker(page);
  await menu.getByRole('button', { name: 'Launch' }).click();
  await db.query('DELETE FROM snippets WHERE user_id = $1', [accounts().userId]);
  await menu.getByRole('button', { name: 'Insert' }).click();
  await menu.getByText('Snippet not found').waitFor();
  await menu.getByRole('button', { name: 'Back' }).click();
  expect(await field(page).inputValue()).toBe('');
});

test('snippets are created, found, changed and deleted on their page', async () => {
  await save('Tags', '#tea #green');
  const { page } = await visit();
  await page.goto('/snippets');
  const list = page.getByRole('list', { name: 'Snippets' }).getByRole('listitem');
  await list.filter({ hasText: '#tea #green' }).waitFor();

  await button(page, 'New snippet').click();
  const form = page.getByRole('dialog', { name: 'New snippet' });
  await form.getByRole('textbox', { name: 'Name' }).fill('tags');
  await form.getByRole('textbox', { name: 'Text' }).fill('First line\nSecond line');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Another snippet has this name').waitFor();
  await form.getByRole('textbox', { name: 'Name' }).fill('Closing');
  await form.getByRole('button', { name: 'Save' }).click();
  await list.filter({ hasText: 'Second line' }).waitFor();
  expect(await stored()).toMatchObject([{ name: 'Closing', text: 'First line\nSecond line' }, { name: 'Tags' }]);

  await page.getByRole('searchbox', { name: 'Search' }).fill('second');
  await list.filter({ hasText: '#tea' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?text=second');

  await button(page, 'Edit Closing').click();
  const edit = page.getByRole('dialog', { name: 'Edit the snippet' });
  await edit.getByRole('textbox', { name: 'Text' }).fill('Second to none');
  await edit.getByRole('button', { name: 'Save' }).click();
  await list.getByText('Second to none').waitFor();

  await button(page, 'Delete Closing').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No snippet has this text').waitFor();
  expect(await stored()).toEqual([{ name: 'Tags', text: '#tea #green' }]);
});

test.each(WIDTHS)('they are accessible: %i pixels', async (width) => {
  await save('Launch', 'Meet {{product}}, now in stock at {{shop}} and everywhere else\n#new #launch');
  await save('A name that is as long as the name of a snippet is', '#'.padEnd(300, 'tag'));
  const { page } = await visit({ width });
  await page.goto('/snippets');
  await page.getByRole('heading', { name: 'Launch' }).waitFor();
  await expectAccessible(page);
  await button(page, 'New snippet').click();
  await page.getByRole('dialog', { name: 'New snippet' }).waitFor();
  await expectAccessible(page);

  await page.goto('/compose');
  await field(page).waitFor();
  const menu = await openPicker(page);
  await menu.getByRole('button', { name: 'Launch' }).waitFor();
  await expectAccessible(page);
  await menu.getByRole('button', { name: 'Launch' }).click();
  await menu.getByLabel('shop').waitFor();
  await expectAccessible(page);
});
