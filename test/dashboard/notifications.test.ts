/** Notifications: the bell, the page, the settings, and links that open in the account that they are about. */
import { startSandbox } from '../../sandbox/sandbox.js';
import { hashPassword } from '../../src/domain/identity/account/password.js';
import type { Role } from '../../src/domain/identity/people/role.js';
import { createGroup } from '../live/support.js';
import { startMailServer } from '../mail/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { mailAbout, mailEnv } from '../support/mailbox.js';
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

const SOON = new Date(Date.now() + 72 * 3_600_000).toISOString();
const ASKED = 'A post of Fern & Sons waits for your approval';

let team: TestAccount;
let target: string;
/** Asks for approval. */
let ann: TestMember;
/** Approves, and has an account besides the one of the team, in which a session begins. */
let eve: TestMember;
beforeEach(async () => {
  team = await createAccount(db, { workspaceAccess: true });
  await name(team.userId, 'Fern & Sons');
  target = await team.connect(sandbox.createAccount('fediverse'));
  ann = await member('CONTRIBUTOR', 'Ann Lee');
  const own = await createAccount(db);
  await name(own.userId, 'Own desk');
  await addMembership(db, own.personId, team.userId, 'EDITOR');
  const [{ email = '' } = {}] = await db.query<{ email: string }>('SELECT email FROM people WHERE id = $1', [
    own.personId,
  ]);
  eve = { personId: own.personId, email, browser: await own.session() };
  const policy = { neededFor: 'CONTRIBUTORS', approvers: 'EDITORS', approvals: 1 };
  await run(await team.session(), 'setApprovalPolicy', policy);
});

const name = (userId: string, displayName: string) =>
  db.query('UPDATE users SET display_name = $2 WHERE id = $1', [userId, displayName]);

async function member(role: Role, shown: string): Promise<TestMember> {
  const added = await addMember(db, team.userId, role);
  await db.query('UPDATE people SET name = $2 WHERE id = $1', [added.personId, shown]);
  return added;
}

