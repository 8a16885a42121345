/** Labels of a post that is written, and its first comments per account. */
import { expectAccessible, WIDTHS } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { button, choose, field, nameOf, textTab, useComposer } from './composing.js';

const { service, apiKey, accounts, open, write, create, groups } = await useComposer();

async function stored(id = '') {
  const query = `query ($id: ID!) {
    postGroup(id: $id) { labels { name } overrides { platformId firstComment } status }
  }`;
  const { data } = await graphql(service, { 'x-api-key': apiKey() }, query, { id });
  const { labels, ...group } = data.postGroup;
  return { ...group, labels: labels.map(({ name }: { name: string }) => name) };
}

async function run(name: string, input: object, returned: string) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${returned} { id } } }`;
  const { data, errors } = await graphql(service, { 'x-api-key': apiKey() }, query, { input });
  expect(errors).toBeUndefined();
  return data[name][returned];
}
const newLabel = async (name: string): Promise<string> => (await run('createLabel', { name }, 'label')).id;

test('labels are chosen and created while a post is written, stored with it, shown again, and kept by a copy', async () => {
  await newLabel('Spring');
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'With labels', [fediverse]);
  const labels = page.getByRole('group', { name: 'Labels of this post' });
  await labels.getByRole('button', { name: 'Add labels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Labels' });
  await dialog.getByRole('checkbox', { name: 'Spring' }).check();
  await dialog.getByRole('textbox', { name: 'New label' }).fill('Launch');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('checkbox', { name: 'Launch', checked: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await labels.getByRole('listitem').allTextContents()).toEqual(['Launch', 'Spring']);
  // What was chosen is part of the draft that this browser keeps.
  await page.reload();
  await labels.getByText('Launch').waitFor();
  await button(page, 'Save draft').click();
  await page.waitForURL(/posts|compose/);
  await page.getByText('Saved as draft').waitFor();
  const [group] = await groups();
  expect(await stored(group?.id)).toMatchObject({ labels: ['Launch', 'Spring'], status: 'DRAFT' });

  await page.goto(`/compose/${group?.id}`);
  await labels.getByText('Launch').waitFor();
  await labels.getByRole('button', { name: 'Change labels' }).click();
  await dialog.getByRole('checkbox', { name: 'Launch' }).uncheck();
  await dialog.getByRole('button', { name: 'Done' }).click();
  // What another person added meanwhile stays.
  await run('changeLabels', { postGroupIds: [group?.id], add: [await newLabel('Elsewhere')] }, 'postGroups');
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await stored(group?.id)).toMatchObject({ labels: ['Elsewhere', 'Spring'] });

  const copy = await run('duplicatePost', { postGroupId: group?.id }, 'postGroup');
  await page.goto(`/compose/${copy.id}`);
  await labels.getByText('Elsewhere').waitFor();
  expect(await labels.getByRole('listitem').allTextContents()).toEqual(['Elsewhere', 'Spring']);
});

test('a scheduled post gets a label, and a label that was deleted meanwhile is named', async () => {
  const label = await newLabel('Spring');
  const id = await create('Scheduled', { scheduledTime: '2027-03-01T10:00:00Z' });
  const { page } = await open(`/compose/${id}`);
  const labels = page.getByRole('group', { name: 'Labels of this post' });
  const pick = async () => {
    await labels.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Labels' });
    await dialog.getByRole('checkbox', { name: 'Spring' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
  };
  await pick();
  const remove = 'mutation ($input: DeleteLabelInput!) { deleteLabel(input: $input) { __typename } }';
  await graphql(service, { 'x-api-key': apiKey() }, remove, { input: { labelId: label } });
  await button(page, 'Save changes').click();
  await page.getByRole('alert').getByText('Label not found').waitFor();
  expect(await stored(id)).toMatchObject({ labels: [], status: 'SCHEDULED' });
});

test('the first comment of an account differs from that of its platform, until it is taken back', async () => {
  const { fediverse, threadtalk, targets } = accounts();
  const { page } = await open();
  await write(page, 'Commented', [fediverse, threadtalk]);
  const settings = page.getByRole('group', { name: 'Fediverse settings' });
  await settings.getByLabel('First comment').fill('For all');
  await textTab(page, fediverse).click();
  const own = page.getByLabel(`First comment for ${nameOf(fediverse)}`);
  expect(await own.inputValue()).toBe('For all');
  await own.fill('For this one');
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  const [group] = await groups();
  expect((await stored(group?.id)).overrides).toEqual([{ platformId: targets[0], firstComment: 'For this one' }]);

  await page.goto(`/compose/${group?.id}`);
  await textTab(page, fediverse).click();
  expect(await own.inputValue()).toBe('For this one');
  await button(page, `Use the common first comment for ${nameOf(fediverse)}`).click();
  expect(await own.inputValue()).toBe('For all');
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect((await stored(group?.id)).overrides).toEqual([]);
});

test.each(WIDTHS)('the fields and the dialog are accessible at %i pixels', async (width) => {
  await newLabel('Spring');
  const { fediverse, threadtalk } = accounts();
  const { page } = await open('/compose', { width });
  await field(page).fill('Hello');
  for (const account of [fediverse, threadtalk]) await choose(page, account);
  await textTab(page, fediverse).click();
  await page.getByLabel(`First comment for ${nameOf(fediverse)}`).waitFor();
  await expectAccessible(page);
  await button(page, 'Add labels').click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Spring' }).waitFor();
  await expectAccessible(page);
});
