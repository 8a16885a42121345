/** The previews of the composer: each platform's look, its problems, and that nothing else moves. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import { sandboxPlatforms } from '../../sandbox/types.js';
import { expectAccessible, isWiderThanScreen } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { chooseFile, useComposer } from './composing.js';

const { accounts, open, write } = await useComposer({ PRIVATE_ADDRESSES: 'media,platforms,webhooks,link-cards' });

const PAGE = `<title>A page about bread</title><meta name="description" content="How it rises"><meta property="og:image" content="/cover.jpg">`;
const picture = (background: string, width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
const cover = await picture('peru', 800, 420);
const web = createServer(({ url }, response) =>
  url === '/cover.jpg'
    ? response.writeHead(200, { 'content-type': 'image/jpeg' }).end(cover)
    : response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
);
await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
afterAll(() => web.close());
const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}/bread`;

const named = (platform: string) => platform.charAt(0).toUpperCase() + platform.slice(1);
const previews = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
const preview = (page: Page, platform: string) => page.getByRole('article', { name: `Preview on ${named(platform)}` });
const tab = (page: Page, { platform, username }: SandboxAccount) =>
  previews(page).getByRole('tab', { name: `${named(platform)} @${username}` });
const entities = (shown: Locator) =>
  shown
    .locator('[data-entity]')
    .evaluateAll((found) => found.map((each) => `${(each as HTMLElement).dataset.entity} ${each.textContent}`));

/** An account on each of the platforms, and the composer with a text for all of them. */
async function openWith(platforms: readonly SandboxPlatform[], text: string, screen = {}) {
  const chosen: SandboxAccount[] = [];
  for (const platform of platforms) chosen.push(await accounts().connect(platform));
  const { page } = await open('/compose', screen);
  await write(page, text, chosen);
  await previews(page)
    .getByRole('tab')
    .nth(chosen.length - 1)
    .waitFor();
  return { page, chosen };
}

async function addImages(page: Page, count: number) {
  const colors = ['tomato', 'seagreen', 'royalblue', 'goldenrod', 'orchid'];
  for (let index = 0; index < count; index++) {
    await chooseFile(page, `no-${index}.jpg`, 'image/jpeg', await picture(colors[index] ?? 'gray'));
  }
}

test('each account has a tab with its platform’s look: links, mentions and hashtags are coloured', async () => {
  const { page, chosen } = await openWith(sandboxPlatforms, 'Hello @baker.b #bread https://example.com/loaf');
  const expected: Record<SandboxPlatform, string[]> = {
    microblog: ['MENTION @baker', 'HASHTAG #bread', 'LINK example.com/loaf'],
    network: ['HASHTAG #bread', 'LINK https://example.com/loaf'],
    photogram: ['MENTION @baker.b', 'HASHTAG #bread'],
    threadtalk: ['MENTION @baker.b', 'HASHTAG #bread', 'LINK example.com/loaf'],
    shortvideo: ['MENTION @baker.b', 'HASHTAG #bread'],
    videohub: ['MENTION @baker.b', 'HASHTAG #bread', 'LINK https://example.com/loaf'],
    socialpage: ['HASHTAG #bread', 'LINK https://example.com/loaf'],
    skyfeed: ['HASHTAG #bread', 'LINK example.com/loaf'],
    fediverse: ['MENTION @baker.b', 'HASHTAG #bread', 'LINK example.com/loaf'],
    messenger: ['MENTION @baker', 'HASHTAG #bread', 'LINK https://example.com/loaf'],
    pinboard: ['HASHTAG #bread'],
  };
  for (const account of chosen) {
    await tab(page, account).click();
    const shown = preview(page, account.platform);
    await shown.waitFor();
    expect({ [account.platform]: await entities(shown) }).toEqual({
      [account.platform]: expected[account.platform],
    });
    await shown.getByText(account.displayName).or(shown.getByText(account.username)).first().waitFor();
  }
});

test('a tab says whether the post goes through there, and its preview what does not', async () => {
  const { page, chosen } = await openWith(['fediverse', 'photogram'], 'No picture');
  const [fediverse, photogram] = chosen as [SandboxAccount, SandboxAccount];
  await page.getByRole('tab', { name: `Fediverse @${fediverse.username}: goes through` }).click();
  await preview(page, 'fediverse').getByText('Goes through').waitFor();
  await page.getByRole('tab', { name: `Photogram @${photogram.username}: has a problem` }).click();
  await preview(page, 'photogram').getByText('photogram posts require media').waitFor();
});

test('tabs are chosen with the arrow keys', async () => {
  const { page, chosen } = await openWith(['fediverse', 'skyfeed'], 'By keyboard');
  const [fediverse] = chosen as [SandboxAccount];
  await tab(page, fediverse).focus();
  await page.keyboard.press('ArrowRight');
  await preview(page, 'skyfeed').waitFor();
});

test('a thread is joined by a line, and its parts are numbered', async () => {
  const { page } = await openWith(['microblog'], 'First\n---\nSecond');
  const shown = preview(page, 'microblog');
  for (const number of ['First (1/2)', 'Second (2/2)']) await shown.getByText(number).waitFor();
  expect(await shown.locator('[data-continues]').count()).toBe(1);
});

