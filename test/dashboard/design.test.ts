import { startSandbox } from '../../sandbox/sandbox.js';
import { createGroup } from '../live/support.js';
import { createAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { useAnother, useService } from '../support/service.js';

const NAME = '<b>"Acme" & Söhne</b>';
const { db, service } = await useService();
const branded = await useAnother({
  db,
  env: { BRAND_NAME: NAME, BRAND_COLOR: '#FFE600', BRAND_LOGO_URL: 'https://logo.example/mark.svg' },
});
const browser = useBrowser(service);
const brandedBrowser = useBrowser(branded);
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

const PLATFORMS = ['fediverse', 'microblog', 'network'] as const;

/** An account of this service with a channel of each of some platforms, and a post to all of them. */
async function withPosts() {
  const account = await createAccount(db);
  const platformIds = await Promise.all(PLATFORMS.map((platform) => account.connect(sandbox.createAccount(platform))));
  const headers = { 'x-api-key': account.apiKey };
  for (const content of ['Spring is here', 'Meet us in Vienna']) {
    await createGroup(service, headers, { content, platformIds });
  }
  return account;
}

test.each([1280, 390])('posts, accounts and calendar are accessible in both themes, %i pixels wide', async (width) => {
  const account = await withPosts();
  const { page } = await browser.openSignedIn(db, { account, width });
  for (const path of ['/posts', '/accounts', '/calendar', '/compose']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' });
    await expectAccessible(page);
  }
});

test('a post shows its accounts, each named once with its platform', async () => {
  const { page } = await browser.openSignedIn(db, { account: await withPosts() });
  await page.goto('/posts');
  const row = page.getByRole('listitem').filter({ hasText: 'Spring is here' });
  await row.waitFor();
  const names = await row.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  expect(names.toSorted()).toEqual(
    ['Fediverse', 'Microblog', 'Network'].map((platform) => expect.stringMatching(new RegExp(`^${platform} @\\S+$`))),
  );
});

test('name, color and logo of the operator are on the page, and nothing in them is markup', async () => {
  const visitor = await brandedBrowser.open();
  const { page } = visitor;
  await page.route('https://logo.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await page.goto('/sign-in');
  await page.getByText(NAME, { exact: true }).waitFor();
  await page.waitForFunction((title) => document.title === title, `Sign in · ${NAME}`);
  expect(await page.locator('main img').getAttribute('src')).toBe('https://logo.example/mark.svg');
  // Yellow is darkened until white and black can be read on it and beside it.
  await expectAccessible(page);
  const problems = visitor.problems.splice(0);
  expect(problems.filter((problem) => problem !== 'Request to https://logo.example/mark.svg')).toEqual([]);
});

test('browsers can install it, with the name of the operator', async () => {
  const { page, context } = await browser.open();
  await page.goto('/sign-in');
  const devtools = await context.newCDPSession(page);
  const { errors, data = '' } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons, ...manifest } = JSON.parse(data);
  expect(manifest).toMatchObject({ name: 'Social publishing', start_url: '/', display: 'standalone' });
  for (const { src, sizes } of icons) {
    const shown = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(shown).toBe(sizes);
  }
  const response = await page.request.get(`${branded.url}/manifest.webmanifest`);
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  expect(await response.json()).toMatchObject({ name: NAME, theme_color: '#ffe600' });
});
