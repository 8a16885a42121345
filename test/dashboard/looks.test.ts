/**
 * How twelve views look, on a screen and on a phone: pictures are compared with those beside this file. After a change
 * that is meant, `npx jest looks -u` takes new ones, which are reviewed like code.
 */
import path from 'node:path';
import { toMatchImageSnapshot } from 'jest-image-snapshot';
import type { Page } from 'playwright-core';
import { createGroup } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { useBrowser } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { countFollowers, publishMeasured } from '../support/measured-posts.js';
import { useService } from '../support/service.js';

expect.extend({ toMatchImageSnapshot });

const { db, service } = await useService();
const browser = useBrowser(service);

/** The time of the person's clock. No view here shows that of the service, as the next free time of a queue would. */
const NOW = new Date('2035-01-08T09:30:00+01:00');
const day = (date: number) => `2035-01-${String(date).padStart(2, '0')}`;
/** Fonts of the system differ, in which keys and codes are shown. */
const TOLERATED = 0.002;

const FEDIVERSE = 'fediverse-1';
const PHOTOGRAM = 'photogram-1';
const SKYFEED = 'skyfeed-did_plc_bakery';

let account: TestAccount;
let scheduled: string;

beforeAll(async () => {
  account = await createAccount(db, { connected: [FEDIVERSE, PHOTOGRAM, SKYFEED] });
  const headers = { 'x-api-key': account.apiKey };
  await db.query("UPDATE people SET name = 'Corner Bakery' WHERE id = $1", [account.personId]);
  await db.query(
    "UPDATE connections SET username = 'bakery', display_name = 'Corner Bakery', created_at = $2 WHERE user_id = $1",
    [account.userId, NOW],
  );
  const run = async (mutation: string, input: object) => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`;
    const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { __typename } }`;
    expect((await graphql(service, headers, query, { input })).errors).toBeUndefined();
  };
  const make = (content: string, platformIds: string[], at?: string) =>
    createGroup(service, headers, { content, platformIds, scheduledTime: at });
  scheduled = await make(
    'Sourdough with walnuts, only on Tuesday. Come before ten: https://example.com/walnuts #bread',
    [FEDIVERSE, SKYFEED],
    `${day(9)}T07:00:00+01:00`,
  );
  await make('Winter hours: we open at seven.', [FEDIVERSE], `${day(8)}T17:00:00+01:00`);
  await make('Three kings, one cake.', [FEDIVERSE, SKYFEED], `${day(12)}T08:00:00+01:00`);
  await make('A draft about rye', [SKYFEED]);
  const results: [text: string, date: number, impressions: number, reactions: number][] = [
    ['Croissants are back', 2, 1200, 80],
    ['How we bake at night', 4, 4300, 310],
    ['Closed on Sunday', 6, 900, 12],
  ];
  for (const [content, date, impressions, reactions] of results) {
    await publishMeasured(db, await make(content, [FEDIVERSE]), new Date(`${day(date)}T08:00:00Z`), {
      [FEDIVERSE]: { values: { impressions, reactions, comments: 4 } },
    });
  }
  for (const [date, followers] of [
    [1, 500],
    [7, 540],
  ] as const) {
    await countFollowers(db, { userId: account.userId, platformId: FEDIVERSE, day: day(date), followers });
  }
  for (const [name, color] of [
    ['Bread', 'ORANGE'],
    ['Opening hours', 'BLUE'],
  ] as const) {
    await run('createLabel', { name, color });
  }
  await run('createSnippet', { name: 'Address', text: 'Baker Street 1, open from seven' });
  // Nothing shows when the test ran.
  await db.query('UPDATE post_groups SET created_at = $2, updated_at = $2 WHERE user_id = $1', [account.userId, NOW]);
});

/** Each view: its path, and what it shows once it has loaded. */
const VIEWS: Record<
  string,
  { path: string | (() => string); shows: string; prepare?: (page: Page) => Promise<unknown> }
> = {
  home: { path: '/home', shows: 'Winter hours' },
  compose: {
    path: '/compose',
    shows: 'Save draft',
    async prepare(page) {
      await page.getByLabel('Text', { exact: true }).fill('Fresh rolls from six. https://example.com/rolls');
      await page
        .getByRole('group', { name: 'Accounts', exact: true })
        .getByRole('button', { name: /^Fediverse/ })
        .click();
      await page.getByText('Goes through').first().waitFor();
      await page.getByText('Saved in this browser').waitFor();
    },
  },
  posts: { path: '/posts', shows: 'A draft about rye' },
  post: { path: () => `/posts/${scheduled}`, shows: 'On the platforms' },
  calendar: { path: '/calendar?view=month', shows: 'Winter hours' },
  analytics: { path: '/analytics', shows: 'How we bake at night' },
  accounts: { path: '/accounts', shows: 'Corner Bakery' },
  library: { path: '/library', shows: 'Library' },
  labels: { path: '/labels', shows: 'Opening hours' },
  snippets: { path: '/snippets', shows: 'Baker Street' },
  import: { path: '/import', shows: 'Import' },
  'sign-in': { path: '/sign-in', shows: 'Forgot' },
};

for (const [screen, options] of Object.entries({
  screen: { width: 1280, theme: 'light' },
  phone: { width: 390, theme: 'dark' },
} as const)) {
  test.each(Object.entries(VIEWS))(`%s, on a ${screen} in the ${options.theme} theme`, async (name, view) => {
    const { page, context } = await (name === 'sign-in'
      ? browser.open(options)
      : browser.openSignedIn(db, { account, ...options }));
    await page.clock.setFixedTime(NOW);
    await page.goto(typeof view.path === 'string' ? view.path : view.path());
    await page.getByText(view.shows).filter({ visible: true }).first().waitFor();
    await view.prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    // Its clock stays fixed.
    await context.close();
    expect(picture).toMatchImageSnapshot({
      customSnapshotIdentifier: `${name}-${screen}`,
      customSnapshotsDir: path.resolve('test/dashboard/looks'),
      failureThresholdType: 'percent',
      failureThreshold: TOLERATED,
    });
  });
}
