/** How a language is chosen, and that every text of the dashboard is a message. */
import { createGroup } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { useBrowser, type Visitor } from '../support/chromium.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const browser = useBrowser(service);

/** Those whose texts are checked. Notifications are not: the service writes them, in English. */
const VIEWS = [
  '/home',
  '/compose',
  '/posts',
  '/calendar',
  '/queue',
  '/recurring',
  '/feeds',
  '/library',
  '/labels',
  '/snippets',
  '/import',
  '/accounts',
  '/managed-users',
  '/members',
  '/analytics',
  '/usage',
  '/api-keys',
  '/webhooks',
  '/settings',
  '/settings/notifications',
  '/settings/activity',
  '/approvals',
  '/sign-in/nowhere',
];
/** Those that somebody without a session sees. */
const OPEN_VIEWS = ['/sign-in', '/sign-up', '/sign-in/forgot-password', '/invitations/unknown', '/review/unknown'];

const namesOf = (options: Intl.DateTimeFormatOptions, dates: Date[]): string[] =>
  dates.map((date) => new Intl.DateTimeFormat('en', options).format(date));
const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 1));
const DAYS = Array.from({ length: 7 }, (_, day) => new Date(2026, 5, 1 + day));
/** Longer ones first, since they begin with the shorter ones. */
const DATES = (['long', 'short'] as const)
  .flatMap((length) => [...namesOf({ month: length }, MONTHS), ...namesOf({ weekday: length }, DAYS)])
  .sort((one, other) => other.length - one.length);

/** Parts of texts that are no messages, with the reason. */
const NO_MESSAGES: [part: RegExp, reason: string][] = [
  [/[\w-]+@example\.com/g, 'the address of an account'],
  [/\b(Ann Lee|Test|Social publishing)\b/g, 'the names of a person, of the account and of the service'],
  [/\b(Fediverse( @test)?|@?test)\b/g, 'a platform and an account of it'],
  [/^[A-Z]{2}$/g, 'initials, in place of a picture'],
  [new RegExp(`\\b(${DATES.join('|')})\\b`, 'g'), 'dates, from Intl'],
  [/^(\{\w+\}|social|spring-sale|https:\/\/\S+)$/g, 'values that a person can write'],
  [/^autosize measurement$/g, 'an invisible text with which a library of components measures a field'],
];
/** Elements whose texts are no messages: times are from Intl, and codes and names of languages are the same everywhere. */
const NO_MESSAGES_IN = 'time, code, kbd, [lang]:not(html)';
/** Attributes that are shown or read aloud. */
const SHOWN_ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'alt'];

let account: TestAccount;
/** So that lists have rows. */
beforeAll(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
  const ann = await addMember(db, account.userId, 'CONTRIBUTOR');
  await db.query(`UPDATE people SET name = 'Ann Lee' WHERE id = $1`, [ann.personId]);
  const policy = { neededFor: 'CONTRIBUTORS', approvers: 'EDITORS', approvals: 2 };
  await run(await account.session(), 'setApprovalPolicy', policy);
  const headers = { 'x-api-key': account.apiKey };
  const [platformId = ''] = await platformIdsOf(account);
  const postGroupId = await createGroup(service, headers, { content: '1', platformIds: [platformId] });
  const scheduledTime = new Date(Date.now() + 72 * 3_600_000).toISOString();
  await run(ann.browser, 'requestApproval', { postGroupId, scheduledTime });
});

async function run(headers: Headers, mutation: string, input: object) {
  const kind = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`;
  const query = `mutation ($input: ${kind}) { ${mutation}(input: $input) { __typename } }`;
  expect((await graphql(service, headers, query, { input })).errors).toBeUndefined();
}

const platformIdsOf = async ({ userId }: TestAccount) =>
  (await db.query<{ id: string }>('SELECT platform_id AS id FROM connections WHERE user_id = $1', [userId])).map(
    ({ id }) => id,
  );

async function show({ page }: Pick<Visitor, 'page'>, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(
    () =>
      document.querySelector('h1, h2, [role=alert]') &&
      ![...document.querySelectorAll('[role=progressbar]:not([aria-valuenow])')].some((loading) =>
        loading.checkVisibility(),
      ),
  );
}

/** Before the pages of a window are loaded. */
const speak = ({ context }: Pick<Visitor, 'context'>, language: string) =>
  context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);

test('the account menu changes the language of the page', async () => {
  const { page } = await browser.openSignedIn(db, { account });
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await page.getByRole('button', { name: 'Account Test' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await page.locator('html[lang=de]').waitFor();
  await page.reload();
  await page.locator('html[lang=de][dir=ltr] h1').waitFor();
});

test('every text is a message', async () => {
  const signedIn = await browser.openSignedIn(db, { account });
  await speak(signedIn, 'en-XA');
  const found: Record<string, string[]> = {};
  for (const path of VIEWS) {
    await show(signedIn, path);
    found[path] = await plainTexts(signedIn);
  }
  await signedIn.context.clearCookies();
  for (const path of OPEN_VIEWS) {
    await show(signedIn, path);
    found[path] = await plainTexts(signedIn);
  }
  signedIn.problems.splice(0);
  await signedIn.context.close();
  expect(Object.entries(found).filter(([, texts]) => texts.length > 0)).toEqual([]);
});

/** What a page shows without accents. */
async function plainTexts({ page }: Pick<Visitor, 'page'>): Promise<string[]> {
  const shown = await page.evaluate(
    ({ attributes, elsewhere }) => {
      const texts: string[] = [];
      for (const element of document.querySelectorAll('body *')) {
        if (element.closest(`script, style, ${elsewhere}`) || !element.checkVisibility()) continue;
        for (const { nodeType, nodeValue } of element.childNodes) {
          if (nodeType === Node.TEXT_NODE) texts.push(nodeValue ?? '');
        }
        for (const name of attributes) texts.push(element.getAttribute(name) ?? '');
      }
      return texts;
    },
    { attributes: SHOWN_ATTRIBUTES, elsewhere: NO_MESSAGES_IN },
  );
  const left = shown.map((text) => NO_MESSAGES.reduce((rest, [data]) => rest.replaceAll(data, ''), text).trim());
  // The pseudo-locale has an accent on each letter.
  return [...new Set(left.filter((text) => /[a-z]{2}/i.test(text) && !/[^\P{L}a-z]/iu.test(text)))];
}
