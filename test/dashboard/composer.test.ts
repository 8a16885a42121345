import type { Page } from 'playwright-core';
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { insertConnections, insertDrafts } from '../support/plan-usage.js';
import { box, button, chooseFile, field, image, live, useComposer } from './composing.js';

const { db, accounts, visit, visitAsNewcomer, open, write, create, groups, textsAt } = await useComposer();

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

test('at the limit of drafts a post still goes out and is scheduled, and only one more draft is refused', async () => {
  const { userId, fediverse } = accounts();
  await insertDrafts(db, userId, 1_000);
  const others = async () => (await groups()).filter(({ status }) => status !== 'draft');
  const { page } = await open();
  await write(page, 'Another draft', [fediverse]);
  await button(page, 'Save draft').click();
  await page.getByText('Draft limit reached. Delete or schedule drafts to create more.').waitFor();
  expect(await others()).toEqual([]);

  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(textsAt(fediverse)).toEqual(['Another draft']);

  await page.goto('/compose');
  await write(page, 'With a picture', [fediverse]);
  await chooseFile(page, 'red.png', 'image/png', await image('red'));
  await page.getByText('At a time').click();
  await button(page, 'Schedule').click();
  await page.getByText('Post scheduled').waitFor();
  expect(await others()).toMatchObject([
    { content: 'Another draft', status: 'published' },
    { content: 'With a picture', status: 'scheduled' },
  ]);
});

test('a search finds accounts after the first hundred, however late they are loaded', async () => {
  const { userId, connect } = accounts();
  await insertConnections(db, userId, 120);
  const last = await connect('threadtalk');
  const { page } = await open();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"after":"')) await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fallback();
  });
  expect(await box(page, last).count()).toBe(0);
  await page.getByLabel('Search accounts').fill(last.username);
  await box(page, last).check();
  await page.getByLabel('Search accounts').fill('');
  await button(page, 'More accounts').waitFor({ state: 'detached' });
  const all = page.getByRole('group', { name: 'Accounts' }).getByRole('checkbox');
  expect(await all.count()).toBe(123);
  const ids = await all.evaluateAll((boxes) => boxes.map((one) => one.getAttribute('value')));
  expect(new Set(ids).size).toBe(123);
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

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const { targets } = accounts();
  const id = await create('A draft with https://example.com', {
    overrides: [{ platformId: targets[1], content: 'Custom text' }],
  });
  const { page } = await open(`/compose/${id}`, { width });
  await chooseFile(page, 'wide.png', 'image/png', await image('green', 440, 40));
  await page.getByText('At a time').click();
  await page.getByRole('list', { name: 'About the files' }).waitFor();
  await expectAccessible(page);
});
