import { startSandbox } from '../../sandbox/sandbox.js';
import { createGroup, LATER, mutate, now } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const browser = useBrowser(service);
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

let account: TestAccount;
let targets: string[];
beforeEach(async () => {
  account = await createAccount(db);
  targets = [
    await account.connect(sandbox.createAccount('fediverse')),
    await account.connect(sandbox.createAccount('skyfeed')),
  ];
});

const headers = () => ({ 'x-api-key': account.apiKey });
const create = (content: string, input: object = {}) =>
  createGroup(service, headers(), { content, platformIds: targets, ...input });
const createAll = async (contents: string[]) => {
  for (const content of contents) await create(content);
};
const remaining = async () =>
  (
    await db.query<{ content: string }>('SELECT content FROM post_groups WHERE user_id = $1 ORDER BY id', [
      account.userId,
    ])
  ).map(({ content }) => content);

async function open(path = '/posts', screen = {}) {
  const { page } = await browser.openSignedIn(db, { account, ...screen });
  await page.goto(path);
  await page.getByText('Live', { exact: true }).waitFor();
  const posts = page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
  const texts = () => posts.getByRole('link').allTextContents();
  return { page, posts, texts };
}

test('words, a platform, a status and an order narrow the list, and its address brings it back', async () => {
  await createAll(['Spring sale', 'Summer party', 'Spring cleaning']);
  await create('Spring of wells', { scheduledTime: LATER });
  const { page, posts, texts } = await open();
  await expect(posts.first().waitFor()).resolves.toBeUndefined();
  expect(await texts()).toEqual(['Spring of wells', 'Spring cleaning', 'Summer party', 'Spring sale']);

  await page.keyboard.press('/');
  await page.keyboard.type('spring');
  await page.getByRole('link', { name: 'Summer party' }).waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Draft 2' }).click();
  await page.getByRole('link', { name: 'Spring of wells' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Order/ }).click();
  await page.getByRole('menuitem', { name: 'Oldest first' }).click();
  await page.waitForURL(/oldestFirst=true/);
  await page.reload();
  await posts.first().waitFor();
  expect(await texts()).toEqual(['Spring sale', 'Spring cleaning']);
  expect(await page.getByLabel('Search').inputValue()).toBe('spring');

  await page.getByRole('combobox', { name: 'Platforms' }).click();
  await page.getByRole('option', { name: 'Pinboard' }).click();
  await page.getByText('No post is like this').waitFor();
});

test('a long list is read page by page', async () => {
  await createAll(Array.from({ length: 55 }, (_, index) => `Number ${index + 1}`));
  const { page, posts, texts } = await open();
  await posts.first().waitFor();
  expect(await posts.count()).toBe(50);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByRole('link', { name: 'Number 1', exact: true }).waitFor();
  expect(await texts()).toEqual(['Number 5', 'Number 4', 'Number 3', 'Number 2', 'Number 1']);
});

test('a range of dates and an account narrow the list; accounts are searched on the service', async () => {
  const [first, second] = targets;
  await create('In January', { scheduledTime: '2035-01-10T09:00:00Z', platformIds: [first] });
  await create('In March', { scheduledTime: '2035-03-10T09:00:00Z', platformIds: [second] });
  const { page, texts, posts } = await open('/posts?from=2035-01-01&to=2035-01-31');
  await posts.first().waitFor();
  expect(await texts()).toEqual(['In January']);
  await page.getByRole('button', { name: /^Date: Jan 1/ }).click();
  await page.getByRole('button', { name: 'Any date' }).click();
  await page.getByRole('link', { name: 'In March' }).waitFor();

  await page.getByRole('combobox', { name: 'Account' }).fill('skyfeed');
  await page.getByRole('option', { name: /Skyfeed @/ }).click();
  await page.getByRole('link', { name: 'In January' }).waitFor({ state: 'detached' });
  await page.reload();
  await posts.first().waitFor();
  expect(await texts()).toEqual(['In March']);
  expect(await page.getByRole('combobox', { name: 'Account' }).inputValue()).toMatch(/^Skyfeed @/);
});

