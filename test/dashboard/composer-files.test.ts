import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { expectAccessible } from '../support/chromium.js';
import { makeVideo } from '../support/video-file.js';
import { button, chooseFile, field, image, live, useComposer } from './composing.js';

const { db, accounts, open, write, groups, postsAt } = await useComposer({
  PRIVATE_ADDRESSES: 'media,platforms,webhooks',
});

const red = await image('red', 60, 40);
const web = createServer(({ url }, response) =>
  url === '/red.png' ? response.end(red) : response.writeHead(404).end(),
);
await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
afterAll(() => web.close());
const jpeg = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
const addressOf = (name: string) => `http://127.0.0.1:${(web.address() as AddressInfo).port}/${name}`;

test('a file is added by its address on the web, and goes out', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'From the web', [fediverse]);
  await button(page, 'Add from the web').click();
  const dialog = page.getByRole('dialog', { name: 'Add a file from the web' });
  await dialog.getByLabel('Address of the file').fill(addressOf('red.png'));
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('article', { name: 'red.png' }).getByLabel('Alternative text').fill('All red');
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(postsAt(fediverse)).toMatchObject([
    { media: [{ width: 60, height: 40 }], record: { media: [{ description: 'All red' }] } },
  ]);
});

test('an address without a file says so, and the post can go out without it', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'Nothing there', [fediverse]);
  await button(page, 'Add from the web').click();
  const dialog = page.getByRole('dialog', { name: 'Add a file from the web' });
  await dialog.getByLabel('Address of the file').fill(addressOf('missing.png'));
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page
    .getByRole('article', { name: 'missing.png' })
    .getByText('The file could not be fetched: the server answered 404')
    .waitFor();
  await button(page, 'Remove missing.png').click();
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(postsAt(fediverse).map(({ media }) => media)).toEqual([[]]);
});

test('an image that photogram refuses for its format is converted, in its place and with its words', async () => {
  const { connect } = accounts();
  const photogram = await connect('photogram');
  const { page } = await open();
  await write(page, 'A screenshot', [photogram]);
  await chooseFile(page, 'first.jpg', 'image/jpeg', await jpeg('blue'));
  await chooseFile(page, 'shot.png', 'image/png', await image('red', 400, 400));
  await chooseFile(page, 'last.jpg', 'image/jpeg', await jpeg('green'));
  const card = page.getByRole('article', { name: 'shot.png' });
  await card.getByLabel('Alternative text').fill('All red');
  await card.getByText('Photogram does not accept PNG images.').waitFor();
  expect(await page.getByRole('button', { name: /^Convert/ }).count()).toBe(1);
  await expectAccessible(page);
  await button(page, 'Convert to JPEG: shot.png').click();
  await page.getByRole('article', { name: 'shot.jpg' }).waitFor();
  await card.waitFor({ state: 'detached' });
  await page.getByText(/is not supported on photogram/).waitFor({ state: 'detached' });
  await button(page, 'Publish now').click();
  await live(page, 1);
  const [post] = postsAt(photogram);
  expect(post?.media).toMatchObject([{ width: 300 }, { width: 400, height: 400 }, { width: 300 }]);
  expect(await db.query("SELECT name, mime_type, alt_text FROM media WHERE name = 'shot.jpg'")).toEqual([
    { name: 'shot.jpg', mime_type: 'image/jpeg', alt_text: 'All red' },
  ]);
});

test('an image that this browser cannot open is not converted, and says so', async () => {
  const { connect } = accounts();
  const photogram = await connect('photogram');
  const { page } = await open();
  await write(page, 'A screenshot', [photogram]);
  await chooseFile(page, 'shot.png', 'image/png', await image('red', 400, 400));
  await page.evaluate(() => Object.assign(window, { createImageBitmap: () => Promise.reject(new Error('No')) }));
  await button(page, 'Convert to JPEG: shot.png').click();
  await page.getByText('This browser cannot convert it. Save it as JPEG, and add it again.').waitFor();
  await page.getByRole('article', { name: 'shot.png' }).waitFor();
});

test('a file that is not what its name says shows what it is, here and on the page of its post', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'Wrong name', [fediverse]);
  await chooseFile(page, 'photo.jpg', 'image/jpeg', await image('red'));
  const correction = page.getByText('Declared as image/jpeg; the file is a PNG image.');
  await correction.waitFor();
  await button(page, 'Publish now').click();
  await live(page, 1);
  await correction.waitFor();
});

test('the cover of a video is chosen for the platforms that show one, and kept', async () => {
  const { connect } = accounts();
  const shortvideo = await connect('shortvideo');
  const { page } = await open();
  await write(page, 'A film', [shortvideo]);
  const cover = page.getByLabel('Cover of the video, in seconds from its start');
  expect(await cover.count()).toBe(0);
  await chooseFile(page, 'film.mp4', 'video/mp4', makeVideo({ seconds: 6 }));
  await cover.fill('2.5');
  await page.getByRole('progressbar', { name: 'Upload of film.mp4' }).waitFor({ state: 'detached' });
  await button(page, 'Save draft').click();
  await page.waitForURL(/\/compose\/[0-9a-f]{24}$/);
  const [group] = await groups();
  const stored = () => db.query('SELECT video_timestamp AS cover FROM post_groups WHERE id = $1', [group?.id]);
  expect(await stored()).toEqual([{ cover: 2500 }]);

  await page.goto(`/compose/${group?.id}`);
  await field(page).waitFor();
  expect(await cover.inputValue()).toBe('2.5');
  await cover.fill('');
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await stored()).toEqual([{ cover: null }]);
});
