import type { Route } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { button, chip, live, textTab, useComposer } from './composing.js';

const { db, accounts, open, write, groups, postsAt, textsAt } = await useComposer();

test('an account gets its custom text', async () => {
  const { fediverse, threadtalk } = accounts();
  const { page } = await open();
  await write(page, 'For all');
  await textTab(page, threadtalk).click();
  await page.getByLabel(`Text for Threadtalk @${threadtalk.username}`).fill('For threadtalk');
  await page.getByText('Threadtalk 14/500').waitFor();
  await button(page, 'Publish now').click();
  await live(page);
  expect([textsAt(fediverse), textsAt(threadtalk)]).toEqual([['For all'], ['For threadtalk']]);
});

test('what the service answers about the text moves nothing under the pointer', async () => {
  const { threadtalk } = accounts();
  const { page } = await open();
  const held: Route[] = [];
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('previewPost') ? void held.push(route) : route.continue(),
  );
  await write(page, 'For all');
  await textTab(page, threadtalk).hover();
  await page.mouse.down();
  const answer = await eventually(async () => held.at(-1));
  await answer.continue();
  await page.getByText('Threadtalk 7/500').waitFor();
  await page.mouse.up();
  await page.getByLabel(`Text for Threadtalk @${threadtalk.username}`).waitFor();
});

test('a setting of a platform arrives there', async () => {
  const { threadtalk } = accounts();
  const { page } = await open();
  await write(page, 'Reply if I know you', [threadtalk]);
  await page.getByRole('combobox', { name: 'Who can reply' }).click();
  await page.getByRole('option', { name: 'Accounts you follow' }).click();
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(postsAt(threadtalk)).toMatchObject([{ record: { reply_control: 'accounts_you_follow' } }]);
});

test('a long text is shown as the thread that it becomes', async () => {
  const { threadtalk } = accounts();
  const { page } = await open();
  await write(page, 'A sentence of a long story. '.repeat(30), [threadtalk]);
  await page.getByText('Threadtalk 2 posts').waitFor();
  const preview = page.getByRole('article', { name: 'Preview on Threadtalk' });
  for (const number of ['1/2', '2/2']) await preview.getByText(number).waitFor();
});

test('the settings of a platform are a form with its defaults, and are stored', async () => {
  const { connect } = accounts();
  const [shortvideo, videohub] = [await connect('shortvideo'), await connect('videohub')];
  const { page } = await open();
  await write(page, 'A video', [shortvideo, videohub]);
  expect(await page.getByLabel('Allow comments').isChecked()).toBe(true);
  await page.getByText('Shortvideo posts require a video').first().waitFor();
  await page.getByLabel('Allow duets').check();
  const videohubSettings = page.getByRole('group', { name: 'Videohub settings' });
  await videohubSettings.getByRole('combobox', { name: 'Who can watch' }).click();
  await page.getByRole('option', { name: 'Anyone with the link' }).click();
  await page.getByLabel('Title').fill('Its title');
  await button(page, 'Save draft').click();
  await page.waitForURL(/compose\/./);
  await page.getByText('Saved as draft').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Its title');
  expect(await groups()).toMatchObject([
    {
      settings: {
        shortvideo: { allowDuet: true },
        videohub: { privacy: 'unlisted', title: 'Its title' },
      },
    },
  ]);
});

test('an account whose access has ended says why it cannot be chosen', async () => {
  const { fediverse, threadtalk, targets } = accounts();
  await db.query('UPDATE connections SET revoked_at = now() WHERE platform_id = $1', [targets[1]]);
  const { page } = await open();
  await page.getByText(/The platform refused its access: connect it again\./).waitFor();
  expect(await chip(page, threadtalk).isDisabled()).toBe(true);
  expect(await chip(page, fediverse).isDisabled()).toBe(false);
});
