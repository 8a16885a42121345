/** What was done to an account, as its owner sees it. */
import { newId } from '../../src/foundation/database/id.js';
import { type Member, newMember, signIn } from '../graphql/browser.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const browser = useBrowser(service);

/** The page of a person, in a window that is signed in. */
async function openActivity(member: Member, search = '') {
  const { page, context } = await browser.open();
  const [name = '', value = ''] = (member.browser.cookie ?? '').split('=');
  await context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(`/settings/activity${search}`);
  await page.getByRole('heading', { name: 'Activity', exact: true }).waitFor();
  return { page, list: page.getByRole('list', { name: 'Activity', exact: true }) };
}
/** Webhooks that a key creates. */
async function createWebhooks({ apiKey }: TestAccount, ...names: string[]) {
  for (const name of names) {
    const input = { name, url: 'https://hooks.example.com/', events: ['POST_FAILED'] };
    const query = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
    expect((await graphql(service, { 'x-api-key': apiKey }, query, { input })).errors).toBeUndefined();
  }
}

test('a person finds a sign-in that was not theirs: when, from where, and why it was refused', async () => {
  const member = await newMember(service);
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  await signIn(service, { ...member, password: 'a guess' }, { 'user-agent': agent });
  const { page, list } = await openActivity(member);
  const refused = list.getByRole('listitem').filter({ hasText: 'Sign-in refused: the password was wrong' });
  await refused.getByText(/by somebody who was not signed in · from 127\.0\.0\.1, Firefox on Linux/).waitFor();
  await list.getByText('Signed in', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Actions' }).click();
  await page.getByRole('option', { name: 'Sign-in refused' }).click();
  await list.getByText('Signed in', { exact: true }).waitFor({ state: 'detached' });
  expect(await list.getByRole('listitem').count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('actions')).toContain('SIGN_IN_FAILED');
});

test('what a change in the settings leaves is there, a link away', async () => {
  const member = await newMember(service);
  const { page, list } = await openActivity(member);
  await page.getByRole('link', { name: 'Settings', exact: true }).first().waitFor();
  await page.goto('/settings');
  await page.getByLabel('Display name').fill('Ann Lee');
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByText('Name changed').waitFor();
  await page.getByRole('link', { name: 'Activity of your account' }).click();
  await list.getByText(`Name changed: ${member.email} is now Ann Lee`).waitFor();
  await list
    .getByText(/in a session · from 127\.0\.0\.1/)
    .first()
    .waitFor();
});

test('an API key is named; more than a page is shown when it is asked for, and a filter can have nothing', async () => {
  const account = await createAccount(db);
  await createWebhooks(account, 'One');
  await db.query(
    `INSERT INTO audit_events (id, owner_id, user_id, action, actor, details, created_at)
     SELECT substr(md5(random()::text), 1, 24), $1, $1, 'api_key_created', 'operator', '{}', now() - interval '2 days'
       FROM generate_series(1, 30)`,
    [account.userId],
  );
  const { page } = await browser.openSignedIn(db, { account });
  await page.goto('/settings/activity');
  const list = page.getByRole('list', { name: 'Activity', exact: true });
  const items = list.getByRole('listitem');
  await items
    .filter({ hasText: 'Webhook created: One' })
    .getByText(/with the API key Test/)
    .waitFor();
  await items.filter({ hasText: 'by the operator of this service' }).first().waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  await items.nth(30).waitFor();
  expect(await items.count()).toBe(31);
  await page.getByRole('combobox', { name: 'Time' }).click();
  await page.getByRole('option', { name: 'Last 24 hours' }).click();
  await items.nth(1).waitFor({ state: 'detached' });
  await page.goto('/settings/activity?actions=["PASSWORD_CHANGED"]');
  await page.getByRole('heading', { name: 'Nothing was done' }).waitFor();
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const account = await createAccount(db);
  await createWebhooks(account, 'One', newId().repeat(4));
  const { page } = await browser.openSignedIn(db, { width, account });
  await page.goto('/settings/activity');
  await page.getByText('Webhook created: One').waitFor();
  await expectAccessible(page);
});
