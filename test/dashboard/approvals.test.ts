/** Approvals: requests, decisions, and a client who has a link and no login. */
import { startSandbox } from '../../sandbox/sandbox.js';
import type { Role } from '../../src/domain/identity/people/role.js';
import { createGroup } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember, type TestMember } from '../support/member.js';
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

test('a contributor asks in the composer; an editor approves on the page of the post, and it is scheduled', async () => {
  const { page } = await openAs(ann, '/compose');
  await page.getByText('The editors of Fern & Sons are notified when you ask.').waitFor();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('We open at nine');
  await page.getByRole('button', { name: 'When: once approved' }).click();
  await page
    .getByRole('dialog', { name: 'When' })
    .getByRole('button', { name: /^Tomorrow morning/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByText('You asked for approval. The editors of Fern & Sons are notified.').waitFor();
  await page.waitForURL(/\/posts\/[0-9a-f]{24}$/);
  const id = page.url().slice(-24);
  const panel = page.getByRole('region', { name: 'Approval' });
  await panel.getByText('Waiting for approval').waitFor();
  expect(await panel.getByRole('button').count()).toBe(0);

  const editor = await openAs(eve, `/posts/${id}`);
  const decision = editor.page.getByRole('region', { name: 'Approval' });
  await decision.getByText(/^Ann Lee asked on/).waitFor();
  await expectAccessible(editor.page);
  await decision.getByLabel('Comment').fill('Lovely');
  await decision.getByRole('button', { name: 'Approve' }).click();
  await decision.getByText('Approved', { exact: true }).waitFor();
  await decision.getByText('“Lovely”').waitFor();
  expect(await statusOf(id)).toBe('scheduled');
  await panel.getByText('Eve Moon approved it').waitFor();
});

test('an editor asks for changes; the contributor reads the comment, edits, and asks again', async () => {
  const id = await asked('We are open always');
  const editor = await openAs(eve, `/posts/${id}`);
  const decision = editor.page.getByRole('region', { name: 'Approval' });
  await decision.getByRole('button', { name: 'Ask for changes' }).click();
  await decision.getByText('Write what to change.').waitFor();
  await decision.getByLabel('Comment').fill('Name the hours');
  await decision.getByRole('button', { name: 'Ask for changes' }).click();
  await decision.getByText('Not approved').waitFor();

  const { page } = await openAs(ann, `/posts/${id}`);
  await page.getByText('“Name the hours”').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('We are open from nine to five');
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  const panel = page.getByRole('region', { name: 'Approval' });
  await panel.getByText('Waiting for approval').waitFor();
  await panel.getByText('to publish it as soon as it is approved').waitFor();

  // The editor reads the first request. A change in between is never approved unread.
  await editor.page.getByText('We are open from nine to five').first().waitFor();
  await decision.getByRole('button', { name: 'Approve' }).waitFor();
  await run({ 'x-api-key': team.apiKey }, 'updatePost', { postGroupId: id, content: 'Sale' });
  await decision.getByText('Changed since: ask again').waitFor();
  await decision.getByRole('button', { name: 'Ask again' }).waitFor();
});

test('a client who has a link decides on a phone, once, and sees nothing else of the account', async () => {
  const id = await asked('Fresh bread from six');
  const editor = await openAs(eve, `/posts/${id}`);
  await editor.page.getByRole('button', { name: 'Share for approval' }).click();
  const dialog = editor.page.getByRole('dialog', { name: 'Share for approval' });
  await dialog.getByLabel('For whom').fill('Bakery Moon');
  await expectAccessible(editor.page);
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link for Bakery Moon' }).inputValue();
  await dialog.getByRole('button', { name: 'Revoke the link for Bakery Moon' }).waitFor();

  const { page } = await browser.open({ width: 390 });
  await page.goto(new URL(link).pathname);
  await page.getByRole('heading', { name: 'Posts of Fern & Sons', level: 1 }).waitFor();
  await page.getByText('for Bakery Moon').waitFor();
  await page.getByRole('article', { name: 'On Fediverse' }).getByText('Fresh bread from six').waitFor();
  expect((await fetch(link)).headers.get('x-robots-tag')).toBe('noindex');
  expect(await page.getByRole('navigation').count()).toBe(0);
  await expectAccessible(page);
  await page.getByLabel('Comment').fill('Yes, please');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('You approved this post').waitFor();
  await expectAccessible(page);
  expect(await statusOf(id)).toBe('scheduled');

  await editor.page.getByText('Bakery Moon approved it').waitFor();
  await dialog.getByRole('button', { name: 'Revoke the link for Bakery Moon' }).click();
  await editor.page.getByText('The link for Bakery Moon was revoked').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  await expectAccessible(page);
});

test('what waits is counted, listed, on Home and in the list of posts, and decided in its row', async () => {
  await asked('First post');
  const late = await asked('Second post', new Date(Date.now() - 3_600_000).toISOString());
  const { page } = await openAs(eve, '/home');
  const card = page.getByRole('region', { name: '2 posts wait for approval' });
  await card.getByRole('link', { name: 'First post' }).waitFor();
  await page.getByRole('link', { name: 'Approvals 2 waiting' }).click();
  const list = page.getByRole('list', { name: 'Waiting for approval' });
  await list.getByText('Second post').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Approve: First post' }).click();
  await list.getByText('First post').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Approvals 1 waiting' }).waitFor();

  await page.getByRole('button', { name: 'Approve: Second post' }).click();
  await page.getByText('The time of this post has passed').waitFor();
  await page.getByRole('button', { name: 'Choose another time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose another time' });
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await page.getByText('Nothing waits for approval').waitFor();
  expect(await statusOf(late)).toBe('scheduled');

  await asked('Third post');
  await page.goto('/posts');
  await page.getByRole('listitem').filter({ hasText: 'Third post' }).getByText('Waiting for approval').waitFor();
});

test('with an approval of everybody, also the owner asks, two people approve, and what is scheduled stays as it is', async () => {
  const { page } = await openAs({ browser: await team.session() }, '/settings');
  const policy = page.getByRole('region', { name: 'Approvals' });
  await policy.getByRole('radio', { name: 'Everybody' }).check();
  await policy.getByRole('radio', { name: 'Two people' }).check();
  await policy.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const id = await createGroup(service, { 'x-api-key': team.apiKey }, { content: 'News', platformIds: [target] });
  await page.goto(`/compose/${id}`);
  await page.getByText('Posts of Fern & Sons are scheduled once they are approved.').waitFor();
  expect(await page.getByRole('button', { name: 'Publish now' }).count()).toBe(0);
  await page.goto(`/posts/${id}`);
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for approval' });
  await dialog.getByRole('radio', { name: 'At a time' }).check();
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  const panel = page.getByRole('region', { name: 'Approval', exact: true });
  await panel.getByText('Waiting for approval: 0 of 2').waitFor();
  await panel.getByText('Somebody else has to decide.').waitFor();
  expect(await panel.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  await run(eve.browser, 'approvePost', { postGroupId: id });
  await page.reload();
  await panel.getByText('Waiting for approval: 1 of 2').waitFor();
  await run((await member('EDITOR', 'Joe')).browser, 'approvePost', { postGroupId: id });
  await page.reload();
  await panel.getByText('Approved', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  await page.goto(`/compose/${id}`);
  await page.getByRole('button', { name: 'Take it back to draft' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
});

test('a person is renamed, an admin becomes an editor without their keys, and the activity names all of it', async () => {
  await member('ADMIN', 'Max Reed');
  await setPolicy({ neededFor: 'EVERYBODY', approvers: 'ADMINS', approvals: 2 });
  const { page } = await openAs({ browser: await team.session() }, '/settings');
  const panel = page.getByRole('region', { name: 'Your name' });
  await panel.getByLabel('Your name').fill('Olga Fern');
  await panel.getByRole('button', { name: 'Change your name' }).click();
  await page.getByText('Your name was changed').waitFor();
  await page.goto('/members');
  await page.getByText('Olga Fern (you)').waitFor();
  await page.getByRole('combobox', { name: 'Role of Max Reed' }).click();
  await page.getByRole('option', { name: /^Editor/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Max Reed an editor' });
  expect(await dialog.getByRole('checkbox').isChecked()).toBe(true);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change the role' }).click();
  await page.getByText('Max Reed is now editor').waitFor();
  await page.goto('/settings/activity');
  const events = page.getByRole('list', { name: 'Activity' });
  await events.getByText('everybody needs an approval, by two admins').waitFor();
  await events.getByText('Member changed their name').waitFor();
});

test('approvals are accessible, 390 pixels wide', async () => {
  await setPolicy({ neededFor: 'CONTRIBUTORS', approvals: 2 });
  const id = await asked('A post for a phone, which has a longer text than the others, so that it needs some lines');
  const { page } = await openAs(eve, '/approvals', { width: 390 });
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
  await expectAccessible(page);
  await page.goto(`/posts/${id}`);
  await page.getByRole('region', { name: 'Approval' }).getByRole('button', { name: 'Approve' }).waitFor();
  await expectAccessible(page);
  const contributor = await openAs(ann, '/compose', { width: 390 });
  await contributor.page.getByRole('button', { name: 'Ask for approval' }).waitFor();
  await expectAccessible(contributor.page);
});
