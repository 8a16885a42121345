import { LATER } from '../live/support.js';
import { expectAccessible } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { button, chooseFile, field, hand, image, live, useComposer } from './composing.js';

const { accounts, open, visit, write, create, change, groups, media, postsAt, textsAt } = await useComposer();

test('dropped and pasted files arrive in the order and with the words that they were given', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  const [red, blue] = [await image('red', 40, 40), await image('blue', 60, 40)];
  await hand(page, '.mantine-Dropzone-root', 'drop', 'red.png', red);
  await page.getByText('Files are uploaded once the post has a text and an account.').waitFor();
  await write(page, 'Two colours', [fediverse]);
  await page.getByRole('progressbar', { name: 'Upload of red.png' }).waitFor({ state: 'detached' });
  await hand(page, 'textarea', 'paste', 'blue.png', blue);
  await page.getByLabel('Alternative text of blue.png').fill('All blue');
  await button(page, 'Move blue.png earlier').click();
  await button(page, 'Publish now').click();
  await live(page, 1);
  const [post] = postsAt(fediverse);
  expect(post?.media.map(({ width }) => width)).toEqual([60, 40]);
  expect(post?.record).toMatchObject({ media: [{ description: 'All blue' }, { description: null }] });
});

test('a file that a platform would crop says so, and a file that is none is refused', async () => {
  const { threadtalk } = accounts();
  const { page } = await open();
  await write(page, 'Wide', [threadtalk]);
  await chooseFile(page, 'wide.png', 'image/png', await image('green', 440, 40));
  await page
    .getByRole('list', { name: 'About wide.png' })
    .getByText(/cropped/)
    .waitFor();
  await chooseFile(page, 'notes.txt', 'text/plain', Buffer.from('No picture'));
  await page.getByText('Neither an image nor a video: notes.txt').waitFor();
});

test('a reload in the middle loses nothing', async () => {
  const { fediverse } = accounts();
  const { page } = await open('/compose?at=2035-01-01T09:30:00Z');
  await field(page).fill('Half a sen');
  await hand(page, '.mantine-Dropzone-root', 'drop', 'red.png', await image('red'));
  await page.getByLabel('Alternative text of red.png').fill('All red');
  await page.getByText('Saved in this browser').waitFor();
  await page.reload();
  await page.getByRole('article', { name: 'red.png' }).waitFor();
  expect(await field(page).inputValue()).toBe('Half a sen');
  expect(await page.getByLabel('Alternative text of red.png').inputValue()).toBe('All red');

  await write(page, 'Half a sentence more', [fediverse]);
  await button(page, 'Schedule').click();
  await page.getByText('Post scheduled').waitFor();
  expect(await groups()).toMatchObject([
    { content: 'Half a sentence more', status: 'scheduled', at: new Date('2035-01-01T09:30:00Z') },
  ]);
  expect(await media()).toEqual([{ status: 'ready' }]);
  await page.goto('/compose');
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('');
});

test('written without a connection, it is sent once when there is one', async () => {
  const { fediverse } = accounts();
  const { page, context, problems } = await open();
  await write(page, 'Before', [fediverse]);
  await context.setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await field(page).fill('On the train');
  await button(page, 'Publish now').click();
  await page.getByText('You are offline. Try again when the connection is back.').first().waitFor();
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
  await button(page, 'Edit').click();
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
  await change('updatePost', { postGroupId: id, content: 'Theirs' });
  const notice = page.getByRole('alert').filter({ hasText: 'This post was changed elsewhere' });
  await notice.getByText('“Theirs”').waitFor();
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Keep my version' }).click();
  await notice.waitFor({ state: 'detached' });
  await button(page, 'Save changes').click();
  await page.getByText('Changes saved').waitFor();
  expect(await groups()).toMatchObject([{ content: 'Mine, better', status: 'scheduled' }]);

  const other = await open(`/compose/${id}`);
  await field(other.page).fill('Mine again');
  await change('updatePost', { postGroupId: id, content: 'Theirs again' });
  await button(other.page, 'Use the other version').click();
  await eventually(async () => ((await field(other.page).inputValue()) === 'Theirs again' ? true : undefined));
});

test('a file that has just arrived is no change from elsewhere, even if its event is late', async () => {
  const { page, context } = await visit();
  let isLate = false;
  await page.routeWebSocket('**/graphql', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isLate || !String(message).includes('"next"')) socket.send(message);
    });
  });
  await page.goto('/compose');
  await page.getByText('Live').waitFor();
  isLate = true;
  await write(page, 'With a picture');
  const read = page.waitForResponse((response) => response.request().postData()?.includes('StoredPost') ?? false);
  await chooseFile(page, 'red.png', 'image/png', await image('red'));
  await read;
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await page.getByText('Saved in this browser').waitFor();
  expect(await page.getByText('This post was changed elsewhere').count()).toBe(0);
  // Its socket stays routed.
  await context.close();
});

