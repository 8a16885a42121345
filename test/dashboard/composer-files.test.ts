import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expectAccessible } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
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
  await page.getByLabel('Alternative text of red.png').fill('All red');
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
  const card = page.getByRole('article', { name: 'missing.png' });
  const reason = card.getByText('The file could not be fetched: the server answered 404');
  await reason.first().waitFor();
  await card.getByRole('list', { name: 'About missing.png' }).waitFor();
  expect(await reason.count()).toBe(1);
  const seen: string[] = [];
  await page.route('**/graphql', async (route) => {
    const [name] = /(?:DeleteMedia|UpdateComposed)\b/.exec(route.request().postData() ?? '') ?? [];
    if (name === 'DeleteMedia') await sleep(1_000);
    if (name) seen.push(name);
    return route.fallback();
  });
  await button(page, 'Remove missing.png').click();
  await button(page, 'Publish now').click();
  await live(page, 1);
  // The update of the post would find it changed by the removal.
  expect(seen[0]).toBe('DeleteMedia');
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
  await card.getByText('Image format PNG is not supported on Photogram.').waitFor();
  expect(await page.getByRole('button', { name: /^Convert/ }).count()).toBe(1);
  await expectAccessible(page);
  await button(page, 'Convert to JPEG').click();
  await page.getByRole('article', { name: 'shot.jpg' }).waitFor();
  await card.waitFor({ state: 'detached' });
  await page
    .getByText(/is not supported on Photogram/i)
    .first()
    .waitFor({ state: 'detached' });
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
  await button(page, 'Convert to JPEG').click();
  await page.getByText('This browser cannot change it. Change it in another program, and add it again.').waitFor();
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
  const cover = page.getByLabel('Cover of the video');
  expect(await cover.count()).toBe(0);
  await chooseFile(page, 'film.mp4', 'video/mp4', makeVideo({ seconds: 6 }));
  await page.getByRole('progressbar', { name: 'Upload of film.mp4' }).waitFor({ state: 'detached' });
  await cover.fill('2.5');
  await button(page, 'Save draft').click();
  await page.waitForURL(/\/compose\/[0-9a-f]{24}$/);
  const [group] = await groups();
  const stored = () => db.query('SELECT video_timestamp AS cover FROM post_groups WHERE id = $1', [group?.id]);
  expect(await stored()).toEqual([{ cover: 2500 }]);

  await page.goto(`/compose/${group?.id}`);
  await field(page).waitFor();
  expect(await cover.inputValue()).toBe('2.5');
  await button(page, 'Let the platform choose').click();
  await button(page, 'Save draft').click();
  await page.getByText('Saved as draft').waitFor();
  expect(await stored()).toEqual([{ cover: null }]);
});

/** 400 x 800: red above, blue below. */
const halves = await sharp({ create: { width: 400, height: 800, channels: 3, background: 'red' } })
  .composite([{ input: await image('blue', 400, 400), left: 0, top: 400 }])
  .jpeg()
  .toBuffer();

/** The dialog moves while it opens. */
const expectInView = (shown: Locator, height: number) =>
  eventually(async () => {
    const { y = Number.NaN, height: own = 0 } = (await shown.boundingBox()) ?? {};
    return (y >= 0 && y + own <= height) || undefined;
  });

/** The ratios that the dialog offers. */
/** Once the dialog shows them. */
const ratiosOf = async (dialog: Locator): Promise<string[]> => {
  const labels = dialog.getByRole('radiogroup', { name: 'Ratio of the sides' }).locator('label');
  await labels.first().waitFor();
  return labels.allInnerTexts();
};

test('a picture is framed by keyboard: for all platforms, and for one', async () => {
  const { fediverse, threadtalk } = accounts();
  const { page } = await open();
  await write(page, 'Framed', [fediverse, threadtalk]);
  await chooseFile(page, 'tall.jpg', 'image/jpeg', halves);
  await page.getByRole('progressbar', { name: 'Upload of tall.jpg' }).waitFor({ state: 'detached' });
  await button(page, 'Edit tall.jpg').click();
  await page.getByRole('menuitem', { name: 'Crop and focus' }).click();
  const dialog = page.getByRole('dialog', { name: 'Frame tall.jpg' });
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of ['Reset', 'Cancel', 'Apply']) await expectInView(dialog.getByRole('button', { name }), height);
  }
  await dialog.getByText('1:1', { exact: true }).click();
  const area = dialog.getByRole('button', { name: 'Crop area' });
  const shown = (label: string) => dialog.getByLabel(`${label} (%)`).inputValue();
  expect([await shown('Left'), await shown('Top'), await shown('Width'), await shown('Height')]).toEqual([
    ...['0', '25', '100', '50'],
  ]);
  await area.press('ArrowDown');
  expect(await shown('Top')).toBe('26');
  // At the edge it stays.
  for (let press = 0; press < 30; press++) await area.press('ArrowDown');
  expect(await shown('Top')).toBe('50');
  // Its ratio is kept.
  await area.press('Shift+ArrowLeft');
  expect([await shown('Width'), await shown('Height')]).toEqual(['99', '49.5']);
  await area.press('Shift+ArrowRight');
  await expectAccessible(page);

  await dialog.getByLabel('For', { exact: true }).selectOption('Threadtalk');
  expect(await ratiosOf(dialog)).toEqual(['Free', '9:16', '4:5', '1:1', '16:9', '1.91:1']);
  await dialog.getByText('Threadtalk uses what is chosen for all platforms').waitFor();
  await dialog.getByLabel('Top (%)').fill('0');
  await dialog.getByText('Focus', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Focus' }).press('ArrowLeft');
  expect(await shown('From the left')).toBe('49');
  await expectAccessible(page);
  await button(page, 'Apply').click();
  await page.getByText('Framed for all platforms and Threadtalk.').waitFor();

  // The same after the draft was saved and opened again.
  await button(page, 'Save draft').click();
  await page.waitForURL(/\/compose\/[0-9a-f]{24}$/);
  await page.reload();
  await page.getByText('Framed for all platforms and Threadtalk.').waitFor();
  const [row] = await db.query<{ framings: object[] }>('SELECT framings FROM media WHERE user_id = $1', [
    accounts().userId,
  ]);
  expect(row?.framings).toEqual([
    { platform: null, crop: { x: 0, y: 0.5, width: 1, height: 0.5 }, focus: null },
    { platform: 'threadtalk', crop: { x: 0, y: 0, width: 1, height: 0.5 }, focus: { x: 0.49, y: 0.5 } },
  ]);
  await button(page, 'Publish now').click();
  await live(page, 2);
  for (const account of [fediverse, threadtalk]) {
    expect(postsAt(account).map(({ media }) => media)).toMatchObject([[{ width: 400, height: 400 }]]);
  }
});