test('the selected posts are deleted, once that is confirmed, and no other', async () => {
  await createAll(['Keep', 'Drop this', 'Drop that']);
  const { page, posts } = await open();
  await page.getByLabel('Select “Drop this”').check();
  await page.getByLabel('Select “Drop that”').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete posts' }).getByRole('button', { name: 'Cancel' }).click();
  expect(await remaining()).toHaveLength(3);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete 2 posts' }).click();
  await page.getByText('2 posts deleted').waitFor();
  for (const name of ['Drop this', 'Drop that']) await page.getByRole('link', { name }).waitFor({ state: 'detached' });
  expect(await posts.count()).toBe(1);
  expect(await remaining()).toEqual(['Keep']);
});

test('of the selected posts, those that failed are tried again, each once; the others are named with the reason', async () => {
  const owner = sandbox.createAccount('fediverse');
  targets = [await account.connect(owner)];
  sandbox.setFault({ platform: 'fediverse', kind: 'rejected', accountId: owner.accountId, times: 0 });
  await create('First', { scheduledTime: now() });
  await create('Second', { scheduledTime: now() });
  await create('An idea');
  const { page } = await open();
  await page.getByRole('tab', { name: 'Failed 2' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'An idea' }).waitFor();
  sandbox.clearFaults();
  await page.getByLabel('Select all of this page').check();
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retry 3 posts' });
  await dialog.getByRole('listitem').filter({ hasText: 'An idea' }).getByText('It did not fail').waitFor();
  await dialog.getByRole('button', { name: 'Retry 2 posts' }).click();
  await page.getByText('Trying 2 posts again').waitFor();
  await page.getByRole('tab', { name: 'Published 2' }).waitFor();
  const texts = sandbox.posts({ accountId: owner.accountId }).map(({ text }) => text);
  expect(texts.sort()).toEqual(['First', 'Second']);
});

/** Selects everything that is shown and opens a dialog of the bar. */
async function openBulk(page: Awaited<ReturnType<typeof open>>['page'], action: string) {
  await page.getByLabel('Select all of this page').check();
  await page.getByRole('button', { name: action, exact: true }).click();
  return page.getByRole('dialog');
}

