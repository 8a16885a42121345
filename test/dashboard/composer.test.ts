import type { Page } from 'playwright-core';
import { expectAccessible, SCREENS } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { box, button, chooseFile, field, image, live, useComposer } from './composing.js';

const { db, accounts, visit, visitAsNewcomer, open, write, create, groups, postsAt, textsAt } = await useComposer();

test('a newcomer writes for two accounts, solves what a platform would refuse, and schedules it', async () => {
  const { page } = await open();
  await page.getByText('Choose an account and write something').waitFor();
  const links = Array.from({ length: 6 }, (_, index) => `https://example.com/${index}`).join(' ');
  await write(page, `My first post ${links}`);
  const about = page.getByRole('list', { name: 'About the text' });
  await about.getByText(/threadtalk/i).waitFor();
  await page.getByText('At a time').click();
  await button(page, 'Schedule').click();
  await page.getByText('1 problem to solve first').waitFor();
  expect(await groups()).toEqual([]);

  await field(page).fill('My first post');
  await about.waitFor({ state: 'detached' });
  await page.getByText('Threadtalk 13/500').waitFor();
  await page.getByRole('article', { name: 'Preview on Fediverse' }).getByText('My first post').waitFor();
  await button(page, 'Schedule').click();
  await page.getByText('Post scheduled').waitFor();
  await page.getByRole('article', { name: 'Threadtalk' }).getByText('Scheduled', { exact: true }).waitFor();
  expect(await groups()).toMatchObject([{ content: 'My first post', status: 'scheduled' }]);
});

test('pressed twice it goes out once, and its page shows it live', async () => {
  const { fediverse, threadtalk } = accounts();
  const { page } = await open();
  await write(page, 'Only once');
  await button(page, 'Publish now').dblclick();
  await live(page);
  expect([textsAt(fediverse), textsAt(threadtalk)]).toEqual([['Only once'], ['Only once']]);
  expect(await groups()).toHaveLength(1);
});

/** Lets a mutation reach the service, once without its answer. */
async function loseAnswer(page: Page, mutation: string): Promise<void> {
  let isLost = false;
  await page.route('**/graphql', async (route) => {
    if (isLost || !route.request().postData()?.includes(`mutation ${mutation}`)) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}

test('when the answer to its creation is lost, a second attempt posts once', async () => {
  const { fediverse, threadtalk } = accounts();
  const { page, problems } = await open();
  await write(page, 'Answer lost');
  await loseAnswer(page, 'CreateDraft');
  await button(page, 'Publish now').click();
  await page.getByText('The service cannot be reached').waitFor();
  await button(page, 'Publish now').click();
  await live(page);
  problems.length = 0;
  expect([textsAt(fediverse), textsAt(threadtalk)]).toEqual([['Answer lost'], ['Answer lost']]);
  expect(await groups()).toHaveLength(1);
});

test('when the answer to its sending is lost, the page learns that it was sent, and leads to it', async () => {
  const { fediverse, threadtalk } = accounts();
  const { page, problems } = await open();
  await write(page, 'Answer lost');
  await loseAnswer(page, 'UpdateComposed');
  await button(page, 'Publish now').click();
  await live(page);
  problems.length = 0;
  expect([textsAt(fediverse), textsAt(threadtalk)]).toEqual([['Answer lost'], ['Answer lost']]);
  expect(await groups()).toHaveLength(1);
});

test('an account gets the text of its own', async () => {
  const { fediverse, threadtalk } = accounts();
  const { page } = await open();
  await write(page, 'For all');
  await page.getByRole('button', { name: 'Text of its own for an account' }).click();
  await page.getByRole('menuitem', { name: `Threadtalk @${threadtalk.username}` }).click();
  await page.getByLabel(`Text for Threadtalk @${threadtalk.username}`).fill('For threadtalk');
  await page.getByText('Threadtalk 14/500').waitFor();
  await button(page, 'Publish now').click();
  await live(page);
  expect([textsAt(fediverse), textsAt(threadtalk)]).toEqual([['For all'], ['For threadtalk']]);
});

test('a setting of a platform arrives there', async () => {
  const { threadtalk } = accounts();
  const { page } = await open();
  await write(page, 'Reply if I know you', [threadtalk]);
  await page.getByRole('combobox', { name: 'Reply control' }).click();
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
  await page.getByText('shortvideo posts require a video').waitFor();
  await page.getByLabel('Allow duet').check();
  await page.getByRole('combobox', { name: 'Privacy' }).click();
  await page.getByRole('option', { name: 'Unlisted' }).click();
  await page.getByLabel('Title').fill('Its title');
  await button(page, 'Save draft').click();
  await page.waitForURL(/compose\/./);
  await page.getByText('Saved as draft').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Its title');
  expect(await groups()).toMatchObject([
    {
      settings: {
        shortvideo: { allowComments: true, allowDuet: true, viewerSetting: 'PUBLIC_TO_EVERYONE' },
        videohub: { privacy: 'unlisted', title: 'Its title' },
      },
    },
  ]);
});

test('without an account it says what comes first', async () => {
  const { page } = await visitAsNewcomer();
  await page.goto('/compose');
  await page.getByText('Connect an account first').waitFor();
  await expectAccessible(page);
});

test('the keyboard is enough', async () => {
  const { fediverse } = accounts();
  const { page } = await visit();
  await page.goto('/posts');
  await page.getByText('No posts yet').waitFor();
  await page.getByText('Live').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'New post' }).waitFor();
  await eventually(
    async () => (await field(page).evaluate((element) => element === document.activeElement)) || undefined,
  );
  await page.keyboard.type('Without a mouse');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByText('Fediverse 15/').waitFor();
  await page.keyboard.press('Control+Enter');
  await live(page, 1);
  expect(textsAt(fediverse)).toEqual(['Without a mouse']);
});

test('an account whose access has ended says why it cannot be chosen', async () => {
  const { fediverse, threadtalk, targets } = accounts();
  await db.query('UPDATE connections SET revoked_at = now() WHERE platform_id = $1', [targets[1]]);
  const { page } = await open();
  await page.getByText('The platform refused its access: connect it again.').waitFor();
  expect(await box(page, threadtalk).isDisabled()).toBe(true);
  expect(await box(page, fediverse).isDisabled()).toBe(false);
});

test.each(SCREENS)('it is accessible: $theme, $width pixels', async (screen) => {
  const { targets } = accounts();
  const id = await create('A draft with https://example.com', {
    overrides: [{ platformId: targets[1], content: 'Of its own' }],
  });
  const { page } = await open(`/compose/${id}`, screen);
  await chooseFile(page, 'wide.png', 'image/png', await image('green', 440, 40));
  await page.getByText('At a time').click();
  await page.getByRole('list', { name: 'About the files' }).waitFor();
  await expectAccessible(page);
});
