/** The documentation site in a browser. */
import { expectAccessible, isWiderThanScreen, useBrowser, WIDTHS } from '../support/chromium.js';
import { useDocsSite } from '../support/docs-site.js';
import { useService } from '../support/service.js';

useDocsSite();
const { service } = await useService({ roles: 'api' });
// It also fails on what the policy of a page refuses, and on requests to other hosts.
const browser = useBrowser(service);

test('a word is found, and the result leads to its page', async () => {
  const { page } = await browser.open();
  await page.goto('/docs/');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('idempotency key');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(/\/docs\/\w/);
  await page.locator('main h1').waitFor();
});

test('an error leads to its page, and that to the others', async () => {
  const { page } = await browser.open();
  await page.goto('/docs/errors/POST_GROUP_CHANGED');
  await page.getByRole('heading', { name: 'POST_GROUP_CHANGED', level: 1 }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'updatePost' }).click();
  await page.getByRole('heading', { name: /^updatePost\b/, level: 2 }).waitFor();
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'All errors' }).click();
  await page.getByRole('heading', { name: 'Errors', level: 1 }).waitFor();
});

test('a snippet is copied', async () => {
  const { page, context } = await browser.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/quick-start');
  const block = page.locator('div[class*="language-sh"]').first();
  await block.hover();
  await block.getByRole('button', { name: 'Copy Code' }).click();
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe('npm start');
});

test('the theme that was chosen stays', async () => {
  const { page } = await browser.open();
  await page.goto('/docs/');
  await page.getByRole('switch', { name: 'Switch to dark theme' }).click();
  await page.reload();
  await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
});

test.each(WIDTHS)('pages are accessible in both themes, %i pixels wide', async (width) => {
  for (const address of ['/docs/', '/docs/quick-start', '/docs/errors/POST_GROUP_CHANGED']) {
    const { page } = await browser.open({ width });
    await page.goto(address);
    await page.locator('main h1').waitFor();
    await expectAccessible(page);
  }
});

test('no page is wider than a phone', async () => {
  const { page } = await browser.open({ width: 375 });
  for (const address of [
    'guides/graphql',
    'errors/',
    'reference/graphql/mutations',
    'reference/rest/posts',
    'configuration',
  ]) {
    await page.goto(`/docs/${address}`);
    await page.locator('main h1').waitFor();
    expect([address, await isWiderThanScreen(page)]).toEqual([address, false]);
  }
});
