import { startSandbox } from '../../sandbox/sandbox.js';
import { newId } from '../../src/foundation/database/id.js';
import { createGroup } from '../live/support.js';
import { createAccount } from '../support/account.js';
import { expectAccessible, isWiderThanScreen, useBrowser, WIDTHS } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const { page } = await browser.openSignedIn(db, { width });
  await page.goto('/');
  await page.getByText('Connect an account').waitFor();
  await expectAccessible(page);
});

test('the first key leads past the navigation', async () => {
  const { page } = await browser.openSignedIn(db);
  await page.goto('/posts');
  await page.getByText('No posts yet').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
});

test('the theme that was chosen stays', async () => {
  const { page } = await browser.openSignedIn(db);
  await page.goto('/posts');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Dark theme' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Light theme' }).waitFor();
});

test('on a phone the navigation opens and closes with a button', async () => {
  const { page } = await browser.openSignedIn(db, { width: 375 });
  await page.goto('/posts');
  const link = page.getByRole('link', { name: 'Posts' });
  await page.getByRole('button', { name: 'Navigation' }).waitFor();
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Navigation' }).click();
  await link.click();
  await link.waitFor({ state: 'hidden' });
});

test('names, texts and addresses without a space are not wider than a phone', async () => {
  const LONG = 'Incomprehensibility'.repeat(8);
  const account = await createAccount(db, { workspaceAccess: true });
  const { page } = await browser.openSignedIn(db, { account, width: 375 });
  const headers = { 'x-api-key': account.apiKey };
  const platformIds = [await account.connect(sandbox.createAccount('fediverse'))];
  await db.query('UPDATE connections SET username = $2, display_name = $2 WHERE user_id = $1', [account.userId, LONG]);
  const managed = await account.manage();
  await db.query('UPDATE users SET display_name = $2 WHERE id = $1', [managed, LONG]);
  const draft = await createGroup(service, headers, { content: LONG, platformIds });
  const tooLong = await createGroup(service, headers, {
    content: `https://example.com/${LONG.repeat(4)}`,
    platformIds,
  });
  const failed = await createGroup(service, headers, { platformIds });
  const words = { message: LONG, advice: LONG, platformError: LONG };
  const error = { code: 'INVALID_CONTENT', fault: 'content', retryable: false, failedAt: new Date(), ...words };
  await db.query("UPDATE platform_posts SET status = 'failed', error = $2 WHERE group_id = $1", [failed, error]);
  const webhook = newId();
  await db.query(
    `INSERT INTO webhooks (id, user_id, name, url, events, secret, is_active, failure_count, created_at, updated_at)
     VALUES ($1, $2, $3, 'https://example.com', '{post.failed}', '', true, 0, now(), now())`,
    [webhook, account.userId, LONG],
  );
  for (const path of [
    '/posts',
    ...[draft, failed].map((id) => `/posts/${id}`),
    ...[draft, tooLong].map((id) => `/compose/${id}`),
    ...['/accounts', '/webhooks', `/webhooks/${webhook}`, '/managed-users', `/managed-users/${managed}`],
  ]) {
    await page.goto(path);
    await page.waitForFunction(() => document.body.innerText.includes('Incomprehensibility'));
    expect({ path, isWider: await isWiderThanScreen(page) }).toEqual({ path, isWider: false });
  }
});

test('a session that has ended leads to the sign-in', async () => {
  const { page, account } = await browser.openSignedIn(db);
  await page.goto('/posts');
  await page.getByText('Live').waitFor();
  await db.query('DELETE FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
    account.userId,
  ]);
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/posts');
});

test('a session that is ended elsewhere leads there at once', async () => {
  const { page, account } = await browser.openSignedIn(db);
  await page.goto('/posts?text=spring');
  await page.getByText('Live').waitFor();
  await db.query('DELETE FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
    account.userId,
  ]);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/posts?text=spring');
});

test('without a network it says so, and catches up once there is one again', async () => {
  const visitor = await browser.openSignedIn(db);
  const { page, context, account } = visitor;
  const target = await account.connect(sandbox.createAccount('fediverse'));
  await page.goto('/posts');
  await page.getByText('Live').waitFor();
  await context.setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await page.getByRole('status').getByText('You are offline', { exact: true }).waitFor();
  await createGroup(service, { 'x-api-key': account.apiKey }, { content: 'Meanwhile', platformIds: [target] });
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Meanwhile' }).waitFor();
  await page.getByText('Live').waitFor();
  await page.getByText('You are offline', { exact: true }).waitFor({ state: 'detached' });
  // The browser itself reports what it could not load.
  visitor.problems.splice(0);
});

test('an action that is refused says so with the id of the request, until it is closed', async () => {
  const { page, account } = await browser.openSignedIn(db);
  const target = await account.connect(sandbox.createAccount('fediverse'));
  const id = await createGroup(service, { 'x-api-key': account.apiKey }, { content: 'Gone', platformIds: [target] });
  await page.goto(`/posts/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  // Without an event, so that the page does not know.
  await db.query('DELETE FROM post_groups WHERE id = $1', [id]);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Post group not found').waitFor();
  expect(await alert.textContent()).toMatch(/Request [0-9a-f-]{36}/);
});

test('a first visit loads at most 250 KB of compressed script', async () => {
  const { page } = await browser.openSignedIn(db);
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sizes.push(response.headerValue('content-length').then(Number));
  });
  await page.goto('/');
  await page.getByText('Connect an account').waitFor();
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(250_000);
});

test('a path that is no page says so', async () => {
  const { page } = await browser.openSignedIn(db);
  await page.goto('/sign-in/nowhere');
  await page.getByRole('main').getByRole('heading', { name: 'There is no such page', level: 1 }).waitFor();
  await expectAccessible(page);
});
