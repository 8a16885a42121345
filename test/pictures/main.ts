/**
 * Makes the pictures of the documentation: `npm run pictures`. It starts the service as `npm start` does, with a new
 * data folder, adds content to the demo account, and takes pictures of the dashboard into docs/pictures.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { DAY_MS, HOUR_MS } from '../../src/foundation/time/durations.js';
import { end, type Facts, killAll, readFacts, run } from '../e2e/local-start.js';
import { graphql } from '../support/graphql.js';
import { launchChromium } from '../support/launch-chromium.js';

const FOLDER = path.resolve('docs/pictures');
const WIDTH = 1280;
/** Of a PNG; what is on a page has few colours. */
const COLOURS = 128;

interface Picture {
  name: string;
  theme: 'light' | 'dark';
  /** In pixels; 800 unless said otherwise. */
  height?: number;
  /** Opens what is to be seen, and waits for it. */
  open: (page: Page, shown: { partlyPublished: string }) => Promise<unknown>;
}

const PICTURES: readonly Picture[] = [
  {
    name: 'compose',
    theme: 'light',
    async open(page) {
      await page.goto('/compose');
      await page.getByLabel('Text', { exact: true }).fill(`${TEXTS[0]}\n\nhttps://example.com/menu`);
      for (const platform of ['fediverse', 'skyfeed', 'threadtalk']) {
        await page.getByRole('checkbox', { name: platform }).check();
      }
      await page.getByText(/^Threadtalk \d+\//).waitFor();
    },
  },
  {
    name: 'calendar',
    theme: 'light',
    height: 1100,
    async open(page) {
      await page.goto('/calendar');
      await page.getByText(/^[1-9]\d* posts?\./).waitFor();
    },
  },
  {
    name: 'posts',
    theme: 'light',
    async open(page) {
      await page.goto('/posts');
      await page.getByRole('link', { name: TEXTS[0] }).waitFor();
    },
  },
  {
    name: 'post',
    theme: 'dark',
    async open(page, { partlyPublished }) {
      await page.goto(`/posts/${partlyPublished}`);
      await page.getByText('Partly published').waitFor();
    },
  },
];

const PUBLISHED = 'We are open again. Come by for a coffee, the first fifty are on us.';
const TEXTS = [
  'Autumn menu: pumpkin, quince and a new dark roast. From Monday, while they last.',
  'Behind the counter: how we choose our beans.',
  'Closed on Thursday for the staff outing. Back on Friday at seven.',
  'Live music on Saturday: three voices, one cello, no tickets.',
  'Our oat milk has changed. Here is why, and what it means for your flat white.',
  'Sunday brunch is back. Book a table until Friday.',
] as const;

const dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-pictures-'));
try {
  const service = await run({ DATA_DIR: dataDir, PORT: '0' });
  const facts = await readFacts(dataDir);
  const partlyPublished = await makePosts(facts);
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchChromium();
  for (const { name, theme, height = 800, open } of PICTURES) {
    const context = await browser.newContext({
      baseURL: facts.baseUrl,
      viewport: { width: WIDTH, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Vienna',
    });
    const page = await context.newPage();
    await signIn(page, facts);
    await open(page, { partlyPublished });
    await page.getByText('Live', { exact: true }).waitFor();
    const file = path.join(FOLDER, `${name}.png`);
    await sharp(await page.screenshot())
      .png({ palette: true, colours: COLOURS })
      .toFile(file);
    process.stdout.write(`${path.relative('.', file)}\n`);
    await context.close();
  }
  await browser.close();
  await end(service);
} finally {
  killAll();
  await rm(dataDir, { recursive: true, force: true });
}

async function signIn(page: Page, { email, password }: Facts): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}

/** Posts of the coming days, and one that a platform has refused; its id. */
async function makePosts(facts: Facts): Promise<string> {
  for (const [index, content] of TEXTS.entries()) {
    const platformIds = facts.textConnections.slice(index % 4, (index % 4) + 3);
    const scheduledTime = new Date(Date.now() + (index + 1) * 0.7 * DAY_MS + HOUR_MS).toISOString();
    await create(facts, { post: { content, platformIds }, scheduledTime });
  }
  const platformIds = facts.textConnections.slice(-4);
  await fetch(`${facts.sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'fediverse', kind: 'rejected', times: 1 }),
  });
  return create(facts, { post: { content: PUBLISHED, platformIds }, scheduledTime: new Date().toISOString() });
}

async function create({ baseUrl: url, apiKey }: Facts, input: object): Promise<string> {
  const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
  const { data } = await graphql({ url }, { 'x-api-key': apiKey }, query, { input });
  return data.createPost.postGroup.id;
}
