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
  await page.getByText('Live').waitFor();
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
  await page.getByLabel('Oldest first').check();
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
  await createAll(Array.from({ length: 30 }, (_, index) => `Number ${index + 1}`));
  const { page, posts, texts } = await open();
  await posts.first().waitFor();
  expect(await posts.count()).toBe(25);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByRole('link', { name: 'Number 1', exact: true }).waitFor();
  expect(await texts()).toEqual(['Number 5', 'Number 4', 'Number 3', 'Number 2', 'Number 1']);
});

test('the selected posts are deleted, once that is confirmed, and no other', async () => {
  await createAll(['Keep', 'Drop this', 'Drop that']);
  const { page, posts } = await open();
  await page.getByLabel('Select “Drop this”').check();
  await page.getByLabel('Select “Drop that”').check();
  await page.getByRole('button', { name: 'Delete 2' }).click();
  await page.getByRole('dialog', { name: 'Delete posts' }).getByRole('button', { name: 'Cancel' }).click();
  expect(await remaining()).toHaveLength(3);
  await page.getByRole('button', { name: 'Delete 2' }).click();
  await page.getByRole('button', { name: 'Delete 2 posts' }).click();
  await page.getByText('2 posts deleted').waitFor();
  for (const name of ['Drop this', 'Drop that']) await page.getByRole('link', { name }).waitFor({ state: 'detached' });
  expect(await posts.count()).toBe(1);
  expect(await remaining()).toEqual(['Keep']);
});

test('of the selected posts, those that failed are tried again, each once', async () => {
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
  await page.getByText('3 posts selected').waitFor();
  await page.getByRole('button', { name: 'Retry 2' }).click();
  await page.getByText('Trying 2 posts again').waitFor();
  await page.getByRole('tab', { name: 'Published 2' }).waitFor();
  const texts = sandbox.posts({ accountId: owner.accountId }).map(({ text }) => text);
  expect(texts.sort()).toEqual(['First', 'Second']);
});

test('the selected posts get another time, in the time zone that is shown', async () => {
  const id = await create('Later', { scheduledTime: '2035-01-01T09:30:00Z' });
  const { page } = await open();
  await page.getByLabel('Select all of this page').check();
  await page.getByRole('button', { name: 'Reschedule 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule 1 post' });
  await dialog.getByLabel('Time', { exact: true }).click();
  await page.getByRole('button', { name: '17 January 2035' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await page.getByText('1 post rescheduled').waitFor();
  const [row] = await db.query<{ at: Date }>('SELECT scheduled_time AS at FROM post_groups WHERE id = $1', [id]);
  expect(row?.at.toISOString()).toBe('2035-01-17T09:30:00.000Z');
});

test('of several posts the first gets the new time, and the others keep their distance to it', async () => {
  const first = await create('First', { scheduledTime: '2035-01-01T09:30:00Z' });
  const second = await create('Second', { scheduledTime: '2035-01-03T10:45:00Z' });
  const draft = await create('Without a time');
  const { page } = await open();
  await page.getByLabel('Select all of this page').check();
  await page.getByRole('button', { name: 'Reschedule 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule 3 posts' });
  await dialog.getByText('The others keep their distance to it. 1 post without a time gets the same time.').waitFor();
  await dialog.getByLabel('Time', { exact: true }).click();
  await page.getByRole('button', { name: '17 January 2035' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await page.getByText('3 posts rescheduled').waitFor();
  const rows = await db.query<{ id: string; at: Date }>(
    'SELECT id, scheduled_time AS at FROM post_groups WHERE id = ANY($1)',
    [[first, second, draft]],
  );
  const times = new Map(rows.map(({ id, at }) => [id, at.toISOString()]));
  expect([first, second, draft].map((id) => times.get(id))).toEqual([
    '2035-01-17T09:30:00.000Z',
    '2035-01-19T10:45:00.000Z',
    '2035-01-17T09:30:00.000Z',
  ]);
});

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
});
