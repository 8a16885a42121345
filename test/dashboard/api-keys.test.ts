import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);

async function open({ account, screen = {} }: { account?: TestAccount; screen?: object } = {}) {
  const { page } = await browser.openSignedIn(db, { ...(account && { account }), ...screen });
  await page.goto('/api-keys');
  await page.getByText('Live', { exact: true }).waitFor();
  return { page, keys: page.getByRole('list', { name: 'API keys' }).getByRole('listitem') };
}
const useKey = (rawKey: string) => graphql(service, { 'x-api-key': rawKey }, '{ viewer { id } }');

test('a key is made, shown once, used, seen to be used, and refused once it is revoked', async () => {
  const account = await createAccount(db);
  await db.query('DELETE FROM api_keys WHERE user_id = $1', [account.userId]);
  const { page, keys } = await open({ account });
  await page.getByText('No API keys yet').waitFor();
  await page.getByRole('button', { name: 'New API key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await form.getByRole('checkbox', { name: 'May act for clients' }).check();
  await form.getByRole('button', { name: 'Create' }).click();

  const shown = page.getByRole('dialog', { name: 'The key is there' });
  const rawKey = await shown.getByLabel('API key').inputValue();
  await shown.getByRole('button', { name: 'Copy', exact: true }).click();
  await shown.getByText('Copied').waitFor();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await shown.waitFor({ state: 'detached' });
  const key = keys.filter({ hasText: 'Laptop' });
  await key.getByText('Never used').waitFor();
  await key.getByText('Clients').waitFor();
  expect(await key.getByText('MCP').count()).toBe(0);
  expect(await page.content()).not.toContain(rawKey);

  expect((await useKey(rawKey)).data.viewer.id).toBe(account.userId);
  await key.getByText('Last used').waitFor();

  await key.getByRole('button', { name: 'Revoke Laptop' }).click();
  const confirm = page.getByRole('dialog', { name: 'Revoke “Laptop”' });
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await confirm.waitFor({ state: 'detached' });
  expect((await useKey(rawKey)).errors).toBeUndefined();
  await key.getByRole('button', { name: 'Revoke Laptop' }).click();
  await confirm.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No API keys yet').waitFor();
  expect((await useKey(rawKey)).errors?.[0]?.extensions.code).toBe('API_KEY_INVALID');
});

test('a key that only reads is made by taking away what is usual', async () => {
  const account = await createAccount(db);
  const { page, keys } = await open({ account });
  await page.getByRole('button', { name: 'New API key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Report');
  await form.getByRole('checkbox', { name: 'May publish' }).uncheck();
  await form.getByRole('checkbox', { name: 'May manage webhooks and clients' }).uncheck();
  await form.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'The key is there' });
  const rawKey = await shown.getByLabel('API key').inputValue();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await keys.filter({ hasText: 'Report' }).getByText('Reads only').waitFor();
  expect((await useKey(rawKey)).data.viewer.id).toBe(account.userId);
  const query = 'mutation { deletePost(input: { postGroupId: "0" }) { deletedPostGroupId } }';
  const { errors } = await graphql(service, { 'x-api-key': rawKey }, query);
  expect(errors?.[0]?.extensions.code).toBe('API_KEY_SCOPE_REQUIRED');
});

test('a key is renamed', async () => {
  const { page, keys } = await open();
  await page.getByRole('button', { name: 'Rename Test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename “Test”' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Server');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await keys.getByRole('heading', { name: 'Server' }).waitFor();
});

test('a plan without keys says so, with the id of the request', async () => {
  const { page } = await open({ account: await createAccount(db, { plan: 'starter' }) });
  await page.getByRole('button', { name: 'New API key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByRole('alert').waitFor();
  expect(await form.getByRole('alert').textContent()).toMatch(/plan.*Request [0-9a-f-]{36}/i);
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const account = await createAccount(db);
  await account.newKey({ workspaceAccess: true, mcpAccess: true });
  const { page, keys } = await open({ account, screen: { width } });
  await keys.nth(1).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByRole('dialog', { name: 'New API key' }).getByRole('textbox', { name: 'Name' }).waitFor();
  await expectAccessible(page);
});
