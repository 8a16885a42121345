/**
 * Makes the pictures of the documentation: `npm run pictures`. It starts the service as `npm start` does, with a new
 * data folder, and takes pictures of the dashboard with the demo data into docs/pictures.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { end, type Facts, killAll, readFacts, run } from '../e2e/local-start.js';
import { launchChromium } from '../support/launch-chromium.js';

const FOLDER = path.resolve('docs/pictures');
/** The addresses of the demo's files have it. */
const PORT = '4790';
const WIDTH = 1280;
/** Of a PNG; what is on a page has few colours. */
const COLOURS = 128;

interface Picture {
  name: string;
  theme: 'light' | 'dark';
  /** In pixels; 1280 x 800 unless said otherwise. */
  width?: number;
  height?: number;
  /** Opens what is to be seen, and waits for it. */
  open: (page: Page) => Promise<unknown>;
}

const TEXT =
  'Winter tyres are in. Bring your bike before ten, have a coffee, and ride home on the grippy kind. https://example.com/winter';

async function write(page: Page): Promise<void> {
  await page.goto('/compose');
  await page.getByLabel('Text', { exact: true }).fill(TEXT);
  const accounts = page.getByRole('group', { name: 'Accounts', exact: true });
  for (const name of ['Fediverse', 'Skyfeed', 'Threadtalk']) {
    await accounts
      .getByRole('button', { name: `${name} @`, pressed: false })
      .first()
      .click();
  }
  await page.getByText('Goes through').first().waitFor();
}

const PICTURES: readonly Picture[] = [
  {
    name: 'home',
    theme: 'light',
    height: 900,
    async open(page) {
      await page.goto('/home');
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    },
  },
  { name: 'compose', theme: 'light', height: 900, open: write },
  { name: 'compose-phone', theme: 'dark', width: 390, height: 844, open: write },
  {
    name: 'calendar',
    theme: 'light',
    height: 1000,
    async open(page) {
      await page.goto('/calendar');
      await page.getByRole('button', { name: 'Today' }).waitFor();
    },
  },
  {
    name: 'post',
    theme: 'dark',
    async open(page) {
      await page.goto('/posts?status=PARTIALLY_PUBLISHED');
      await page.getByRole('list', { name: 'Posts' }).getByRole('link').first().click();
      await page.getByRole('heading', { name: 'On the platforms' }).waitFor();
    },
  },
];

const dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-pictures-'));
try {
  const service = await run({ DATA_DIR: dataDir, PORT, DEMO_DATA: 'true' });
  const facts = await readFacts(dataDir);
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchChromium();
  for (const { name, theme, width = WIDTH, height = 800, open } of PICTURES) {
    const context = await browser.newContext({
      baseURL: facts.baseUrl,
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Vienna',
    });
    const page = await context.newPage();
    await signIn(page, facts);
    await open(page);
    await page.waitForLoadState('networkidle');
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
