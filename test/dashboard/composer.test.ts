import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createGroup, LATER, mutate } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, SCREENS, useBrowser } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const browser = useBrowser(service);

let sandbox: Sandbox;
let account: TestAccount;
let fediverse: SandboxAccount;
let threadtalk: SandboxAccount;
let targets: string[];
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(async () => {
  account = await createAccount(db);
  fediverse = sandbox.createAccount('fediverse');
  threadtalk = sandbox.createAccount('threadtalk');
  targets = [await account.connect(fediverse), await account.connect(threadtalk)];
});
afterAll(() => sandbox?.close());

const headers = () => ({ 'x-api-key': account.apiKey });
const create = (content: string, input: object = {}) =>
  createGroup(service, headers(), { content, platformIds: targets, ...input });
const groups = () =>
  db.query<{ id: string; content: string; status: string; at: Date | null }>(
    'SELECT id, content, status, scheduled_time AS at FROM post_groups WHERE user_id = $1 ORDER BY id',
    [account.userId],
  );

async function open(path = '/compose', screen = {}) {
  const visitor = await browser.openSignedIn(db, { account, ...screen });
  await visitor.page.goto(path);
  await field(visitor.page).waitFor();
  await visitor.page.getByText('Live').waitFor();
  return visitor;
}

const field = (page: Page) => page.getByLabel('Text', { exact: true });
const box = (page: Page, { platform, username }: SandboxAccount) =>
  page.getByRole('checkbox', { name: `${platform} @${username}` });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A text for the accounts; both unless said otherwise. */
async function write(page: Page, text: string, accounts = [fediverse, threadtalk]) {
  await field(page).fill(text);
  for (const account of accounts) await box(page, account).check();
}

/** The page of the post that it became, once each of its parts is live. */
async function live(page: Page, parts = 2): Promise<string> {
  await page.waitForURL(/\/posts\/[0-9a-f]{24}$/);
  await page
    .getByRole('article')
    .nth(parts - 1)
    .waitFor();
  for (const part of await page.getByRole('article').all()) {
    await part.getByText('Published', { exact: true }).waitFor();
  }
  return page.url().slice(-24);
}

const textsAt = ({ accountId }: SandboxAccount) => sandbox.posts({ accountId }).map(({ text }) => text);

/** An image of one colour, of these dimensions. */
const image = (color: string, width = 40, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Gives files to the page as a drop or a paste does. */
const hand = (page: Page, selector: string, event: 'drop' | 'paste', files: { name: string; bytes: Buffer }[]) =>
  page.locator(selector).evaluate(
    (element, { event, files }) => {
      const data = new DataTransfer();
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: 'image/png' }));
      }
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      );
    },
    { event, files: files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })) },
  );

test('a newcomer writes for two accounts, solves what a platform would refuse, and schedules it', async () => {
  const { page } = await open();
  await page.getByText('Choose an account and write something').waitFor();
  const links = Array.from({ length: 6 }, (_, index) => `https://example.com/${index}`).join(' ');
  await write(page, `My first post ${links}`);
  const about = page.getByRole('list', { name: 'About the text' });
  await about.getByText(/threadtalk/i).waitFor();
  await page.getByText('At a time').click();
  await button(page, 'Schedule').click();
  await page.getByText('1 problem to solve first').waitFor();
  expect(await groups()).toEqual([]);

  await field(page).fill('My first post');
  await about.waitFor({ state: 'detached' });
  await page.getByText('Threadtalk 13/500').waitFor();
  await page.getByRole('article', { name: 'Preview on Fediverse' }).getByText('My first post').waitFor();
  await button(page, 'Schedule').click();
  await page.getByText('Post scheduled').waitFor();
  await page.getByRole('article', { name: 'Threadtalk' }).getByText('Scheduled', { exact: true }).waitFor();
  expect(await groups()).toMatchObject([{ content: 'My first post', status: 'scheduled' }]);
});

test('pressed twice it goes out once, and its page shows it live', async () => {
  const { page } = await open();
  await write(page, 'Only once');
  await button(page, 'Publish now').dblclick();
  await live(page);
  expect([textsAt(fediverse), textsAt(threadtalk)]).toEqual([['Only once'], ['Only once']]);
  expect(await groups()).toHaveLength(1);
});

