import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { type Member, newMember, signIn as signInOverGraphql, viewer } from '../graphql/browser.js';
import { codeOfApp, forgetStep, wrongCode } from '../graphql/two-factor.js';
import { startMailServer } from '../mail/support.js';
import { expectAccessible, useBrowser, WIDTHS } from '../support/chromium.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { linkIn, mailAbout, mailEnv } from '../support/mailbox.js';
import { useAnother } from '../support/service.js';

const mails = await startMailServer();
const db = await createTestDatabase();
// Without a mail server a sign-up needs no confirmation.
const signUps = await useAnother({ db });
const service = await useAnother({ db, env: mailEnv(mails), roles: 'api,worker' });
afterAll(async () => {
  await db.drop();
  await mails.close();
});
const browser = useBrowser(service);

const open = async (screen = {}) => {
  const visitor = await browser.open(screen);
  return { ...visitor, panel: (name: string) => visitor.page.getByRole('region', { name, exact: true }) };
};

/** A window that is signed in by its form, as a person does; `code`: of the second factor. */
async function signIn({ email, password }: Pick<Member, 'email' | 'password'>, code?: string) {
  const window = await open();
  const { page } = window;
  await page.goto('/sign-in?returnTo=/settings');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  if (code) {
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  return window;
}

/** The settings of a new account, in a window that is signed in. */
async function openSettings(screen = {}) {
  const member = await newMember(signUps);
  const window = await open(screen);
  const [name = '', value = ''] = (member.browser.cookie ?? '').split('=');
  await window.context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  await window.page.goto('/settings');
  await window.panel('Sessions').waitFor();
  return { ...window, member };
}

test('a new name is shown at once, and a blank one is the address', async () => {
  const { page, panel, member } = await openSettings();
  const name = panel('Name').getByLabel('Display name');
  await name.fill('Ann Lee');
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByText('Name changed').waitFor();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menu').getByText('Ann Lee').waitFor();
  await page.keyboard.press('Escape');
  await name.fill('');
  await page.getByRole('button', { name: 'Change name' }).click();
  await panel('Name')
    .getByRole('textbox', { name: 'Display name' })
    .and(page.locator(`[value="${member.email}"]`))
    .waitFor();
});

test('a new address counts once its link is opened', async () => {
  const { page, panel, member } = await openSettings();
  const address = `new-${member.email}`;
  const form = panel('E-mail address');
  await form.getByLabel('New address').fill(address);
  await form.getByLabel('Your password').fill('not the password');
  await form.getByRole('button', { name: 'Change address' }).click();
  await form.getByRole('alert').getByText('password is wrong').waitFor();
  await form.getByLabel('Your password').fill(member.password);
  await form.getByRole('button', { name: 'Change address' }).click();
  await form.getByText(`It is in an e-mail to ${address}`).waitFor();

  const link = linkIn(await mailAbout(mails, address, 'Confirm your new e-mail address'));
  const elsewhere = await open();
  await elsewhere.page.goto(link.pathname);
  await elsewhere.page.getByRole('button', { name: 'Confirm the address' }).click();
  await elsewhere.page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor();
  await page.reload();
  await form.getByText(`You sign in as ${address}`).waitFor();
});

test('the link that confirms the address is sent again', async () => {
  const { page, panel, member } = await openSettings();
  const warning = panel('E-mail address').getByText('Your address is not confirmed');
  await warning.waitFor();
  // That of the sign-up comes first.
  await mailAbout(mails, member.email, 'Confirm your e-mail address');
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await page.getByText(`Link sent to ${member.email}`).waitFor();
  const link = linkIn(await mailAbout(mails, member.email, 'Confirm your e-mail address', 2));
  const elsewhere = await open();
  await elsewhere.page.goto(link.pathname);
  await elsewhere.page.getByRole('button', { name: 'Confirm the address' }).click();
  await elsewhere.page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor();
  await page.reload();
  await panel('Sessions').waitFor();
  expect(await warning.count()).toBe(0);
});

test('a new password replaces the old one, and ends the sessions elsewhere', async () => {
  const { page, panel, member } = await openSettings();
  const other = await signIn(member);
  await other.page.getByText('Live').waitFor();
  const form = panel('Password');
  await form.getByLabel('Current password').fill(member.password);
  await form.getByLabel('New password').fill('password1234');
  await form.getByRole('button', { name: 'Change password' }).click();
  await form.getByRole('alert').getByText('Password is too easy to guess').waitFor();
  const password = 'a lamp under nine umbrellas';
  await form.getByLabel('New password').fill(password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed').waitFor();
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // This one goes on.
  await page.reload();
  await panel('Sessions').getByText('This browser').waitFor();

  const refused = await signIn(member);
  await refused.page.getByRole('alert').getByText('Wrong e-mail address or password').waitFor();
  const accepted = await signIn({ ...member, password });
  await accepted.panel('Sessions').getByText('This browser').waitFor();
});

test('a session that is ended here is signed out there, at once', async () => {
  const { page, panel, member } = await openSettings();
  const other = await signIn(member);
  await other.page.getByText('Live').waitFor();
  await page.reload();
  await panel('Sessions')
    .getByRole('button', { name: /^End Chrome on Linux/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'End a session' });
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'End it' }).click();
  await dialog.getByRole('alert').getByText('password is wrong').waitFor();
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByRole('button', { name: 'End it' }).click();
  await page.getByText('Session ended').waitFor();
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await panel('Sessions').getByRole('button', { name: /^End/ }).first().waitFor({ state: 'detached' });
  expect(await panel('Sessions').getByRole('listitem').count()).toBe(1);
});

