/** Several people in one account, and one person in several. */
import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { startSandbox } from '../../sandbox/sandbox.js';
import { hashPassword } from '../../src/domain/identity/account/password.js';
import type { Role } from '../../src/domain/identity/people/role.js';
import { codeOfApp } from '../graphql/two-factor.js';
import { createGroup, LATER, mutate } from '../live/support.js';
import { startMailServer } from '../mail/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { setLogin } from '../support/login.js';
import { linkIn, mailAbout, mailEnv } from '../support/mailbox.js';
import { addMember, addMembership, type TestMember } from '../support/member.js';
import { useService } from '../support/service.js';

const mails = await startMailServer();
const { db, service } = await useService({ roles: 'api,worker', env: mailEnv(mails) });
const sandbox = await startSandbox({ port: 0 });
afterAll(async () => {
  await sandbox.close();
  await mails.close();
});
const browser = useBrowser(service);

let team: TestAccount;
beforeEach(async () => {
  team = await createAccount(db, { workspaceAccess: true });
  await name(team.userId, 'Fern & Sons');
});

const name = (userId: string, displayName: string) =>
  db.query('UPDATE users SET display_name = $2 WHERE id = $1', [userId, displayName]);
const nameMember = ({ personId }: TestMember, shown: string) =>
  db.query('UPDATE people SET name = $2 WHERE id = $1', [personId, shown]);
const headers = () => ({ 'x-api-key': team.apiKey });