test.each(['CreateDraft', 'UpdateComposed'])(
  'when the answer to %s is lost, a second attempt posts once',
  async (lost) => {
    const { page, problems } = await open();
    await write(page, 'Answer lost');
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes(`mutation ${lost}`)) return route.fallback();
      await page.unroute('**/graphql');
      await route.fetch();
      await route.abort();
    });
    await button(page, 'Publish now').click();
    await page.getByText('The service cannot be reached').waitFor();
    problems.length = 0;
    await button(page, 'Publish now').click();
    await live(page);
    expect([textsAt(fediverse), textsAt(threadtalk)]).toEqual([['Answer lost'], ['Answer lost']]);
    expect(await groups()).toHaveLength(1);
  },
);

test('an account gets the text of its own', async () => {
  const { page } = await open();
  await write(page, 'For all');
  await page.getByRole('button', { name: 'Text of its own for an account' }).click();
  await page.getByRole('menuitem', { name: `Threadtalk @${threadtalk.username}` }).click();
  await page.getByLabel(`Text for Threadtalk @${threadtalk.username}`).fill('For threadtalk');
  await page.getByText('Threadtalk 14/500').waitFor();
  await button(page, 'Publish now').click();
  await live(page);
  expect([textsAt(fediverse), textsAt(threadtalk)]).toEqual([['For all'], ['For threadtalk']]);
});

test('dropped and pasted files arrive in the order and with the words that they were given', async () => {
  const { page } = await open();
  const [red, blue] = [await image('red', 40, 40), await image('blue', 60, 40)];
  await hand(page, '.mantine-Dropzone-root', 'drop', [{ name: 'red.png', bytes: red }]);
  await page.getByText('Files are uploaded once the post has a text and an account.').waitFor();
  await write(page, 'Two colours', [fediverse]);
  await page.getByRole('progressbar', { name: 'Upload of red.png' }).waitFor({ state: 'detached' });
  await hand(page, 'textarea >> nth=0', 'paste', [{ name: 'blue.png', bytes: blue }]);
  await page.getByRole('article', { name: 'blue.png' }).getByLabel('Alternative text').fill('All blue');
  await button(page, 'Move blue.png up').click();
  await button(page, 'Publish now').click();
  await live(page, 1);
  const [post] = sandbox.posts({ accountId: fediverse.accountId });
  expect(post?.media.map(({ width }) => width)).toEqual([60, 40]);
  expect(post?.record).toMatchObject({ media_attachments: [{ description: 'All blue' }, {}] });
});

test('a file that a platform would crop says so, and a file that is none is refused', async () => {
  const { page } = await open();
  await write(page, 'Wide', [threadtalk]);
  await page
    .getByLabel('Images and videos', { exact: true })
    .setInputFiles([{ name: 'wide.png', mimeType: 'image/png', buffer: await image('green', 440, 40) }]);
  await page
    .getByRole('list', { name: 'About the files' })
    .getByText(/cropped/)
    .waitFor();
  await page
    .getByLabel('Images and videos', { exact: true })
    .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') }]);
  await page.getByText('Neither an image nor a video: notes.txt').waitFor();
});

test('a setting of a platform arrives there', async () => {
  const { page } = await open();
  await write(page, 'Reply if I know you', [threadtalk]);
  await page.getByRole('combobox', { name: 'Reply control' }).click();
  await page.getByRole('option', { name: 'Accounts you follow' }).click();
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(sandbox.posts({ accountId: threadtalk.accountId })).toMatchObject([
    { record: { reply_audience: 'accounts_you_follow' } },
  ]);
});

test('a reload in the middle loses nothing', async () => {
  const { page } = await open('/compose?at=2035-01-01T09:30:00Z');
  await field(page).fill('Half a sen');
  await hand(page, '.mantine-Dropzone-root', 'drop', [{ name: 'red.png', bytes: await image('red') }]);
  await page.getByRole('article', { name: 'red.png' }).getByLabel('Alternative text').fill('All red');
  await page.getByText('Saved in this browser').waitFor();
  await page.reload();
  await page.getByRole('article', { name: 'red.png' }).waitFor();
  expect(await field(page).inputValue()).toBe('Half a sen');
  expect(await page.getByLabel('Alternative text').inputValue()).toBe('All red');

  await write(page, 'Half a sentence more', [fediverse]);
  await button(page, 'Schedule').click();
  await page.getByText('Post scheduled').waitFor();
  expect(await groups()).toMatchObject([
    { content: 'Half a sentence more', status: 'scheduled', at: new Date('2035-01-01T09:30:00Z') },
  ]);
  const media = await db.query('SELECT status FROM media WHERE user_id = $1', [account.userId]);
  expect(media).toEqual([{ status: 'ready' }]);
  await page.goto('/compose');
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('');
});

