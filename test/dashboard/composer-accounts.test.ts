import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { insertConnections } from '../support/plan-usage.js';
import { button, chip, chips, choose, field, useComposer } from './composing.js';

const { db, accounts, open } = await useComposer();

const pressed = (page: Parameters<typeof chips>[0]) =>
  chips(page)
    .getByRole('button', { pressed: true })
    .evaluateAll((buttons) => buttons.map((one) => one.textContent).sort());

test('accounts are one stop of the Tab key, moved through by arrows, and switched by the space bar', async () => {
  const { fediverse, threadtalk } = accounts();
  const { page } = await open();
  await field(page).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await chip(page, fediverse).and(page.locator('[aria-pressed=true]')).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await chip(page, threadtalk).and(page.locator('[aria-pressed=true]')).waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await chip(page, fediverse).and(page.locator('[aria-pressed=false]')).waitFor();
  expect(await pressed(page)).toHaveLength(1);
});

test('a set of accounts is saved under a name, chosen with one click, renamed and removed', async () => {
  const { fediverse, threadtalk } = accounts();
  const { page } = await open();
  await choose(page, fediverse);
  await choose(page, threadtalk);
  await button(page, 'Sets').click();
  await page.getByRole('menuitem', { name: 'Save this choice' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Launch');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await chip(page, fediverse).click();
  await chip(page, threadtalk).click();

  await page.reload();
  await field(page).waitFor();
  expect(await pressed(page)).toEqual([]);
  await button(page, 'Sets').click();
  await page.getByRole('menuitem', { name: 'Launch' }).click();
  await chip(page, threadtalk).and(page.locator('[aria-pressed=true]')).waitFor();
  expect(await pressed(page)).toHaveLength(2);

  await button(page, 'Sets').click();
  await page.getByRole('menuitem', { name: 'Edit sets' }).click();
  await page.getByLabel('Name of Launch').fill('Every Monday');
  await page.getByLabel('Name of Launch').press('Enter');
  await expectAccessible(page);
  await button(page, 'Remove Every Monday').click();
  await page.getByText('No sets.').waitFor();
});

test.each(WIDTHS)('the search shows what matches of thousands, %i pixels wide', async (width) => {
  const { userId } = accounts();
  await insertConnections(db, userId, 2_000);
  const { page } = await open('/compose', { width });
  await page.getByLabel('Search accounts').fill('e');
  await page.getByText(/more match\. Type more of the name\./).waitFor();
  expect(await chips(page).getByRole('button').count()).toBe(50);
  await page.getByLabel('Search accounts').fill('no such account');
  await page.getByText('No account matches.').waitFor();
  await expectAccessible(page);
});
