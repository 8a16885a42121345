/** A real browser for the tests of the dashboard. */
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createAccount, type TestAccount } from './account.js';
import type { TestDatabase } from './database.js';
import { launchChromium } from './launch-chromium.js';
import type { Service } from './service.js';

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What must not happen, and did: errors of scripts and of the console, and requests to other hosts. A test that expects some empties it. */
  problems: string[];
}

/** As in `eventually`: a page that needs a second on a quiet machine can need a minute on a busy one. */
const LONGEST_WAIT_MS = 150_000;

/**
 * A browser for one file, and windows of it at a service, each with separate cookies. After each test they are closed,
 * and the test fails if one had a problem.
 */
export function useBrowser(service: Pick<Service, 'url'>) {
  const visitors: Visitor[] = [];
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const left = visitors.splice(0);
    await Promise.all(left.map(({ context }) => context.close()));
    expect(left.flatMap(({ problems }) => problems)).toEqual([]);
  });

  /** A window of somebody who is not signed in. */
  async function open(options: { width?: number; theme?: 'light' | 'dark' } = {}): Promise<Visitor> {
    const { width = 1280, theme = 'light' } = options;
    const context = await browser.newContext({
      baseURL: service.url,
      viewport: { width, height: 800 },
      colorScheme: theme,
      reducedMotion: 'reduce',
      // Of the person, not of the service.
      timezoneId: 'Europe/Vienna',
    });
    context.setDefaultTimeout(LONGEST_WAIT_MS);
    const page = await context.newPage();
    const visitor: Visitor = { page, context, problems: [] };
    visitors.push(visitor);
    page.on('pageerror', (error) => visitor.problems.push(String(error.stack ?? error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') visitor.problems.push(message.text());
    });
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== service.url) visitor.problems.push(`Request to ${request.url()}`);
    });
    return visitor;
  }

  /** Opens a window that is signed in to an account, by default a new one. */
  async function openSignedIn(
    db: TestDatabase,
    options: { account?: TestAccount; width?: number; theme?: 'light' | 'dark' } = {},
  ): Promise<Visitor & { account: TestAccount }> {
    const account = options.account ?? (await createAccount(db));
    const visitor = await open(options);
    const { cookie } = await account.session();
    const [name = '', value = ''] = cookie.split('=');
    await visitor.context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
    return { ...visitor, account };
  }

  return { open, openSignedIn };
}

/** A screen and a phone; both themes are those of `expectAccessible`. */
export const WIDTHS = [1280, 375];

/** In both themes: no violation of axe's rules, and nothing wider than the screen. It is left in the light one. */
export async function expectAccessible(page: Page): Promise<void> {
  // By evaluation, which the page's policy allows to a test alone.
  await page.evaluate(axe.source);
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme);
    expect({ theme, violations: await violationsOf(page) }).toEqual({ theme, violations: [] });
  }
  expect(await isWiderThanScreen(page)).toBe(false);
}

export const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** As if the person had changed it in their system. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  // Pages without script have no such attribute.
  await page.waitForFunction(
    (wanted) => (document.documentElement.dataset.mantineColorScheme ?? wanted) === wanted,
    theme,
  );
  // An element has another contrast while it fades in. Endless animations are not waited for.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}

const violationsOf = (page: Page) =>
  page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
    const { violations } = await run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { 'target-size': { enabled: true } },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
    );
  });
