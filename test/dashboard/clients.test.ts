/** An agency with clients: its home, its list of clients, and its usage. */
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { furnish, type Has } from '../support/clients.js';
import { countPosts } from '../support/plan-usage.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api' });
const browser = useBrowser(service);

const nameUser = (userId: string, name: string) =>
  db.query('UPDATE users SET display_name = $2 WHERE id = $1', [userId, name]);

/** An agency with a client for each of these, by name. */
async function agencyWith(clients: Record<string, Has>) {
  const agency = await createAccount(db, { workspaceAccess: true });
  await nameUser(agency.userId, 'Studio North');
  const ids = new Map<string, string>();
  for (const [name, has] of Object.entries(clients)) {
    const id = await agency.manage();
    await nameUser(id, name);
    await furnish(db, id, has);
    ids.set(name, id);
  }
  return { agency, ids };
}

async function visit(account: TestAccount, path: string, options: { width?: number } = {}) {
  const { page } = await browser.openSignedIn(db, { account, ...options });
  await page.goto(path);
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}

describe('the home of an agency', () => {
  test('has the sums over all clients, and those that need attention most, each with a link to what it counts', async () => {
    const { agency } = await agencyWith({
      'Bakery Moon': { failed: 2, drafts: 4, month: 7 },
      'Garage Sun': { month: 3 },
      'Inn Star': { revoked: 1, waiting: 3 },
    });
    const page = await visit(agency, '/home');
    const clients = page.getByRole('region', { name: 'Clients', exact: true });
    await clients.getByText('2 clients need attention').waitFor();
    expect(
      await clients.getByRole('list', { name: 'All clients together' }).getByRole('listitem').allTextContents(),
    ).toEqual([
      '2 clients need attention',
      '2 failed posts',
      '1 account to reconnect',
      '3 posts wait for approval',
      '10 posts this month',
    ]);
    const needy = clients.getByRole('list', { name: 'Clients that need attention' }).locator('> li');
    expect(await needy.evaluateAll((items) => items.map((item) => item.querySelector('button')?.textContent))).toEqual([
      'Inn Star',
      'Bakery Moon',
    ]);
    expect(await needy.first().getByRole('listitem').allTextContents()).toEqual([
      '1 account to reconnect',
      '3 wait for approval',
    ]);
    // A draft is no problem.
    expect(await needy.last().getByRole('listitem').allTextContents()).toEqual(['2 failed posts']);
    expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0);

    await clients.getByRole('button', { name: '2 failed posts: open Bakery Moon' }).click();
    await page.getByRole('button', { name: 'You act for Bakery Moon' }).waitFor();
    await page.waitForURL('**/posts?status=FAILED');
    await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').nth(1).waitFor();
    // A client has no clients.
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' });
    expect(await clients.count()).toBe(0);
  });

  test('is calm when nothing needs anybody, and offers the first client', async () => {
    const { agency: idle } = await agencyWith({ 'Garage Sun': { month: 3 } });
    const page = await visit(idle, '/home');
    await page.getByText('No client needs you').waitFor();
    await page.getByRole('link', { name: 'All 1', exact: true }).waitFor();

    const { agency: fresh } = await agencyWith({});
    const first = await visit(fresh, '/home');
    await first.getByRole('link', { name: 'Add a client' }).click();
    await first.getByText('No clients yet').waitFor();
  });

  test('shows at most ten, and links to the others', async () => {
    const { agency } = await agencyWith(
      Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`Client ${index + 1}`, { failed: 1 }])),
    );
    const page = await visit(agency, '/home');
    const needy = page.getByRole('list', { name: 'Clients that need attention' }).locator('> li');
    await needy.first().waitFor();
    expect(await needy.count()).toBe(10);
    await page.getByRole('link', { name: '2 more clients need attention' }).click();
    await page.waitForURL('**/managed-users');
  });

  test('shows a change when the person comes back to the window', async () => {
    const { agency, ids } = await agencyWith({ 'Bakery Moon': {} });
    const page = await visit(agency, '/home');
    await page.getByText('No client needs you').waitFor();
    await furnish(db, ids.get('Bakery Moon') ?? '', { failed: 1 });
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.getByRole('button', { name: '1 failed post: open Bakery Moon' }).waitFor();
  });

  test('asks nothing about clients for an account without workspace access', async () => {
    const account = await createAccount(db);
    const { page } = await browser.openSignedIn(db, { account });
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) asked.push(request.postDataJSON()?.operationName);
    });
    await page.goto('/home');
    await page.getByRole('region', { name: 'First steps' }).waitFor();
    expect(asked).toContain('Home');
    expect(asked).not.toContain('ClientsOnHome');
  });

  test.each(WIDTHS)('is accessible in both themes, %i pixels wide', async (width) => {
    const { agency } = await agencyWith({
      'Bakery Moon with a name that is much longer than a phone is wide': { failed: 2, revoked: 1, waiting: 3 },
      'Garage Sun': { month: 3 },
    });
    const page = await visit(agency, '/home', { width });
    await page.getByRole('button', { name: /^2 failed posts/ }).waitFor();
    await expectAccessible(page);
  });
});

