import type { Page } from 'playwright-core';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createGroup, LATER, mutate, now } from '../live/support.js';
import { reply } from '../sandbox/threadtalk-support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const browser = useBrowser(service);

let sandbox: Sandbox;
let account: TestAccount;
let owner: SandboxAccount;
let other: SandboxAccount;
let targets: string[];
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(async () => {
  account = await createAccount(db);
  owner = sandbox.createAccount('fediverse');
  other = sandbox.createAccount('skyfeed');
  targets = [await account.connect(owner), await account.connect(other)];
});
afterEach(() => sandbox.clearFaults());
afterAll(() => sandbox?.close());

const headers = () => ({ 'x-api-key': account.apiKey });
const publish = (postGroupId: string) =>
  mutate(service, headers(), 'updatePost', { postGroupId, scheduledTime: now() });

/** A post for both platforms that waits, and its page. */
async function openPost(screen = {}) {
  const id = await createGroup(service, headers(), {
    content: 'Watch me',
    platformIds: targets,
    scheduledTime: LATER,
  });
  const { page } = await browser.openSignedIn(db, { account, ...screen });
  await page.goto(`/posts/${id}`);
  await page.getByText('Live', { exact: true }).waitFor();
  const part = (name: string) => page.getByRole('article', { name });
  await part('Fediverse').getByText('Scheduled', { exact: true }).waitFor();
  return { id, page, part };
}

/** The entries of the log about a platform. */
const logOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Log' }).locator('div', { has: page.getByRole('heading', { name }) });

test('the story of each part is seen as it happens, until both are published with their links', async () => {
  const { id, page, part } = await openPost();
  const second = await browser.openSignedIn(db, { account });
  await second.page.goto(`/posts/${id}`);
  await publish(id);
  for (const name of ['Fediverse', 'Skyfeed']) await part(name).getByText('Published', { exact: true }).waitFor();
  const link = part('Fediverse').getByRole('link', { name: 'Show it there' });
  expect(await link.getAttribute('href')).toBe(sandbox.posts({ accountId: owner.accountId })[0]?.url);
  await logOf(page, 'Fediverse').getByText('Published', { exact: true }).waitFor();
  await second.page.getByRole('article', { name: 'Skyfeed' }).getByText('Published', { exact: true }).waitFor();
});

test('an attempt that fails is followed by the next one', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'server_error', accountId: owner.accountId, times: 2 });
  const { id, page, part } = await openPost();
  await publish(id);
  await part('Fediverse').getByText('Published after 3 attempts').waitFor();
  await logOf(page, 'Fediverse').getByText('An attempt failed').first().waitFor();
  expect(sandbox.posts({ accountId: owner.accountId })).toHaveLength(1);
});

test('a post that its platform refused says so in a sentence, and is edited for that platform and sent', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'rejected', accountId: owner.accountId, times: 0 });
  const { id, page, part } = await openPost();
  await publish(id);
  await page.getByText('1 of 2 live').waitFor();
  const alert = part('Fediverse').getByRole('alert');
  await alert.getByText(/^Fediverse refused the post/).waitFor();
  // What the platform said, and the code, are for support.
  expect(await alert.getByText('INVALID_CONTENT').count()).toBe(0);
  await alert.getByRole('button', { name: 'Details' }).click();
  await alert.getByText('INVALID_CONTENT').waitFor();
  await expectAccessible(page);

  sandbox.clearFaults();
  await alert.getByRole('button', { name: 'Edit for Fediverse' }).click();
  await page.waitForURL((url) => url.pathname === `/compose/${id}` && url.searchParams.get('target') === targets[0]);
  const texts = page.getByRole('tablist', { name: 'Text for' });
  await texts.getByRole('tab', { name: /^Fediverse @/, selected: true }).waitFor();
  await page.goBack();
  await page.getByText('Draft · 1 of 2 live').waitFor();
  await page.getByText('What is live stays as it is.').waitFor();
});

test('a failure of the platform is cured by a retry', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'server_error', accountId: owner.accountId, times: 0 });
  const { id, page, part } = await openPost();
  await publish(id);
  const alert = part('Fediverse').getByRole('alert');
  await db.query("UPDATE platform_posts SET attempt_count = 5 WHERE group_id = $1 AND platform = 'fediverse'", [id]);
  await alert.getByText('Fediverse had an error.').waitFor();
  sandbox.clearFaults();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await part('Fediverse').getByText('Published', { exact: true }).waitFor();
  await alert.waitFor({ state: 'detached' });
  await page.getByText('Published', { exact: true }).first().waitFor();
  expect(sandbox.posts({ accountId: owner.accountId })).toHaveLength(1);
});

