import { type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { newPerson, SIGN_UP, visit } from '../graphql/browser.js';
import { configuration } from '../http/login-support.js';
import { startMailServer } from '../mail/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, type Visitor, WIDTHS } from '../support/chromium.js';
import { graphql } from '../support/graphql.js';
import { linkIn, mailAbout, mailEnv } from '../support/mailbox.js';
import { useService } from '../support/service.js';

const mails = await startMailServer();
const sandbox = await startSandbox({ port: 0 });
const { db, service } = await useService({
  roles: 'api,worker',
  env: {
    ...configuration(sandbox),
    ...mailEnv(mails),
    SIGN_UP: 'true',
    SKYFEED_BASE_URL: sandbox.baseUrls.skyfeed,
  },
});
afterAll(async () => {
  await sandbox.close();
  await mails.close();
});
const browser = useBrowser(service);

/** The link of a managed user who has connected an account. */
async function newLink(): Promise<string> {
  const owner = await createAccount(db, { workspaceAccess: true });
  const userId = await owner.manage();
  const guest: TestAccount = await createAccount(db);
  await guest.connect(sandbox.createAccount('microblog'));
  await db.query('UPDATE connections SET user_id = $1 WHERE user_id = $2', [userId, guest.userId]);
  const query = `mutation ($input: CreateConnectionPageInput!) {
    createConnectionPage(input: $input) { connectionPage { url } }
  }`;
  const { data } = await graphql(service, await owner.session(), query, { input: { userId } });
  return new URL(data.createConnectionPage.connectionPage.url).pathname;
}

/** Every page of this service on the way of a login, one after the other. */
async function login(visitor: Visitor, platform: SandboxPlatform, look: () => Promise<void>) {
  const { page, problems } = visitor;
  const accounts = [sandbox.createAccount(platform), sandbox.createAccount(platform)];
  await page.goto(`/auth/${platform}/start`);
  await page.locator('button[value=allow]').click();
  await page.getByRole('heading', { name: /^Choose accounts on/ }).waitFor();
  await look();
  for (const { accountId } of accounts) await page.locator(`[value="${accountId}"]`).check();
  await page.getByRole('button', { name: 'Connect' }).press('Enter');
  await page.getByRole('heading', { name: /connected$/ }).waitFor();
  await look();
  // The pages of the platform are not ours.
  expect(problems.splice(0).filter((problem) => problem.includes(service.url))).toEqual([]);
}

/** No script, and axe has nothing to say. */
async function expectPlain({ page }: Visitor): Promise<void> {
  expect(await page.locator('script').count()).toBe(0);
  await expectAccessible(page);
}

/** Somebody who signed up, and the link that confirms it; opening it changes nothing. */
async function newSignUp() {
  const person = newPerson();
  await visit(service, {}, SIGN_UP, person);
  const { pathname } = linkIn(await mailAbout(mails, person.email, 'Confirm your e-mail address'));
  return { ...person, pathname };
}

let connectionLink: string;
let confirmation: string;
let reset: string;
beforeAll(async () => {
  connectionLink = await newLink();
  confirmation = (await newSignUp()).pathname;
  const member = await createAccount(db);
  const [user] = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [member.userId]);
  const email = user?.email ?? '';
  const request = 'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { accepted } }';
  await visit(service, {}, request, { email });
  reset = linkIn(await mailAbout(mails, email, 'Choose a new password')).pathname;
});

describe.each(WIDTHS)('without script and accessible in both themes, %i pixels wide', (width) => {
  test('the pages of links, with what they refuse', async () => {
    const visitor = await browser.open({ width });
    const { page } = visitor;
    await page.goto(connectionLink);
    await page.getByRole('heading', { name: 'Your accounts' }).waitFor();
    await page.getByLabel(/^Disconnect/).click();
    await page.getByRole('heading', { name: 'Skyfeed' }).click();
    await expectPlain(visitor);
    await page.getByLabel('Handle').fill('nobody.example');
    await page.getByLabel('App password').fill('wrong');
    await page.getByRole('button', { name: 'Connect Skyfeed' }).click();
    await page.getByRole('alert').waitFor();
    await expectPlain(visitor);

    await page.goto('/connect/nothing');
    await page.getByRole('heading', { name: /no longer valid/ }).waitFor();
    await expectPlain(visitor);

    await page.goto(confirmation);
    await page.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor();
    await expectPlain(visitor);
    await page.goto(reset);
    await page.getByLabel('New password').fill('password1234');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('alert').waitFor();
    await expectPlain(visitor);
    // The browser reports that a page has the status of an error.
    visitor.problems.splice(0);
  });

  test('the pages of a login: the server, the choice, the end', async () => {
    const visitor = await browser.openSignedIn(db, { width });
    await visitor.page.goto('/auth/fediverse/start');
    await visitor.page.getByRole('button', { name: 'Log in at Fediverse' }).waitFor();
    await expectPlain(visitor);
    await login(visitor, 'socialpage', () => expectPlain(visitor));
  });
});

test('the link of a sign-up ends on such a page too', async () => {
  const { password, pathname } = await newSignUp();
  const visitor = await browser.open();
  const { page } = visitor;
  await page.goto(pathname);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor();
  await expectPlain(visitor);
});

test.each(['light', 'dark'] as const)('they look like the sign-in of the dashboard: %s', async (theme) => {
  const { page } = await browser.open({ theme });
  /** `page` and `card` are the elements with the two backgrounds. */
  const look = (elements: { page: string; card: string }) =>
    page.evaluate((at) => {
      const styleOf = (selector: string) =>
        getComputedStyle([...document.querySelectorAll(selector)].at(-1) as Element);
      const [title, button] = [styleOf('main h1'), styleOf('main [type=submit], main button:not([class])')];
      return {
        backgrounds: [styleOf(at.page).backgroundColor, styleOf(at.card).backgroundColor],
        title: [title.color, title.fontSize, title.fontWeight],
        button: [button.backgroundColor, button.color, button.fontSize, button.fontWeight, button.borderRadius],
      };
    }, elements);
  await page.goto('/sign-in');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const expected = await look({ page: 'main', card: 'main > div:first-child' });
  await page.goto(await newLink());
  await page.getByRole('heading', { name: 'Your accounts' }).waitFor();
  expect(await look({ page: 'html', card: 'main' })).toEqual(expected);
});
