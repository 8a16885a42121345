/** The operator's console in a browser. */

import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { makeOperator } from '../support/login.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ env: { OPERATOR_CONSOLE: 'true' } });
const browser = useBrowser(service);

async function newOperator({ hasFactor = true } = {}): Promise<TestAccount> {
  const account = await createAccount(db);
  await makeOperator(db, account.userId);
  if (hasFactor) {
    await db.query(
      "INSERT INTO second_factors (person_id, secret, created_at, confirmed_at) VALUES ($1, 'x', now(), now())",
      [account.personId],
    );
  }
  return account;
}

/** An account with a connection that does not work, and a post that waits for its time. */
async function newCustomer() {
  const account = await createAccount(db, { connected: ['fediverse-1', 'skyfeed-2'] });
  await db.query("UPDATE connections SET revoked_at = now() WHERE user_id = $1 AND platform = 'skyfeed'", [
    account.userId,
  ]);
  const [row] = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [account.userId]);
  const post = { content: `Soon ${account.userId}`, platformIds: ['fediverse-1'] };
  const input = { post, scheduledTime: new Date(Date.now() + 3_600_000).toISOString() };
  const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
  const { data } = await graphql(service, { 'x-api-key': account.apiKey }, CREATE, { input });
  return { ...account, email: row?.email ?? '', groupId: data.createPost.postGroup.id as string };
}

async function open(path: string, options: { account?: TestAccount; width?: number } = {}) {
  const account = options.account ?? (await newOperator());
  const { page, problems } = await browser.openSignedIn(db, { ...options, account });
  await page.goto(path);
  return { page, problems, account };
}

test('an account is found, opened, put on hold and released', async () => {
  const { email } = await newCustomer();
  const { page } = await open('/operator');
  await page.getByLabel('Search').fill(email);
  // The account can be listed before the search begins, which would lead back to the list.
  await page.waitForURL(/text=/);
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByText('1 of 2').waitFor();
  await row.getByRole('link', { name: email }).click();
  await page.getByRole('heading', { name: email, level: 1 }).waitFor();
  await page.getByRole('table', { name: 'Connected accounts' }).getByText('The platform refuses it since').waitFor();
  await page.getByRole('button', { name: 'Put on hold' }).click();
  const dialog = page.getByRole('dialog', { name: `Put ${email} on hold` });
  await dialog.getByLabel('Reason').fill('Unpaid invoice');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await page.getByText('Reason of the hold: Unpaid invoice').waitFor();
  await page.getByRole('button', { name: 'End the hold' }).click();
  await page.getByRole('button', { name: 'Put on hold' }).waitFor();
});

test('posts are counted before they are ended, and one is explained', async () => {
  const { email, userId, groupId } = await newCustomer();
  const { page } = await open(`/operator?tab=posts&user=${email}`);
  await page.getByRole('link', { name: `Soon ${userId}` }).waitFor();
  await page.getByRole('button', { name: 'End waiting posts' }).click();
  const dialog = page.getByRole('dialog', { name: 'End waiting posts' });
  await dialog.getByLabel('Reason').fill('The platform is down');
  await dialog.getByRole('button', { name: 'Count the posts' }).click();
  await dialog.getByText('1 post will be ended as failed.').waitFor();
  await dialog.getByRole('button', { name: 'End as failed' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'SCHEDULE_MISSED' })
    .getByRole('link', { name: `Soon ${userId}` })
    .click();
  await page.waitForURL(`**/operator/posts/${groupId}`);
  await page.getByText('The operator of this service stopped this post: The platform is down').first().waitFor();
});

test('many posts are not changed while the table is narrowed by what does not limit the change', async () => {
  const { email } = await newCustomer();
  const { page } = await open('/operator');
  const actions = ['Retry failed posts', 'End waiting posts'].map((name) => page.getByRole('button', { name }));
  for (const filter of ['status=scheduled', 'late=true', 'text=Soon']) {
    await page.goto(`/operator?tab=posts&user=${email}&${filter}`);
    await page.getByText('These do not limit what is changed.').waitFor();
    for (const action of actions) expect(await action.isDisabled()).toBe(true);
  }
  await page.goto(`/operator?tab=posts&user=${email}`);
  for (const action of actions) await action.and(page.locator(':enabled')).waitFor();
});

