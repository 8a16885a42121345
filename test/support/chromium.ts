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
 * A browser for one file, and windows of it at a service, each with separate cookies. The test fails if one had a problem.
 * Further tests get the same windows, emptied, because a page costs a third in a process that has shown it before. A test
 * that changes a window in another way than `emptied` knows (its clock) closes it.
 */
export function useBrowser(service: Pick<Service, 'url'>) {
  const visitors: Visitor[] = [];
  const free: Visitor[] = [];
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
    globalThis.explainFailure = async () => {
      const pages = visitors.flatMap(({ context }) => context.pages());
      return (await Promise.all(pages.map(shownBy))).join('\n');
    };
  });
  afterAll(() => {
    globalThis.explainFailure = undefined;
    return browser?.close();
  });
  afterEach(async () => {
    const left = visitors.splice(0);
    const problems = left.flatMap((visitor) => visitor.problems.splice(0));
    for (const visitor of left) {
      if (await emptied(visitor, service.url)) free.push(visitor);
      else await visitor.context.close();
    }
    expect(problems).toEqual([]);
  });

  /** A window of somebody who is not signed in. */
  async function open(options: { width?: number; theme?: 'light' | 'dark' } = {}): Promise<Visitor> {
    const { width = 1280, theme = 'light' } = options;
    const visitor = free.pop() ?? (await openFirst());
    visitors.push(visitor);
    await visitor.page.setViewportSize({ width, height: 800 });
    await visitor.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    return visitor;
  }

  async function openFirst(): Promise<Visitor> {
    const context = await browser.newContext({
      baseURL: service.url,
      // Of the person, not of the service.
      timezoneId: 'Europe/Vienna',
    });
    context.setDefaultTimeout(LONGEST_WAIT_MS);
    const page = await context.newPage();
    const visitor: Visitor = { page, context, problems: [] };
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

declare global {
  /** What a failed test had before it (test/support/jest/native-environment.cjs). */
  var explainFailure: (() => Promise<string>) | undefined;
}

/** Characters of a page that a failed test reports. */
const REPORTED_TEXT = 1_500;

/** What a window shows, for the message of a failed test. */
async function shownBy(page: Page): Promise<string> {
  const text = await page.innerText('body', { timeout: 5_000 }).catch(String);
  return `--- ${page.url()} showed:\n${text.slice(0, REPORTED_TEXT)}`;
}

/** Removes what a test stored and changed in a window. False: no other test can use it. */
async function emptied({ page, context, problems }: Visitor, origin: string): Promise<boolean> {
  try {
    for (const further of context.pages()) if (further !== page) await further.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    // A page without scripts, from which the storage of its origin can be emptied.
    await page.goto(`${origin}/health`);
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
    });
    await context.clearCookies();
    await page.goto('about:blank');
    problems.splice(0);
    return true;
  } catch {
    return false;
  }
}

/** A screen and a phone; both themes are those of `expectAccessible`. */
export const WIDTHS = [1280, 375];

/** Those of axe's rules that depend on colors, and so on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * In both themes: no violation of axe's rules, and nothing wider than the screen. It is left in the light one.
 * `landmarks`: whether it is a page; an e-mail has none.
 */
export async function expectAccessible(page: Page, { landmarks = true } = {}): Promise<void> {
  // By evaluation, which the page's policy allows to a test alone.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const rules = {
    'target-size': { enabled: true },
    region: { enabled: landmarks },
    'landmark-one-main': { enabled: landmarks },
  };
  for (const [theme, options] of [
    ['dark', { runOnly: COLOR_RULES }],
    ['light', { runOnly: ALL_RULES, rules }],
  ] as const) {
    await showTheme(page, theme);
    expect({ theme, violations: await violationsOf(page, options) }).toEqual({ theme, violations: [] });
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

const violationsOf = (page: Page, options: Pick<axe.RunOptions, 'runOnly' | 'rules'>) =>
  page.evaluate(async (chosen) => {
    const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
    const { violations } = await run(document, { ...chosen, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
    );
  }, options);