test('a framing is dragged, reset, and dropped by Cancel', async () => {
  const { fediverse } = accounts();
  const { page } = await open();
  await write(page, 'Dragged', [fediverse]);
  await chooseFile(page, 'tall.jpg', 'image/jpeg', halves);
  await page.getByRole('progressbar', { name: 'Upload of tall.jpg' }).waitFor({ state: 'detached' });
  const frame = async () => {
    await button(page, 'Edit tall.jpg').click();
    await page.getByRole('menuitem', { name: 'Crop and focus' }).click();
    return page.getByRole('dialog', { name: 'Frame tall.jpg' });
  };
  const dialog = await frame();
  await dialog.getByText('1:1', { exact: true }).click();
  const box = await dialog.getByRole('button', { name: 'Crop area' }).boundingBox();
  if (!box) throw new Error('The area is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - box.height, { steps: 5 });
  await page.mouse.up();
  expect(await dialog.getByLabel('Top (%)').inputValue()).toBe('0');
  await button(page, 'Apply').click();
  await page.getByText('Framed for all platforms.').waitFor();

  await frame();
  await button(page, 'Reset').click();
  await button(page, 'Cancel').click();
  await page.getByText('Framed for all platforms.').waitFor();
  await frame();
  await button(page, 'Reset').click();
  await button(page, 'Apply').click();
  await page.getByText('Framed for all platforms.').waitFor({ state: 'detached' });
});

test('a picture that photogram would crop is cropped for it, and the crop adjusted', async () => {
  const { connect } = accounts();
  const photogram = await connect('photogram');
  const { page } = await open();
  await write(page, 'A tall one', [photogram]);
  const tall = sharp({ create: { width: 400, height: 900, channels: 3, background: 'red' } });
  await chooseFile(page, 'tall.jpg', 'image/jpeg', await tall.jpeg().toBuffer());
  await button(page, 'Crop to 4:5').click();
  await button(page, 'Crop to 4:5').waitFor({ state: 'detached' });

  await button(page, 'Edit tall.jpg').click();
  await page.getByRole('menuitem', { name: 'Crop and focus' }).click();
  const dialog = page.getByRole('dialog', { name: 'Frame tall.jpg' });
  // It takes 4:5 to 1.91:1.
  expect(await ratiosOf(dialog)).toEqual(['Free', '4:5', '1:1', '16:9', '1.91:1']);
  await dialog.getByLabel('For', { exact: true }).selectOption('Photogram');
  expect(await ratiosOf(dialog)).toEqual(['Free', '4:5', '1:1', '16:9', '1.91:1']);
  await dialog.getByText('1:1', { exact: true }).click();
  await button(page, 'Apply').click();
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(postsAt(photogram).map(({ media }) => media)).toMatchObject([[{ width: 400, height: 400 }]]);
});

test('the original of a changed image can be restored', async () => {
  const { userId, fediverse } = accounts();
  const { page } = await open();
  await write(page, 'As it was', [fediverse]);
  await chooseFile(page, 'shot.png', 'image/png', await image('red', 60, 40));
  await button(page, 'Edit shot.png').click();
  await page.getByRole('menuitem', { name: 'Convert to JPEG' }).click();
  await button(page, 'Edit shot.jpg').click();
  await page.getByRole('menuitem', { name: 'Restore the original' }).click();
  await page.getByRole('article', { name: 'shot.png' }).waitFor();
  await page.getByRole('progressbar', { name: 'Upload of shot.png' }).waitFor({ state: 'detached' });
  await button(page, 'Publish now').click();
  await live(page, 1);
  expect(await db.query('SELECT name FROM media WHERE user_id = $1', [userId])).toEqual([{ name: 'shot.png' }]);
});
