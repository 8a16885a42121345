import { chooseZone, day, event, hour, useCalendar } from './calendar-support.js';

const { schedule, open } = await useCalendar();

test('a day on which clocks skip an hour does not have it, and one on which they repeat an hour has both', async () => {
  await schedule('Long night', '2035-10-28T01:30:00Z');
  const page = await open('/calendar?view=day&date=2035-03-25');
  await page.getByText('Clocks change: UTC+1 to UTC+2').waitFor();
  await hour(page, '2035-03-25 03:00').waitFor();
  expect(await hour(page, '2035-03-25 02:00').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'New post, Sunday' }).count()).toBe(23);

  await page.goto('/calendar?view=week&date=2035-10-28');
  await event(page, '2:30 AM Long night').waitFor();
  expect(await page.getByRole('button', { name: 'New post, Sunday' }).count()).toBe(25);
  expect(await page.getByRole('button', { name: 'New post, Saturday' }).count()).toBe(24);
  const second = page.getByRole('button', { name: 'New post, Sunday, October 28, 2035 at 2:00 AM (UTC+1)' });
  await page.getByRole('button', { name: 'New post, Sunday, October 28, 2035 at 2:00 AM (UTC+2)' }).waitFor();
  const [box, slot] = [await event(page, 'Long night').boundingBox(), await second.boundingBox()];
  expect((box?.y ?? 0) - (slot?.y ?? 0)).toBeCloseTo((slot?.height ?? 0) / 2, -1);
  await second.click({ position: { x: 30, y: 5 } });
  await page
    .getByRole('dialog', { name: 'New post' })
    .getByRole('button', { name: /2:00 AM \(UTC\+1\)/ })
    .waitFor();
});

test('a week begins on the day on which weeks begin where the language of the browser is spoken', async () => {
  const page = await open('/calendar?view=week&date=2035-03-14');
  const firstHour = page.getByRole('button', { name: /^New post, / }).first();
  expect(await firstHour.getAttribute('aria-label')).toContain('Sunday, March 11, 2035');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setLocaleOverride', { locale: 'en-GB' });
  await page.reload();
  await page
    .getByRole('button', { name: /^New post, Monday, 12 March 2035/ })
    .first()
    .waitFor();
  expect(await firstHour.getAttribute('aria-label')).toContain('Monday, 12 March 2035');
  await page.close();
});

test('an hour and a day open the composer beside the calendar at their time', async () => {
  const page = await open('/calendar?view=week&date=2035-03-14');
  await chooseZone(page, 'America/New_York');
  await hour(page, '2035-03-15 14:00').click();
  const panel = page.getByRole('dialog', { name: 'New post' });
  await panel.getByRole('button', { name: 'When: Mar 15, 2035, 2:00 PM' }).waitFor();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
  await page.goto('/calendar?date=2035-03-14');
  await page.getByRole('button', { name: 'New post on March 20, 2035' }).press('Enter');
  await panel.getByRole('button', { name: 'When: Mar 20, 2035, 9:00 AM' }).waitFor();
});

test('after a post is scheduled, the panel stays for another one at the same time of the next day', async () => {
  const page = await open('/calendar?date=2035-03-14');
  await page.getByRole('button', { name: 'New post on March 20, 2035' }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'New post' });
  for (const name of ['Fediverse', 'Skyfeed']) {
    const chip = panel.getByRole('button', { name: new RegExp(`^${name} @`) });
    if ((await chip.getAttribute('aria-pressed')) === 'false') await chip.click();
  }
  await panel.getByLabel('Text', { exact: true }).fill('The first of two');
  await panel.getByRole('button', { name: 'Schedule', exact: true }).click();
  await event(page, 'Scheduled 9:00 AM The first of two').waitFor();
  await panel.getByRole('button', { name: 'When: Mar 21, 2035, 9:00 AM' }).waitFor();
  await panel.getByLabel('Text', { exact: true }).fill('The second of two');
  await page.keyboard.press('Control+Enter');
  await event(page, 'Scheduled 9:00 AM The second of two').waitFor();
});

test('the calendar is one stop of the Tab key, and arrow keys move in it', async () => {
  await schedule('Early', '2035-03-14T08:30:00Z');
  const page = await open('/calendar?view=week&date=2035-03-14');
  await event(page, 'Early').waitFor();
  expect(await page.locator('[data-item][tabindex="0"]').count()).toBe(1);
  await hour(page, '2035-03-14 09:00').focus();
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  expect(await focused()).toContain('Early');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  expect(await hour(page, '2035-03-15 10:00').evaluate((slot) => slot === document.activeElement)).toBe(true);
  expect(await page.locator('[data-item][tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('PageDown');
  await day(page, 'Wed 21').waitFor();
});

test('in the reading order, a day comes before its posts', async () => {
  await schedule('Spring sale', '2035-03-14T09:30:00Z');
  const page = await open('/calendar?date=2035-03-14');
  await event(page, 'Spring sale').waitFor();
  const items = await page.locator('[data-day="2035-03-14"] [data-item]').allInnerTexts();
  expect(items[0]).toBe('14');
  expect(items.at(-1)).toContain('Spring sale');
});

test('posts of the same time are side by side as far as there is room, and the others are a number', async () => {
  for (let i = 1; i <= 5; i++) await schedule(`Post ${i}`, `2035-03-14T09:3${i}:00Z`);
  const page = await open('/calendar?view=week&date=2035-03-14');
  await event(page, 'Post 1').waitFor();
  await page.getByRole('button', { name: '+4', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Post 5' }).click();
  await page.getByRole('dialog', { name: 'Post' }).getByText('Post 5').waitFor();
  const wide = await open('/calendar?view=day&date=2035-03-14');
  for (let i = 1; i <= 4; i++) await event(wide, `Post ${i}`).waitFor();
});

test('a post is shown while the pointer or the focus is on it', async () => {
  await schedule(`A long story. ${'It goes on. '.repeat(20)}The end.`, '2035-03-14T09:30:00Z');
  const page = await open('/calendar?date=2035-03-14');
  await event(page, 'A long story').hover();
  await page.getByRole('tooltip', { name: 'Post' }).getByText('The end.').waitFor();
  await page.mouse.move(5, 5);
  await page.getByRole('tooltip', { name: 'Post' }).waitFor({ state: 'detached' });
});