test('written without a connection, it is sent once when there is one', async () => {
  const { page, context, problems } = await open();
  await write(page, 'Before', [fediverse]);
  await context.setOffline(true);
  await page.getByText('Offline').waitFor();
  await field(page).fill('On the train');
  await button(page, 'Publish now').click();
  await page.getByText('The service cannot be reached').waitFor();
  await page.getByText('Saved in this browser').waitFor();
  await context.setOffline(false);
  await page.getByText('Live').waitFor();
  problems.length = 0;
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(textsAt(fediverse)).toEqual(['On the train']);
});

test('a draft is saved with the keyboard, and edited later', async () => {
  const { page } = await open();
  await write(page, 'First version');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved as draft').waitFor();
  await page.waitForURL(/\/compose\/[0-9a-f]{24}$/);
  await page.goto(`/posts/${page.url().slice(-24)}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('heading', { name: 'Edit post' }).waitFor();
  await field(page).fill('Second version');
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await groups()).toMatchObject([{ content: 'Second version', status: 'draft' }]);
});

test('a scheduled post that was changed elsewhere says so, and a person chooses', async () => {
  const id = await create('Mine', { scheduledTime: LATER });
  const { page } = await open(`/compose/${id}`);
  await field(page).fill('Mine, better');
  await mutate(service, headers(), 'updatePost', { postGroupId: id, content: 'Theirs' });
  const notice = page.getByRole('alert').filter({ hasText: 'This post was changed elsewhere' });
  await notice.getByText('“Theirs”').waitFor();
  await notice.getByRole('button', { name: 'Keep my version' }).click();
  await notice.waitFor({ state: 'detached' });
  await button(page, 'Save changes').click();
  await page.getByText('Changes saved').waitFor();
  expect(await groups()).toMatchObject([{ content: 'Mine, better', status: 'scheduled' }]);

  const other = await open(`/compose/${id}`);
  await field(other.page).fill('Mine again');
  await mutate(service, headers(), 'updatePost', { postGroupId: id, content: 'Theirs again' });
  await button(other.page, 'Use the other version').click();
  await eventually(async () => ((await field(other.page).inputValue()) === 'Theirs again' ? true : undefined));
});

test('what was written for a post that somebody deleted can become another one', async () => {
  const id = await create('To be deleted');
  const { page } = await open(`/compose/${id}`);
  await field(page).fill('Worth keeping');
  await mutate(service, headers(), 'deletePost', { postGroupId: id });
  await button(page, 'Continue as a new post').click();
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await groups()).toMatchObject([{ content: 'Worth keeping', status: 'draft' }]);
});

test('the keyboard is enough', async () => {
  const { page } = await browser.openSignedIn(db, { account });
  await page.goto('/posts');
  await page.getByText('No posts yet').waitFor();
  await page.getByText('Live').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'New post' }).waitFor();
  await eventually(
    async () => (await field(page).evaluate((element) => element === document.activeElement)) || undefined,
  );
  await page.keyboard.type('Without a mouse');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByText('Fediverse 15/').waitFor();
  await page.keyboard.press('Control+Enter');
  await live(page, 1);
  expect(textsAt(fediverse)).toEqual(['Without a mouse']);
});

test('an account whose access has ended says why it cannot be chosen', async () => {
  await db.query('UPDATE connections SET revoked_at = now() WHERE platform_id = $1', [targets[1]]);
  const { page } = await open();
  await page.getByText('The platform refused its access: connect it again.').waitFor();
  expect(await box(page, threadtalk).isDisabled()).toBe(true);
  expect(await box(page, fediverse).isDisabled()).toBe(false);
});

test.each(SCREENS)('it is accessible: $theme, $width pixels', async (screen) => {
  const id = await create('A draft with https://example.com', {
    overrides: [{ platformId: targets[1], content: 'Of its own' }],
  });
  const { page } = await open(`/compose/${id}`, screen);
  await page
    .getByLabel('Images and videos', { exact: true })
    .setInputFiles([{ name: 'wide.png', mimeType: 'image/png', buffer: await image('green', 440, 40) }]);
  await page.getByText('At a time').click();
  await page.getByRole('list', { name: 'About the files' }).waitFor();
  await expectAccessible(page);
});
