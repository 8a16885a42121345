import { SESSION_COOKIE } from '../../src/domain/identity/access/viewer.js';
import { newMember } from '../graphql/browser.js';
import { codeOfApp, newGuarded, wrongCode } from '../graphql/two-factor.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);

/** A window with the form filled in and sent. */
async function signIn({ email, password }: { email: string; password: string }, path = '/sign-in') {
  const { page } = await browser.open();
  await page.goto(path);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page;
}

test('a person signs in, arrives at the page that the address named, and signs out', async () => {
  const member = await newMember(service);
  const page = await signIn(member, '/posts?text=spring');
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
  expect(await page.getByLabel('Search').inputValue()).toBe('spring');
  await page.getByText('Live').waitFor();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(SESSION_COOKIE);
});

test('a sign-in in one window changes the user of the other windows', async () => {
  const [first, second] = [await newMember(service), await newMember(service)];
  const page = await signIn(first, '/settings');
  await page.getByText(first.email).first().waitFor();
  const other = await page.context().newPage();
  await other.goto('/sign-in');
  await other.getByLabel('E-mail address').fill(second.email);
  await other.getByLabel('Password', { exact: true }).fill(second.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await page.getByText(second.email).first().waitFor();
  expect(await page.getByText(first.email).count()).toBe(0);
});

test('an address that leads elsewhere is not returned to', async () => {
  const page = await signIn(await newMember(service), '/sign-in?returnTo=%2F%2Fevil.example%2F');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  expect(new URL(page.url()).origin).toBe(service.url);
});

test('a person who forgot the password asks for a link by e-mail', async () => {
  const { email } = await newMember(service);
  const { page } = await browser.open();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('status').getByText('Check your e-mail').waitFor();
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'account-mail' AND data->'mail'->>'email' = $1
        AND data->'mail'->>'kind' = 'reset_password'`,
    [email],
  );
  expect(count).toBe(1);
});

test('a wrong password is said, with the id of the request', async () => {
  const { email } = await newMember(service);
  const page = await signIn({ email, password: 'not the password' });
  const alert = page.getByRole('alert');
  await alert.getByText('Wrong e-mail address or password').waitFor();
  expect(await alert.textContent()).toMatch(/Request [0-9a-f-]{36}/);
});

test('with a second factor the code is asked for, and a wrong one can be corrected', async () => {
  const member = await newGuarded(service, db);
  const page = await signIn(member);
  await page.getByRole('textbox', { name: 'Code' }).fill(wrongCode(member.secret));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('The code is wrong').waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOfApp(member.secret));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
});

test('a newcomer signs up, is told of a weak password, and signs in', async () => {
  const { page } = await browser.open();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Sign up' }).click();
  // Both pages have these fields: what is filled in before the new one is there would be gone with the old one.
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
  const email = `newcomer-${Date.now()}@example.com`;
  const password = 'a lamp under nine umbrellas';
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('password1234');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('alert').getByText('Password is too easy to guess').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const signedIn = await signIn({ email, password });
  await signedIn.getByText('Connect an account').waitFor();
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const { page } = await browser.open({ width });
  for (const [path, name] of [
    ['/sign-in', 'Sign in'],
    ['/sign-in/forgot-password', 'Forgot password'],
    ['/sign-up', 'Sign up'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { name }).waitFor();
    await expectAccessible(page);
  }
});
