/** The history of a post: what changed, and a version that is restored. */
import { startSandbox } from '../../sandbox/sandbox.js';
import { createGroup } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { addMember, type TestMember } from '../support/member.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const browser = useBrowser(service);

const SOON = new Date(Date.now() + 72 * 3_600_000).toISOString();

let team: TestAccount;
let target: string;
let gone: string;
let eve: TestMember;
beforeEach(async () => {
  team = await createAccount(db);
  target = await team.connect(sandbox.createAccount('fediverse'));
  gone = await team.connect(sandbox.createAccount('fediverse'));
  eve = await addMember(db, team.userId, 'EDITOR');
  await db.query("UPDATE people SET name = 'Eve Moon' WHERE id = $1", [eve.personId]);
});

async function openAs({ browser: { cookie } }: Pick<TestMember, 'browser'>, path: string, screen = {}) {
  const visitor = await browser.open(screen);
  const [name = '', value = ''] = cookie.split('=');
  await visitor.context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  await visitor.page.goto(path);
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  return visitor;
}

async function edit(postGroupId: string, changes: object, headers: object = { 'x-api-key': team.apiKey }) {
  const query = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { __typename } }';
  const { errors } = await graphql(service, { ...headers }, query, { input: { postGroupId, ...changes } });
  expect(errors).toBeUndefined();
}
const create = (content: string, platformIds: string[]) =>
  createGroup(service, { 'x-api-key': team.apiKey }, { content, platformIds });

test.each([
  [1280, 'light'],
  [390, 'dark'],
] as const)(
  'shows who changed which words, and restores a version, at %i pixels in a %s theme',
  async (width, theme) => {
    const id = await create('We open at nine on Monday', [target, gone]);
    await edit(id, { content: 'We open at ten on Monday' }, eve.browser);
    await edit(id, { platformIds: [target], scheduledTime: SOON });
    await db.query('DELETE FROM connections WHERE user_id = $1 AND platform_id = $2', [team.userId, gone]);
    const { page } = await openAs(eve, `/posts/${id}`, { width, theme });
    const panel = page.getByRole('region', { name: 'History' });
    await panel.getByRole('button', { name: 'Show changes' }).click();
    await panel.getByRole('heading', { name: 'Eve Moon' }).waitFor();
    await panel.getByRole('heading', { name: 'API key “Test”' }).waitFor();
    await panel.getByRole('heading', { name: 'Before the first change' }).waitFor();
    expect(await panel.getByRole('deletion').allTextContents()).toEqual(['nine']);
    expect(await panel.getByRole('insertion').allTextContents()).toEqual(['ten']);
    await panel.getByText('Draft → Scheduled').waitFor();
    await panel.getByText('Removed an account on Fediverse').waitFor();
    // The newest version is the post as it is.
    expect(await panel.getByRole('button', { name: /^Restore/ }).count()).toBe(2);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    await panel.getByRole('button', { name: 'Restore this version (1)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1' });
    await dialog.getByText('It stays scheduled').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Restore this version (1)' }).click();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Version 1 restored').waitFor();
    await panel.getByText('an account on Fediverse is not connected.').waitFor();
    await panel.getByText('Version 4 ·').waitFor();
    await page.getByText('We open at nine on Monday', { exact: true }).first().waitFor();
    const [stored] = await db.query('SELECT content, status FROM post_groups WHERE id = $1', [id]);
    expect(stored).toEqual({ content: 'We open at nine on Monday', status: 'scheduled' });
    await panel.getByRole('button', { name: 'Hide changes' }).click();
    expect(await panel.getByRole('heading', { level: 3 }).count()).toBe(0);
  },
);

test('an edit of somebody else appears while the history is open; a viewer restores nothing', async () => {
  const id = await create('One', [target]);
  const viewer = await addMember(db, team.userId, 'VIEWER');
  const { page } = await openAs(viewer, `/posts/${id}`);
  const panel = page.getByRole('region', { name: 'History' });
  await panel.getByRole('button', { name: 'Show changes' }).click();
  await panel.getByText('Nothing was changed since it was created.').waitFor();
  await edit(id, { content: 'Two' }, eve.browser);
  await panel.getByRole('heading', { name: 'Eve Moon' }).waitFor();
  expect(await panel.getByRole('button', { name: /^Restore/ }).count()).toBe(0);
});
