/**
 * The story of a person who plans a month: sign in, connect two accounts, choose times, import 40 rows, repeat two posts,
 * label all, and give one a first comment.
 */
import type { Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/sandbox.js';
import { newMember, visit } from '../graphql/browser.js';
import { useBrowser } from '../support/chromium.js';
import { useService } from '../support/service.js';
import { connects, opens } from './agency-steps.js';
import { button, nameOf, textTab } from './composing.js';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const { db, service } = await useService({
  roles: 'api,worker',
  env: { SKYFEED_BASE_URL: sandbox.baseUrls.skyfeed },
});
const browser = useBrowser(service);

/** The month after the next one, so that its days are ahead whenever this runs. */
const now = new Date();
const MONTH = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)).toISOString().slice(0, 7);
const dayOf = (number: number) => `${MONTH}-${String(number).padStart(2, '0')}`;

/** 28 rows for the queue, 10 with times, and two drafts; each fourth has a label. */
const fileFor = (accounts: readonly string[]): string =>
  [
    'text,accounts,time,labels',
    ...Array.from({ length: 40 }, (_, index) => {
      const number = index + 1;
      const time = number <= 28 ? 'NEXT_FREE' : number <= 38 ? `${dayOf(number - 28)} 10:00` : '';
      return `Post ${number},"${accounts.join('; ')}",${time},${number % 4 === 0 ? 'Ideas' : ''}`;
    }),
  ].join('\n');

async function signIn({ email, password }: { email: string; password: string }): Promise<Page> {
  const { page } = await browser.open();
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  return page;
}

async function choosesTimes(page: Page) {
  await opens(page, 'Queue');
  await button(page, 'Choose your times').click();
  await button(page, 'Create').click();
  await page.getByText('Schedule saved').waitFor();
}

async function imports(page: Page, file: string) {
  await opens(page, 'Import');
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'month.csv', mimeType: 'text/csv', buffer: Buffer.from(file) }]);
  const summary = page.getByRole('status');
  await summary.filter({ hasText: '40 rows' }).waitFor();
  // The label does not exist yet.
  await summary.filter({ hasText: '10 with problems' }).waitFor();
  await page.getByLabel('Create labels that do not exist').check();
  await summary.filter({ hasText: '40 rows: 10 to be scheduled, 28 to join the queue, 2 to be drafts.' }).waitFor();
  await page.getByText('New labels: Ideas').waitFor();
  expect(await page.getByRole('list', { name: 'Rows', exact: true }).getByText('Queue').count()).toBe(28);
  await button(page, 'Import 40 posts').click();
  await page.getByText('40 of 40 posts imported.').waitFor();
  expect(await page.getByRole('list', { name: 'Rows', exact: true }).getByText('Imported').count()).toBe(40);
}

/** Each week on one day, three times. */
async function repeats(page: Page, content: string) {
  await opens(page, 'Posts');
  await page.getByRole('link', { name: content, exact: true }).click();
  await page.getByRole('link', { name: 'Repeat', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Repeat a post' });
  await dialog.getByRole('combobox', { name: 'Ends' }).click();
  await page.getByRole('option', { name: 'After a number of posts' }).click();
  await dialog.getByLabel('Posts', { exact: true }).fill('3');
  await button(page, 'Repeat').click();
  await page.getByText('The post is repeated').waitFor();
}

async function labelsAll(page: Page, count: number) {
  await opens(page, 'Posts');
  await page.getByText(`${count} posts`, { exact: true }).waitFor();
  await page.getByLabel('Select all of this page').check();
  await page.getByText(`${count} selected`).waitFor();
  await button(page, 'Label').click();
  const dialog = page.getByRole('dialog', { name: `Label ${count} posts` });
  await dialog.getByRole('textbox', { name: 'New label' }).fill('Plan');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('checkbox', { name: 'Plan', checked: true }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Labels of ${count} posts changed`).waitFor();
}

async function seesCalendar(page: Page) {
  await page.goto(`/calendar?date=${MONTH}-01`);
  await page.getByRole('button', { name: /Post 29 .*labeled .*Plan/ }).waitFor();
  await page.getByRole('button', { name: /Post 32 .*labeled Ideas(,| and) Plan/ }).waitFor();
}

interface StoredPost {
  content: string;
  status: string;
  scheduledTime: string | null;
  labels: { name: string }[];
  overrides: { firstComment: string | null }[];
  recurrence: { occursAt: string | null } | null;
}

const STORED = `{
  postGroups(first: 50) {
    totalCount
    edges { node {
      content status scheduledTime labels { name } overrides { firstComment } recurrence { occursAt }
    } }
  }
}`;

test('a month is planned: 40 rows imported, two repeated, all labeled, one with a first comment', async () => {
  const member = await newMember(service);
  await db.query("UPDATE users SET plan = 'premium' WHERE id = $1", [member.userId]);
  const [shop, cafe] = [sandbox.createAccount('skyfeed'), sandbox.createAccount('skyfeed')];
  const page = await signIn(member);
  for (const account of [shop, cafe]) await connects(page, account);
  await choosesTimes(page);
  await imports(page, fileFor([shop.username, cafe.username]));

  await opens(page, 'Queue');
  await page.getByText('28 posts in the queue').waitFor();
  await repeats(page, 'Post 39');
  await repeats(page, 'Post 40');
  await labelsAll(page, 46);
  await seesCalendar(page);

  // A first comment of one account, and the labels that the post has.
  await page.getByRole('button', { name: /Post 29 / }).click();
  await page.getByRole('dialog', { name: 'Post' }).getByRole('link', { name: 'Open' }).click();
  await button(page, 'Edit').click();
  await page.getByRole('group', { name: 'Labels of this post' }).getByText('Plan').waitFor();
  await textTab(page, shop).click();
  await page.getByLabel(`First comment for ${nameOf(shop)}`).fill('Book a table at shop.example');
  await button(page, 'Save changes').click();
  await page.getByText('Changes saved').waitFor();
  await seesCalendar(page);

  const { body } = await visit(service, member.browser, STORED);
  expect(body.errors).toBeUndefined();
  const posts: StoredPost[] = body.data.postGroups.edges.map(({ node }: { node: StoredPost }) => node);
  expect(body.data.postGroups.totalCount).toBe(46);
  // What is repeated stays a draft, from which its posts are made.
  const imported = posts.filter(({ recurrence }) => !recurrence?.occursAt);
  const scheduled = imported.filter(({ status }) => status === 'SCHEDULED');
  expect([imported.length, scheduled.length, posts.length - imported.length]).toEqual([40, 38, 6]);
  // Two posts of an account have different times.
  expect(new Set(scheduled.map(({ scheduledTime }) => scheduledTime)).size).toBe(38);
  expect(posts.filter(({ labels }) => labels.some(({ name }) => name === 'Plan'))).toHaveLength(46);
  expect(imported.filter(({ labels }) => labels.some(({ name }) => name === 'Ideas'))).toHaveLength(10);
  const commented = posts.filter(({ overrides }) => overrides.some(({ firstComment }) => firstComment !== null));
  expect(commented.map(({ content }) => content)).toEqual(['Post 29']);
  // All of it is ahead.
  for (const { accountId } of [shop, cafe]) expect(sandbox.posts({ accountId })).toEqual([]);
});
