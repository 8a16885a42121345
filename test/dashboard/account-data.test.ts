/** The settings of an account: what is in it as an archive, and its removal. */
import { readFile } from 'node:fs/promises';
import { type Member, newMember } from '../graphql/browser.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { useService } from '../support/service.js';
import { unzip } from '../support/unzip.js';

const { db, service } = await useService({ roles: 'api,worker' });
const browser = useBrowser(service);

/** The settings of a new account, in a window that is signed in. */
async function openSettings(screen = {}) {
  const member = await newMember(service);
  const window = await browser.open(screen);
  const { page, context } = window;
  const [name = '', value = ''] = (member.browser.cookie ?? '').split('=');
  await context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto('/settings');
  const panel = (title: string) => page.getByRole('region', { name: title, exact: true });
  await panel('Remove account').waitFor();
  return { ...window, panel, member };
}

type Window = Awaited<ReturnType<typeof openSettings>>;

async function requestExport({ page, panel, member }: Window) {
  await panel('Your data').getByRole('button', { name: 'Export everything' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await panel('Your data').getByRole('listitem').waitFor();
}

async function requestRemoval({ page, panel }: Window, { email, password }: Pick<Member, 'email' | 'password'>) {
  await panel('Remove account').getByRole('button', { name: 'Remove account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your e-mail address').fill(email);
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Remove the account in seven days' }).click();
  return dialog;
}

test('an export becomes ready by itself, and is downloaded', async () => {
  const window = await openSettings();
  const { page, panel, member } = window;
  await requestExport(window);
  const item = panel('Your data').getByRole('listitem');
  await item.getByText('Ready', { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    item.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.zip$/);
  const files = await unzip(await readFile(await download.path()));
  expect(String(files.get('users.ndjson'))).toContain(member.email);
});

test('a wrong password exports nothing', async () => {
  const { page, panel, member } = await openSettings();
  await panel('Your data').getByRole('button', { name: 'Export everything' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByRole('alert').getByText('password is wrong').waitFor();
  const exports = 'SELECT 1 FROM account_exports JOIN users ON users.id = user_id WHERE email = $1';
  expect(await db.query(exports, [member.email])).toEqual([]);
});

test('the account is removed after the address is typed, and every page says so until it is kept', async () => {
  const window = await openSettings();
  const { page, member } = window;
  const removalAt = async () => {
    const [user] = await db.query<{ removal_at: Date | null }>('SELECT removal_at FROM users WHERE id = $1', [
      member.userId,
    ]);
    return user?.removal_at ?? null;
  };
  const dialog = await requestRemoval(window, { ...member, email: 'somebody@example.com' });
  await dialog.getByText('This is not the address of your account').waitFor();
  expect(await removalAt()).toBeNull();
  await dialog.getByLabel('Your e-mail address').fill(member.email);
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByRole('button', { name: 'Remove the account in seven days' }).click();
  const banner = page.getByRole('status').filter({ hasText: 'This account will be removed' });
  await banner.waitFor();
  expect(await removalAt()).toBeInstanceOf(Date);

  await page.goto('/posts');
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
  await banner.getByRole('button', { name: 'Keep the account' }).click();
  await page.getByText('Your account is kept').waitFor();
  await banner.waitFor({ state: 'detached' });
  expect(await removalAt()).toBeNull();
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const window = await openSettings({ width });
  const { page, panel, member } = window;
  await requestExport(window);
  await panel('Your data').getByRole('listitem').getByText('Ready', { exact: true }).waitFor();
  await panel('Remove account').getByRole('button', { name: 'Remove account' }).click();
  await page.getByRole('dialog').getByLabel('Your e-mail address').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await requestRemoval(window, member);
  await page.getByText('This account will be removed').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectAccessible(page);
});
