/** What failed while an account had no access, in the browser. */
import { type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createGroup } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const { db, service } = await useService({ roles: 'api,worker' });
afterEach(() => sandbox.clearFaults());
const browser = useBrowser(service);

/** An account of the platform at which these posts have failed for access, connected again since. */
async function reconnected(account: TestAccount, contents: string[]): Promise<SandboxAccount> {
  const target = sandbox.createAccount('fediverse');
  const { platform, accountId } = target;
  const platformIds = [await account.connect(target)];
  sandbox.setFault({ platform, accountId, kind: 'auth_expired', times: 0 });
  for (const content of contents) {
    const post = { content, platformIds, scheduledTime: new Date().toISOString() };
    const id = await createGroup(service, { 'x-api-key': account.apiKey }, post);
    await eventually(async () => {
      const [group] = await db.query('SELECT status FROM post_groups WHERE id = $1', [id]);
      return group?.status === 'failed' || undefined;
    });
  }
  sandbox.clearFaults();
  await db.query('UPDATE connections SET revoked_at = NULL WHERE user_id = $1', [account.userId]);
  return target;
}

test.each(WIDTHS)('an account offers what failed, and publishes it in order, %i pixels wide', async (width) => {
  const account = await createAccount(db);
  const target = await reconnected(account, ['We open at nine', 'We close at five']);
  const { page } = await browser.openSignedIn(db, { account, width });
  await page.goto('/accounts');
  await page.getByText('2 posts failed while this account had no access.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Review failed posts of @${target.username}` }).click();
  const dialog = page.getByRole('dialog', { name: `Failed posts of @${target.username}` });
  await dialog.getByRole('link', { name: 'We open at nine' }).waitFor();
  expect(await dialog.getByRole('link').allTextContents()).toEqual(['We open at nine', 'We close at five']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publish them in order' }).click();
  await page.getByText('2 posts on the way').waitFor();
  await page.getByText(/failed while this account/).waitFor({ state: 'detached' });
  const received = () =>
    sandbox
      .posts({ accountId: target.accountId })
      .toSorted((a, b) => a.receivedAt.localeCompare(b.receivedAt))
      .map(({ text }) => text);
  await eventually(async () => received().length === 2 || undefined);
  expect(received()).toEqual(['We open at nine', 'We close at five']);
});

test('an admin chooses what happens after a reconnect', async () => {
  const account = await createAccount(db);
  const { page } = await browser.openSignedIn(db, { account });
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'After an account is connected again' });
  await panel.getByRole('radio', { name: 'Publish them' }).check();
  await panel.getByRole('textbox', { name: 'Hours' }).fill('48');
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await panel.getByRole('radio', { name: 'Publish them' }).waitFor();
  expect(await panel.getByRole('radio', { name: 'Publish them' }).isChecked()).toBe(true);
  expect(await panel.getByRole('textbox', { name: 'Hours' }).inputValue()).toBe('48');
  await expectAccessible(page);
  await page.goto('/settings/activity');
  await page.getByText('posts that failed go out, for 48 hours').waitFor();
});
