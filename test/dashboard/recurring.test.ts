import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { button, useComposer } from './composing.js';

const { accounts, open, write, groups } = await useComposer();

test('a post that is written is repeated: its posts are shown, skipped, restored, changed, paused and deleted', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'Good morning', [fediverse]);
  await page.getByRole('button', { name: /^When:/ }).click();
  await button(page, 'Repeat').click();
  const dialog = page.getByRole('dialog', { name: 'Repeat a post' });
  await dialog.getByText('Next times').waitFor();
  await dialog
    .getByRole('combobox', { name: 'Repeat' })
    .or(dialog.getByLabel('Repeat', { exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Every day' }).click();
  await button(page, 'Add a text').click();
  await page.getByRole('textbox', { name: 'Text 2' }).fill('Good morning again');
  await expectAccessible(page, { landmarks: false });
  await dialog.getByRole('button', { name: 'Repeat' }).last().click();
  await page.getByText('The post is repeated').waitFor();
  const card = page.getByRole('listitem').filter({ hasText: 'Every day' });
  await card.getByText('2 texts in turn').waitFor();
  await button(page, 'Show its posts').click();
  await page.getByRole('link', { name: 'Good morning again' }).first().waitFor();
  await expectAccessible(page);
  for (const width of WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  }
  const scheduled = async () => (await groups()).filter(({ status }) => status === 'scheduled').length;
  // Those of 60 days, the first of which is today.
  const before = await eventually(async () => ((await scheduled()) >= 60 ? scheduled() : undefined));
  await page.getByRole('button', { name: /^Skip/ }).first().click();
  await page.getByText('Skipped', { exact: true }).waitFor();
  expect(await scheduled()).toBe(before - 1);
  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click();
  await page.getByText('The post is planned again').waitFor();
  expect(await scheduled()).toBe(before);

  await button(page, 'Pause Good morning').click();
  await page.getByText('Paused: its posts were removed').waitFor();
  // The one that was restored, and is due at any moment or not, may stay.
  expect(await scheduled()).toBeLessThanOrEqual(1);
  await button(page, 'Delete Good morning').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No recurring post yet').waitFor();
  expect(await scheduled()).toBe(0);
});

test('a custom rule is refused with the reason, before anything is stored', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'Each first Monday', [fediverse]);
  await page.getByRole('button', { name: /^When:/ }).click();
  await button(page, 'Repeat').click();
  const dialog = page.getByRole('dialog', { name: 'Repeat a post' });
  await dialog
    .getByRole('combobox', { name: 'Repeat' })
    .or(dialog.getByLabel('Repeat', { exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: 'By a custom rule' }).click();
  await dialog.getByLabel('Rule').fill('FREQ=HOURLY');
  await dialog.getByText(/not a recurrence rule that posts can have/).waitFor();
  await dialog.getByLabel('Rule').fill('FREQ=MONTHLY;BYDAY=1MO');
  await dialog.getByRole('button', { name: 'Repeat' }).last().click();
  await page.getByText('FREQ=MONTHLY;BYDAY=1MO').waitFor();
  // The calendar marks its posts.
  await page.goto('/calendar');
  await page.getByRole('img', { name: 'recurring' }).first().waitFor();
});
