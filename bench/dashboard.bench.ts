import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newId } from '../src/foundation/database/id.js';
import { findEmbeddedPostgres, serviceDatabase } from '../src/local/postgres.js';
import { launchChromium } from '../test/support/launch-chromium.js';
import { startLocal } from './child.js';
import type { Row, Section } from './report.js';
import { max, percentile } from './statistics.js';
import { makeTopic } from './topic.js';

export interface DashboardOptions {
  /** Page loads of each kind. */
  loads: number;
  /** Posts in the list. */
  posts: number;
  /** Of scrolling, and of live events; ten at most, as an account may have 1,000 drafts. */
  seconds: number;
  /** Connected accounts while a post is written, and keys that are pressed. */
  accounts: number;
  keys: number;
}

interface Demo {
  baseUrl: string;
  graphqlUrl: string;
  apiKey: string;
  email: string;
  password: string;
  textConnections: string[];
}

const EVENTS_PER_SECOND = 100;
/** Of the processor, as DevTools slows it down for a phone of the middle range. */
const SLOWED = 4;

/** Watches a page's main thread; in every page before its own scripts. */
const WATCH = `
  window.watched = { tasks: [], gaps: [] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.watched.tasks.push(duration);
  }).observe({ type: 'longtask' });
  let last = performance.now();
  requestAnimationFrame(function frame(now) {
    window.watched.gaps.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  });
`;

export const dashboard = makeTopic<DashboardOptions>({
  about: 'page loads, a long list and live events in a browser, as npm start runs the service',
  isComparable: false,
  sizes: {
    full: { loads: 5, posts: 10_000, seconds: 10, accounts: 500, keys: 100 },
    quick: { loads: 1, posts: 200, seconds: 2, accounts: 500, keys: 20 },
  },
  start: async (surroundings, options) => ({
    round: async () => measureDashboard(await surroundings.folder(), options, surroundings.say),
    stop: async () => undefined,
  }),
});

/** What a person at the dashboard waits for, in a real browser at the service as `npm start` runs it. */
async function measureDashboard(
  dataDir: string,
  { loads, posts, seconds, accounts, keys }: DashboardOptions,
  say: (line: string) => void,
): Promise<Section[]> {
  const service = await startLocal(dataDir, { GRAPHQL_POINTS_PER_MINUTE: '1000000000' });
  const demo: Demo = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
  const browser = await launchChromium();
  try {
    say('first load …');
    const firstLoad = await measureLoads(browser, demo, loads);
    say(`a list of ${posts} posts …`);
    await seedPosts(dataDir, demo, posts);
    const list = await measureList(browser, demo, seconds);
    say(`${EVENTS_PER_SECOND} events a second …`);
    const live = await measureLive(browser, demo, seconds);
    say(`writing with ${accounts} accounts …`);
    await seedAccounts(dataDir, demo, accounts);
    const typing = [1, SLOWED].map((rate) => () => measureTyping(browser, demo, { rate, keys }));
    const written: Row[] = [];
    for (const measure of typing) written.push(await measure());
    return [
      {
        title: 'Dashboard: from the address to a page that answers',
        rows: firstLoad,
        notes: [`Median of ${loads}. The list of posts, which is empty; "slowed": ${SLOWED} times slower processor.`],
      },
      {
        title: 'Dashboard: work of the main thread',
        rows: [list, live],
        notes: [`${posts} posts; each for ${seconds} s. Frames are due every 16.7 ms.`],
      },
      {
        title: 'Dashboard: a key in the composer, until it is on the screen',
        rows: written,
        notes: [`${accounts} connected accounts; ${keys} keys; "slowed": ${SLOWED} times slower processor.`],
      },
    ];
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function measureLoads(browser: Browser, demo: Demo, loads: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, rate, isCached } of [
    { name: 'first visit', rate: 1, isCached: false },
    { name: 'first visit, slowed', rate: SLOWED, isCached: false },
    { name: 'later visit, slowed', rate: SLOWED, isCached: true },
  ]) {
    const took: number[] = [];
    let scriptBytes = 0;
    for (let load = 0; load < loads; load += 1) {
      const context = await signIn(browser, demo);
      if (isCached) await openList(await context.newPage());
      const page = await context.newPage();
      const sizes: Promise<number>[] = [];
      page.on('response', (response) => {
        if (response.url().endsWith('.js')) sizes.push(response.headerValue('content-length').then(Number));
      });
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      const began = performance.now();
      await openList(page);
      // A menu that opens shows that the page answers.
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      took.push(performance.now() - began);
      scriptBytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      await context.close();
    }
    rows.push({ name, figures: { 'answers after, ms': percentile(took, 0.5), 'script, KB': scriptBytes / 1000 } });
  }
  return rows;
}

async function measureList(browser: Browser, demo: Demo, seconds: number): Promise<Row> {
  const context = await signIn(browser, demo);
  const page = await context.newPage();
  await openList(page);
  const posts = page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
  await posts.first().waitFor();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height / 2);
  await take(page);
  const end = performance.now() + seconds * 1000;
  for (let number = 2; performance.now() < end; number += 1) {
    for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, 200);
    const button = page.getByRole('button', { name: `Page ${number}`, exact: true });
    if (await button.isVisible()) await button.click();
  }
  const row = { name: 'scrolling through the list, page by page', figures: await take(page) };
  await context.close();
  return row;
}

