/** E-mails as a person opens them: from a real worker over SMTP, in a real browser. */

import { signIn, visit } from '../graphql/browser.js';
import { startMailServer } from '../mail/support.js';
import { createAccount } from '../support/account.js';
import { expectAccessible, useBrowser, type Visitor } from '../support/chromium.js';
import { setLogin } from '../support/login.js';
import { linkIn, mailAbout, mailEnv } from '../support/mailbox.js';
import { useService } from '../support/service.js';

const BRAND = { BRAND_NAME: 'Wheel & "Bean" <b>', BRAND_COLOR: '#ffcc00' };

const mails = await startMailServer();
const { db, service } = await useService({ roles: 'api,worker', env: { ...mailEnv(mails), ...BRAND } });
afterAll(() => mails.close());
const browser = useBrowser(service);

const RESET = 'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { accepted } }';
const ZONE = 'mutation ($input: ChangeTimeZoneInput!) { changeTimeZone(input: $input) { viewer { id } } }';

/** A member with a password, chosen by the link of a mail. */
async function newMember() {
  const account = await createAccount(db);
  const email = `${account.userId}@example.com`;
  await setLogin(db, account.userId, { email, passwordHash: 'none' });
  await visit(service, {}, RESET, { email });
  const mail = await mailAbout(mails, email, 'Choose a new password');
  return { account, email, mail };
}

/** Opens the HTML of a mail as its own document, without pictures. */
async function read({ page }: Visitor, html = ''): Promise<void> {
  await page.setContent(html);
}

test('the button of a mail opens its page, and the notices that follow show the time in the account’s zone', async () => {
  const { account, email, mail } = await newMember();
  await visit(service, await account.session(), ZONE, { timeZone: 'America/Sao_Paulo' });
  const visitor = await browser.open();
  const { page } = visitor;
  await read(visitor, mail.html);
  expect(await page.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe(linkIn(mail).href);
  const password = `correct horse ${account.userId}`;
  await page.goto(linkIn(mail).pathname);
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();

  await signIn(service, { email, password });
  const notice = await mailAbout(mails, email, 'New sign-in to your account');
  expect(notice.text).toMatch(/^Time: \w+, \d+ \w+ \d{4} at \d\d:\d\d Brasilia Standard Time$/m);
  expect(notice.text).toMatch(/^IP address: 127\.0\.0\.1$/m);
  expect(linkIn(notice).href).toBe(`${service.url}/settings`);
});

test.each([1280, 390])('a mail is accessible and in the brand in both themes, %i pixels wide', async (width) => {
  const { email, mail } = await newMember();
  const visitor = await browser.open({ width });
  const { page } = visitor;
  await read(visitor, mail.html);
  // A mail is no page: it has no landmarks, and its sender says where it is from.
  await expectAccessible(page, { landmarks: false });
  const text = await page.locator('body').innerText();
  expect(text).toContain(BRAND.BRAND_NAME);
  expect(text).not.toContain(email);
  const colors = () =>
    page.evaluate(() =>
      ['body', 'h1', 'p'].map((name) => {
        const { color, backgroundColor } = getComputedStyle(document.querySelector(name) as Element);
        return [color, backgroundColor];
      }),
    );
  const light = await colors();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colors()).not.toEqual(light);
});