/** A window of somebody who has this cookie. */
async function openAs({ browser: { cookie } }: Pick<TestMember, 'browser'>, path: string, screen = {}) {
  const visitor = await browser.open(screen);
  const [cookieName = '', value = ''] = cookie.split('=');
  await visitor.context.addCookies([{ name: cookieName, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  await visitor.page.goto(path);
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  return visitor;
}

async function openAsOwner(path: string, screen = {}) {
  const visitor = await browser.openSignedIn(db, { account: team, ...screen });
  await visitor.page.goto(path);
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  return visitor;
}

/** Chooses a client of a field by its name. */
async function chooses(dialog: Locator, typed: string, client: string): Promise<void> {
  const field = dialog.getByRole('combobox', { name: 'Clients' });
  await field.fill(typed);
  await dialog.page().getByRole('option', { name: client }).first().click();
  // Closes the list.
  await field.press('Tab');
}

/** A member who has an account besides the one of the team, which comes first. */
async function memberWithOwn(role: Role) {
  const own = await createAccount(db);
  await name(own.userId, 'Own desk');
  await addMembership(db, own.personId, team.userId, role);
  return { own, personId: own.personId, browser: await own.session() };
}

test('a person is invited, joins with a name and a password, and sees what an editor may', async () => {
  const { page } = await openAsOwner('/members');
  const email = `ann-${team.userId}@example.com`;
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByRole('radio', { name: 'Editor' }).check();
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  const open = page.getByRole('list', { name: 'Open invitations' });
  await open.getByText(email).waitFor();

  const link = linkIn(await mailAbout(mails, email, 'You are invited to Fern & Sons'));
  const guest = await browser.open({ width: 390 });
  await guest.page.goto(link.pathname);
  await guest.page.getByRole('heading', { name: 'Join Fern & Sons' }).waitFor();
  await guest.page.getByLabel('Your name').fill('Ann Lee');
  await expectAccessible(guest.page);
  await guest.page.getByLabel('Password', { exact: true }).fill('a lamp under nine umbrellas');
  await guest.page.getByRole('button', { name: 'Join Fern & Sons' }).click();
  await guest.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await guest.page.getByRole('button', { name: 'You act for Fern & Sons' }).waitFor();

  await guest.page.setViewportSize({ width: 1280, height: 800 });
  const views = guest.page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: 'New post' }).waitFor();
  expect(await views.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  await guest.page.goto('/api-keys');
  await guest.page.getByText('You are an editor of Fern & Sons').waitFor();
  await guest.page.goto(link.pathname);
  await guest.page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();

  const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Ann Lee' });
  await row.waitFor();
  await open.waitFor({ state: 'detached' });
  await row.getByRole('combobox', { name: 'Role of Ann Lee' }).click();
  await page.getByRole('option', { name: /^Viewer/ }).click();
  await page.getByText('Ann Lee is now viewer').waitFor();
  await guest.page.goto('/home');
  await guest.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  expect(await guest.page.getByRole('link', { name: 'New post' }).count()).toBe(0);
});

test('an invitation of a person who has a login leads to the sign-in, and back to one button', async () => {
  const { personId, own } = await memberWithOwn('VIEWER');
  await db.query('DELETE FROM memberships WHERE user_id = $1 AND person_id = $2', [team.userId, personId]);
  const email = `bob-${own.userId}@example.com`;
  await setLogin(db, own.userId, { email, passwordHash: 'none' });
  const { page } = await openAsOwner('/members');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  const { pathname } = linkIn(await mailAbout(mails, email, 'You are invited to Fern & Sons'));

  // The owner opens the link that is for somebody else.
  const other = await browser.openSignedIn(db, { account: team });
  await other.page.goto(pathname);
  await other.page.getByText('You are signed in as somebody else').waitFor();
  await other.page.getByRole('button', { name: 'Sign out' }).click();
  await other.page.getByRole('link', { name: 'Sign in' }).click();
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(other.page.url()).searchParams.get('returnTo')).toBe(pathname);

  const invited = await browser.openSignedIn(db, { account: own });
  await invited.page.goto(pathname);
  await invited.page.getByRole('button', { name: 'Join Fern & Sons' }).click();
  await invited.page.getByRole('button', { name: 'You act for Fern & Sons' }).waitFor();
});

test('a person is invited to some clients, joins them with one link, is given others, and is removed from all', async () => {
  const [bakery, garage] = [await team.manage(), await team.manage(), await team.manage()];
  await name(bakery ?? '', 'Bakery Moon');
  await name(garage ?? '', 'Garage Sun');
  const { page } = await openAsOwner('/members');
  const email = `ann-${team.userId}@example.com`;
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByRole('radio', { name: 'Only some clients' }).check();
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await dialog.getByText('Choose at least one client').waitFor();
  await chooses(dialog, 'moon', 'Bakery Moon');
  await chooses(dialog, 'gar', 'Garage Sun');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('list', { name: 'Open invitations' }).getByText('Editor of Bakery Moon, Garage Sun').waitFor();

  const link = linkIn(await mailAbout(mails, email, 'You are invited to Fern & Sons'));
  const guest = await browser.open({ width: 390 });
  await guest.page.goto(link.pathname);
  await guest.page.getByRole('heading', { name: 'Join 2 clients of Fern & Sons' }).waitFor();
  await guest.page.getByRole('list', { name: 'Clients' }).getByText('Garage Sun').waitFor();
  await guest.page.getByLabel('Your name').fill('Ann Lee');
  await guest.page.getByLabel('Password', { exact: true }).fill('a lamp under nine umbrellas');
  await expectAccessible(guest.page);
  await guest.page.getByRole('button', { name: 'Join 2 clients of Fern & Sons' }).click();
  await guest.page.getByRole('button', { name: 'You act for Bakery Moon' }).click();
  await guest.page.getByRole('option', { name: /^Garage Sun Editor, client of Fern & Sons/ }).click();
  await guest.page.getByRole('button', { name: 'You act for Garage Sun' }).waitFor();

  const row = page
    .getByRole('list', { name: 'Limited to clients' })
    .getByRole('listitem')
    .filter({ hasText: 'Ann Lee' });
  const clients = row.getByRole('list', { name: 'Clients of Ann Lee' });
  await clients.getByText('Bakery Moon').waitFor();
  await page.getByRole('button', { name: 'Change the clients of Ann Lee' }).click();
  const change = page.getByRole('dialog', { name: 'Change the clients of Ann Lee' });
  await chooses(change, '', 'Test');
  await change.getByRole('radio', { name: 'Viewer' }).check();
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Ann Lee works for 3 clients').waitFor();
  await row.getByText('Viewer').waitFor();
  await clients.getByText('Test').waitFor();
  expect(await page.getByRole('list', { name: 'Members' }).getByRole('listitem').count()).toBe(1);

  await page.getByRole('button', { name: 'Remove Ann Lee' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove Ann Lee' });
  await remove.getByText('all 3 clients').waitFor();
  await remove.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Ann Lee removed').waitFor();
  await row.waitFor({ state: 'detached' });
  await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a member is limited to one client; of many clients, one is found by name, 390 pixels wide', async () => {
  await db.query(
    `INSERT INTO users (id, email, display_name, plan, managed_by_id, created_at)
     SELECT lpad(to_hex(n), 8, '0') || substr($1, 9), n || $1 || '@example.com', 'Client ' || n, 'premium', $1, now()
       FROM generate_series(1, 1000) n`,
    [team.userId],
  );
  const member = await addMember(db, team.userId, 'ADMIN');
  await nameMember(member, 'Bob Ray');
  const { page } = await openAsOwner('/members', { width: 390 });
  await page.getByRole('button', { name: 'Limit Bob Ray to some clients' }).click();
  const dialog = page.getByRole('dialog', { name: 'Limit Bob Ray to some clients' });
  await dialog.getByText('980 more clients: search by name').waitFor();
  await chooses(dialog, 'client 777', 'Client 777');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Limit', exact: true }).click();
  const list = page.getByRole('list', { name: 'Limited to clients' });
  await list.getByText('Client 777').waitFor();
  await page.getByRole('list', { name: 'Members' }).getByText('Bob Ray').waitFor({ state: 'detached' });
  await expectAccessible(page);
});

test('a contributor writes drafts and publishes nothing; a viewer reads', async () => {
  const target = await team.connect(sandbox.createAccount('fediverse'));
  const scheduled = await createGroup(service, headers(), { content: 'At its time', platformIds: [target] });
  const timing = { status: 'SCHEDULED', scheduledTime: LATER };
  await mutate(service, headers(), 'updatePost', { postGroupId: scheduled, ...timing });
  const contributor = await addMember(db, team.userId, 'CONTRIBUTOR');
  const { page } = await openAs(contributor, '/compose');
  await page.getByText('Your role writes drafts.').waitFor();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('A proposal');
  expect(await page.getByRole('button', { name: 'Publish now' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL(/\/compose\/[0-9a-f]{24}$/);
  await page.goto(`/compose/${scheduled}`);
  await page.getByText('Your role cannot change this post').waitFor();

  const viewer = await openAs(await addMember(db, team.userId, 'VIEWER'), '/posts');
  await viewer.page.getByRole('link', { name: 'A proposal' }).waitFor();
  expect(await viewer.page.getByRole('checkbox').count()).toBe(0);
  await viewer.page.goto('/compose');
  await viewer.page.getByText('You are a viewer of Fern & Sons').waitFor();
  await viewer.page.goto('/members');
  await viewer.page.getByRole('list', { name: 'Members' }).getByRole('listitem').nth(2).waitFor();
  expect(await viewer.page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  await viewer.page.getByRole('button', { name: 'Leave Fern & Sons' }).waitFor();
});

test('the switcher changes the account of this window, its live updates, and back; clients are found by name', async () => {
  const target = await team.connect(sandbox.createAccount('fediverse'));
  const client = await team.manage();
  await name(client, 'Bakery Moon');
  const person = await memberWithOwn('EDITOR');
  const { page, context } = await openAs(person, '/posts');
  await page.getByText('No posts yet').waitFor();
  const act = async (from: string, to: RegExp) => {
    await page.getByRole('button', { name: `You act for ${from}` }).click();
    await page.getByRole('option', { name: to }).click();
  };
  await act('Own desk', /^Fern & Sons/);
  await page.getByRole('button', { name: 'You act for Fern & Sons' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  // The subscription begins just after the socket is open.
  await setTimeout(1_000);
  const id = await createGroup(service, headers(), { content: 'From the team', platformIds: [target] });
  await page.getByRole('link', { name: 'From the team' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'From the team' }).waitFor();

  // Another window begins with the last choice, and switches alone.
  const second = await context.newPage();
  await second.goto('/posts');
  await second.getByRole('button', { name: 'You act for Fern & Sons' }).click();
  await second.getByRole('textbox', { name: 'Search accounts and clients' }).fill('moon');
  await second.getByRole('option', { name: /^Bakery Moon/ }).click();
  await second.getByText('Client of Fern & Sons').waitFor();
  await second.getByText('No posts yet').waitFor();
  await page.goto(`/posts/${id}`);
  await page.getByRole('heading', { name: /From the team/, level: 1 }).waitFor();
  await act('Fern & Sons', /^Own desk/);
  await page.getByText('No posts yet').waitFor();
  expect(new URL(page.url()).pathname).toBe('/posts');

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await second.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await second.evaluate(() => [sessionStorage, localStorage].map((one) => one.getItem('acting-for')))).toEqual([
    'null',
    'null',
  ]);
});

test('the page of a member who is removed says so, and shows the own account', async () => {
  const person = await memberWithOwn('EDITOR');
  await db.query(`UPDATE people SET name = 'Cleo' WHERE id = $1`, [person.personId]);
  const member = await openAs(person, '/posts');
  await member.page.getByRole('button', { name: 'You act for Own desk' }).click();
  await member.page.getByRole('option', { name: /^Fern & Sons/ }).click();
  await member.page.getByRole('button', { name: 'You act for Fern & Sons' }).waitFor();
  await member.page.getByText('Live', { exact: true }).waitFor();

  const { page } = await openAsOwner('/members');
  await page.getByRole('button', { name: 'Remove Cleo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Cleo' });
  await dialog.getByRole('checkbox', { name: 'Also revoke API keys and applications they created' }).uncheck();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Cleo removed').waitFor();

  await member.page.getByRole('alert').getByText('You can no longer work in Fern & Sons').waitFor();
  await member.page.getByRole('button', { name: 'You act for Own desk' }).waitFor();
});

test('the page of a member who signed in to the account that they are removed from asks to sign in again', async () => {
  const person = await addMember(db, team.userId, 'EDITOR');
  const other = await createAccount(db);
  await addMembership(db, person.personId, other.userId, 'VIEWER');
  const { page } = await openAs(person, '/posts');
  await db.query('DELETE FROM memberships WHERE person_id = $1 AND user_id = $2', [person.personId, team.userId]);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('an account that requires two-factor authentication opens once it is set up', async () => {
  const member = await addMember(db, team.userId, 'EDITOR');
  const password = 'a lamp under nine umbrellas';
  const passwordHash = await hashPassword(password);
  await db.query('UPDATE people SET password_hash = $2 WHERE id = $1', [member.personId, passwordHash]);
  await db.query('UPDATE users SET two_factor_required = true WHERE id = $1', [team.userId]);
  const { page, context } = await browser.open();
  const [cookieName = '', value = ''] = member.browser.cookie.split('=');
  await context.addCookies([{ name: cookieName, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto('/posts');
  await page.getByText('Set up two-factor authentication first').waitFor();
  await page.getByRole('link', { name: 'Open the settings' }).click();
  await page.getByRole('status').getByText('Fern & Sons requires it of all members').waitFor();
  await page.getByRole('region', { name: 'Password', exact: true }).waitFor();
  await expectAccessible(page);
  const panel = page.getByRole('region', { name: 'Two-factor authentication' });
  await panel.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = await dialog.getByLabel('Secret').inputValue();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOfApp(secret));
  await dialog.getByRole('button', { name: 'Turn it on' }).click();
  // The codes stay on the page while the rest of it opens.
  await page.getByRole('link', { name: 'Posts', includeHidden: true }).waitFor({ state: 'attached' });
  await dialog.getByText('recovery codes').first().waitFor();
  await page.goto('/posts');
  await page.getByText('Live', { exact: true }).waitFor();
});

test('members, the invitation and the switcher are accessible, 390 pixels wide', async () => {
  await nameMember(await addMember(db, team.userId, 'EDITOR'), 'Ann Lee');
  const { page } = await openAsOwner('/members', { width: 390 });
  await page.getByRole('list', { name: 'Members' }).getByRole('listitem').nth(1).waitFor();
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('E-mail address').fill(`dora-${team.userId}@example.com`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('list', { name: 'Open invitations' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Transfer the account' }).click();
  await page.getByRole('dialog', { name: 'Transfer the account' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'You act for' }).click();
  await page.getByRole('listbox', { name: 'Accounts and clients' }).waitFor();
  await expectAccessible(page);
});
