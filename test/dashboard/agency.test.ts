/** An agency: two clients, an editor, a contributor for one client alone, and a client with a link on a phone. */
import { startSandbox } from '../../sandbox/sandbox.js';
import { createAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { addMember, type TestMember } from '../support/member.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const browser = useBrowser(service);

const name = (userId: string, displayName: string) =>
  db.query('UPDATE users SET display_name = $2 WHERE id = $1', [userId, displayName]);
const postsOf = (userId: string) =>
  db.query<{ content: string; status: string }>('SELECT content, status FROM post_groups WHERE user_id = $1', [userId]);

async function member(userId: string, role: 'CONTRIBUTOR' | 'EDITOR', shown: string): Promise<TestMember> {
  const added = await addMember(db, userId, role);
  await db.query('UPDATE people SET name = $2 WHERE id = $1', [added.personId, shown]);
  return added;
}

async function openAs({ browser: { cookie } }: TestMember, path: string) {
  const visitor = await browser.open();
  const [cookieName = '', value = ''] = cookie.split('=');
  await visitor.context.addCookies([{ name: cookieName, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  await visitor.page.goto(path);
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  return visitor.page;
}

test('a contributor drafts for a client, an editor shares it, the client approves on a phone; another client has nothing', async () => {
  const agency = await createAccount(db, { workspaceAccess: true });
  await name(agency.userId, 'Studio North');
  const [bakery, garage] = [await agency.manage(), await agency.manage()];
  await name(bakery, 'Bakery Moon');
  await name(garage, 'Garage Sun');
  const target = await agency.connect(sandbox.createAccount('fediverse'));
  await db.query('UPDATE connections SET user_id = $2 WHERE platform_id = $1', [target, bakery]);
  const [ann, eve] = [
    await member(bakery, 'CONTRIBUTOR', 'Ann Lee'),
    await member(agency.userId, 'EDITOR', 'Eve Moon'),
  ];

  const drafting = await openAs(ann, '/compose');
  await drafting.getByRole('button', { name: 'You act for Bakery Moon' }).waitFor();
  await drafting.getByRole('textbox', { name: 'Text', exact: true }).fill('Croissants from six');
  await drafting.getByRole('button', { name: /^When/ }).click();
  const times = drafting.getByRole('dialog', { name: 'When' });
  await times
    .getByRole('button', { name: /^Tomorrow morning/ })
    .first()
    .click();
  await drafting.getByRole('button', { name: 'Ask for approval' }).click();
  await drafting.getByText('You asked for approval. The editors of Bakery Moon are notified.').waitFor();

  const page = await openAs(eve, '/managed-users');
  const clients = page.getByRole('list', { name: 'Clients' }).locator('> li');
  await clients.first().getByText('Bakery Moon').waitFor();
  await clients.filter({ hasText: 'Garage Sun' }).getByText('No posts yet').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: '1 waits for approval: open Bakery Moon' }).click();
  await page.getByRole('button', { name: 'You act for Bakery Moon' }).waitFor();
  await page
    .getByRole('list', { name: 'Waiting for approval' })
    .getByRole('link', { name: 'Croissants from six' })
    .click();
  await page.getByRole('region', { name: 'Approval' }).getByRole('button', { name: 'Share for approval' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share for approval' });
  await dialog.getByLabel('For whom').fill('Mr Moon');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  const link = new URL(await dialog.getByRole('textbox', { name: 'Link for Mr Moon' }).inputValue());

  const { page: phone } = await browser.open({ width: 390 });
  await phone.goto(link.pathname);
  await phone.getByRole('heading', { name: 'Posts of Bakery Moon' }).waitFor();
  await phone.getByText('Croissants from six').waitFor();
  await phone.getByRole('button', { name: 'Approve' }).click();
  await phone.getByText('You approved this post').waitFor();
  await expectAccessible(phone);

  await page.getByText('Mr Moon approved it').waitFor();
  expect(await postsOf(bakery)).toEqual([{ content: 'Croissants from six', status: 'scheduled' }]);
  expect([await postsOf(garage), await postsOf(agency.userId)]).toEqual([[], []]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'You act for Bakery Moon' }).click();
  await page.getByRole('option', { name: /^Garage Sun/ }).click();
  await page.getByRole('button', { name: 'You act for Garage Sun' }).waitFor();
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByText('No posts yet').waitFor();
  await drafting.reload();
  await drafting.getByText('Mr Moon approved it').waitFor();
});