test('what was written for a post that somebody deleted can become another one', async () => {
  const id = await create('To be deleted');
  const { page } = await open(`/compose/${id}`);
  await field(page).fill('Worth keeping');
  await change('deletePost', { postGroupId: id });
  await button(page, 'Continue as a new post').click();
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await groups()).toMatchObject([{ content: 'Worth keeping', status: 'draft' }]);
});

test('the file of a scheduled post waits until it is saved, and goes out with it only then', async () => {
  const { targets } = accounts();
  const id = await create('With a picture', { platformIds: targets.slice(0, 1), scheduledTime: LATER });
  const { page } = await open(`/compose/${id}`);
  await chooseFile(page, 'red.png', 'image/png', await image('red'));
  await page.getByText('Files are uploaded when you save').waitFor();
  await page.getByText('Saved in this browser').waitFor();
  expect(await media()).toEqual([]);
  await button(page, 'Save changes').click();
  await page.getByText('Changes saved').waitFor();
  expect(await media()).toEqual([{ status: 'ready' }]);
});

test('discarding removes the draft that was begun, but nothing that is scheduled meanwhile', async () => {
  const { page } = await open();
  const begin = async () => {
    await write(page, 'Begun here');
    await chooseFile(page, 'red.png', 'image/png', await image('red'));
    await page.getByRole('article', { name: 'red.png' }).waitFor();
    const [group] = await eventually(async () => ((await media()).length > 0 ? await groups() : undefined));
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    return group?.id ?? '';
  };
  const discard = async () => {
    await button(page, 'Discard').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('article', { name: 'red.png' }).waitFor({ state: 'detached' });
    expect(await field(page).inputValue()).toBe('');
  };
  await begin();
  await discard();
  expect(await groups()).toEqual([]);

  const postGroupId = await begin();
  await change('updatePost', { postGroupId, content: 'Taken over', scheduledTime: LATER });
  await page.getByText('This post was changed elsewhere').waitFor();
  await discard();
  expect(await groups()).toMatchObject([{ content: 'Taken over', status: 'scheduled' }]);
});

test('changes of the files of a stored draft are discarded as well', async () => {
  const { page } = await open();
  await write(page, 'With a picture');
  await chooseFile(page, 'red.png', 'image/png', await image('red'));
  await page.getByRole('article', { name: 'red.png' }).waitFor();
  await button(page, 'Save draft').click();
  await page.waitForURL(/\/compose\/[0-9a-f]{24}$/);
  await button(page, 'Remove red.png').click();
  await chooseFile(page, 'blue.png', 'image/png', await image('blue'));
  await page.getByRole('article', { name: 'blue.png' }).waitFor();
  await eventually(async () => ((await media()).length === 2 ? true : undefined));
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await button(page, 'Discard changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('article', { name: 'red.png' }).waitFor();
  await page.getByRole('article', { name: 'blue.png' }).waitFor({ state: 'detached' });
  await page.getByText('Saved as draft').waitFor();
  expect(await media()).toEqual([{ status: 'ready' }]);

  await button(page, 'Remove red.png').click();
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  await eventually(async () => ((await media()).length === 0 ? true : undefined));
});

test('a published post becomes another one with its files', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'With a picture', [fediverse]);
  await chooseFile(page, 'red.png', 'image/png', await image('red', 60, 40));
  await page.getByRole('article', { name: 'red.png' }).waitFor();
  await button(page, 'Publish now').click();
  await live(page, 1);
  const [published] = await groups();
  await page.goto(`/compose/${published?.id}`);
  await button(page, 'Continue as a new post').click();
  await field(page).fill('Once more');
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  // The time of the other one has passed.
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(postsAt(fediverse).map(({ text, media: files }) => [text, files.map(({ width }) => width)])).toEqual([
    ['With a picture', [60]],
    ['Once more', [60]],
  ]);
});

test('a file that is removed during its upload does not keep the next one waiting', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  let isFirst = true;
  await page.route('**', (route) => {
    if (route.request().method() !== 'PUT' || !isFirst) return route.fallback();
    isFirst = false;
  });
  await write(page, 'Two colours', [fediverse]);
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await chooseFile(page, 'red.png', 'image/png', await image('red'));
  await sent;
  await chooseFile(page, 'blue.png', 'image/png', await image('blue'));
  await button(page, 'Remove red.png').click();
  await page.getByRole('progressbar', { name: 'Upload of blue.png' }).waitFor({ state: 'detached' });
  await eventually(async () => ((await media()).length === 1 ? true : undefined));
  expect(await media()).toEqual([{ status: 'ready' }]);
});
