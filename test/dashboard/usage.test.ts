import { startSandbox } from '../../sandbox/sandbox.js';
import { createGroup, mutate } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { countPosts } from '../support/plan-usage.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const browser = useBrowser(service);
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

async function open(account: TestAccount, screen = {}) {
  const { page } = await browser.openSignedIn(db, { account, ...screen });
  await page.goto('/usage');
  await page.getByText('Live', { exact: true }).waitFor();
  const panel = (name: string) => page.getByRole('region', { name });
  await panel('Storage').waitFor();
  return { page, panel };
}

test('it moves as posts are scheduled and taken back, of the account that they go to', async () => {
  const account = await createAccount(db);
  const owner = sandbox.createAccount('fediverse');
  const target = await account.connect(owner);
  const headers = { 'x-api-key': account.apiKey };
  const { panel } = await open(account);
  await panel('Posts this month').getByText('0 in total. At most 500 for each account.').waitFor();
  await panel('Waiting posts').getByText('0 of 500').waitFor();
  await panel('Connected accounts').getByText('1', { exact: true }).waitFor();

  const postGroupId = await createGroup(service, headers, {
    content: 'Soon',
    platformIds: [target],
    // No worker takes it.
    scheduledTime: new Date().toISOString(),
  });
  const meter = panel('Posts this month').getByRole('progressbar', {
    name: `${owner.displayName} (@${owner.username})`,
  });
  await meter.waitFor();
  expect(await meter.getAttribute('aria-valuetext')).toBe('1 of 500');
  await panel('Waiting posts').getByText('1 of 500').waitFor();

  await mutate(service, headers, 'updatePost', { postGroupId, status: 'DRAFT' });
  await panel('Waiting posts').getByText('0 of 500').waitFor();
  await panel('Posts this month').getByText('0 in total').waitFor();
});

test('a quota that is shared and full says so, with what happens then and when it starts again', async () => {
  const account = await createAccount(db, { plan: 'starter' });
  const platformId = await account.connect(sandbox.createAccount('skyfeed'));
  await countPosts(db, { userId: account.userId, platformId, used: 15, month: new Date().toISOString() });
  const { page, panel } = await open(account);
  await page.getByText('Your plan is Starter. It includes Network').waitFor();
  await panel('Posts this month').getByText('15 of 15 (full)').waitFor();
  await panel('Posts this month').getByText('At the limit, you can schedule no further post for this month').waitFor();
  const now = new Date();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
  expect(await panel('Posts this month').locator('time').getAttribute('datetime')).toBe(next);
  await panel('Connected accounts').getByText('1 of 3').waitFor();
  await panel('Storage').getByText('0 of 2,000').waitFor();
  await panel('Storage')
    .getByText(/^0 GB of 2 GB$/)
    .waitFor();
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const account = await createAccount(db);
  const month = new Date().toISOString();
  for (const used of [1, 450, 500]) {
    const platformId = await account.connect(sandbox.createAccount('fediverse'));
    await countPosts(db, { userId: account.userId, platformId, used, month });
  }
  const { page, panel } = await open(account, { width });
  await panel('Posts this month').getByText('500 of 500 (full)').waitFor();
  await expectAccessible(page);
});
