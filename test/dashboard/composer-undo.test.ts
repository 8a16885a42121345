import type { Page } from 'playwright-core';
import { LATER } from '../live/support.js';
import { eventually } from '../support/eventually.js';
import { insertDrafts } from '../support/plan-usage.js';
import { button, chooseFile, field, image, live, useComposer } from './composing.js';

const { db, accounts, open, write, create, change, groups, textsAt } = await useComposer();

/** Until the page is loaded again, its messages stay: a slow machine has time to press what is on them. */
const keepMessages = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout } = window;
    const wait = (handler: TimerHandler, ms = 0) => setTimeout(handler, ms === 5_000 ? 3_600_000 : ms);
    window.setTimeout = wait as typeof setTimeout;
  });

/** What is published now goes out minutes later than the page has requested, so that there is time to undo it. */
async function holdLonger(page: Page): Promise<void> {
  let isHeld = false;
  await page.route('**/graphql', (route) => {
    const body = route.request().postData() ?? '';
    if (isHeld || !body.includes('"status":"SCHEDULED"')) return route.fallback();
    isHeld = true;
    const postData = body.replace(/(?<="scheduledTime":")[^"]+/, (at) =>
      new Date(Date.parse(at) + 300_000).toISOString(),
    );
    return route.fallback({ postData });
  });
  await keepMessages(page);
}

/** The job that was to publish a post is due now. Resolves once nothing is left of it. */
async function runFormerJob(): Promise<void> {
  const [group] = await groups();
  await db.query("UPDATE pgboss.job SET start_after = now(), priority = 0 WHERE data->>'groupId' = $1", [group?.id]);
  await eventually(async () => {
    const left = await db.query(
      "SELECT id FROM pgboss.job WHERE data->>'groupId' = $1 AND state IN ('created', 'retry', 'active')",
      [group?.id],
    );
    return left.length === 0 || undefined;
  });
}

async function chooseNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^When/ }).click();
  await page.getByRole('dialog', { name: 'When' }).getByRole('button', { name: 'Now' }).click();
}

/** A browser's clock is not asked: it is a day behind, or ahead. */
const DAY_MS = 86_400_000;

test.each([-DAY_MS, DAY_MS])('what is published now can be undone, with a clock that is %i ms off', async (offMs) => {
  const { fediverse } = accounts();
  const { page } = await open();
  await page.clock.setSystemTime(Date.now() + offMs);
  await holdLonger(page);
  await write(page, 'Too early', [fediverse]);
  await button(page, 'Publish now').click();
  await button(page, 'Undo').click();
  await page.getByRole('heading', { name: 'Edit post' }).waitFor();
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('Too early');
  expect(await groups()).toMatchObject([{ content: 'Too early', status: 'draft', at: null }]);
  await button(page, 'Publish now').waitFor();
  await runFormerJob();
  expect(textsAt(fediverse)).toEqual([]);
  // Nobody else gets a window with this clock.
  await page.close();
});

test('if the page is closed before, it goes out once', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  await keepMessages(page);
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
  await holdLonger(page);
  await chooseNow(page);
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
  await holdLonger(page);
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
  await keepMessages(page);
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

test('a scheduled post with a new file goes out when it is published now', async () => {
  const { targets, fediverse } = accounts();
  const id = await create('With a picture', { platformIds: targets.slice(0, 1), scheduledTime: LATER });
  const { page } = await open(`/compose/${id}`);
  await chooseFile(page, 'red.png', 'image/png', await image('red'));
  await chooseNow(page);
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(textsAt(fediverse)).toEqual(['With a picture']);
});

test('a scheduled post whose publication does not reach the service is not said to go out', async () => {
  const { targets, fediverse } = accounts();
  const id = await create('Not yet', { platformIds: targets.slice(0, 1), scheduledTime: LATER });
  const { page, problems } = await open(`/compose/${id}`);
  await chooseNow(page);
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('UpdateComposed') ? route.abort() : route.fallback(),
  );
  await button(page, 'Publish now').click();
  await page.getByText('The service cannot be reached').waitFor();
  // Read again, the post is what it was.
  const read = page.waitForResponse((response) => response.request().postData()?.includes('StoredPost') ?? false);
  await change('updatePost', { postGroupId: id, content: 'Not yet' });
  await read;
  await page.unroute('**/graphql');
  problems.length = 0;
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(textsAt(fediverse)).toEqual(['Not yet']);
});
