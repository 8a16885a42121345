import { startSandbox } from '../../sandbox/sandbox.js';
import { newId } from '../../src/foundation/database/id.js';
import { DAY_MS, HOUR_MS } from '../../src/foundation/time/durations.js';
import { createGroup } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

const inTime = (ms: number) => new Date(Date.now() + ms).toISOString();

/** An account with three channels, of which one was refused, a failed post, and posts of today and tomorrow. */
async function withTroubles() {
  const account = await createAccount(db);
  const platformIds = await Promise.all(
    (['fediverse', 'microblog', 'network'] as const).map((platform) =>
      account.connect(sandbox.createAccount(platform)),
    ),
  );
  await db.query('UPDATE connections SET revoked_at = now() WHERE user_id = $1 AND platform = $2', [
    account.userId,
    'network',
  ]);
  const headers = { 'x-api-key': account.apiKey };
  const working = platformIds.slice(0, 2);
  const planned = await createGroup(service, headers, { content: 'Planned for tomorrow', platformIds: working });
  await reschedule(planned, inTime(DAY_MS));
  await endAs('published', await createGroup(service, headers, { content: 'It went well', platformIds: working }));
  const failed = await createGroup(service, headers, { content: 'It went wrong', platformIds: working });
  await endAs('failed', failed);
  await db.query(
    `INSERT INTO webhooks (id, user_id, name, url, events, secret, is_active, failure_count, created_at, updated_at)
     VALUES ($1, $2, 'Slack', 'https://example.com', '{post.failed}', '', false, 5, now(), now())`,
    [newId(), account.userId],
  );
  return { account, failed };
}

const reschedule = (group: string, at: string) =>
  db.query("UPDATE post_groups SET scheduled_time = $2, status = 'scheduled' WHERE id = $1", [group, at]);

/** As if it had been due two days ago. */
async function endAs(status: 'published' | 'failed', group: string): Promise<void> {
  const error = {
    code: 'INVALID_CONTENT',
    message: 'Its text is too long',
    advice: 'Shorten it',
    fault: 'content',
    retryable: false,
  };
  await db.query(
    `UPDATE post_groups SET status = $2, processing_status = 'finished', scheduled_time = $3 WHERE id = $1`,
    [group, status, inTime(-2 * DAY_MS)],
  );
  await db.query('UPDATE platform_posts SET status = $2, error = $3 WHERE group_id = $1', [
    group,
    status,
    status === 'failed' ? { ...error, failedAt: new Date() } : null,
  ]);
}

const visit = async (account: TestAccount, options: { width?: number } = {}) => {
  const { page } = await browser.openSignedIn(db, { account, ...options });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' });
  return page;
};

test('a new account sees its first steps, and each one as done after it', async () => {
  const account = await createAccount(db);
  const page = await visit(account);
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('0 of 3 done').waitFor();
  expect(await steps.getByRole('link').allTextContents()).toEqual(['Connect']);

  const target = await account.connect(sandbox.createAccount('fediverse'));
  const headers = { 'x-api-key': account.apiKey };
  const draft = await createGroup(service, headers, { content: 'First', platformIds: [target] });
  await page.reload();
  await steps.getByText('2 of 3 done').waitFor();
  expect(await steps.getByRole('link').allTextContents()).toEqual(['Open the calendar']);

  await endAs('published', draft);
  await page.reload();
  await page.getByRole('region', { name: 'Accounts' }).waitFor();
  expect(await steps.count()).toBe(0);
});

test('what needs the person is first, each with a link to its cure', async () => {
  const { account, failed } = await withTroubles();
  const page = await visit(account);
  const attention = page.getByRole('region', { name: '3 things need you' });
  await attention.waitFor();
  const cures = await attention
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [link.textContent, link.getAttribute('href')?.replace(/[0-9a-f]{24}$/, '<id>')]),
    );
  expect(cures).toEqual([
    ['Reconnect', expect.stringMatching(/^\/accounts\?reconnect=.*&returnTo=%2Fhome$/)],
    ['Fix', '/posts/<id>'],
    ['Look at it', '/webhooks/<id>'],
  ]);
  await attention.getByRole('link', { name: /^Fix/ }).click();
  await page.waitForURL(`**/posts/${failed}`);
});

test('it shows tomorrow’s posts, the accounts, and the outcomes of 30 days', async () => {
  const { account } = await withTroubles();
  const page = await visit(account);
  const upcoming = page.getByRole('region', { name: 'Today and tomorrow' });
  await upcoming.getByRole('link', { name: 'Planned for tomorrow' }).waitFor();
  const states = page.getByRole('region', { name: 'Accounts' }).getByRole('listitem');
  expect(await states.count()).toBe(3);
  expect(await states.first().textContent()).toContain('Reconnect');
  await page.getByRole('img', { name: 'Published by day: 2 in 30 days, 2 failed' }).waitFor();
});

test('a change elsewhere is shown without a reload', async () => {
  const { account } = await withTroubles();
  const page = await visit(account);
  await page.getByText('Live').waitFor();
  const [target] = await db.query<{ id: string }>('SELECT platform_id AS id FROM connections WHERE user_id = $1', [
    account.userId,
  ]);
  const input = { post: { content: 'From elsewhere', platformIds: [target?.id] }, scheduledTime: inTime(HOUR_MS / 60) };
  await page.request.post('/graphql', {
    headers: { 'x-api-key': account.apiKey },
    data: {
      query: 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }',
      variables: { input },
    },
  });
  await page.getByRole('link', { name: 'From elsewhere' }).waitFor();
});

test('a quick post opens the composer with the text', async () => {
  const account = await createAccount(db);
  await account.connect(sandbox.createAccount('fediverse'));
  const page = await visit(account);
  await page.getByRole('textbox', { name: 'Text of a new post' }).fill('Good morning, Vienna');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'New post' }).waitFor();
  await page.getByText('Good morning, Vienna').first().waitFor();
});

test('it is one request of at most 500 points', async () => {
  const { account } = await withTroubles();
  const { page } = await browser.openSignedIn(db, { account });
  const requests: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && request.method() === 'POST') requests.push(request.postDataJSON());
  });
  await page.goto('/home');
  await page.getByRole('region', { name: 'Accounts' }).waitFor();
  const [home, ...others] = requests.filter(({ operationName }) => operationName === 'Home');
  // Late events of the troubles may fetch it again, as a whole.
  expect(others).toEqual(others.map(() => home));
  const response = await page.request.post('/graphql', { headers: { 'x-api-key': account.apiKey }, data: home });
  expect((await response.json()).extensions.cost.requested).toBeLessThanOrEqual(500);
});

test.each([1440, 390])('it is accessible in both themes, %i pixels wide', async (width) => {
  const { account } = await withTroubles();
  const page = await visit(account, { width });
  await page.getByRole('region', { name: '3 things need you' }).waitFor();
  await expectAccessible(page);
});