test('a long text is folded where the platform folds it, and opened', async () => {
  const text = 'A sentence that goes on. '.repeat(20).trim();
  const { page } = await openWith(['network'], text);
  const shown = preview(page, 'network');
  const more = shown.getByRole('button', { name: 'more' });
  await more.waitFor();
  expect(await shown.getByText(text).count()).toBe(0);
  await more.click();
  await shown.getByText(text).waitFor();
});

test('a link card is the page, as it will be sent', async () => {
  const { page } = await openWith(['skyfeed'], `Read ${address}`);
  const card = preview(page, 'skyfeed').getByTestId('link-card');
  await card.getByText('A page about bread').waitFor();
  await card.getByText('How it rises').waitFor();
  expect(await card.locator('img').getAttribute('src')).toMatch(/^data:image\/jpeg;base64,/);
});

test('images are a grid of their number, cropped as they will be sent, with their alternative text on demand', async () => {
  const { page, chosen } = await openWith(['microblog', 'photogram'], 'Pictures');
  const grid = preview(page, 'microblog').locator('[data-count]');
  for (const count of [1, 2, 3, 4]) {
    await chooseFile(page, `no-${count}.jpg`, 'image/jpeg', await picture('seagreen', 900, 300));
    await preview(page, 'microblog').locator(`[data-count="${count}"]`).waitFor();
    expect(await grid.locator('img').count()).toBe(count);
  }
  await page.getByRole('article', { name: 'no-1.jpg' }).getByLabel('Alternative text').fill('All green');
  const alt = preview(page, 'microblog').getByRole('button', { name: 'ALT: alternative text of no-1.jpg' });
  await alt.click();
  await preview(page, 'microblog').getByText('All green').waitFor();
  await tab(page, chosen[1] as SandboxAccount).click();
  const shown = preview(page, 'photogram');
  await shown.getByText('1/4').waitFor();
  await shown.getByRole('button', { name: 'Next file' }).click();
  await shown.getByText('2/4').waitFor();
  // 900 × 300 is cropped to 1.91:1.
  await eventually(async () => {
    const box = await shown.locator('img').first().boundingBox();
    return Math.abs((box?.width ?? 0) / (box?.height ?? 1) - 1.91) < 0.05 || undefined;
  });
});

test('an image shows the area that its author chose', async () => {
  const { page } = await openWith(['photogram'], 'A part');
  await chooseFile(page, 'wide.jpg', 'image/jpeg', await picture('seagreen', 800, 400));
  const shown = preview(page, 'photogram');
  await page.getByRole('button', { name: 'Edit wide.jpg' }).click();
  await page.getByRole('menuitem', { name: 'Crop and focus' }).click();
  const dialog = page.getByRole('dialog', { name: 'Frame wide.jpg' });
  await dialog.getByText('1:1', { exact: true }).click();
  await dialog.getByLabel('Left (%)').fill('50');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const area = shown.getByRole('img', { name: 'wide.jpg' }).and(shown.locator('svg'));
  await area.waitFor();
  // The right half of 2 x 1.
  expect(await area.getAttribute('viewBox')).toBe('1 0 1 1');
});

test('a video has its mark, its 9:16 frame and its title', async () => {
  const { page, chosen } = await openWith(['shortvideo', 'videohub'], 'It moves');
  await chooseFile(page, 'it.mp4', 'video/mp4', await readFile('test/media/fixtures/index-first.mp4'));
  const vertical = preview(page, 'shortvideo');
  await vertical.getByRole('button', { name: 'Play it.mp4' }).waitFor();
  const frame = await vertical.locator('video').boundingBox();
  expect((frame?.width ?? 0) / (frame?.height ?? 1)).toBeCloseTo(9 / 16, 1);
  await tab(page, chosen[1] as SandboxAccount).click();
  await page.getByLabel('Title').fill('How it moves');
  await preview(page, 'videohub').getByText('How it moves').waitFor();
});

test('while the next preview is awaited, the last one stays; one that is overtaken is aborted', async () => {
  const { page } = await openWith(['fediverse'], 'Before');
  const shown = preview(page, 'fediverse');
  await shown.getByText('Before').waitFor();
  const aborted: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.postData()?.includes('previewPost')) aborted.push(request.failure()?.errorText ?? '');
  });
  let held = 0;
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"Second"')) held += 1;
    else await route.continue();
  });
  await page.getByLabel('Text', { exact: true }).fill('Second');
  await eventually(async () => held > 0 || undefined);
  expect(await shown.getByText('Before').count()).toBe(1);
  await page.getByLabel('Text', { exact: true }).fill('Third');
  await shown.getByText('Third').waitFor();
  expect(aborted).toEqual(['net::ERR_ABORTED']);
});

test.each([1280, 390])('all looks are accessible in both themes and fit %i pixels', async (width) => {
  const text = `Fresh from the oven, @baker! #bread ${address}`;
  const { page, chosen } = await openWith(sandboxPlatforms, text, { width });
  await addImages(page, 3);
  for (const account of chosen) {
    await tab(page, account).click();
    await preview(page, account.platform).waitFor();
    await expectAccessible(page);
    expect(await isWiderThanScreen(page)).toBe(false);
  }
});
