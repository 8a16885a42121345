/** Accounts with measured posts, and what the dashboard shows of them. */
import type { Locator, Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/sandbox.js';
import { DAY_MS } from '../../src/foundation/time/durations.js';
import { createGroup } from '../live/support.js';
import { createAccount } from '../support/account.js';
import { useBrowser } from '../support/chromium.js';
import { countFollowers, type Measured, publishMeasured } from '../support/measured-posts.js';
import { useService } from '../support/service.js';

/** That of the tests' browser: accounts have none. */
export const ZONE = 'Europe/Vienna';
/** The same day there and in UTC, at any time of the test. */
export const daysAgo = (days: number) => new Date(`${dateAgo(days)}T10:00:00Z`);
export const dateAgo = (days: number) =>
  new Date(Date.parse(new Intl.DateTimeFormat('sv', { timeZone: ZONE }).format(new Date())) - days * DAY_MS)
    .toISOString()
    .slice(0, 10);

type Given = Record<string, Measured>;

/** One service, browser and sandbox for the tests of a file. */
export async function useResults() {
  const { db, service } = await useService();
  const browser = useBrowser(service);
  const sandbox = await startSandbox({ port: 0 });
  afterAll(() => sandbox.close());

  async function newAccount() {
    const account = await createAccount(db);
    const headers = { 'x-api-key': account.apiKey };
    const [first, second] = [sandbox.createAccount('microblog'), sandbox.createAccount('microblog')];
    const targets = [await account.connect(first), await account.connect(second)] as [string, string];
    const [one, other] = targets;
    await db.query("UPDATE connections SET display_name = '=Tea' WHERE user_id = $1 AND platform_id = $2", [
      account.userId,
      one,
    ]);
    const publish = async (content: string, at: Date, numbers: Given) => {
      const group = await createGroup(service, headers, { content, platformIds: Object.keys(numbers) });
      await publishMeasured(db, group, at, numbers);
      return group;
    };
    return { account, headers, publish, one, other, first, second };
  }

  /** Three posts of the last 30 days and one before: one metric is missing everywhere, one at a post alone. */
  async function withResults() {
    const made = await newAccount();
    const { account, publish, one, other } = made;
    await publish('Green tea', daysAgo(3), { [one]: { values: { impressions: 1200, reactions: 30, comments: 6 } } });
    const top = await publish('Black tea', daysAgo(5), {
      [one]: {
        values: { impressions: 4000, reactions: 90, comments: 10, shares: 5 },
        readings: [
          { at: new Date(daysAgo(5).getTime() + DAY_MS), values: { impressions: 3000, reactions: 95 } },
          { at: new Date(daysAgo(5).getTime() + 2 * DAY_MS), values: { impressions: 4000, reactions: 90 } },
        ],
      },
      [other]: { values: { reactions: 4 } },
    });
    await publish('Too new', daysAgo(1), { [other]: { state: 'WAITING' } });
    await publish('Before', daysAgo(40), { [one]: { values: { impressions: 2600, reactions: 0 } } });
    await countFollowers(db, { userId: account.userId, platformId: one, day: dateAgo(20), followers: 500 });
    await countFollowers(db, { userId: account.userId, platformId: one, day: dateAgo(2), followers: 540 });
    return { ...made, top };
  }

  async function open(
    { account }: Pick<Awaited<ReturnType<typeof newAccount>>, 'account'>,
    path = '/analytics',
    screen = {},
  ) {
    const { page } = await browser.openSignedIn(db, { account, ...screen });
    await page.goto(path);
    return page;
  }

  return { db, service, browser, sandbox, newAccount, withResults, open };
}

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** What is shown, a line for each block. */
export const wordsOf = async (shown: Locator) => (await shown.innerText()).replaceAll(/\n+/g, '\n');
export const tile = (page: Page, name: string) =>
  wordsOf(page.getByRole('list', { name: 'Sums of the period' }).getByRole('listitem').filter({ hasText: name }));
/** The cells of a table, row by row. */
export const cellsOf = async (page: Page, name: string) => {
  const table = page.getByRole('table', { name, exact: true });
  await table.waitFor();
  return table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)));
};
