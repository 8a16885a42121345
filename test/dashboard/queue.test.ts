import type { Page } from 'playwright-core';
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { button, field, useComposer } from './composing.js';

const { service, apiKey, accounts, visit, open, write, create, change, groups } = await useComposer();

const EVERY_DAY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

/** A schedule with these times on each day, in UTC. */
async function schedule(name: string, ...times: string[]): Promise<string> {
  const query = `mutation ($input: CreatePostingScheduleInput!) {
    createPostingSchedule(input: $input) { postingSchedule { id } }
  }`;
  const input = {
    name,
    timeZone: 'UTC',
    times: times.flatMap((time) => EVERY_DAY.map((weekday) => ({ weekday, time }))),
  };
  const { data } = await graphql(service, { 'x-api-key': apiKey() }, query, { input });
  return data.createPostingSchedule.postingSchedule.id;
}

/** Posts in the queue, in its order. */
async function queued(page: Page): Promise<string[]> {
  await page.getByText('in the queue').waitFor();
  return page
    .locator('li', { has: page.getByRole('button', { name: /^Move/ }) })
    .getByRole('link')
    .allTextContents();
}

test('an editor chooses times, and what is written from then on gets the next free one', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  // Without a schedule, a post goes out now.
  await button(page, 'Publish now').waitFor();
  await page.goto('/queue');
  await button(page, 'Choose your times').click();
  await page.getByLabel('Name').fill('Weekdays');
  await page.getByRole('button', { name: /^Remove Monday/ }).click();
  await button(page, 'Create').click();
  await page.getByText('Schedule saved').waitFor();
  await page.getByText(/^Tue–Fri \d/).waitFor();

  await page.goto('/compose');
  await field(page).waitFor();
  await write(page, 'At the next free time', [fediverse]);
  await page.getByRole('button', { name: /^When: queue/ }).waitFor();
  await button(page, 'Add to queue').click();
  await page.getByText(/^Added to the queue: /).waitFor();
  const [group] = await groups();
  expect(group).toMatchObject({ content: 'At the next free time', status: 'scheduled' });
  await page.goto('/queue');
  expect(await queued(page)).toEqual(['At the next free time']);

  // Now is a choice.
  await page.goto('/compose');
  await write(page, 'Not in the queue', [fediverse]);
  await page.getByRole('button', { name: /^When: queue/ }).click();
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await button(page, 'Publish now').waitFor();
});

test('posts change places by buttons, and their times change with them', async () => {
  const id = await schedule('Daily', '09:00');
  const ids: string[] = [];
  for (const text of ['First', 'Second', 'Third']) ids.push(await create(text, { schedule: id }));
  const { page } = await visit();
  await page.goto('/queue');
  expect(await queued(page)).toEqual(['First', 'Second', 'Third']);
  const before = await groups();
  await page.getByRole('button', { name: 'Move “Third” earlier' }).click();
  await page.getByRole('button', { name: 'Move “Second” later' }).and(page.locator('[aria-disabled]')).waitFor();
  await page.getByText('“Third” is number 2 of 3 now.').waitFor();
  // The next press moves it on.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move “Third” earlier');
  expect(await queued(page)).toEqual(['First', 'Third', 'Second']);
  const times = (rows: typeof before) => new Map(rows.map(({ content, at }) => [content, at?.toISOString()]));
  const [was, is] = [times(before), times(await groups())];
  expect([is.get('First'), is.get('Third'), is.get('Second')]).toEqual([
    was.get('First'),
    was.get('Second'),
    was.get('Third'),
  ]);
});

test('while it is paused nothing of it goes out, and then everything in its order', async () => {
  const id = await schedule('Daily', '09:00', '15:00');
  for (const text of ['First', 'Second']) await create(text, { schedule: id });
  const before = await groups();
  const { page } = await visit();
  await page.goto('/queue');
  await button(page, 'Pause').click();
  await page.getByText('Daily is paused').waitFor();
  expect(await groups()).toMatchObject([
    { status: 'draft', at: null },
    { status: 'draft', at: null },
  ]);
  expect(await queued(page)).toEqual(['First', 'Second']);
  await button(page, 'Resume').click();
  await page.getByText('Daily is resumed').waitFor();
  expect(await groups()).toEqual(before);
});

test('what was changed while it was paused stays a draft, and the page says so', async () => {
  const id = await schedule('Daily', '09:00');
  const postGroupId = await create('Frist', { schedule: id });
  await create('Second', { schedule: id });
  const { page } = await visit();
  await page.goto('/queue');
  await button(page, 'Pause').click();
  await page.getByText('Daily is paused').waitFor();
  await change('updatePost', { postGroupId, content: 'First' });
  await button(page, 'Resume').click();
  await page.getByText('1 post stays a draft: schedule it before the time.').waitFor();
  await page.locator('li', { hasText: 'First' }).getByText('Draft', { exact: true }).waitFor();
  expect((await groups()).map(({ content, status }) => [content, status])).toEqual([
    ['First', 'draft'],
    ['Second', 'scheduled'],
  ]);
});

test('the calendar shows free times, until posts take them', async () => {
  const id = await schedule('Noon', '12:00');
  const { page } = await visit();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/calendar?view=day&date=${tomorrow}`);
  const free = page.getByText(/free$/);
  await free.waitFor();
  await create('Today or tomorrow', { schedule: id });
  await create('Tomorrow or later', { schedule: id });
  await free.waitFor({ state: 'detached' });
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const id = await schedule('Daily', '09:00', '13:30');
  await create('Waits for its time', { schedule: id });
  const { page } = await visit({ width });
  await page.goto('/queue');
  await page.getByText('Free').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More for Daily' }).click();
  await page.getByRole('menuitem', { name: 'Edit the schedule' }).click();
  await page.getByLabel('Move the posts that are in the queue').waitFor();
  await expectAccessible(page);
});
