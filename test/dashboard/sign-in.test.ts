import { hashPassword } from '../../src/domain/identity/password.js';
import { SESSION_COOKIE } from '../../src/domain/identity/viewer.js';
import { createAccount } from '../support/account.js';
import { expectAccessible, SCREENS, useBrowser } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);

const PASSWORD = 'correct horse battery staple';
let count = 0;

/** An account with a password. */
async function signUp(): Promise<string> {
  const { userId } = await createAccount(db);
  const email = `person-${++count}-${userId}@example.com`;
  await db.query('UPDATE users SET email = $2, password_hash = $3 WHERE id = $1', [
    userId,
    email,
    await hashPassword(PASSWORD),
  ]);
  return email;
}

test('a person signs in, arrives at the page that the address named, and signs out', async () => {
  const email = await signUp();
  const { page } = await browser.open();
  await page.goto('/posts');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/posts');
  await page.getByText('Live').waitFor();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(SESSION_COOKIE);
  expect(
    await db.query('SELECT FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)', [email]),
  ).toEqual([]);
});

test('a wrong password is said, with the id of the request', async () => {
  const email = await signUp();
  const { page } = await browser.open();
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Wrong e-mail address or password').waitFor();
  expect(await alert.textContent()).toMatch(/Request [0-9a-f-]{36}/);
});

test.each(SCREENS)('it is accessible: $theme, $width pixels', async (screen) => {
  const { page } = await browser.open(screen);
  await page.goto('/sign-in');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expectAccessible(page);
});
