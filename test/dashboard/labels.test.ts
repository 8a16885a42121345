import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { event, openFilters, useCalendar } from './calendar-support.js';

const { schedule, label, labelsOf, open } = await useCalendar();

const DAY = '/calendar?date=2035-03-14';

test('a label is created while three posts get it; then it finds them, and colors them in the calendar', async () => {
  for (const content of ['One', 'Two', 'Three', 'Other']) await schedule(content, '2035-03-14T09:30:00Z');
  const page = await open('/posts');
  for (const content of ['One', 'Two', 'Three']) await page.getByLabel(`Select “${content}”`).check();
  await page.getByRole('button', { name: 'Label', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Label 3 posts' });
  await dialog.getByLabel('New label').getByLabel('New label').fill('Spring sale');
  await dialog.getByRole('combobox', { name: 'Color' }).click();
  await page.getByRole('option', { name: 'Orange' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('checkbox', { name: 'Spring sale' }).waitFor();
  expect(await dialog.getByRole('checkbox', { name: 'Spring sale' }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Labels of 3 posts changed').waitFor();

  await page.getByRole('combobox', { name: 'Labels' }).click();
  await page.getByRole('option', { name: 'Spring sale' }).click();
  await page.getByRole('link', { name: 'Other' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('link', { name: 'Three' }).waitFor();
  expect(await page.getByRole('list', { name: 'Posts' }).getByRole('link').count()).toBe(3);
  await page.getByRole('combobox', { name: 'Which posts' }).click();
  await page.getByRole('option', { name: 'None of them' }).click();
  await page.getByRole('link', { name: 'Other' }).waitFor();

  await page.goto(DAY);
  await event(page, /One.*labeled Spring sale/).waitFor();
  await page.getByRole('list', { name: 'Colors of labels' }).getByText('Spring sale').waitFor();
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Labels' }).click();
  await page.getByRole('option', { name: 'Spring sale' }).click();
  await event(page, 'Other').waitFor({ state: 'detached' });
  await page.getByText('3 posts').waitFor();
});

test('some of the selected posts have a label: it stays as it is unless it is clicked', async () => {
  const [one, two] = [await schedule('One', '2035-03-14T09:30:00Z'), await schedule('Two', '2035-03-14T09:30:00Z')];
  await label('Sale', [one]);
  await label('News', [one, two]);
  const page = await open('/posts');
  for (const content of ['One', 'Two']) await page.getByLabel(`Select “${content}”`).check();
  await page.getByRole('button', { name: 'Label', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Label 2 posts' });
  await dialog.getByRole('checkbox', { name: 'News' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Labels of 2 posts changed').waitFor();
  expect(await labelsOf(one)).toEqual(['Sale']);
  expect(await labelsOf(two)).toEqual([]);
});

test('what is labelled elsewhere is seen on the page of the post and in the calendar', async () => {
  const id = await schedule('One', '2035-03-14T09:30:00Z');
  const post = await open(`/posts/${id}`);
  await post.getByRole('button', { name: 'Add labels' }).waitFor();
  const calendar = await open(DAY);
  await event(calendar, 'One').waitFor();
  await label('Sale', [id]);
  await post.getByRole('list', { name: 'Labels of the post' }).getByText('Sale').waitFor();
  await event(calendar, /One.*labeled Sale/).waitFor();
});

test('labels are renamed, and deleted after a question that says how many posts lose them', async () => {
  const id = await schedule('One', '2035-03-14T09:30:00Z');
  await label('Sale', [id]);
  const page = await open('/labels');
  await page.getByRole('button', { name: 'Edit Sale' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Winter sale');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Delete Winter sale' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “Winter sale”' });
  await question.getByText('1 post will lose it').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No labels yet').waitFor();
  expect(await labelsOf(id)).toEqual([]);
});

describe.each(WIDTHS)('%d pixels wide', (width) => {
  let id: string;
  beforeEach(async () => {
    id = await schedule('One', '2035-03-14T09:30:00Z');
    await label('Sale', [id], 'YELLOW');
    await label('W'.repeat(50), [id], 'INDIGO');
  });

  test.each(['/labels', '/posts', '/posts/:id', DAY])('labels are accessible, and fit: %s', async (path) => {
    const page = await open(path.replace(':id', id), { width });
    await page.getByText('Sale').first().waitFor({ state: 'attached' });
    await expectAccessible(page);
  });

  test('the dialog is accessible, and fits', async () => {
    const page = await open('/posts', { width });
    await page.getByLabel('Select “One”').check();
    await page.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Sale' }).waitFor();
    await expectAccessible(page);
  });
});
