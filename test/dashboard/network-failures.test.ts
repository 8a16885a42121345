import { createAccount } from '../support/account.js';
import { useBrowser } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);

const REFUSED = {
  status: 429,
  headers: { 'retry-after': '1' },
  contentType: 'application/graphql-response+json',
  body: JSON.stringify({
    errors: [
      {
        message: 'Too many requests. Try again in 1 seconds',
        extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 1 },
      },
    ],
  }),
};

test('a query that is refused for the limit of requests waits and is sent again by itself', async () => {
  const visitor = await browser.openSignedIn(db);
  const { page } = visitor;
  let refusals = 0;
  await page.route('**/graphql', (route) => {
    if (route.request().postDataJSON()?.operationName !== 'Posts' || refusals === 2) return route.fallback();
    refusals += 1;
    return route.fulfill(REFUSED);
  });
  await page.goto('/posts');
  await page.getByRole('status').getByText('This page loads the rest by itself in a moment.').waitFor();
  await page.getByText('No posts yet').waitFor();
  await page.getByText('This page loads the rest by itself in a moment.').waitFor({ state: 'detached' });
  expect(refusals).toBe(2);
  visitor.problems.splice(0);
});

test.each([
  ['after three repeats', '0', 4],
  ['for a wait of more than a minute', '61', 1],
])('%s, the page says why it could not load', async (_name, seconds, requests) => {
  const visitor = await browser.openSignedIn(db);
  const { page } = visitor;
  let refusals = 0;
  await page.route('**/graphql', (route) => {
    if (route.request().postDataJSON()?.operationName !== 'Posts') return route.fallback();
    refusals += 1;
    return route.fulfill({ ...REFUSED, headers: { 'retry-after': seconds } });
  });
  await page.goto('/posts');
  await page
    .getByRole('alert')
    .getByText(/^Too many requests/)
    .waitFor();
  expect(refusals).toBeGreaterThanOrEqual(requests);
  visitor.problems.splice(0);
});

test('a mutation that is refused is not repeated', async () => {
  const visitor = await browser.openSignedIn(db);
  const { page } = visitor;
  let refusals = 0;
  await page.route('**/graphql', (route) => {
    if (!route.request().postDataJSON()?.query.startsWith('mutation')) return route.fallback();
    refusals += 1;
    return route.fulfill(REFUSED);
  });
  await page.goto('/settings');
  const name = page.getByRole('textbox', { name: 'Display name' });
  await name.fill('Another name');
  await name.press('Enter');
  await page
    .getByRole('alert')
    .getByText(/^Too many requests/)
    .waitFor();
  expect(refusals).toBe(1);
  visitor.problems.splice(0);
});

test('a page that is opened offline loads by itself when the connection is back', async () => {
  const account = await createAccount(db);
  const visitor = await browser.openSignedIn(db, { account });
  const { page, context } = visitor;
  await page.goto('/posts');
  await page.getByText('No posts yet').waitFor();
  // The view is loaded, its data is not.
  const view = page.waitForResponse(/\/usage-view-[^/]*\.js$/);
  await page.getByRole('link', { name: 'Usage' }).hover();
  await page.evaluate(async (url) => void (await import(url)), (await view).url());
  await context.setOffline(true);
  await page.getByText('You are offline', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await context.setOffline(false);
  await page.getByText(/^Your plan is/).waitFor();
  visitor.problems.splice(0);
});
