import type { Page } from 'playwright-core';
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { insertConnections, insertDrafts } from '../support/plan-usage.js';
import { button, chips, choose, chooseFile, chooseTime, field, image, live, useComposer } from './composing.js';

const { db, accounts, visit, visitAsNewcomer, open, write, create, groups, textsAt } = await useComposer();

test('a newcomer writes for two accounts, solves what a platform would refuse, and schedules it', async () => {
  const { page } = await open();
  await page.getByText('Choose an account and write something').waitFor();
  const links = Array.from({ length: 6 }, (_, index) => `https://example.com/${index}`).join(' ');
  await write(page, `My first post ${links}`);
  const about = page.getByRole('list', { name: 'About the text' });
  await about
    .getByRole('listitem')
    .filter({ hasText: /threadtalk/i })
    .waitFor();
  await chooseTime(page, 'In an hour');
  await button(page, 'Schedule').click();
  await page.getByText('Fix 1 problem first.').waitFor();
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

test('problems of an earlier text do not block a post that could not be checked again', async () => {
  const { page, problems } = await open();
  await write(page, Array.from({ length: 6 }, (_, index) => `https://example.com/${index}`).join(' '));
  await page.getByRole('list', { name: 'About the text' }).getByRole('listitem').first().waitFor();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query Check') ? route.abort() : route.fallback(),
  );
  await field(page).fill('Without links');
  await chooseTime(page, 'In an hour');
  await page.getByText('The post could not be checked').waitFor();
  await button(page, 'Schedule').click();
  await page.getByText('Post scheduled').waitFor();
  problems.length = 0;
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

/** Lets a request with this piece of text reach the service, once without its response. */
async function loseAnswer(page: Page, piece: string): Promise<void> {
  let isLost = false;
  await page.route('**/graphql', async (route) => {
    if (isLost || !route.request().postData()?.includes(piece)) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}

test.each(['CreateDraft', 'UpdateComposed'])(
  'when the response to %s is lost, a second attempt posts once',
  async (mutation) => {
    const { fediverse, threadtalk } = accounts();
    const { page, problems } = await open();
    await write(page, 'Answer lost');
    await loseAnswer(page, mutation);
    await button(page, 'Publish now').click();
    await page.getByText('The service cannot be reached').waitFor();
    await button(page, 'Publish now').click();
    await live(page);
    problems.length = 0;
    expect([textsAt(fediverse), textsAt(threadtalk)]).toEqual([['Answer lost'], ['Answer lost']]);
    expect(await groups()).toHaveLength(1);
  },
);

test('when the answer to its sending is lost, the page learns that it was sent, and leads to it', async () => {
  const { fediverse, threadtalk } = accounts();
  const { page, problems } = await open();
  await write(page, 'Answer lost');
  await loseAnswer(page, '"status":"SCHEDULED"');
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
  await chooseTime(page, 'In an hour');
  await button(page, 'Schedule').click();
  await page.getByText('Post scheduled').waitFor();
  expect(await others()).toMatchObject([
    { content: 'Another draft', status: 'published' },
    { content: 'With a picture', status: 'scheduled' },
  ]);
});

test('a search finds accounts after the first hundred, and they stay chosen', async () => {
  const { userId, connect } = accounts();
  await insertConnections(db, userId, 120);
  const last = await connect('threadtalk');
  const { page } = await open();
  expect(
    await chips(page)
      .getByRole('button', { name: `@${last.username}` })
      .count(),
  ).toBe(0);
  await page.getByLabel('Search accounts').fill(last.username);
  await choose(page, last);
  await page.getByLabel('Search accounts').fill('');
  await write(page, 'To the last one', []);
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(textsAt(last)).toEqual(['To the last one']);
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
  await page.keyboard.press('Shift+Tab');
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
  await chooseTime(page, 'In an hour');
  await page.getByRole('list', { name: 'About wide.png' }).waitFor();
  await expectAccessible(page);
});
