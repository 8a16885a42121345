import { expectAccessible, SCREENS, useBrowser } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);

test.each(SCREENS)('it is accessible: $theme, $width pixels', async (screen) => {
  const { page } = await browser.openSignedIn(db, screen);
  await page.goto('/');
  await page.getByText('No posts yet').waitFor();
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

test('a session that has ended leads to the sign-in', async () => {
  const { page, account } = await browser.openSignedIn(db);
  await page.goto('/posts');
  await page.getByText('Live').waitFor();
  await db.query('DELETE FROM sessions WHERE user_id = $1', [account.userId]);
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/posts');
});

test('a path that is no page says so', async () => {
  const { page } = await browser.openSignedIn(db);
  await page.goto('/posts/');
  await page.goto('/sign-in/nowhere');
  await page.getByText('There is no such page').waitFor();
});