async function measureLive(browser: Browser, demo: Demo, seconds: number): Promise<Row> {
  const context = await signIn(browser, demo);
  const page = await context.newPage();
  await openList(page);
  await page.getByText('Live', { exact: true }).waitFor();
  await take(page);
  let events = 0;
  for (let second = 0; second < seconds; second += 1) {
    const next = new Promise((resolve) => setTimeout(resolve, 1000));
    events += await createDrafts(demo, EVENTS_PER_SECOND, `Live ${second}`);
    await page.getByLabel('Search').press('End');
    await next;
  }
  await page
    .getByRole('link', { name: `Live ${seconds - 1}` })
    .first()
    .waitFor();
  const row = { name: `${events} drafts made elsewhere`, figures: await take(page) };
  await context.close();
  return row;
}

/** Keys in the text of a post for several accounts, while it is checked and previewed as always. */
async function measureTyping(
  browser: Browser,
  demo: Demo,
  { rate, keys }: { rate: number; keys: number },
): Promise<Row> {
  const context = await signIn(browser, demo);
  const page = await context.newPage();
  await page.goto('/compose');
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Written with many accounts. ');
  const chips = page.getByRole('group', { name: 'Accounts', exact: true }).getByRole('button', { pressed: false });
  for (let chosen = 0; chosen < 5; chosen += 1) await chips.first().click();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await text.press('End');
  await page.evaluate(() => {
    const took: number[] = [];
    Object.assign(globalThis, { took });
    addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => took.push(performance.now() - timeStamp))),
      { capture: true },
    );
  });
  for (let key = 0; key < keys; key += 1) {
    await text.press(key % 6 === 5 ? 'Space' : 'a');
    await page.waitForTimeout(80);
  }
  const took = await page.evaluate(() => (globalThis as unknown as { took: number[] }).took);
  await context.close();
  return {
    name: rate === 1 ? 'full speed' : 'slowed',
    figures: { 'p50, ms': percentile(took, 0.5), 'p95, ms': percentile(took, 0.95), 'longest, ms': max(took) },
  };
}

/** Opens a separate browser window that is signed in to the demo account. */
async function signIn(browser: Browser, { baseUrl, email, password }: Demo): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1280, height: 800 } });
  await context.addInitScript(WATCH);
  const answer = await context.request.post('/graphql', {
    headers: { origin: new URL(baseUrl).origin },
    data: {
      query: 'mutation ($input: SignInInput!) { signIn(input: $input) { viewer { id } } }',
      variables: { input: { email, password } },
    },
  });
  const { errors } = await answer.json();
  if (errors) throw new Error(`The sign-in failed: ${JSON.stringify(errors)}`);
  return context;
}

async function openList(page: Page): Promise<void> {
  await page.goto('/posts');
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
}

/** What was seen since the last call. */
async function take(page: Page): Promise<Record<string, number>> {
  const { tasks, gaps } = await page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: { tasks: number[]; gaps: number[] } };
    return { tasks: watched.tasks.splice(0), gaps: watched.gaps.splice(0) };
  });
  return {
    'tasks over 50 ms': tasks.length,
    'longest task, ms': max(tasks),
    'frame, p99 ms': percentile(gaps, 0.99),
    'longest frame, ms': max(gaps),
  };
}

async function createDrafts(
  { graphqlUrl, apiKey, textConnections }: Demo,
  count: number,
  content: string,
): Promise<number> {
  const query =
    'mutation ($posts: [CreatePostInput!]!) { createPosts(input: { posts: $posts }) { results { postGroup { id } } } }';
  const posts = Array.from({ length: count }, () => ({ post: { content, platformIds: textConnections.slice(0, 1) } }));
  const answer = await fetch(graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ query, variables: { posts } }),
  });
  const { data, errors } = (await answer.json()) as {
    data: { createPosts: { results: unknown[] } | null };
    errors?: unknown;
  };
  if (!data.createPosts) throw new Error(`The drafts were refused: ${JSON.stringify(errors)}`);
  return data.createPosts.results.length;
}

/** Posts of the demo account with one target each; published, as drafts have a limit. */
async function seedPosts(dataDir: string, { email, textConnections }: Demo, count: number): Promise<void> {
  const databaseUrl = await findEmbeddedPostgres(serviceDatabase(dataDir));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const [platformId = ''] = textConnections;
    const [platform = '', accountId = ''] = platformId.split('-');
    const { rows } = await client.query('SELECT id FROM users WHERE email = $1', [email]);
    const ids = Array.from({ length: count }, () => newId());
    await client.query(
      `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
       SELECT id, $2, 'Post number ' || place, 'published', 'finished', '{}', now() - place * interval '1 minute', now()
         FROM unnest($1::text[]) WITH ORDINALITY AS post(id, place)`,
      [ids, rows[0].id],
    );
    await client.query(
      `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status,
                                   generation, created_at, updated_at)
       SELECT id, group_id, $3, 0, $4, $5, $6, 'published', 0, now(), now()
         FROM unnest($1::text[], $2::text[]) AS post(id, group_id)`,
      [ids.map(() => newId()), ids, rows[0].id, platform, accountId, platformId],
    );
  } finally {
    await client.end();
  }
}

/** Accounts that exist at no platform. */
async function seedAccounts(dataDir: string, { email }: Demo, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: await findEmbeddedPostgres(serviceDatabase(dataDir)) });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO connections (id, user_id, platform, account_id, platform_id, username, display_name, credentials,
                                created_at, updated_at)
       SELECT new.id, users.id, 'skyfeed', new.id, 'skyfeed-' || new.id, 'account-' || new.place, 'Account',
              (SELECT credentials FROM connections LIMIT 1), now(), now()
         FROM unnest($1::text[]) WITH ORDINALITY AS new(id, place), users WHERE users.email = $2`,
      [Array.from({ length: count }, () => newId()), email],
    );
  } finally {
    await client.end();
  }
}