test('a post whose outcome is unknown is tried again once somebody has looked that it is not there', async () => {
  const group = sandbox.createAccount('messenger');
  targets = [await account.connect(group)];
  sandbox.setFault({ platform: 'messenger', kind: 'reset_before_store', accountId: group.accountId });
  const id = await createGroup(service, headers(), { content: 'Was it sent?', platformIds: targets });
  const { page } = await browser.openSignedIn(db, { account });
  await page.goto(`/posts/${id}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await publish(id);
  const part = page.getByRole('article', { name: 'Messenger' });
  await part.getByText('Messenger did not say whether it has the post.').waitFor();
  expect(sandbox.posts({ accountId: group.accountId })).toEqual([]);
  await part.getByRole('button', { name: 'Check, then retry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it live?' });
  await dialog.getByText('a retry publishes it a second time').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await part.getByRole('button', { name: 'Check, then retry' }).click();
  await dialog.getByRole('button', { name: 'It is not there: retry' }).click();
  await part.getByText('Published', { exact: true }).waitFor();
  expect(sandbox.posts({ accountId: group.accountId })).toHaveLength(1);
});

test('a long log is read page by page, newest first, and follows what happens', async () => {
  const { id, page } = await openPost();
  await db.query(
    `INSERT INTO post_logs (id, group_id, event, error, created_at)
     SELECT '0000000000000000' || lpad(n::text, 8, '0'), $1, 'publish_failed', 'Attempt ' || n, now()
     FROM generate_series(1, 150) AS n`,
    [id],
  );
  await page.reload();
  const log = page.getByRole('region', { name: 'Log' });
  const newest = log.getByText('Attempt 150', { exact: true });
  await newest.waitFor();
  expect(await log.getByText('Attempt 1', { exact: true }).count()).toBe(0);
  await log.getByRole('button', { name: 'Earlier entries' }).click();
  await log.getByText('Attempt 1', { exact: true }).waitFor();
  await publish(id);
  await logOf(page, 'Fediverse').getByText('Published', { exact: true }).waitFor();
  await log.getByText('Scheduled → Published').waitFor();
  await newest.waitFor();
});

test('replies on threadtalk are read page by page, hidden and shown again', async () => {
  const author = sandbox.createAccount('threadtalk');
  const ann = sandbox.createAccount('threadtalk');
  targets = [await account.connect(author)];
  const id = await createGroup(service, headers(), { content: 'What do you say?', platformIds: targets });
  await publish(id);
  const { page } = await browser.openSignedIn(db, { account });
  await page.goto(`/posts/${id}`);
  const part = page.getByRole('article', { name: 'Threadtalk' });
  await part.getByRole('button', { name: 'Show replies' }).click();
  await part.getByText('Nobody has replied yet.').waitFor();

  const postedId = sandbox.posts({ accountId: author.accountId })[0]?.postedId ?? '';
  for (let index = 1; index <= 21; index++) await reply(ann, postedId, `Reply ${index}`);
  await part.getByRole('button', { name: 'Refresh' }).click();
  const replies = part.getByRole('listitem');
  await replies.filter({ hasText: 'Reply 21' }).waitFor();
  expect(await replies.count()).toBe(20);
  await part.getByRole('button', { name: 'Earlier replies' }).click();
  const first = replies.filter({ hasText: /Reply 1(?!\d)/ });
  await first.getByText(`@${ann.username}`).waitFor();
  await first.getByRole('button', { name: 'Hide' }).click();
  await first.getByText('Hidden').waitFor();
  await page.reload();
  await part.getByRole('button', { name: 'Show replies' }).click();
  await part.getByRole('button', { name: 'Earlier replies' }).click();
  await first.getByText('Hidden').waitFor();
  await expectAccessible(page);
  await first.getByRole('button', { name: 'Show again' }).click();
  await first.getByText('Hidden').waitFor({ state: 'detached' });
});

test('replies that the platform does not give say why', async () => {
  const author = sandbox.createAccount('threadtalk');
  targets = [await account.connect(author)];
  const id = await createGroup(service, headers(), { content: 'What do you say?', platformIds: targets });
  await publish(id);
  const { page } = await browser.openSignedIn(db, { account });
  await page.goto(`/posts/${id}`);
  const part = page.getByRole('article', { name: 'Threadtalk' });
  await part.getByText('Published', { exact: true }).waitFor();
  sandbox.setFault({ platform: 'threadtalk', kind: 'server_error', path: '/conversation', times: 0 });
  await part.getByRole('button', { name: 'Show replies' }).click();
  await part.getByRole('alert').waitFor();
  sandbox.clearFaults();
  await part.getByRole('button', { name: 'Try again' }).click();
  await part.getByText('Nobody has replied yet.').waitFor();
});

test('a published part is deleted on its platform, once that is confirmed', async () => {
  const { id, page, part } = await openPost();
  await publish(id);
  await part('Fediverse').getByRole('button', { name: 'Delete on Fediverse' }).click();
  expect(sandbox.posts({ accountId: owner.accountId })).toHaveLength(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete there' }).click();
  await part('Fediverse').getByText('Deleted there', { exact: true }).waitFor();
  expect(sandbox.posts({ accountId: owner.accountId })).toEqual([]);
});

test('a scheduled post goes back to draft, is duplicated, and deleted', async () => {
  const { id, page, part } = await openPost();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Back to draft' }).click();
  await part('Skyfeed').getByText('Draft', { exact: true }).waitFor();
  const copyShown = page.waitForResponse((response) => {
    const sent = response.request().postData() ?? '';
    return /query Post\b/.test(sent) && !sent.includes(id);
  });
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await copyShown;
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Post deleted').waitFor();
  const left = await db.query<{ id: string }>('SELECT id FROM post_groups WHERE user_id = $1', [account.userId]);
  expect(left.map((row) => row.id)).toEqual([id]);
});

test('what is not live of a post is edited, and goes out alone', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'rejected', accountId: owner.accountId, times: 0 });
  const { id, page, part } = await openPost();
  await publish(id);
  await page.getByText('1 of 2 live').waitFor();
  sandbox.clearFaults();
  await page.getByRole('button', { name: 'Edit the rest' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Watch me now');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await part('Fediverse').getByText('Published', { exact: true }).waitFor();
  expect(sandbox.posts({ accountId: owner.accountId }).map(({ text }) => text)).toEqual(['Watch me now']);
  expect(sandbox.posts({ accountId: other.accountId }).map(({ text }) => text)).toEqual(['Watch me']);
});

test('a post of somebody else is not there', async () => {
  const { id } = await openPost();
  const { page } = await browser.openSignedIn(db);
  await page.goto(`/posts/${id}`);
  await page.getByText('This post is not here').waitFor();
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const { page } = await openPost({ width });
  await expectAccessible(page);
});
