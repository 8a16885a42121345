import { startSandbox } from '../../sandbox/sandbox.js';
import { createGroup } from '../live/support.js';
import { createAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

async function open(options: { width?: number } = {}) {
  const account = await createAccount(db);
  const box = sandbox.createAccount('fediverse');
  const platformIds = [await account.connect(box)];
  const draft = await createGroup(service, { 'x-api-key': account.apiKey }, { content: 'Spring sale', platformIds });
  const { page } = await browser.openSignedIn(db, { account, ...options });
  await page.goto('/usage');
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await field.waitFor();
  return { page, field, draft };
}

test('Ctrl+K and a few letters open a view', async () => {
  const { page, field } = await open();
  await field.fill('cal');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('it finds a post by its text, and the keyboard opens it', async () => {
  const { page, field, draft } = await open();
  await field.fill('spri');
  const option = page.getByRole('option', { name: /Spring sale/ });
  await option.waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/posts/${draft}`);
});

test('the chosen option is named to screen readers, and Escape closes it', async () => {
  const { page, field } = await open();
  await page.keyboard.press('ArrowDown');
  const active = await field.getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).getAttribute('role')).toBe('option');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('it changes the theme, and signs out', async () => {
  const { page, field } = await open();
  await field.fill('dark');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark');
  await page.keyboard.press('Control+k');
  await field.fill('sign out');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('what is not found says so', async () => {
  const { page, field } = await open();
  await field.fill('xyzzy');
  await page.getByRole('status').getByText('Nothing was found.').waitFor();
});

test('? lists the shortcuts', async () => {
  const { page } = await open();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Calendar', { exact: true }).waitFor();
  await expectAccessible(page);
});

test.each([1440, 390])('it is accessible in both themes, %i pixels wide', async (width) => {
  const { page, field } = await open({ width });
  await field.fill('s');
  await page.getByRole('option', { name: /Spring sale/ }).waitFor();
  await expectAccessible(page);
});
