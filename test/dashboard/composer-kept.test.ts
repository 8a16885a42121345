import type { Request } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { button, chooseFile, field, image, live, useComposer } from './composing.js';

const { accounts, open, write, create, change, groups, textsAt } = await useComposer();

test('two windows write two posts: what is in one is never sent by the other', async () => {
  const { fediverse } = accounts();
  const { page, context } = await open();
  await write(page, 'In the first window', [fediverse]);
  await page.getByText('Saved in this browser').waitFor();
  const other = await context.newPage();
  await other.goto('/compose');
  await field(other).waitFor();
  expect(await field(other).inputValue()).toBe('');
  await write(other, 'In the second window', [fediverse]);
  await other.getByText('Saved in this browser').waitFor();
  await page.reload();
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('In the first window');

  await Promise.all([page, other].map((window) => button(window, 'Publish now').click()));
  await Promise.all([page, other].map((window) => live(window, 1)));
  expect(textsAt(fediverse).sort()).toEqual(['In the first window', 'In the second window']);
});

test('a post whose window was closed goes on in the next one; of several, the others are offered', async () => {
  const { page, context } = await open();
  await field(page).fill('Begun first');
  await page.getByText('Saved in this browser').waitFor();
  const second = await context.newPage();
  await second.goto('/compose');
  await field(second).fill('Begun second');
  await second.getByText('Saved in this browser').waitFor();
  await Promise.all([page.close(), second.close()]);

  const third = await context.newPage();
  await third.goto('/compose');
  await field(third).waitFor();
  expect(await field(third).inputValue()).toBe('Begun second');
  const offered = third.getByRole('alert').filter({ hasText: 'Also begun in this browser' });
  await offered.getByText('Begun first').waitFor();
  await offered.getByRole('button', { name: 'Continue' }).click();
  await offered.getByText('Begun second').waitFor();
  expect(await field(third).inputValue()).toBe('Begun first');
});

test('what was written for a post that somebody deleted is still there after a reload', async () => {
  const { page } = await open();
  const id = await create('To be deleted');
  await page.goto(`/compose/${id}`);
  await field(page).fill('Much more than before');
  await page.getByText('Saved in this browser').waitFor();
  await change('deletePost', { postGroupId: id });
  await page.getByRole('alert').filter({ hasText: 'This post was deleted elsewhere' }).waitFor();
  await page.reload();
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('Much more than before');
  await button(page, 'Continue as a new post').click();
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await groups()).toMatchObject([{ content: 'Much more than before', status: 'draft' }]);
});

test('what is written while a draft is saved stays, and is saved with the next one', async () => {
  const { page } = await open();
  await write(page, 'First');
  const isUpdate = (request: Request) => request.postData()?.includes('UpdateComposed') ?? false;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (isUpdate(route.request())) await released;
    await route.continue();
  });
  const sent = page.waitForRequest(isUpdate);
  await button(page, 'Save draft').click();
  await sent;
  await field(page).fill('First, and more');
  release();
  await page.waitForURL(/\/compose\/[0-9a-f]{24}$/);
  await page.getByRole('heading', { name: 'Edit post' }).waitFor();
  await page.getByText('Saved in this browser').waitFor();
  expect(await field(page).inputValue()).toBe('First, and more');
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await groups()).toMatchObject([{ content: 'First, and more' }]);
});

test('a text that is longer than any post may be says by how much, and is not cut', async () => {
  const { page } = await open();
  await write(page, 'a'.repeat(100_010));
  await page.getByText('At most 100,000 characters: 10 too many.').waitFor();
  expect((await field(page).inputValue()).length).toBe(100_010);
  await button(page, 'Publish now').click();
  expect(await groups()).toEqual([]);
});

test('without room for a file, it does not say that this browser has saved it', async () => {
  const { page } = await open();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
  });
  await field(page).fill('With a picture');
  await page.getByText('Saved in this browser').waitFor();
  await chooseFile(page, 'red.png', 'image/png', await image('red'));
  await page.getByText('This browser has no room to keep what you write').waitFor();
});

test('the files of a draft that is saved again do not stay in this browser', async () => {
  const { page } = await open();
  const keys = () =>
    page.evaluate(
      () =>
        new Promise<unknown[]>((resolve) => {
          const opening = indexedDB.open('composer');
          opening.onsuccess = () => {
            const reading = opening.result.transaction('files').objectStore('files').getAllKeys();
            reading.onsuccess = () => {
              opening.result.close();
              resolve(reading.result);
            };
          };
        }),
    );
  await write(page, 'With a picture');
  await button(page, 'Save draft').click();
  await page.waitForURL(/\/compose\/[0-9a-f]{24}$/);
  await page.getByRole('heading', { name: 'Edit post' }).waitFor();
  await chooseFile(page, 'red.png', 'image/png', await image('red'));
  await page.getByText('Saved in this browser').waitFor();
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await keys()).toHaveLength(1);
  await page.goto('/compose');
  await eventually(async () => ((await keys()).length === 0 ? true : undefined));
});
