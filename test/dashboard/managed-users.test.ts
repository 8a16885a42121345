import { startSandbox } from '../../sandbox/sandbox.js';
import { configuration } from '../http/login-support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, type Visitor, WIDTHS } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const sandbox = await startSandbox({ port: 0 });
const { db, service } = await useService({ env: configuration(sandbox) });
afterAll(() => sandbox.close());
const browser = useBrowser(service);

let owner: TestAccount;
beforeEach(async () => {
  owner = await createAccount(db, { workspaceAccess: true });
});

async function open(path: string, screen = {}) {
  const { page } = await browser.openSignedIn(db, { account: owner, ...screen });
  await page.goto(path);
  await page.getByText('Live').waitFor();
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const users = page.getByRole('list', { name: 'Clients' }).getByRole('listitem');
  return { page, panel, users };
}

/** A user of the workspace, and its page. */
async function openUser(screen = {}) {
  const userId = await owner.manage();
  const window = await open(`/managed-users/${userId}`, screen);
  await window.panel('Connection link').getByRole('button', { name: 'Create a link' }).waitFor();
  return { userId, ...window };
}

const create = async (displayName: string) => {
  const query = 'mutation ($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { id } } }';
  const input = { email: `${displayName.replaceAll(' ', '-')}-${owner.userId}@example.com`, displayName };
  const { errors } = await graphql(service, await owner.session(), query, { input });
  expect(errors).toBeUndefined();
};

/** A login leads to pages of the platform, and they have what a dashboard must not. */
function allowThePlatform({ problems }: Visitor): void {
  const ours = problems.splice(0).filter((problem) => problem.includes(service.url));
  expect(ours).toEqual([]);
}

test('a user is added, opens the link in another browser, and connects an account that appears here immediately', async () => {
  const { page, panel } = await open('/managed-users');
  await page.getByText('No clients yet').waitFor();
  await page.getByRole('button', { name: 'Add a client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a client' });
  await dialog.getByLabel('E-mail address').fill(`ann-${owner.userId}@example.com`);
  await dialog.getByLabel('Name').fill('Ann Lee');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'Ann Lee', level: 1 }).waitFor();
  await panel('Accounts').getByText('None yet').waitFor();
  await panel('Connection link').getByLabel('Days until it expires').fill('7');
  await panel('Connection link').getByRole('button', { name: 'Create a link' }).click();
  const link = await panel('Connection link').getByLabel('Link', { exact: true }).inputValue();

  const account = sandbox.createAccount('microblog');
  const guest = await browser.open();
  await guest.page.goto(new URL(link).pathname);
  await guest.page.getByRole('heading', { name: 'Hello, Ann Lee' }).waitFor();
  await guest.page.getByRole('button', { name: 'Log in at Microblog' }).click();
  await guest.page.locator(`[name=account][value="${account.accountId}"]`).check();
  await guest.page.locator('[name=decision][value=allow]').click();
  await guest.page.getByRole('status').getByText(`${account.username} is connected`).waitFor();
  allowThePlatform(guest);

  const shown = panel('Accounts').getByRole('listitem');
  await shown.getByText(`@${account.username}`).waitFor();
  await shown.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await panel('Accounts').getByText('None yet').waitFor();
});

test('a link that is replaced stops working', async () => {
  const { page, panel } = await openUser();
  await panel('Connection link').getByRole('button', { name: 'Create a link' }).click();
  const field = panel('Connection link').getByLabel('Link', { exact: true });
  const before = await field.inputValue();
  await panel('Connection link').getByRole('button', { name: 'Replace the link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace it' }).click();
  await page.getByText('The link was replaced').waitFor();
  await page.locator(`input[value="${before}"]`).waitFor({ state: 'detached' });
  const statusOf = async (link: string) => (await fetch(service.url + new URL(link).pathname)).status;
  expect(await statusOf(before)).not.toBe(200);
  expect(await statusOf(await field.inputValue())).toBe(200);
});

test('a key is shown once, acts for the user, and ends with the next one', async () => {
  const { userId, page, panel } = await openUser();
  const make = async () => {
    await panel('API key').getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create it' }).click();
  };
  const viewerOf = async (key: string) => (await graphql(service, { 'x-api-key': key }, '{ viewer { id } }')).data;
  const field = panel('API key').getByLabel('The key');
  await make();
  const first = await field.inputValue();
  expect(await viewerOf(first)).toEqual({ viewer: { id: userId } });
  await make();
  const second = await eventually(async () => {
    const shown = await field.inputValue();
    return shown === first ? undefined : shown;
  });
  expect(await viewerOf(first)).toEqual({ viewer: null });
  expect(await viewerOf(second)).toEqual({ viewer: { id: userId } });
  await page.reload();
  await panel('API key').getByRole('button', { name: 'Create a key' }).waitFor();
  expect(await field.count()).toBe(0);
});

test('a part of a name narrows the list, and its address brings it back', async () => {
  for (const name of ['Ann Lee', 'Bob Ray', 'Annika Sun']) await create(name);
  const { page, users } = await open('/managed-users');
  await users.nth(2).waitFor();
  await page.getByLabel('Search').fill('ann');
  await page.getByRole('link', { name: 'Bob Ray' }).waitFor({ state: 'detached' });
  await page.waitForURL(/text=ann/);
  await page.reload();
  await users.nth(1).waitFor();
  expect(await users.getByRole('link').allTextContents()).toEqual(['Ann Lee', 'Annika Sun']);
  await page.getByLabel('Search').fill('nobody');
  await page.getByText('Nobody is like this').waitFor();
});

test('a long list is read page by page', async () => {
  for (let number = 1; number <= 26; number += 1) await create(`Number ${number}`);
  const { page, users } = await open('/managed-users');
  await page.getByText('26 clients').waitFor();
  expect(await users.count()).toBe(25);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('link', { name: 'Number 26' }).waitFor();
  expect(await users.count()).toBe(1);
  await page.getByRole('button', { name: 'First page' }).click();
  await page.getByRole('link', { name: 'Number 1', exact: true }).waitFor();
});

test('a user is detached, once that is confirmed', async () => {
  const { userId, page, panel } = await openUser();
  await panel('Detach').getByRole('button', { name: 'Detach' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Detach the client' }).click();
  await page.getByText('No clients yet').waitFor();
  const [row] = await db.query<{ owner: string | null }>('SELECT managed_by_id AS owner FROM users WHERE id = $1', [
    userId,
  ]);
  expect(row?.owner).toBeNull();
  await page.goto(`/managed-users/${userId}`);
  await page.getByText('This client is not here').waitFor();
});

test('without workspace access it says so', async () => {
  owner = await createAccount(db);
  const { page } = await open('/managed-users');
  await page.getByText('Workspaces are off for this account').waitFor();
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const { page, panel, users } = await openUser({ width });
  await panel('Connection link').getByRole('button', { name: 'Create a link' }).click();
  await panel('Connection link').getByLabel('Link', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.goto('/managed-users');
  await users.first().waitFor();
  await expectAccessible(page);
});
