import type { Locator, Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/sandbox.js';
import { createGroup, mutate } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { useBrowser } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

/** A service, a browser in Vienna, and for each test an account on two platforms. */
export async function useCalendar() {
  const { db, service } = await useService({ roles: 'api,worker' });
  const browser = useBrowser(service);
  const sandbox = await startSandbox({ port: 0 });
  afterAll(() => sandbox.close());

  let account: TestAccount;
  let targets: string[];
  beforeEach(async () => {
    account = await createAccount(db);
    targets = [
      await account.connect(sandbox.createAccount('fediverse')),
      await account.connect(sandbox.createAccount('skyfeed')),
    ];
  });
  const headers = () => ({ 'x-api-key': account.apiKey });
  return {
    db,
    targets: () => targets,
    userId: () => account.userId,
    /** A further account. */
    async connect() {
      const added = sandbox.createAccount('threadtalk');
      await account.connect(added);
      return added;
    },
    /** Returns the id of the group. */
    schedule: (content: string, scheduledTime: string, input: object = {}) =>
      createGroup(service, headers(), { content, platformIds: targets, scheduledTime, ...input }),
    update: (postGroupId: string, changes: object) =>
      mutate(service, headers(), 'updatePost', { postGroupId, ...changes }),
    remove: (postGroupId: string) => mutate(service, headers(), 'deletePost', { postGroupId }),
    /** Creates a label, and puts it on posts. */
    async label(name: string, postGroupIds: string[], color = 'RED'): Promise<void> {
      const create = 'mutation ($input: CreateLabelInput!) { createLabel(input: $input) { label { id } } }';
      const { data } = await graphql(service, headers(), create, { input: { name, color } });
      const change = 'mutation ($input: ChangeLabelsInput!) { changeLabels(input: $input) { __typename } }';
      const input = { postGroupIds, add: [data.createLabel.label.id] };
      expect((await graphql(service, headers(), change, { input })).errors).toBeUndefined();
    },
    /** The names of the labels of a post. */
    async labelsOf(id: string): Promise<string[]> {
      const query = 'query ($id: ID!) { postGroup(id: $id) { labels { name } } }';
      const { data } = await graphql(service, headers(), query, { id });
      return data.postGroup.labels.map(({ name }: { name: string }) => name);
    },
    /** A window at a page of the calendar. */
    async open(path: string, screen = {}): Promise<Page> {
      const { page } = await browser.openSignedIn(db, { account, ...screen });
      await page.goto(path);
      await page.getByText('Live').waitFor();
      return page;
    },
  };
}

export const event = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
export const day = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const view = (page: Page, name: 'Month' | 'Week' | 'Day' | 'List'): Promise<void> =>
  page.getByRole('radiogroup', { name: 'View' }).getByText(name).click();

/** The hour that begins at a time of the wall clock: `2035-03-15 13:00`. */
export const hour = (page: Page, start: string): Locator =>
  page.getByRole('button', { name: `New post, ${inWords(start)}`, exact: true });

const inWords = (start: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
    .format(new Date(`${start.replace(' ', 'T')}Z`))
    .replace(/\s/g, ' ');

export const card = (page: Page): Locator => page.getByRole('dialog', { name: 'Post' });

export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
}

export async function chooseZone(page: Page, zone: string): Promise<void> {
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Time zone' }).fill(zone);
  await page.getByRole('option', { name: zone, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Filters' }).waitFor({ state: 'detached' });
}