test('all other sessions are ended together', async () => {
  const { page, panel, member } = await openSettings();
  const others = await Promise.all([1, 2].map(() => signInOverGraphql(service, member)));
  await page.reload();
  await panel('Sessions').getByRole('button', { name: 'End all others' }).click();
  const dialog = page.getByRole('dialog', { name: 'End all other sessions' });
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByRole('button', { name: 'End them' }).click();
  await page.getByText('All other sessions ended').waitFor();
  for (const { browser: headers } of others) {
    expect((await viewer(service, headers)).body.errors?.[0]?.extensions.code).toBe('SESSION_REQUIRED');
  }
  expect((await viewer(service, member.browser)).body.errors).toBeUndefined();
});

test('a second factor is set up with the code of an app, signs in, and is turned off with a recovery code', async () => {
  const { page, panel, member } = await openSettings();
  const factor = panel('Two-factor authentication');
  await factor.getByRole('button', { name: 'Set up' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
  await setUp.getByLabel('Your password').fill(member.password);
  await setUp.getByRole('button', { name: 'Continue' }).click();
  const secret = await setUp.getByLabel('Secret').inputValue();
  const uri = new URL((await setUp.getByRole('link', { name: 'open the app' }).getAttribute('href')) ?? '');
  expect([uri.protocol, uri.searchParams.get('secret')]).toEqual(['otpauth:', secret]);
  const picture = await setUp.getByRole('img', { name: 'QR code of the secret' }).screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(uri.href);
  await setUp.getByRole('textbox', { name: 'Code' }).fill(wrongCode(secret));
  await setUp.getByRole('button', { name: 'Turn it on' }).click();
  await setUp.getByRole('alert').getByText('The code is wrong').waitFor();
  await setUp.getByRole('textbox', { name: 'Code' }).fill(codeOfApp(secret));
  await setUp.getByRole('button', { name: 'Turn it on' }).click();
  const codes = setUp.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.nth(9).waitFor();
  const [recoveryCode = ''] = await codes.allTextContents();
  await setUp.getByRole('button', { name: 'I have kept them' }).click();
  await factor.getByText('10 of 10 recovery codes are left').waitFor();

  await forgetStep(db, member);
  const again = await signIn(member, codeOfApp(secret));
  const there = again.panel('Two-factor authentication');
  await there.getByRole('button', { name: 'Turn off' }).click();
  const turnOff = again.page.getByRole('dialog', { name: 'Turn off two-factor authentication' });
  await turnOff.getByLabel('Your password').fill(member.password);
  await turnOff.getByRole('textbox', { name: 'Code' }).fill(recoveryCode);
  await turnOff.getByRole('button', { name: 'Turn it off' }).click();
  await there.getByRole('button', { name: 'Set up' }).waitFor();
});

test('new recovery codes replace the old ones', async () => {
  const { page, panel, member } = await openSettings();
  const factor = panel('Two-factor authentication');
  await factor.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = await dialog.getByLabel('Secret').inputValue();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOfApp(secret));
  await dialog.getByRole('button', { name: 'Turn it on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.nth(9).waitFor();
  const before = await codes.allTextContents();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();

  await factor.getByRole('button', { name: 'New recovery codes' }).click();
  const [first = '', second = ''] = before;
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(first);
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  await codes.nth(9).waitFor();
  const after = await codes.allTextContents();
  expect(after.filter((code) => before.includes(code))).toEqual([]);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  const answerTo = async (code: string) =>
    (await signInOverGraphql(service, { ...member, code })).body.errors?.[0]?.extensions.code;
  expect(await answerTo(second)).toBe('SECOND_FACTOR_INVALID');
  expect(await answerTo(after[0] ?? '')).toBeUndefined();
});

test('a theme is chosen, and can follow the device again', async () => {
  const { page } = await openSettings({ theme: 'dark' });
  const shown = (theme: string) => page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
  await shown('dark');
  await page.getByText('Light', { exact: true }).click();
  await shown('light');
  await page.reload();
  await shown('light');
  await page.getByText('As the device').click();
  await shown('dark');
});

const storedZone = async ({ userId }: { userId: string }): Promise<string | null> => {
  const [user] = await db.query<{ zone: string | null }>('SELECT time_zone AS zone FROM users WHERE id = $1', [userId]);
  return user?.zone ?? null;
};

test('the time zone follows the person to another browser, and without one it is that of the browser', async () => {
  const { page, account } = await browser.openSignedIn(db);
  await page.goto('/settings');
  const zoneOf = (one: Page) => one.getByRole('combobox', { name: 'Time zone' });
  await zoneOf(page).waitFor();
  expect(await zoneOf(page).inputValue()).toBe('As in this browser (Europe/Vienna)');
  await zoneOf(page).fill('mandu');
  await page.getByRole('option', { name: /Kath?mandu$/ }).click();
  await eventually(async () => (await storedZone(account)) ?? undefined);

  const other = await browser.openSignedIn(db, { account });
  await other.page.goto('/settings');
  await zoneOf(other.page).waitFor();
  await eventually(async () => /Kath?mandu$/.test(await zoneOf(other.page).inputValue()) || undefined);
  await zoneOf(other.page).fill('As in');
  await other.page.getByRole('option', { name: /^As in this browser/ }).click();
  await eventually(async () => (await storedZone(account)) === null || undefined);
});

test('the time zone is chosen, and shortcuts of a single key can be turned off', async () => {
  const { page, member } = await openSettings();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await eventually(async () => (await storedZone(member)) === 'Asia/Tokyo' || undefined);
  await page.reload();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Tokyo');

  await page.getByLabel('Shortcuts of a single key').uncheck();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).click();
  await page.keyboard.press('c');
  await page.getByLabel('Shortcuts of a single key').check();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).click();
  expect(new URL(page.url()).pathname).toBe('/settings');
  await page.keyboard.press('c');
  await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
});

test.each(WIDTHS)('it is accessible in both themes, %i pixels wide', async (width) => {
  const { page, panel, member } = await openSettings({ width });
  await expectAccessible(page);
  await panel('Two-factor authentication').getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Secret').waitFor();
  await expectAccessible(page);
});