test('posts are shifted by days on the clock, also over the end of summer time, and all at once back again', async () => {
  // In Vienna summer time ends on 28 October 2035, a Sunday: 09:00 is 07:00Z on Saturday, and 08:00Z on Monday.
  const first = await create('Saturday', { scheduledTime: '2035-10-27T07:00:00Z' });
  const second = await create('Sunday', { scheduledTime: '2035-10-28T08:00:00Z' });
  await create('An idea');
  const { page } = await open('/posts', { timezoneId: 'Europe/Vienna' });
  const dialog = await openBulk(page, 'Move');
  await dialog.getByLabel('By').fill('2');
  await dialog.getByRole('listitem').filter({ hasText: 'An idea' }).getByText('It has no time').waitFor();
  await dialog.getByRole('button', { name: 'Move 2 posts' }).click();
  await page.getByText('2 posts moved').waitFor();
  expect(await timesOf([first, second])).toEqual(['2035-10-29T08:00:00.000Z', '2035-10-30T08:00:00.000Z']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone').waitFor();
  expect(await timesOf([first, second])).toEqual(['2035-10-27T07:00:00.000Z', '2035-10-28T08:00:00.000Z']);
});

test('posts are spread: the first at a time, then one after another; drafts are scheduled, and drafts again when undone', async () => {
  const first = await create('First', { scheduledTime: '2035-01-01T09:30:00Z' });
  const second = await create('Second', { scheduledTime: '2035-01-03T10:45:00Z' });
  const draft = await create('Without a time');
  const { page } = await open();
  const dialog = await openBulk(page, 'Move');
  await dialog.getByRole('radiogroup', { name: 'How' }).getByText('Spread').click();
  await dialog.getByLabel('Then every').fill('3');
  await dialog.getByRole('combobox', { name: 'Unit' }).click();
  await page.getByRole('option', { name: 'hours' }).click();
  await dialog.getByRole('button', { name: 'Move 3 posts' }).click();
  await page.getByText('3 posts moved').waitFor();
  expect(await timesOf([first, second, draft])).toEqual([
    '2035-01-01T09:30:00.000Z',
    '2035-01-01T12:30:00.000Z',
    '2035-01-01T15:30:00.000Z',
  ]);
  expect(await statusesOf([first, second, draft])).toEqual(['scheduled', 'scheduled', 'scheduled']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone').waitFor();
  await page.getByRole('tab', { name: 'Draft 1' }).waitFor();
  expect(await timesOf([first, second, draft])).toEqual(['2035-01-01T09:30:00.000Z', '2035-01-03T10:45:00.000Z', null]);
  expect(await statusesOf([first, second, draft])).toEqual(['scheduled', 'scheduled', 'draft']);
});

/** Makes a change after the page has sent its own and before that arrives, so that the page cannot have seen it. */
async function changeBefore(page: Awaited<ReturnType<typeof open>>['page'], id: string, input: object) {
  let isChanged = false;
  await page.route('**/graphql', async (route) => {
    if (!isChanged && route.request().postData()?.includes('updatePost')) {
      isChanged = true;
      await mutate(service, headers(), 'updatePost', { postGroupId: id, ...input });
    }
    await route.continue();
  });
}

test('a draft that was scheduled elsewhere is not made a draft again by a shift, and that is said', async () => {
  const id = await create('Contested', { scheduledTime: '2035-01-01T09:30:00Z' });
  await mutate(service, headers(), 'updatePost', { postGroupId: id, status: 'DRAFT' });
  const { page } = await open();
  const dialog = await openBulk(page, 'Move');
  await dialog.getByRole('radiogroup', { name: 'How' }).getByText('Shift').click();
  await changeBefore(page, id, { status: 'SCHEDULED' });
  await dialog.getByRole('button', { name: 'Move 1 post' }).click();
  await dialog.getByText('1 post not changed').waitFor();
  await dialog.getByText('read it again before you update it').waitFor();
  expect(await statusesOf([id])).toEqual(['scheduled']);
  expect(await timesOf([id])).toEqual(['2035-01-01T09:30:00.000Z']);
});

test('an account that was added elsewhere is not removed by a change of accounts', async () => {
  const [first = '', second = ''] = targets;
  await account.connect(sandbox.createAccount('threadtalk'));
  const id = await create('Contested', { platformIds: [first] });
  const { page } = await open();
  const dialog = await openBulk(page, 'Accounts');
  await dialog.getByLabel('Accounts', { exact: true }).fill('threadtalk');
  await page.getByRole('option', { name: /^Threadtalk/ }).click();
  await page.keyboard.press('Tab');
  await changeBefore(page, id, { platformIds: [first, second] });
  await dialog.getByRole('button', { name: 'Change 1 post' }).click();
  await dialog.getByText('1 post not changed').waitFor();
  const stored = await db.query<{ id: string }>('SELECT platform_id AS id FROM platform_posts WHERE group_id = $1', [
    id,
  ]);
  expect(stored.map((post) => post.id).toSorted()).toEqual([first, second].toSorted());
});

test('what changed elsewhere is not undone, and that is said', async () => {
  const id = await create('First', { scheduledTime: '2035-01-01T09:30:00Z' });
  const { page } = await open();
  const dialog = await openBulk(page, 'Move');
  await dialog.getByRole('button', { name: 'Move 1 post' }).click();
  await page.getByText('1 post moved').waitFor();
  await mutate(service, headers(), 'updatePost', { postGroupId: id, scheduledTime: LATER });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^1 post not restored/).waitFor();
  expect(await timesOf([id])).toEqual([LATER]);
});

test('a post whose old time has passed is not moved back to it, and would go out; a draft is', async () => {
  const post = await create('Scheduled', { scheduledTime: '2035-01-01T09:30:00Z' });
  const draft = await create('Draft', { scheduledTime: '2035-01-01T09:30:00Z' });
  await mutate(service, headers(), 'updatePost', { postGroupId: draft, status: 'DRAFT' });
  const { page } = await open();
  const dialog = await openBulk(page, 'Move');
  await dialog.getByRole('button', { name: 'Move 2 posts' }).click();
  await page.getByText('2 posts moved').waitFor();
  await page.clock.setSystemTime('2035-01-01T12:00:00Z');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 post not restored: The old time has passed.').waitFor();
  expect(await timesOf([post, draft])).toEqual(['2035-01-02T09:30:00.000Z', '2035-01-01T09:30:00.000Z']);
  expect(await statusesOf([post, draft])).toEqual(['scheduled', 'draft']);
  // Nobody else gets a window with this clock.
  await page.close();
});

test('accounts are added to several posts, and taken away again', async () => {
  const [first = '', second = ''] = targets;
  const ids = [await create('One', { platformIds: [first] }), await create('Two', { platformIds: [first] })];
  await create('Three', { platformIds: targets });
  const { page } = await open();
  const dialog = await openBulk(page, 'Accounts');
  await dialog.getByLabel('Accounts', { exact: true }).fill('skyfeed');
  await page.getByRole('option', { name: /^Skyfeed/ }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'Three' }).getByText('Nothing changes').waitFor();
  await dialog.getByRole('button', { name: 'Change 2 posts' }).click();
  await page.getByText('Accounts of 2 posts changed').waitFor();
  const targetsOf = () =>
    db.query<{ id: string }>('SELECT platform_id AS id FROM platform_posts WHERE group_id = ANY($1) ORDER BY 1', [ids]);
  expect((await targetsOf()).map(({ id }) => id)).toEqual([first, first, second, second].toSorted());
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone').waitFor();
  expect((await targetsOf()).map(({ id }) => id)).toEqual([first, first]);
});

