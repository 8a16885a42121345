/** What the tests of the composer share. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { type Sandbox, type SandboxAccount, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createGroup, mutate } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { useBrowser } from '../support/chromium.js';
import { useService } from '../support/service.js';

/** A service with a worker, a browser, and before each test an account that has one on fediverse and one on threadtalk. */
export async function useComposer(env?: Record<string, string>) {
  const { db, service } = await useService({ roles: 'api,worker', env });
  const browser = useBrowser(service);
  let sandbox: Sandbox;
  let account: TestAccount;
  let fediverse: SandboxAccount;
  let threadtalk: SandboxAccount;
  let targets: string[];
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  beforeEach(async () => {
    account = await createAccount(db);
    fediverse = sandbox.createAccount('fediverse');
    threadtalk = sandbox.createAccount('threadtalk');
    targets = [await account.connect(fediverse), await account.connect(threadtalk)];
  });
  afterAll(() => sandbox?.close());

  const headers = () => ({ 'x-api-key': account.apiKey });
  return {
    db,
    service,
    /** Of the account of the test that runs. */
    apiKey: () => account.apiKey,
    /** Of the test that runs. */
    accounts: () => ({
      userId: account.userId,
      fediverse,
      threadtalk,
      /** Their platform ids. */
      targets,
      /** A further one. */
      async connect(platform: SandboxPlatform) {
        const added = sandbox.createAccount(platform);
        await account.connect(added);
        return added;
      },
    }),
    visitAsNewcomer: () => browser.openSignedIn(db),
    visit: (screen = {}) => browser.openSignedIn(db, { account, ...screen }),
    /** A window with the composer. */
    async open(path = '/compose', screen = {}) {
      const visitor = await browser.openSignedIn(db, { account, ...screen });
      await visitor.page.goto(path);
      await field(visitor.page).waitFor();
      await visitor.page.getByText('Live').waitFor();
      return visitor;
    },
    /** Writes a text for the accounts; both unless said otherwise. */
    async write(page: Page, text: string, chosen = [fediverse, threadtalk]) {
      await field(page).fill(text);
      for (const account of chosen) await choose(page, account);
    },
    create: (content: string, input: object = {}) =>
      createGroup(service, headers(), { content, platformIds: targets, ...input }),
    /** A mutation from elsewhere. */
    change: (name: string, input: object) => mutate(service, headers(), name, input),
    /** What is stored. */
    groups: () =>
      db.query<{ id: string; content: string; status: string; at: Date | null; settings: object }>(
        'SELECT id, content, status, scheduled_time AS at, platform_settings AS settings FROM post_groups WHERE user_id = $1 ORDER BY id',
        [account.userId],
      ),
    media: () => db.query('SELECT status FROM media WHERE user_id = $1 ORDER BY id', [account.userId]),
    /** What the platform has of the account. */
    postsAt: ({ accountId }: SandboxAccount) => sandbox.posts({ accountId }),
    textsAt: ({ accountId }: SandboxAccount) => sandbox.posts({ accountId }).map(({ text }) => text),
  };
}

export const field = (page: Page) => page.getByLabel('Text', { exact: true });
export const nameOf = ({ platform, username }: SandboxAccount) =>
  `${platform.charAt(0).toUpperCase()}${platform.slice(1)} @${username}`;
/** The accounts of the post. */
export const chips = (page: Page) => page.getByRole('group', { name: 'Accounts', exact: true });
export const chip = (page: Page, account: SandboxAccount) =>
  chips(page).getByRole('button', { name: nameOf(account), exact: true });
/** The tab with the text of an account. */
export const textTab = (page: Page, account: SandboxAccount) =>
  page.getByRole('tablist', { name: 'Text for' }).getByRole('tab', { name: nameOf(account) });
/** Switches an account on, if it is off. Of many accounts, those after the first are shown on demand. */
export async function choose(page: Page, account: SandboxAccount): Promise<void> {
  const button = chip(page, account);
  const more = chips(page).getByRole('button', { name: 'More accounts' });
  await button.or(more).first().waitFor();
  // The list can be replaced meanwhile, by one that has the account.
  if ((await button.count()) === 0) await Promise.race([more.click(), button.waitFor()]);
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  await button.and(page.locator('[aria-pressed=true]')).waitFor();
}

/** Opens the choice of the time and takes a proposed one. */
export async function chooseTime(page: Page, proposal: string): Promise<void> {
  await page.getByRole('button', { name: 'When: now' }).click();
  await page.getByRole('dialog', { name: 'When' }).getByRole('button', { name: proposal }).click();
}
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Waits for the page of the post, and until each of its parts is live there. */
export async function live(page: Page, parts = 2): Promise<void> {
  await page.getByRole('heading', { name: 'On the platforms' }).waitFor();
  const articles = page.getByRole('article');
  await articles.nth(parts - 1).waitFor();
  for (const part of await articles.all()) await part.getByText('Published', { exact: true }).waitFor();
}

/** A PNG of one colour. */
export const image = (color: string, width = 40, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Gives an image to the page as a drop or a paste does. */
export const hand = (page: Page, selector: string, event: 'drop' | 'paste', name: string, bytes: Buffer) =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, { event, name, base64 }) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: 'image/png' }));
        const options = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          event === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: data })
            : new ClipboardEvent('paste', { ...options, clipboardData: data }),
        );
      },
      { event, name, base64: bytes.toString('base64') },
    );

/** The hidden field behind the button. */
export const chooseFile = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Images and videos', { exact: true }).setInputFiles([{ name, mimeType, buffer }]);