test('a banner is shown to everybody who is signed in, and removed', async () => {
  const { page } = await open('/operator?tab=banner');
  await page.getByLabel('Text').fill('Maintenance tonight at eight');
  await page.getByRole('button', { name: 'Show to all users' }).click();
  await page.getByRole('region', { name: 'Shown now' }).getByText('Maintenance tonight at eight').waitFor();
  const { page: other } = await browser.openSignedIn(db);
  await other.goto('/usage');
  await other.getByRole('status').getByText('Maintenance tonight at eight').waitFor();
  await expectAccessible(other);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No banner.').waitFor();
  await other.reload();
  await other.getByRole('heading', { name: 'Usage' }).waitFor();
  await other.getByText('Live', { exact: true }).waitFor();
  expect(await other.getByText('Maintenance tonight at eight').count()).toBe(0);
});

test('an operator signs in as an account, sees so on every page, and leaves', async () => {
  const { email, userId } = await newCustomer();
  const { page } = await open(`/operator/accounts/${userId}`);
  await page.getByRole('button', { name: 'Sign in as this account' }).click();
  const dialog = page.getByRole('dialog', { name: `Sign in as ${email}` });
  await dialog.getByLabel('Reason').fill('Ticket 7');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  const bar = page.getByRole('status').filter({ hasText: 'You are signed in as' });
  await bar.getByText('to read only').waitFor();
  await page.getByText(`Soon ${userId}`).first().waitFor();
  await expectAccessible(page);
  // Notifications are the person's.
  expect(await page.getByRole('button', { name: 'Notifications' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await bar.getByText(email).waitFor();
  await bar.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('table', { name: 'Accounts' }).waitFor();
  expect(await bar.count()).toBe(0);
});

test('nobody else loads its code', async () => {
  const { page } = await browser.openSignedIn(db);
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  await page.goto('/usage');
  await page.getByText('Live', { exact: true }).waitFor();
  const texts = await Promise.all(scripts);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((text) => text.includes('/operator/graphql'))).toEqual([]);
});

test('what is refused says what to do: without the flag, and without two-factor authentication', async () => {
  const stranger = await open('/operator', { account: await createAccount(db) });
  await stranger.page.getByText('There is nothing here for this account').waitFor();
  const half = await open('/operator', { account: await newOperator({ hasFactor: false }) });
  await half.page.getByRole('alert').getByText('turn it on under Settings').waitFor();
  // The browser reports the statuses 404 and 403.
  for (const { problems } of [stranger, half]) {
    expect(problems.splice(0).filter((problem) => !/status of 40[34]/.test(problem))).toEqual([]);
  }
});

test.each(WIDTHS.map((width) => (width < 400 ? 390 : width)))('it is accessible, %i pixels wide', async (width) => {
  const { userId, groupId } = await newCustomer();
  const account = await newOperator();
  const { page } = await open('/operator', { account, width });
  for (const [tab, label] of [
    ['accounts', 'Accounts'],
    ['posts', 'Posts'],
    ['queues', 'Processes'],
    ['settings', 'Settings in force'],
  ]) {
    await page.goto(`/operator?tab=${tab}`);
    await page.getByRole('table', { name: label, exact: true }).waitFor();
    await expectAccessible(page);
  }
  await page.goto('/operator?tab=deliveries');
  await page.getByText('No delivery is like this.').waitFor();
  await expectAccessible(page);
  await page.goto('/operator?tab=banner');
  await page.getByText('No banner.').waitFor();
  await expectAccessible(page);
  await page.goto(`/operator/accounts/${userId}`);
  await page.getByRole('table', { name: 'Connected accounts' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in as this account' }).click();
  await page.getByRole('dialog').getByLabel('Reason').waitFor();
  await expectAccessible(page);
  await page.goto(`/operator/posts/${groupId}`);
  await page.getByRole('table', { name: 'Log' }).waitFor();
  await expectAccessible(page);
});
