import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createGroup, LATER, mutate, now } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, SCREENS, useBrowser } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const browser = useBrowser(service);

let sandbox: Sandbox;
let account: TestAccount;
let owner: SandboxAccount;
let targets: string[];
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(async () => {
  account = await createAccount(db);
  owner = sandbox.createAccount('fediverse');
  targets = [await account.connect(owner), await account.connect(sandbox.createAccount('skyfeed'))];
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
  await page.getByText('Live').waitFor();
  const part = (name: string) => page.getByRole('article', { name });
  await part('Fediverse').getByText('Scheduled', { exact: true }).waitFor();
  return { id, page, part };
}

test('the story of each part is seen as it happens, until both are published with their links', async () => {
  const { id, page, part } = await openPost();
  const other = await browser.openSignedIn(db, { account });
  await other.page.goto(`/posts/${id}`);
  await publish(id);
  for (const name of ['Fediverse', 'Skyfeed']) await part(name).getByText('Published', { exact: true }).waitFor();
  const link = part('Fediverse').getByRole('link', { name: 'Show it there' });
  expect(await link.getAttribute('href')).toBe(sandbox.posts({ accountId: owner.accountId })[0]?.url);
  await page.getByRole('region', { name: 'Log' }).getByText('Published · Fediverse').waitFor();
  await other.page.getByRole('article', { name: 'Skyfeed' }).getByText('Published', { exact: true }).waitFor();
});

test('an attempt that fails is followed by the next one', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'server_error', accountId: owner.accountId, times: 2 });
  const { id, page, part } = await openPost();
  await publish(id);
  await part('Fediverse').getByText('Published after 3 attempts').waitFor();
  await page.getByRole('region', { name: 'Log' }).getByText('An attempt failed · Fediverse').first().waitFor();
  expect(sandbox.posts({ accountId: owner.accountId })).toHaveLength(1);
});

test('a part that failed says why, whose fault it is and what to do; a retry publishes it', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'rejected', accountId: owner.accountId, times: 0 });
  const { id, page, part } = await openPost();
  await publish(id);
  await page.getByText('Partly published').waitFor();
  const alert = part('Fediverse').getByRole('alert');
  await alert.getByText('The content or its settings have to change.').waitFor();
  await alert.getByText(/^Change the content/).waitFor();
  await alert.getByText('INVALID_CONTENT').waitFor();
  await expectAccessible(page);

  sandbox.clearFaults();
  await page.getByRole('button', { name: 'Retry what failed' }).click();
  await part('Fediverse').getByText('Published', { exact: true }).waitFor();
  await alert.waitFor({ state: 'detached' });
  expect(sandbox.posts({ accountId: owner.accountId })).toHaveLength(1);
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
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await part('Skyfeed').getByText('Draft', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Post deleted').waitFor();
  const left = await db.query<{ id: string }>('SELECT id FROM post_groups WHERE user_id = $1', [account.userId]);
  expect(left.map((row) => row.id)).toEqual([id]);
});

test('a post of somebody else is not there', async () => {
  const { id } = await openPost();
  const { page } = await browser.openSignedIn(db);
  await page.goto(`/posts/${id}`);
  await page.getByText('This post is not here').waitFor();
});

test.each(SCREENS)('it is accessible: $theme, $width pixels', async (screen) => {
  const { page } = await openPost(screen);
  await expectAccessible(page);
});
