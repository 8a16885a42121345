/** Approvals: who asks, who decides, and a client who has a link and no login. */
import { startSandbox } from '../../sandbox/sandbox.js';
import type { Role } from '../../src/domain/identity/people/role.js';
import { createGroup } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember, type TestMember } from '../support/member.js';
import { image } from './composing.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const browser = useBrowser(service);

const SOON = new Date(Date.now() + 72 * 3_600_000).toISOString();

let team: TestAccount;
let target: string;
let ann: TestMember;
let eve: TestMember;
beforeEach(async () => {
  team = await createAccount(db);
  await db.query(`UPDATE users SET display_name = 'Fern & Sons' WHERE id = $1`, [team.userId]);
  target = await team.connect(sandbox.createAccount('fediverse'));
  ann = await member('CONTRIBUTOR', 'Ann Lee');
  eve = await member('EDITOR', 'Eve Moon');
});

async function member(role: Role, name: string): Promise<TestMember> {
  const added = await addMember(db, team.userId, role);
  await db.query('UPDATE people SET name = $2 WHERE id = $1', [added.personId, name]);
  return added;
}

/** A window of somebody who has this cookie. */
async function openAs({ browser: { cookie } }: Pick<TestMember, 'browser'>, path: string, screen = {}) {
  const visitor = await browser.open(screen);
  visitor.page.setDefaultTimeout(25_000); // TEMP
  const [name = '', value = ''] = cookie.split('=');
  await visitor.context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  await visitor.page.goto(path);
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  return visitor;
}

async function run(headers: Headers, mutation: string, input: object) {
  const kind = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`;
  const query = `mutation ($input: ${kind}) { ${mutation}(input: $input) { __typename } }`;
  expect((await graphql(service, headers, query, { input })).errors).toBeUndefined();
}
const setPolicy = async (policy: object) => run(await team.session(), 'setApprovalPolicy', policy);

/** A draft of the team whose approval Ann has asked for. */
async function asked(content: string, scheduledTime: string | null = SOON): Promise<string> {
  const id = await createGroup(service, { 'x-api-key': team.apiKey }, { content, platformIds: [target] });
  await run(ann.browser, 'requestApproval', { postGroupId: id, scheduledTime });
  return id;
}

const statusOf = async (id: string) =>
  (await db.query<{ status: string }>('SELECT status FROM post_groups WHERE id = $1', [id]))[0]?.status;

test('temp', async () => {
  const shot = async (page: import('playwright-core').Page, name: string) => {
    await page.waitForTimeout(700);
    await page.screenshot({ path: `/tmp/shots/${name}.png` });
  };
  const owner = { browser: await team.session() };
  const id = await asked('One');
  const e = await openAs(eve, `/posts/${id}`);
  await e.page.getByRole('button', { name: 'Approve' }).waitFor();
  await run(ann.browser, 'requestApproval', { postGroupId: id, scheduledTime: null });
  await e.page.getByRole('button', { name: 'Approve' }).click();
  await e.page.getByText('This post was changed after you opened it.').waitFor();
  await shot(e.page, 'outdated');
  await asked('Two');
  await e.page.goto('/approvals');
  await e.page.getByRole('list', { name: 'Waiting for approval' }).getByText('Two').waitFor();
  await e.page.getByRole('button', { name: 'Share for approval' }).click();
  const dialog = e.page.getByRole('dialog', { name: 'Share for approval' });
  await dialog.getByText('these 2 posts').waitFor();
  await dialog.getByLabel('For whom').fill('Bakery Moon');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  const link = await dialog.getByLabel('Link for Bakery Moon').inputValue();
  const { page } = await browser.open({ width: 390 });
  await page.goto(new URL(link).pathname);
  await page.getByText('2 posts wait for your approval.').waitFor();
  await page.getByRole('button', { name: 'Ask for changes' }).first().click();
  await page.getByLabel('Comment').first().fill('No');
  await page.getByRole('button', { name: 'Ask for changes' }).first().click();
  await page.getByText('1 post waits for your approval.').waitFor();
  await page.screenshot({ path: '/tmp/shots/review-two.png', fullPage: true });

  const o = await openAs(owner, '/compose');
  await o.page.getByRole('button', { name: 'Publish now' }).waitFor();
  await setPolicy({ neededFor: 'EVERYBODY' });
  await o.page.getByRole('textbox', { name: 'Text', exact: true }).fill('Three');
  await o.page.getByRole('button', { name: 'Publish now' }).click();
  await o.page.getByText('This post needs an approval first').waitFor();
  await shot(o.page, 'required');
  await o.page.getByRole('alert').getByRole('button', { name: 'Ask for approval' }).click();
  await o.page.waitForURL(/\/posts\//);
  await o.page.getByRole('region', { name: 'Approval' }).waitFor();
  await shot(o.page, 'asked');
  const c = await openAs(ann, '/compose', { width: 390 });
  await c.page.getByRole('button', { name: 'Ask for approval' }).waitFor();
  await c.page.getByLabel('Text', { exact: true }).fill('Pictures');
  await c.page.getByLabel('Images and videos', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await image('teal', 400, 300) });
  await c.page.waitForTimeout(2000);
  await shot(c.page, 'compose-390');
  await c.page.getByRole('button', { name: 'Ask for approval' }).click();
  await c.page.waitForURL(/\/posts\//);
  const e2 = await openAs(eve, c.page.url());
  await e2.page.getByRole('button', { name: 'Share for approval' }).click();
  await dialog.page().waitForTimeout(10);
  const d2 = e2.page.getByRole('dialog', { name: 'Share for approval' });
  await d2.getByLabel('For whom').fill('Moon');
  await d2.getByRole('button', { name: 'Create the link' }).click();
  const l2 = await d2.getByLabel('Link for Moon').inputValue();
  await page.goto(new URL(l2).pathname);
  await page.getByText('1 post waits for your approval.').waitFor();
  await page.waitForTimeout(1000);
  await page.screenshot({ path: '/tmp/shots/review-image.png', fullPage: true });
});