describe('the usage by client', () => {
  const rowsOf = async (table: Locator) =>
    Promise.all(
      (await table.getByRole('row').all()).map(async (row) =>
        (await row.locator('th, td').allTextContents()).join(' | '),
      ),
    );

  test('is a table of the month, with shares of the plan, sorted by posts or by storage', async () => {
    const { agency, ids } = await agencyWith({
      'Bakery Moon': { month: 50, connected: 2, bytes: 1024 ** 3 },
      'Garage Sun': { month: 100, drafts: 10, bytes: 5 * 1024 ** 3 },
    });
    await furnish(db, agency.userId, { month: 5 });
    await countPosts(db, {
      userId: ids.get('Bakery Moon') ?? '',
      platformId: 'network-1',
      used: 450,
      month: new Date().toISOString(),
    });
    const page = await visit(agency, '/usage');
    const table = page.getByRole('table', { name: /^Usage by client/ });
    await table.waitFor();
    expect(await rowsOf(table)).toEqual([
      'Client | Posts | Waiting posts | Drafts | Accounts | Storage',
      'Bakery Moon | 500fullest account 90% | 00% | 00% | 2 | 1 GB0.4%',
      'Garage Sun | 100fullest account 20% | 00% | 101% | 0 | 5 GB2%',
      'This account itself | 5fullest account 1% | 00% | 00% | 0 | 0 GB0%',
      'All together | 605 | 0 |  | 2 | 6 GB',
    ]);
    await page.getByRole('combobox', { name: 'Order' }).click();
    await page.getByRole('option', { name: 'Largest storage first' }).click();
    await table.getByRole('row').nth(1).getByText('Garage Sun').waitFor();
    await page.getByRole('combobox', { name: 'Month (UTC)' }).click();
    await page.getByRole('option').nth(1).click();
    const first = table.getByRole('row').nth(1);
    await first.getByText('Garage Sun').waitFor();
    await first.getByRole('cell').first().getByText('fullest account 0%').waitFor();
  });

  test('is saved as CSV, all pages of it, without formulas', async () => {
    const { agency, ids } = await agencyWith({
      ...Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`Client ${index + 1}`, {}])),
      '=HYPERLINK("https://example.com","Bakery")': { month: 3, bytes: 2_000 },
    });
    const page = await visit(agency, '/usage');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await saved;
    const month = new Date().toISOString().slice(0, 7);
    expect(file.suggestedFilename()).toBe(`usage-by-client-${month}.csv`);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines).toHaveLength(1 + 102 + 1);
    expect(lines.slice(0, 2)).toEqual([
      '\uFEFFClient,Client id,Month,Posts,Posts of the fullest account,Waiting posts,Drafts,Accounts,Storage in bytes,Files',
      `"'=HYPERLINK(""https://example.com"",""Bakery"")",${ids.get('=HYPERLINK("https://example.com","Bakery")')},${month},3,3,0,0,0,2000,1`,
    ]);
  });

  test('leads to the client, which sees its own part, the plan of the agency, and nothing of the others', async () => {
    const { agency } = await agencyWith({ 'Bakery Moon': { month: 3 }, 'Garage Sun': { month: 2 } });
    const page = await visit(agency, '/usage');
    await page.getByRole('button', { name: 'Bakery Moon: open the usage' }).click();
    await page
      .getByText('Bakery Moon uses the plan of Studio North, Premium, together with the other clients.')
      .waitFor();
    const part = page.getByRole('table', { name: 'This client’s part' });
    expect((await rowsOf(part)).slice(0, 2)).toEqual([
      ' | This client | All who share the plan',
      'Posts this month | 3 | 5',
    ]);
    expect(await page.getByText('Garage Sun').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'By client' }).count()).toBe(0);
  });

  test.each(WIDTHS)('is accessible in both themes, %i pixels wide', async (width) => {
    const { agency } = await agencyWith({ 'Bakery Moon': { month: 50 }, 'Garage Sun': { month: 100 } });
    const page = await visit(agency, '/usage', { width });
    await page.getByRole('table', { name: /^Usage by client/ }).waitFor();
    await expectAccessible(page);
  });
});