/** A window of somebody who has this cookie. */
async function openAs({ browser: { cookie } }: Pick<TestMember, 'browser'>, path: string, screen = {}) {
  const visitor = await browser.open(screen);
  const [cookieName = '', value = ''] = cookie.split('=');
  await visitor.context.addCookies([{ name: cookieName, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  await visitor.page.goto(path);
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  return visitor;
}

async function run(headers: Headers, mutation: string, input: object) {
  const kind = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`;
  const query = `mutation ($input: ${kind}) { ${mutation}(input: $input) { __typename } }`;
  expect((await graphql(service, headers, query, { input })).errors).toBeUndefined();
}

/** A draft of the team whose approval Ann has asked for. */
async function asked(content: string): Promise<string> {
  const id = await createGroup(service, { 'x-api-key': team.apiKey }, { content, platformIds: [target] });
  await run(ann.browser, 'requestApproval', { postGroupId: id, scheduledTime: SOON });
  return id;
}

const unreadOf = async ({ personId }: TestMember) =>
  (
    await db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM notifications WHERE person_id = $1 AND read_at IS NULL',
      [personId],
    )
  )[0]?.count;

const bell = (unread: number) => ({
  name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications',
  exact: true,
});

test('the bell counts up while somebody asks, and what it lists opens in its account and is read', async () => {
  await asked('From before');
  const { page } = await openAs(eve, '/posts');
  await page.getByRole('button', bell(1)).waitFor();
  expect(await page.title()).toMatch(/^\(1\) Posts/);
  // What was there before is not announced.
  expect(await page.getByRole('status').filter({ hasText: ASKED }).count()).toBe(0);

  const drafting = await openAs(ann, '/compose');
  await drafting.page.getByRole('textbox', { name: 'Text', exact: true }).fill('We open at nine');
  await drafting.page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByRole('button', bell(2)).waitFor();
  await page.getByRole('status').filter({ hasText: ASKED }).waitFor();
  expect(await page.title()).toMatch(/^\(2\) Posts/);

  await page.getByRole('button', bell(2)).click();
  const newest = page.getByRole('list', { name: 'Newest notifications' });
  await newest.getByRole('link', { name: ASKED }).nth(1).waitFor();
  await newest.getByText('Ann Lee asks for approval of a post.').first().waitFor();
  await newest.getByText('From before', { exact: true }).waitFor();
  await newest
    .getByText(/^Fern & Sons · /)
    .first()
    .waitFor();
  await expectAccessible(page);
  await newest.getByRole('link', { name: ASKED }).first().click();
  await page.getByRole('button', { name: 'You act for Fern & Sons' }).waitFor();
  await page.getByRole('region', { name: 'Approval' }).getByRole('button', { name: 'Approve' }).waitFor();
  await page.getByRole('heading', { name: /We open at nine/, level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', bell(1)).waitFor();
  expect(await unreadOf(eve)).toBe(1);

  // New windows begin as before: the link was for this one.
  const further = await page.context().newPage();
  await further.goto('/posts');
  await further.getByRole('button', { name: 'You act for Own desk' }).waitFor();
});

test('the panel is left with Escape, and marks all as read that it shows', async () => {
  await asked('First');
  await asked('Second');
  const { page } = await openAs(eve, '/posts', { width: 390 });
  await page.getByRole('button', bell(2)).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: /^Notifications/ });
  await panel.getByRole('link', { name: ASKED }).first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(bell(2).name);

  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await page.getByRole('button', bell(0)).waitFor();
  expect(await unreadOf(eve)).toBe(0);
  await panel.getByText('Unread:').first().waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await panel.getByRole('link', { name: 'All notifications' }).click();
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
  await panel.waitFor({ state: 'detached' });
});

test('the page lists details and actions, and what is unread alone', async () => {
  await asked('A text of the first post');
  await asked('A text of the second post');
  const { page } = await openAs(eve, '/notifications');
  const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await rows.filter({ hasText: 'A text of the first post' }).getByText('To go out').waitFor();
  await expectAccessible(page);
  await rows
    .filter({ hasText: 'A text of the first post' })
    .getByRole('button', { name: `Mark as read: ${ASKED}` })
    .click();
  await page.getByRole('button', bell(1)).waitFor();
  await page.getByText('Unread', { exact: true }).click();
  await page.waitForURL(/unread=true/);
  await rows.filter({ hasText: 'A text of the second post' }).waitFor();
  expect(await rows.count()).toBe(1);
  // It comes while the page is open.
  await asked('A text of the third post');
  await rows.filter({ hasText: 'A text of the third post' }).waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('Nothing is unread').waitFor();
  await page.getByText('All', { exact: true }).click();
  await rows.filter({ hasText: 'A text of the second post' }).getByRole('link', { name: 'Review the post' }).click();
  await page.getByRole('heading', { name: /A text of the second post/, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'You act for Fern & Sons' }).waitFor();
});

test('a long list has more pages', async () => {
  for (let number = 1; number <= 21; number += 1) await asked(`Post number ${number}.`);
  const { page } = await openAs(eve, '/notifications', { width: 390 });
  const rows = page.getByRole('listitem').filter({ hasText: ASKED });
  await rows.filter({ hasText: 'Post number 21.' }).waitFor();
  expect(await rows.count()).toBe(20);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show more' }).click();
  await rows.filter({ hasText: 'Post number 1.' }).waitFor();
});

test('what is chosen in the settings is stored, and decides what is listed and sent', async () => {
  const { page } = await openAs(eve, '/settings');
  await page.getByRole('link', { name: 'Choose your notifications' }).click();
  const row = page.getByRole('row').filter({ hasText: 'A post waits for your approval.' });
  await row.getByRole('switch', { name: 'In the dashboard: A post waits for your approval.' }).uncheck({ force: true });
  await page.getByText('Saved', { exact: true }).first().waitFor();
  const other = page.getByRole('row').filter({ hasText: 'A webhook was disabled' });
  await other.getByRole('combobox', { name: /^By e-mail/ }).click();
  await page.getByRole('option', { name: 'Daily at 08:00' }).click();
  await other.getByRole('switch', { name: /^Push/ }).press('Space');
  await expectAccessible(page);
  const preferences =
    'SELECT kind, listed, email, push FROM notification_preferences WHERE person_id = $1 ORDER BY kind';
  await eventually(async () => {
    expect(await db.query(preferences, [eve.personId])).toEqual([
      { kind: 'APPROVAL_REQUESTED', listed: false, email: 'IMMEDIATELY', push: true },
      { kind: 'WEBHOOK_DISABLED', listed: true, email: 'DAILY', push: false },
    ]);
    return true;
  });
  await asked('By e-mail alone');
  await mailAbout(mails, eve.email, ASKED);
  await page.reload();
  await row
    .getByRole('switch', { name: /^In the dashboard/ })
    .and(page.locator(':not(:checked)'))
    .waitFor();
  await page.getByRole('button', bell(0)).waitFor();
});

test('a refused change is taken back and says why', async () => {
  const visitor = await openAs(eve, '/settings/notifications', { width: 390 });
  const { page } = visitor;
  const choice = page.getByRole('switch', { name: 'In the dashboard: Somebody mentioned you in a comment.' });
  await choice.waitFor();
  await page.route('**/graphql', (route) => {
    const isChange = route.request().postData()?.includes('mutation SetNotificationPreferences');
    return isChange ? route.abort() : route.continue();
  });
  await choice.uncheck({ force: true, noWaitAfter: true }).catch(() => undefined);
  await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
  expect(await choice.isChecked()).toBe(true);
  // The browser itself reports what it could not load.
  visitor.problems.splice(0);
  await expectAccessible(page);
});

test('the link of an e-mail opens the post in its account after the sign-in', async () => {
  const password = 'a lamp under nine umbrellas';
  const passwordHash = await hashPassword(password);
  await db.query('UPDATE people SET password_hash = $2 WHERE id = $1', [eve.personId, passwordHash]);
  await asked('Fresh bread from six');
  const mail = await mailAbout(mails, eve.email, ASKED);
  const link = mail.text?.match(/https?:\S+\/posts\/\S+/)?.[0] ?? '';
  const { pathname, search } = new URL(link);
  expect(search).toBe(`?account=${team.userId}`);

  const { page } = await browser.open();
  await page.goto(pathname + search);
  await page.getByLabel('E-mail address').fill(eve.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /Fresh bread from six/, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'You act for Fern & Sons' }).waitFor();
  expect(page.url()).toBe(service.url + pathname);
});

test('the link of an account of somebody else says so, and opens nothing', async () => {
  const other = await createAccount(db);
  const { page } = await openAs(ann, `/posts?account=${other.userId}`);
  await page.getByText('This link is for another account').waitFor();
  await page.getByText(`You are signed in as ${ann.email}, who is not a member of that account.`).waitFor();
  await page.getByRole('button', { name: 'You act for Fern & Sons' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByText('No posts yet').waitFor();
  expect(page.url()).toBe(`${service.url}/posts`);
});

test('an id of digits alone, and a client of an account, are opened as well', async () => {
  const client = await team.manage();
  const digits = `6${'1234567890'.repeat(2)}123`;
  await db.query('UPDATE users SET id = $2, display_name = $3 WHERE id = $1', [client, digits, 'Bakery Moon']);
  const { page } = await openAs(eve, `/calendar?account=${digits}`);
  await page.getByRole('button', { name: 'You act for Bakery Moon' }).waitFor();
  await page.getByText('Client of Fern & Sons').waitFor();
  await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
  expect(new URL(page.url()).searchParams.has('account')).toBe(false);
});
