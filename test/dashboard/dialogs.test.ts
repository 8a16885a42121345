import type { Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/sandbox.js';
import { createGroup, LATER } from '../live/support.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api' });
const browser = useBrowser(service);
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** The page of a post whose time can be changed, and the dialog for it. */
async function reschedule(screen = {}) {
  const visitor = await browser.openSignedIn(db, screen);
  const { page, account } = visitor;
  const headers = { 'x-api-key': account.apiKey };
  const platformIds = [await account.connect(sandbox.createAccount('fediverse'))];
  const id = await createGroup(service, headers, { content: 'Later', platformIds, scheduledTime: LATER });
  await page.goto(`/posts/${id}`);
  await page.getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move' });
  await dialog.waitFor();
  return { page, dialog };
}

test.each([
  ['/accounts', 'Connect an account'],
  ['/webhooks', 'New webhook'],
  ['/api-keys', 'New API key'],
])('after a dialog of %s, the button that opened it has the focus again', async (path, name) => {
  const { page } = await browser.openSignedIn(db);
  await page.goto(path);
  await page.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused(page)).toContain(name);
});

test('a single key is no shortcut while a dialog is shown: a secret stays', async () => {
  const { page } = await browser.openSignedIn(db);
  await page.goto('/api-keys');
  await page.getByRole('button', { name: 'New API key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('For a program');
  await page.getByRole('button', { name: 'Create' }).click();
  const secret = page.getByRole('dialog').filter({ hasText: 'Copy it now' });
  await secret.waitFor();
  await page.keyboard.press('Tab');
  for (const key of ['n', 'c', '/']) await page.keyboard.press(key);
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('heading', { name: 'For a program' }).waitFor();
});

test('escape closes the calendar of a dialog, and then the dialog', async () => {
  const { page, dialog } = await reschedule();
  await dialog.getByRole('button', { name: 'Time' }).click();
  const calendar = page.getByRole('dialog', { name: 'Time' });
  await calendar.waitFor();
  await page.keyboard.press('Escape');
  await calendar.waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Move');
});

test.each(WIDTHS)('the calendar of a time is accessible in both themes, %i pixels wide', async (width) => {
  const { page, dialog } = await reschedule({ width });
  await dialog.getByRole('button', { name: 'Time' }).click();
  await page.getByRole('dialog', { name: 'Time' }).waitFor();
  await expectAccessible(page);
});