test.each(WIDTHS)(
  'one of many clients is searched in the switcher, %i pixels wide; its home warns of no address',
  async (width) => {
    const { agency } = await agencyWith(
      Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`Client ${index + 1}`, {}])),
    );
    await db.query('UPDATE people SET email_confirmed_at = now()');
    const page = await visit(agency, '/home', { width });
    await page.getByRole('button', { name: 'You act for Studio North' }).click();
    const search = page.getByLabel('Search accounts and clients');
    await search.waitFor();
    // Who types now searches, and nothing lies over the field.
    await page.keyboard.type('Client 22');
    expect(await search.inputValue()).toBe('Client 22');
    await search.click();
    await page.getByRole('option', { name: 'Client 22' }).click();
    await page.getByRole('button', { name: 'You act for Client 22' }).waitFor();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' });
    expect(await page.getByText('address is not confirmed').count()).toBe(0);
  },
);

test('the list of clients begins with those that need attention, over all pages', async () => {
  const { agency } = await agencyWith({
    ...Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`Client ${index + 1}`, {}])),
    'The newest': { failed: 1 },
  });
  const page = await visit(agency, '/managed-users');
  const users = page.getByRole('list', { name: 'Clients' }).locator('> li');
  await users.first().getByRole('link', { name: 'The newest' }).waitFor();
  await users.nth(1).getByRole('link', { name: 'Client 1', exact: true }).waitFor();
});

test('posts show how many threads of comments are open, in the list and in the calendar', async () => {
  const account = await createAccount(db, { connected: ['fediverse-1'] });
  await furnish(db, account.userId, { scheduled: 2 });
  await db.query("UPDATE post_groups SET scheduled_time = now() + interval '1 minute' WHERE user_id = $1", [
    account.userId,
  ]);
  const [group] = await db.query<{ id: string }>('SELECT id FROM post_groups WHERE user_id = $1 LIMIT 1', [
    account.userId,
  ]);
  for (let count = 0; count < 2; count += 1) {
    await db.query(
      `INSERT INTO comments (id, group_id, thread_id, person_id, author, body, mentions, created_at)
       VALUES ($1, $2, $1, $3, 'Ann', 'Hi', '[]', now())`,
      [newId(), group?.id, account.personId],
    );
  }
  const page = await visit(account, '/posts');
  const posts = page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
  await posts.nth(1).waitFor();
  expect(await posts.filter({ hasText: '2 open comment threads' }).count()).toBe(1);
  await expectAccessible(page);
  await page.goto('/calendar');
  const events = page.locator('[data-post]');
  await events.nth(1).waitFor();
  expect(await events.filter({ hasText: '2 open comment threads' }).count()).toBe(1);
});
