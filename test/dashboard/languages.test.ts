import type { Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/sandbox.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api' });
const browser = useBrowser(service);
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

const VIEWS = [
  '/home',
  '/posts',
  '/calendar',
  '/queue',
  '/analytics',
  '/accounts',
  '/notifications',
  '/settings/notifications',
];

/** The dashboard in a language, for an account that has to be connected again. */
async function openIn(language: string, screen: { width?: number } = {}): Promise<Page> {
  const { page, account } = await browser.openSignedIn(db, screen);
  await account.connect(sandbox.createAccount('fediverse'));
  await db.query('UPDATE connections SET revoked_at = now() WHERE user_id = $1', [account.userId]);
  await page.goto('/sign-in/forgot-password');
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  return page;
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Titles and buttons whose words do not fit, and whether the page is wider than the window. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll<HTMLElement>('h1, main button, main .mantine-Button-label')];
    const cut = labels.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1);
    const isWide = document.documentElement.scrollWidth > innerWidth;
    return [...cut.map(({ innerText }) => innerText), ...(isWide ? ['the page'] : [])];
  });

test.each(WIDTHS)('German words fit, %i pixels wide', async (width) => {
  const page = await openIn('de', { width });
  for (const path of VIEWS) {
    await show(page, path);
    expect({ path, cut: await cutOff(page) }).toEqual({ path, cut: [] });
  }
  await page.goto('/accounts');
  await page.getByText('Neu verbinden', { exact: true }).waitFor();
  await expectAccessible(page);
});

test('each kind of notification has a German text', async () => {
  const page = await openIn('de');
  await page.goto('/settings/notifications');
  await page.getByRole('row').filter({ hasText: 'Ein Beitrag wartet auf Ihre Freigabe.' }).waitFor();
  const kinds = await page.locator('tbody tr td:first-child').allInnerTexts();
  expect(kinds).toHaveLength(16);
  for (const kind of kinds) expect(kind).toMatch(/^(Ein|Eine|Es|Jemand|Der) /);
});

test('from right to left, pages are as wide as the window, and icons that point forward are mirrored', async () => {
  const page = await openIn('ar-XB', { width: 390 });
  for (const path of VIEWS) {
    await show(page, path);
    expect({ path, cut: await cutOff(page) }).toEqual({ path, cut: [] });
  }
  await show(page, '/calendar');
  const transforms = await page
    .locator('main .octicon-chevron-left')
    .evaluateAll((icons) => icons.map((icon) => getComputedStyle(icon).transform));
  expect(transforms).toEqual(['matrix(-1, 0, 0, 1, 0, 0)']);
});
