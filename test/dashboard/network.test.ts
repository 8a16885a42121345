import type { Locator } from 'playwright-core';
import { type SandboxAccount, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { configuration } from '../http/login-support.js';
import { createGroup, now } from '../live/support.js';
import { reply } from '../sandbox/threadtalk-support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { insertConnections } from '../support/plan-usage.js';
import { useService } from '../support/service.js';

const sandbox = await startSandbox({ port: 0 });
const { db, service } = await useService({ roles: 'api,worker', env: configuration(sandbox) });
afterEach(() => sandbox.clearFaults());
afterAll(() => sandbox.close());
const browser = useBrowser(service);

let account: TestAccount;
beforeEach(async () => {
  account = await createAccount(db);
});

/** An account on the platform with a post; the post's id there. */
async function publishOn(platform: SandboxPlatform, content = 'Hello') {
  const owner = sandbox.createAccount(platform);
  const target = await account.connect(owner);
  const id = await createGroup(
    service,
    { 'x-api-key': account.apiKey },
    { content, platformIds: [target], scheduledTime: now() },
  );
  const postedId = await eventually(async () => {
    const [row] = await db.query<{ posted_id: string | null }>(
      "SELECT posted_id FROM platform_posts WHERE group_id = $1 AND status = 'published'",
      [id],
    );
    return row?.posted_id ?? undefined;
  });
  return { owner, target, postedId };
}

async function open(path = '/network', screen = {}) {
  const { page } = await browser.openSignedIn(db, { account, ...screen });
  await page.goto(path);
  await page.getByText('Live').waitFor();
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  return { page, panel };
}

/** Waits for the statistics. They are above the posts, which move when the statistics appear. */
const statisticsShown = (panel: (name: string) => Locator) =>
  panel('The last 30 days')
    .getByRole('img', { name: / by day: / })
    .nth(4)
    .waitFor();

/** What was asked of the platform. */
const sent = (method: string, path: RegExp) =>
  sandbox.requests().filter((request) => request.method === method && path.test(request.path));

test('an account after the first hundred is shown and can be chosen', async () => {
  await insertConnections(db, account.userId, 120);
  const [first, second] = [sandbox.createAccount('network'), sandbox.createAccount('threadtalk')];
  await account.connect(first);
  const target = await account.connect(second);
  const { page, panel } = await open();
  await panel('So far').waitFor();
  const choice = page.getByRole('combobox', { name: 'Account' });
  expect(await choice.inputValue()).toBe(`Network @${first.username}`);
  await page.goto(`/network?target=${target}`);
  await eventually(async () => (await choice.inputValue()) === `Threadtalk @${second.username}` || undefined);
});

test('followers and statistics of an account are shown, as charts and as numbers, for a time that the address keeps', async () => {
  await publishOn('network');
  const { page, panel } = await open();
  const totals = panel('So far').getByRole('listitem');
  await totals.nth(5).waitFor();
  expect(await totals.filter({ hasText: 'Followers' }).textContent()).toMatch(/^Followers[\d,]+$/);
  expect(await totals.filter({ hasText: 'Reactions' }).textContent()).toBe('Reactions0');
  const charts = panel('The last 30 days').getByRole('img', { name: / by day: / });
  await charts.nth(4).waitFor();
  expect(await charts.count()).toBe(5);
  expect(await panel('So far').count()).toBe(1);
  expect(await charts.first().getAttribute('aria-label')).toMatch(/^New followers by day: [\d,]+ in 30 days$/);
  await charts.first().locator('path.recharts-area-curve').waitFor();

  await page.getByText('7 days', { exact: true }).click();
  await panel('The last 7 days')
    .getByRole('img', { name: /^Impressions by day: [\d,]+ in 7 days$/ })
    .waitFor();
  await page.getByLabel('As a table').check();
  const table = panel('The last 7 days').getByRole('table', { name: 'Impressions by day' });
  await table.waitFor();
  await page.waitForURL(/days=7/);
  await page.reload();
  await table.waitFor();
  expect(await table.getByRole('row').count()).toBe(8);
});

test('what the platform refuses to count is said beside what it counts', async () => {
  await publishOn('network');
  sandbox.setFault({
    platform: 'network',
    kind: 'answer',
    path: '/rest/memberFollowersCount',
    times: 0,
    answer: { status: 429, body: { status: 429, message: 'Throttled' }, headers: { 'retry-after': '3600' } },
  });
  const { panel } = await open();
  const totals = panel('So far').getByRole('listitem');
  await totals.filter({ hasText: 'Followers' }).getByText('It can be read again at').waitFor();
  await totals.filter({ hasText: /^Reactions0$/ }).waitFor();
});

test('a post gets a comment, an answer to it and a reaction, which are all taken back', async () => {
  await publishOn('network', 'Comment on me');
  const { page, panel } = await open();
  await statisticsShown(panel);
  await panel('Posts').getByRole('button', { name: 'Comment on me' }).click();
  const post = panel('One post');
  await post.getByRole('listitem').filter({ hasText: 'Impressions' }).waitFor();

  await post.getByRole('button', { name: 'Celebrate' }).click();
  await page.getByText('Reacted with “Celebrate”').waitFor();
  await post.getByRole('button', { name: 'Celebrate', pressed: true }).waitFor();
  await post.getByRole('button', { name: 'Take it back' }).click();
  await page.getByText('Reaction taken back').waitFor();

  await post.getByLabel('Comment', { exact: true }).fill('Well said');
  await post.getByRole('button', { name: 'Send the comment' }).click();
  const comment = post.getByRole('listitem').filter({ hasText: 'Well said' });
  await comment.getByRole('button', { name: 'Answer' }).click();
  await post.getByLabel('Answer to “Well said”').fill('Even better');
  await post.getByRole('button', { name: 'Send the answer' }).click();
  const answer = post.getByRole('listitem').filter({ hasText: 'Even better' });
  await answer.waitFor();
  const [first, second] = sent('POST', /\/comments$/).slice(-2);
  expect([first, second].map((request) => Object(request?.body).message.text)).toEqual(['Well said', 'Even better']);
  expect(Object(second?.body).parentComment).toMatch(/^urn:li:comment:/);

  // Both are still shown after a reload, and can be removed.
  await page.reload();
  await statisticsShown(panel);
  await post.getByRole('listitem').filter({ hasText: 'Impressions' }).waitFor();
  await answer.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
  await answer.waitFor({ state: 'detached' });
  expect(sent('DELETE', /\/comments\//)).toHaveLength(1);
  expect(sent('DELETE', /\/reactions\//)).toHaveLength(1);
});

test('a post is opened by its URN, and a wrong one is refused in words', async () => {
  const { postedId } = await publishOn('network');
  const { page, panel } = await open();
  await statisticsShown(panel);
  await panel('Posts').getByLabel('Another post').fill('not a URN');
  await panel('Posts').getByRole('button', { name: 'Open it' }).click();
  await panel('One post').getByRole('alert').getByText('postedId').waitFor();
  await panel('One post').getByRole('button', { name: 'Close the post' }).click();
  await panel('One post').waitFor({ state: 'detached' });
  await panel('Posts').getByLabel('Another post').fill(postedId);
  await panel('Posts').getByRole('button', { name: 'Open it' }).click();
  await panel('One post').getByRole('listitem').filter({ hasText: 'Impressions' }).waitFor();
  expect(new URL(page.url()).searchParams.get('post')).toContain(postedId);
});

test('a reply on threadtalk is hidden and shown again', async () => {
  const { postedId } = await publishOn('threadtalk', 'Reply to me');
  const ann: SandboxAccount = sandbox.createAccount('threadtalk');
  const replyId = await reply(ann, postedId, 'Nonsense');
  const { page, panel } = await open();
  await panel('Posts').getByRole('button', { name: 'Reply to me' }).click();
  const item = panel('One post').getByRole('listitem').filter({ hasText: 'Nonsense' });
  await item.getByRole('button', { name: 'Hide' }).click();
  await item.getByText('Hidden', { exact: true }).waitFor();
  await item.getByRole('button', { name: 'Show again' }).click();
  await item.getByRole('button', { name: 'Hide' }).waitFor();
  expect(await item.getByRole('link', { name: 'Answer it there' }).getAttribute('href')).toBe(
    sandbox.posts().find((post) => post.postedId === replyId)?.url,
  );
  await page.reload();
  await item.waitFor();
});

test('of a platform that offers none of it, that is said', async () => {
  await account.connect(sandbox.createAccount('fediverse'));
  const { page } = await open();
  await page.getByText('There is nothing to show of Fediverse').waitFor();
});

test('without an account it says what the view is for', async () => {
  const { page } = await open();
  await page.getByText('No accounts yet').waitFor();
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const { postedId } = await publishOn('network');
  const { page, panel } = await open(`/network?post=${encodeURIComponent(postedId)}`, { width });
  await panel('One post').getByRole('listitem').filter({ hasText: 'Impressions' }).waitFor();
  await panel('The last 30 days').locator('path.recharts-area-curve').nth(4).waitFor({ state: 'attached' });
  await expectAccessible(page);
  await page.getByLabel('As a table').check();
  await panel('The last 30 days').getByRole('table').nth(4).waitFor();
  await expectAccessible(page);
});
