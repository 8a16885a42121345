import type { Page } from 'playwright-core';
import { type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { configuration } from '../http/login-support.js';
import { createGroup, LATER } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, type Visitor, WIDTHS } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const { db, service } = await useService({
  roles: 'api,worker',
  env: {
    ...configuration(sandbox),
    SKYFEED_BASE_URL: sandbox.baseUrls.skyfeed,
    PRIVATE_ADDRESSES: 'media,platforms,webhooks',
    // Its operator has no app there.
    PINBOARD_CLIENT_ID: '',
    PINBOARD_CLIENT_SECRET: '',
  },
});
afterEach(() => sandbox.clearFaults());
const browser = useBrowser(service);

const connectionsOf = ({ userId }: TestAccount) =>
  db.query(
    'SELECT platform_id AS "platformId", revoked_at IS NOT NULL AS revoked FROM connections WHERE user_id = $1',
    [userId],
  );

async function open({
  account,
  screen = {},
  path = '/accounts',
}: {
  account?: TestAccount;
  screen?: object;
  path?: string;
} = {}) {
  const visitor = await browser.openSignedIn(db, { ...(account && { account }), ...screen });
  const { page } = visitor;
  await page.goto(path);
  await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  return { ...visitor, cards: page.getByRole('list', { name: 'Accounts' }).getByRole('listitem') };
}

