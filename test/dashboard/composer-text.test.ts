import { expectAccessible } from '../support/chromium.js';
import { button, field, live, nameOf, textTab, useComposer } from './composing.js';

const { accounts, open, write, groups, textsAt } = await useComposer();

test('parts of a thread are fields with a line between them, and are stored with the mark', async () => {
  const { page } = await open();
  await write(page, 'First');
  await field(page).press('End');
  await button(page, 'Part').click();
  await page.keyboard.type('Second');
  await expectAccessible(page);
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await groups()).toMatchObject([{ content: 'First\n---\nSecond' }]);
  const second = page.getByLabel('Text, part 2');
  await second.press('Home');
  await second.press('Backspace');
  await second.waitFor({ state: 'detached' });
  expect(await field(page).inputValue()).toBe('FirstSecond');
});

test('a mark that is typed begins the next part', async () => {
  const { page } = await open();
  await field(page).focus();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await page.keyboard.type('---');
  await page.getByLabel('Text, part 2').waitFor();
  await page.keyboard.type('Two');
  expect(await page.getByLabel('Text, part 2').inputValue()).toBe('Two');
});

test('an emoji is found by its name, put at the cursor, and offered again', async () => {
  const { page } = await open();
  await field(page).fill('We are live');
  await button(page, 'Emoji').click();
  await page.getByLabel('Search emoji').fill('launch');
  await page.getByLabel('Search emoji').press('Enter');
  await page.keyboard.type('!');
  expect(await field(page).inputValue()).toBe('We are live🚀!');
  await button(page, 'Emoji').click();
  await page.getByText('Used last').waitFor();
  await expectAccessible(page);
});

test('a link is completed and put into the text', async () => {
  const { page } = await open();
  await field(page).fill('Read ');
  await button(page, 'Link').click();
  await page.getByLabel('Address').fill('example.com/news');
  await page.getByLabel('Address').press('Enter');
  expect(await field(page).inputValue()).toBe('Read https://example.com/news');
});

test('what is too long for a platform is selected, to be shortened', async () => {
  const { connect } = accounts();
  const pinboard = await connect('pinboard');
  const { page } = await open();
  await write(page, 'a'.repeat(790) + 'b'.repeat(20), [pinboard]);
  await button(page, 'Shorten').click();
  await page.keyboard.press('Delete');
  await button(page, 'Shorten').waitFor({ state: 'detached' });
  expect(await field(page).inputValue()).toMatch(/^a+b*$/);
});

test('an account shows the common text until it has its own, and can go back to it', async () => {
  const { fediverse, threadtalk } = accounts();
  const { page } = await open();
  await write(page, 'For all');
  await textTab(page, threadtalk).click();
  const own = page.getByLabel(`Text for ${nameOf(threadtalk)}`, { exact: true });
  expect(await own.inputValue()).toBe('For all');
  await own.fill('For threadtalk');
  await button(page, `Use the common text for ${nameOf(threadtalk)}`).click();
  expect(await own.inputValue()).toBe('For all');
  await button(page, 'Publish now').click();
  await live(page);
  expect([textsAt(fediverse), textsAt(threadtalk)]).toEqual([['For all'], ['For all']]);
});