test('posts are duplicated to the next week, and the copies removed when undone', async () => {
  await create('Weekly', { scheduledTime: '2035-01-01T09:30:00Z' });
  const { page } = await open();
  const dialog = await openBulk(page, 'Duplicate');
  await dialog.getByText('Schedule later').click();
  await dialog.getByRole('button', { name: 'Duplicate 1 post' }).click();
  await page.getByText('1 copy made').waitFor();
  const stored = () =>
    db.query<{ at: Date }>('SELECT scheduled_time AS at FROM post_groups WHERE user_id = $1 ORDER BY 1', [
      account.userId,
    ]);
  expect((await stored()).map(({ at }) => at.toISOString())).toEqual([
    '2035-01-01T09:30:00.000Z',
    '2035-01-08T09:30:00.000Z',
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone').waitFor();
  expect(await stored()).toHaveLength(1);
});

test('a post that is live on some accounts says on how many', async () => {
  const [owner, other] = [sandbox.createAccount('fediverse'), sandbox.createAccount('skyfeed')];
  targets = [await account.connect(owner), await account.connect(other)];
  sandbox.setFault({ platform: 'fediverse', kind: 'rejected', accountId: owner.accountId, times: 0 });
  await create('Half', { scheduledTime: now() });
  const { page } = await open();
  await page.getByRole('listitem').filter({ hasText: 'Half' }).getByText('1 of 2 live').waitFor();
  await page.getByRole('img', { name: /^Fediverse @\S+ \(failed\)$/ }).waitFor();
  sandbox.clearFaults();
});

const statusesOf = async (ids: string[]) => {
  const rows = await db.query<{ id: string; status: string }>('SELECT id, status FROM post_groups WHERE id = ANY($1)', [
    ids,
  ]);
  return ids.map((id) => rows.find((row) => row.id === id)?.status ?? null);
};

const timesOf = async (ids: string[]) => {
  const rows = await db.query<{ id: string; at: Date | null }>(
    'SELECT id, scheduled_time AS at FROM post_groups WHERE id = ANY($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.at?.toISOString() ?? null);
};

test('what happens elsewhere is seen here: a new post, another time, a deletion', async () => {
  const { page } = await open();
  await page.getByText('No posts yet').waitFor();
  const postGroupId = await create('From elsewhere', { scheduledTime: LATER });
  const post = page.getByRole('listitem').filter({ hasText: 'From elsewhere' });
  await post.getByText('Scheduled', { exact: true }).waitFor();
  await mutate(service, headers(), 'updatePost', { postGroupId, status: 'DRAFT' });
  await post.getByText('Draft', { exact: true }).waitFor();
  await mutate(service, headers(), 'deletePost', { postGroupId });
  await page.getByText('No posts yet').waitFor();
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  await create('A draft');
  await create('Scheduled', { scheduledTime: LATER });
  const { page, posts } = await open('/posts', { width });
  await posts.first().waitFor();
  await page.getByLabel('Select all of this page').check();
  await expectAccessible(page);
  for (const action of ['Move', 'Accounts', 'Duplicate']) {
    await page.getByRole('button', { name: action, exact: true }).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});
