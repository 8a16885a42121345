import { eventually } from '../support/eventually.js';
import { insertDrafts } from '../support/plan-usage.js';
import { button, field, live, useComposer } from './composing.js';

const { db, accounts, open, write, create, groups, textsAt } = await useComposer();

/** A browser's clock is not asked: it is a day behind, or ahead. */
const DAY_MS = 86_400_000;

test.each([-DAY_MS, DAY_MS])('what is published now can be undone, with a clock that is %i ms off', async (offMs) => {
  const { fediverse } = accounts();
  const { page } = await open();
  await page.clock.setSystemTime(Date.now() + offMs);
  await write(page, 'Too early', [fediverse]);
  await button(page, 'Publish now').click();
  await button(page, 'Undo').click();
  await page.getByRole('heading', { name: 'Edit post' }).waitFor();
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('Too early');
  expect(await groups()).toMatchObject([{ content: 'Too early', status: 'draft', at: null }]);
  await button(page, 'Publish now').waitFor();
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  expect(textsAt(fediverse)).toEqual([]);
  // Nobody else gets a window with this clock.
  await page.close();
});

test('if the page is closed before, it goes out once', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'Closed too early', [fediverse]);
  await button(page, 'Publish now').click();
  await button(page, 'Undo').waitFor();
  await page.close();
  await eventually(async () => (await groups()).find(({ status }) => status === 'published'));
  expect(textsAt(fediverse)).toEqual(['Closed too early']);
});

test('a scheduled post that is published now gets its time back', async () => {
  const { targets } = accounts();
  const at = new Date('2035-01-01T09:30:00Z');
  const id = await create('For later', { platformIds: targets.slice(0, 1), scheduledTime: at.toISOString() });
  const { page } = await open(`/compose/${id}`);
  await page.getByRole('button', { name: /^When/ }).click();
  await page.getByRole('dialog', { name: 'When' }).getByRole('button', { name: 'Now' }).click();
  await button(page, 'Publish now').click();
  await button(page, 'Undo').waitFor();
  // The focus is in no field.
  await page.keyboard.press('Control+z');
  await page.getByText('Not published').waitFor();
  expect(await groups()).toMatchObject([{ status: 'scheduled', at }]);
});

test('at the limit of drafts, undoing a publication schedules the post an hour later', async () => {
  const { userId, fediverse } = accounts();
  await insertDrafts(db, userId, 1_000);
  const { page } = await open();
  await write(page, 'No room', [fediverse]);
  await button(page, 'Publish now').click();
  await button(page, 'Undo').click();
  await page.getByText('the post is scheduled in an hour').waitFor();
  const [post] = (await groups()).filter(({ status }) => status === 'scheduled');
  expect((post?.at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_000_000);
});

test('once publishing has begun, it says that it is too late', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'Gone', [fediverse]);
  await page.route('**/graphql', async (route) => {
    const body = route.request().postData() ?? '';
    if (body.includes('"status":"DRAFT"') && body.includes('UpdateComposed')) {
      await eventually(async () => textsAt(fediverse).length > 0 || undefined);
    }
    await route.fallback();
  });
  await button(page, 'Publish now').click();
  await button(page, 'Undo').click();
  await page.getByText('Too late to undo: the post is already going out.').waitFor();
  await live(page, 1);
  expect(textsAt(fediverse)).toEqual(['Gone']);
});