/** Chooses an action in the menu of an account. */
async function act(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function choosePlatform(page: Page, name: string) {
  await page.getByRole('button', { name: 'Connect an account' }).click();
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Connect an account on ${name}` });
  await dialog.waitFor();
  return dialog;
}

/** On the page of the platform, which leads back. */
async function allow({ page, problems }: Visitor, { displayName }: SandboxAccount) {
  await page.waitForURL((url) => url.origin === new URL(sandbox.url).origin);
  await page.getByLabel(displayName).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
  // That is where the person went.
  const others = problems.filter((problem) => !problem.startsWith(`Request to ${sandbox.url}/`));
  problems.splice(0, problems.length, ...others);
}

test('a newcomer connects an account with a login at the platform, and is back with it', async () => {
  const visitor = await open();
  const { page, cards } = visitor;
  await page.getByText('No accounts yet').waitFor();
  const owner = sandbox.createAccount('network');
  const dialog = await choosePlatform(page, 'Network');
  await dialog.getByRole('button', { name: 'Log in at Network' }).click();
  await allow(visitor, owner);
  await page.getByText('1 account connected').waitFor();
  const card = cards.filter({ hasText: owner.displayName });
  await card.getByText('Connected', { exact: true }).waitFor();
  await card.getByText(/Its access (ends in|renews itself)/).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('the picture of an account is shown, without a request to another host', async () => {
  const visitor = await open();
  const { page, cards } = visitor;
  const owner = sandbox.createAccount('microblog');
  const dialog = await choosePlatform(page, 'Microblog');
  await dialog.getByRole('button', { name: 'Log in at Microblog' }).click();
  await allow(visitor, owner);
  const picture = cards.filter({ hasText: owner.displayName }).locator('img');
  const widthOf = (image: HTMLImageElement) => image.naturalWidth || undefined;
  expect(await eventually(() => picture.evaluate(widthOf))).toBe(96);
});

test('what is entered wrong is said beside its field, or in the words of the platform, and can be corrected', async () => {
  const { page, cards } = await open();
  const owner = sandbox.createAccount('skyfeed');
  const { identifier = '', appPassword = '' } = owner.credentials;
  const dialog = await choosePlatform(page, 'Skyfeed');
  await dialog.getByRole('textbox', { name: 'Handle' }).fill('nodots');
  await dialog.getByRole('textbox', { name: 'App password' }).fill('wrong');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog
    .getByRole('alert')
    .getByText(/^Handle must be a handle/)
    .waitFor();
  expect(await dialog.getByRole('alert').textContent()).toMatch(/Request [0-9a-f-]{36}/);
  expect(await dialog.getByRole('textbox', { name: 'Handle' }).getAttribute('aria-invalid')).toBe('true');

  await dialog.getByRole('textbox', { name: 'Handle' }).fill(`@${identifier}`);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog
    .getByRole('alert')
    .getByText(/^The account could not be connected/)
    .waitFor();
  await dialog.getByRole('textbox', { name: 'App password' }).fill(appPassword);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const card = cards.filter({ hasText: `@${owner.username}` });
  await card.getByText('Its access does not expire.').waitFor();
  expect(await card.getByRole('link', { name: `@${owner.username}`, exact: true }).getAttribute('href')).toContain(
    owner.username,
  );
});

test('access that a platform refuses is shown at once, and a login there restores it', async () => {
  const account = await createAccount(db);
  const owner = sandbox.createAccount('fediverse');
  const platformId = await account.connect(owner);
  const visitor = await open({ account });
  const { page, cards } = visitor;
  const card = cards.filter({ hasText: owner.displayName });
  await card.getByText('Connected', { exact: true }).waitFor();
  const healthy = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"NOT_EXPIRING"')) await healthy.promise;
    return route.fallback();
  });

  sandbox.setFault({ platform: 'fediverse', kind: 'auth_expired', accountId: owner.accountId, times: 0 });
  await createGroup(
    service,
    { 'x-api-key': account.apiKey },
    {
      content: 'Refused',
      platformIds: [platformId],
      scheduledTime: new Date().toISOString(),
    },
  );
  await card.getByText(/^Fediverse refused its access/).waitFor();
  await card.getByText(/^The last post to it failed/).waitFor();
  healthy.resolve();

  sandbox.clearFaults();
  await page.getByRole('button', { name: `Reconnect @${owner.username}` }).click();
  const dialog = page.getByRole('dialog', { name: `Reconnect @${owner.username}` });
  await dialog.getByRole('textbox', { name: 'Instance' }).fill(sandbox.baseUrls.fediverse);
  await dialog.getByRole('button', { name: 'Log in at Fediverse' }).click();
  await allow(visitor, owner);
  await card.getByText('Connected', { exact: true }).waitFor();
  expect(await connectionsOf(account)).toEqual([{ platformId, revoked: false }]);
});

test('a post that failed without access leads to the account, and is offered to go out once it is connected', async () => {
  const account = await createAccount(db);
  const skyfeed = sandbox.createAccount('skyfeed');
  const platformIds = [await account.connect(skyfeed)];
  const headers = { 'x-api-key': account.apiKey };
  const create = (content: string) =>
    createGroup(service, headers, { content, platformIds, scheduledTime: new Date().toISOString() });
  sandbox.setFault({ platform: 'skyfeed', kind: 'auth_expired', accountId: skyfeed.accountId, times: 0 });
  const id = await create('First');
  await create('Second');
  const { page } = await browser.openSignedIn(db, { account });
  await page.goto(`/posts/${id}`);
  const reconnect = page.getByRole('alert').getByRole('link', { name: `Reconnect @${skyfeed.username}` });
  await reconnect.waitFor();
  await expectAccessible(page);
  await page.getByRole('img', { name: '1 to connect again' }).waitFor();
  expect(await page.getByRole('button', { name: 'Retry', exact: true }).count()).toBe(0);
  await reconnect.click();
  const dialog = page.getByRole('dialog', { name: `Reconnect @${skyfeed.username}` });
  const { identifier = '', appPassword = '' } = skyfeed.credentials;
  sandbox.clearFaults();
  await dialog.getByRole('textbox', { name: 'Handle' }).fill(identifier);
  await dialog.getByRole('textbox', { name: 'App password' }).fill(appPassword);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();

  await page.waitForURL((url) => url.pathname === `/posts/${id}`);
  await page.getByText('2 posts can go out now').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('2 posts on the way').waitFor();
  await page.getByRole('article').getByText('Published', { exact: true }).waitFor();
  // One after the other.
  const received = () => sandbox.posts({ accountId: skyfeed.accountId }).map(({ text }) => text);
  await eventually(async () => received().length === 2 || undefined);
  expect(received()).toEqual(['First', 'Second']);
  await page.getByRole('img', { name: /to connect again/ }).waitFor({ state: 'detached' });
});

test('what changes without an event is seen once the window is returned to', async () => {
  const account = await createAccount(db);
  const first = sandbox.createAccount('fediverse');
  await account.connect(first);
  const { page, cards } = await open({ account });
  await cards.getByText('Connected', { exact: true }).waitFor();
  await db.query('UPDATE connections SET revoked_at = now() WHERE user_id = $1', [account.userId]);
  const second = sandbox.createAccount('skyfeed');
  await account.connect(second);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await cards.filter({ hasText: second.displayName }).waitFor();
  await cards
    .filter({ hasText: first.displayName })
    .getByText(/^Fediverse refused its access/)
    .waitFor();
});

test('while the accounts cannot be read again, they and an open dialog stay', async () => {
  const account = await createAccount(db);
  const fediverse = sandbox.createAccount('fediverse');
  await account.connect(fediverse);
  const { page, cards, problems } = await open({ account });
  await cards.getByText('Connected', { exact: true }).waitFor();
  await act(page, `@${fediverse.username}`, 'Disconnect');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('connectedAccounts') ? route.abort() : route.fallback(),
  );
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByText('The service cannot be reached').first().waitFor();
  await dialog.waitFor();
  expect(await page.getByText('The service cannot be reached').count()).toBe(1);
  expect(await page.getByText(fediverse.displayName).count()).toBeGreaterThan(0);
  problems.length = 0;
});

test('a check says whether the account works, and what the platform says if it does not', async () => {
  const account = await createAccount(db);
  const owner = sandbox.createAccount('fediverse');
  await account.connect(owner);
  const pinboard = sandbox.createAccount('pinboard');
  await account.connect(pinboard);
  const { page, cards } = await open({ account });
  const check = () => act(page, `@${owner.username}`, 'Check');
  await check();
  await cards.getByText(`Connected as ${owner.displayName}`).waitFor();
  sandbox.setFault({ platform: 'fediverse', kind: 'auth_expired', on: 'any', times: 0 });
  await check();
  await cards.getByText('Connect it again if this continues.').waitFor();
  await cards.getByText(/^Fediverse refused its access/).waitFor();

  await act(page, `@${pinboard.username}`, 'Check');
  await cards.getByText('This platform has no check').waitFor();
});

test('an account is disconnected after a confirmation that says what happens to its posts', async () => {
  const account = await createAccount(db);
  const [leaving, staying] = [sandbox.createAccount('fediverse'), sandbox.createAccount('skyfeed')];
  const platformId = await account.connect(leaving);
  await account.connect(staying);
  for (const content of ['One', 'Two']) {
    await createGroup(
      service,
      { 'x-api-key': account.apiKey },
      { content, platformIds: [platformId], scheduledTime: LATER },
    );
  }
  const { page, cards } = await open({ account });
  const disconnect = () => act(page, `@${leaving.username}`, 'Disconnect');
  await disconnect();
  const dialog = page.getByRole('dialog', { name: `Disconnect @${leaving.username}` });
  await dialog.getByText('2 scheduled posts to it will fail').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await connectionsOf(account)).toHaveLength(2);
  await disconnect();
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await cards.filter({ hasText: leaving.displayName }).waitFor({ state: 'detached' });
  await cards.filter({ hasText: staying.displayName }).waitFor();
  expect(await connectionsOf(account)).toHaveLength(1);
});

test('a name, platforms and the state of access narrow the list, and its address brings it back', async () => {
  const account = await createAccount(db);
  const [ended, other, third] = (['fediverse', 'skyfeed', 'network'] as const).map((key) => sandbox.createAccount(key));
  for (const one of [ended, other, third]) if (one) await account.connect(one);
  await db.query("UPDATE connections SET revoked_at = now() WHERE user_id = $1 AND platform = 'fediverse'", [
    account.userId,
  ]);
  const { page, cards } = await open({ account });
  await page.getByText('3 accounts').waitFor();
  await page.getByLabel('Search').fill(other?.username ?? '');
  await page.getByText('1 account', { exact: true }).waitFor();
  expect(await cards.getByRole('heading').allTextContents()).toEqual([other?.displayName]);
  await page.getByLabel('Search').fill('');
  await page.getByText('3 accounts').waitFor();
  await page.getByRole('combobox', { name: 'Access' }).click();
  await page.getByRole('option', { name: 'Has to be reconnected' }).click();
  await page.getByText('1 account', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('1 account', { exact: true }).waitFor();
  expect(await cards.getByRole('heading').allTextContents()).toEqual([ended?.displayName]);
  await page.getByRole('combobox', { name: 'Platforms' }).click();
  await page.getByRole('option', { name: 'Network' }).click();
  await page.getByText('No account is like this').waitFor();
});

test('accounts that have to be connected again are listed first, each with its cure', async () => {
  const account = await createAccount(db);
  const [healthy, broken] = [sandbox.createAccount('skyfeed'), sandbox.createAccount('fediverse')];
  for (const one of [healthy, broken]) await account.connect(one);
  await db.query("UPDATE connections SET revoked_at = now() WHERE user_id = $1 AND platform = 'fediverse'", [
    account.userId,
  ]);
  const { page, cards } = await open({ account });
  await page.getByText('2 accounts').waitFor();
  await cards.getByRole('heading', { name: healthy.displayName }).waitFor();
  await cards.getByRole('button', { name: /^Reconnect/ }).waitFor();
  expect(await cards.getByRole('heading').allTextContents()).toEqual([broken.displayName, healthy.displayName]);
  expect(await cards.getByRole('button', { name: /^Reconnect/ }).count()).toBe(1);
  await page.getByRole('img', { name: '1 to connect again' }).waitFor();
});

test('many accounts are read page by page', async () => {
  const account = await createAccount(db);
  for (let index = 0; index < 27; index++) await account.connect(sandbox.createAccount('fediverse'));
  const { page, cards } = await open({ account });
  await page.getByText('27 accounts').waitFor();
  expect(await cards.getByRole('heading').count()).toBe(25);
  await page.getByRole('button', { name: 'Show more' }).click();
  await eventually(async () => ((await cards.getByRole('heading').count()) === 27 ? true : undefined));
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
});

test('what the operator has not set up, and what the plan does not have, is said with what is missing', async () => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Connect an account' }).click();
  const platforms = page.getByRole('list', { name: 'Platforms' });
  await platforms.getByText(/has to register an app there, and set PINBOARD_CLIENT_ID/).waitFor();
  await platforms.getByRole('button', { name: 'Network' }).waitFor();
  expect(await platforms.getByRole('button', { name: 'Pinboard' }).count()).toBe(0);

  const starter = await open({ account: await createAccount(db, { plan: 'starter' }) });
  await starter.page.getByRole('button', { name: 'Connect an account' }).click();
  await starter.page.getByText('Your plan (Starter) does not include it.').first().waitFor();
  expect(await starter.page.getByRole('list', { name: 'Platforms' }).getByRole('button').allTextContents()).toEqual([
    'Network',
    'Skyfeed',
  ]);
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const account = await createAccount(db);
  for (const key of ['fediverse', 'network'] as const) await account.connect(sandbox.createAccount(key));
  await db.query("UPDATE connections SET revoked_at = now() WHERE user_id = $1 AND platform = 'fediverse'", [
    account.userId,
  ]);
  const { page } = await open({ account, screen: { width } });
  await page.getByText('2 accounts').waitFor();
  await expectAccessible(page);
  const dialog = await choosePlatform(page, 'Skyfeed');
  await dialog.getByRole('textbox', { name: 'Handle' }).waitFor();
  await expectAccessible(page);
});
