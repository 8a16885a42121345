/** Passwords: which are accepted, how one is changed, and how one is reset by e-mail. */

import request from 'supertest';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { hashPassword } from '../../src/domain/identity/account/password.js';
import { type MailServer, startMailServer } from '../mail/support.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { OWNER } from '../support/login.js';
import { linkIn, mailAbout, mailEnv, mailsTo, tokenIn } from '../support/mailbox.js';
import { type Service, startService } from '../support/service.js';
import {
  codeOf,
  type Member,
  newMember,
  newPerson,
  type Person,
  SIGN_UP,
  signIn,
  type Visit,
  viewer,
  visit,
} from './browser.js';
import { codeOfApp, newGuarded, wrongCode } from './two-factor.js';

const CHANGE = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { expiresAt } }';
const REQUEST = 'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { accepted } }';
const RESET = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { changed } }';
const RESET_SUBJECT = 'Choose a new password';
const CHANGED_SUBJECT = 'Your password was changed';

let db: TestDatabase;
let mails: MailServer;
/** Accounts are made at once: they are of the time before there was a mail server. */
let before: Service;
let service: Service;
/** Behind a proxy, its statements seen; without a worker. */
let observed: Service;
let tap: StatementTap;

beforeAll(async () => {
  [db, mails] = await Promise.all([createTestDatabase(), startMailServer()]);
  tap = await startStatementTap(db.url, 'social-publishing-service');
  [before, service, observed] = await Promise.all([
    startService({ db, roles: 'api' }),
    startService({ db, env: mailEnv(mails) }),
    startService({ db: { url: tap.url }, roles: 'api', env: { ...mailEnv(mails), TRUSTED_PROXIES: '1' } }),
  ]);
});
beforeEach(() => db.query('DELETE FROM throttles'));
afterAll(async () => {
  await Promise.all([before, service, observed].map((one) => one?.stop()));
  tap?.close();
  await mails?.close();
  await db?.drop();
});

const newPassword = () => newPerson().password;
const change = (headers: Headers, currentPassword: string, to: string) =>
  visit(service, headers, CHANGE, { currentPassword, newPassword: to });
const ask = (email: string, at = service, headers: Headers = {}) => visit(at, headers, REQUEST, { email });
const reset = (token: string, to: string) => visit(service, {}, RESET, { token, newPassword: to });
const count = (visits: Visit[], code: string | undefined) => visits.filter((one) => codeOf(one) === code).length;
const isSignedIn = async (headers: Headers) => codeOf(await viewer(service, headers)) === undefined;
const confirmed = async ({ userId }: Member) =>
  (await db.query('SELECT 1 FROM users WHERE id = $1 AND email_confirmed_at IS NOT NULL', [userId])).length === 1;

/** The token of the `which`th link that somebody is sent. */
async function tokenFor({ email }: Pick<Person, 'email'>, which = 1): Promise<string> {
  await ask(email);
  return tokenIn(await mailAbout(mails, email, RESET_SUBJECT, which));
}

/** Waits until all requests for an address were processed. */
const settled = (email: string) =>
  eventually(async () => {
    const open = await db.query(`SELECT 1 FROM pgboss.job WHERE data->'mail'->>'email' = $1 AND state <> 'completed'`, [
      email,
    ]);
    return open.length === 0 || undefined;
  });

describe('a password', () => {
  test.each([
    ['aaaaaaaaaaaa', 'Repeated characters like "aaa" are easy to guess.'],
    ['Password1234', 'This is similar to a commonly used password.'],
    ['P@$$w0rd1234', 'This is similar to a commonly used password.'],
    ['123456789012', 'This is a commonly used password.'],
    ['qwertyuiopasdf', 'This is similar to a commonly used password.'],
    ['monkey'.repeat(40), 'Repeated character patterns like "abcabcabc" are easy to guess.'],
  ])('that is easy to guess is refused, with the reason: %s', async (password, warning) => {
    const { body } = await visit(before, {}, SIGN_UP, { ...newPerson(), password });
    const [error] = body.errors ?? [];
    const suggestions = (error?.extensions.suggestions ?? []) as string[];
    expect(error?.extensions).toEqual({ code: 'PASSWORD_WEAK', warning, suggestions });
    expect(suggestions.length).toBeGreaterThan(0);
    expect(error?.message).toBe(['Password is too easy to guess.', warning, ...suggestions].join(' '));
  });

  test.each([
    ['the e-mail address', { email: 'henrietta.lovelace@example.com', password: 'henrietta.lovelace' }],
    ['the name', { displayName: 'Zbigniew Quattrocchi', password: 'zbigniewquattrocchi' }],
  ])('that is %s is refused', async (_what, input) => {
    expect(codeOf(await visit(before, {}, SIGN_UP, { ...newPerson(), ...input }))).toBe('PASSWORD_WEAK');
  });

  test.each(['x'.repeat(11), '', 'x'.repeat(257), 'x'.repeat(500_000)])(
    'of a wrong length is refused: %#',
    async (password) => {
      expect(codeOf(await visit(before, {}, SIGN_UP, { ...newPerson(), password }))).toBe('PASSWORD_INVALID');
    },
  );

  test('is checked by the same rules when it is changed and when it is reset', async () => {
    const member = await newMember(before);
    const token = await tokenFor(member);
    for (const [weak, code] of [
      ['aaaaaaaaaaaa', 'PASSWORD_WEAK'],
      [member.email, 'PASSWORD_WEAK'],
      ['short', 'PASSWORD_INVALID'],
    ] as const) {
      expect(codeOf(await change(member.browser, member.password, weak))).toBe(code);
      expect(codeOf(await reset(token, weak))).toBe(code);
    }
    expect(codeOf(await signIn(service, member))).toBeUndefined();
    expect(codeOf(await reset(token, newPassword()))).toBeUndefined();
  });

  test('that was taken before goes on opening its account, however weak it is', async () => {
    const weak = await newMember(before);
    const hash = await hashPassword('aaaaaaaaaaaa');
    await db.query(`UPDATE people SET password_hash = $2 WHERE id = ${OWNER}`, [weak.userId, hash]);
    expect(codeOf(await signIn(service, { ...weak, password: 'aaaaaaaaaaaa' }))).toBeUndefined();
  });
});

describe('changePassword', () => {
  test('ends the other sessions, continues this one with a new token, and notifies the owner', async () => {
    const member = await newMember(before);
    const { browser: other } = await signIn(service, member);
    const password = newPassword();
    const changed = await change(member.browser, member.password, password);
    expect(codeOf(changed)).toBeUndefined();
    expect(await Promise.all([member.browser, other, changed.browser].map(isSignedIn))).toEqual([false, false, true]);
    const sessions = await db.query<{ at: Date }>(
      'SELECT expires_at AS at FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [member.userId],
    );
    expect(sessions.map(({ at }) => at.toISOString())).toEqual([changed.body.data.changePassword.expiresAt]);
    expect(codeOf(await signIn(service, member))).toBe('SIGN_IN_FAILED');
    expect(codeOf(await signIn(service, { ...member, password }))).toBeUndefined();
    expect((await mailAbout(mails, member.email, CHANGED_SUBJECT)).html).toContain('If this was not you');
  });

  test('also requires a code when two-factor authentication is on', async () => {
    const member = await newGuarded(before, db);
    const input = { currentPassword: member.password, newPassword: newPassword() };
    const codeWith = async (more: object) =>
      codeOf(await visit(service, member.browser, CHANGE, { ...input, ...more }));
    expect(await codeWith({})).toBe('SECOND_FACTOR_REQUIRED');
    expect(await codeWith({ code: wrongCode(member.secret) })).toBe('SECOND_FACTOR_INVALID');
    expect(await codeWith({ code: codeOfApp(member.secret) })).toBeUndefined();
  });

  test('requires the current password, and accepts ten wrong ones in 15 minutes; signIn has a separate count', async () => {
    const member = await newMember(before);
    const tries = await Promise.all(
      Array.from({ length: 15 }, () => change(member.browser, 'a wrong one', newPassword())),
    );
    expect([count(tries, 'CURRENT_PASSWORD_WRONG'), count(tries, 'PASSWORD_THROTTLED')]).toEqual([10, 5]);
    expect(codeOf(await change(member.browser, member.password, newPassword()))).toBe('PASSWORD_THROTTLED');
    expect(codeOf(await signIn(service, member))).toBeUndefined();
  });

  test('by other clients that fail to sign in is not blocked', async () => {
    const member = await newMember(before);
    await Promise.all(Array.from({ length: 11 }, () => signIn(service, { ...member, password: 'a wrong one' })));
    expect(codeOf(await signIn(service, member))).toBe('SIGN_IN_THROTTLED');
    expect(codeOf(await change(member.browser, member.password, newPassword()))).toBeUndefined();
  });

  test('of two at once with the same current password one is done', async () => {
    const member = await newMember(before);
    const { browser: other } = await signIn(service, member);
    const visits = await Promise.all(
      [member.browser, other].map((browser) => change(browser, member.password, newPassword())),
    );
    expect(count(visits, undefined)).toBe(1);
  });

  test('is for sessions: SESSION_REQUIRED with an API key, and for users without a password there is nothing to show', async () => {
    const account = await createAccount(db);
    expect(codeOf(await change({ 'x-api-key': account.apiKey }, '', newPassword()))).toBe('SESSION_REQUIRED');
    expect(codeOf(await change(await account.session(), '', newPassword()))).toBe('CURRENT_PASSWORD_WRONG');
  });

  test('makes links good no more that would set a password', async () => {
    const member = await newMember(before);
    const token = await tokenFor(member);
    await change(member.browser, member.password, newPassword());
    expect(codeOf(await reset(token, newPassword()))).toBe('EMAIL_LINK_INVALID');
  });
});

describe('a password that is forgotten', () => {
  test('is reset with the link in an e-mail: all sessions end, none starts, and the owner is notified', async () => {
    const member = await newMember(before);
    const password = newPassword();
    const done = await reset(await tokenFor(member), password);
    expect(done.body.data).toEqual({ resetPassword: { changed: true } });
    expect(done.cookie).toBeUndefined();
    expect(await isSignedIn(member.browser)).toBe(false);
    expect(codeOf(await signIn(service, member))).toBe('SIGN_IN_FAILED');
    expect(codeOf(await signIn(service, { ...member, password }))).toBeUndefined();
    await mailAbout(mails, member.email, CHANGED_SUBJECT);
    expect(await confirmed(member)).toBe(true);
  });

  test('opens an account again that too many wrong passwords had closed', async () => {
    const member = await newMember(before);
    await Promise.all(Array.from({ length: 11 }, () => signIn(service, { ...member, password: 'a wrong one' })));
    expect(codeOf(await signIn(service, member))).toBe('SIGN_IN_THROTTLED');
    const password = newPassword();
    await reset(await tokenFor(member), password);
    expect(codeOf(await signIn(service, { ...member, password }))).toBeUndefined();
  });

  test('the link can be used once, also by ten concurrent requests', async () => {
    const token = await tokenFor(await newMember(before));
    const visits = await Promise.all(Array.from({ length: 10 }, () => reset(token, newPassword())));
    expect([count(visits, undefined), count(visits, 'EMAIL_LINK_INVALID')]).toEqual([1, 9]);
  });

  test('the link is good for an hour', async () => {
    const member = await newMember(before);
    const token = await tokenFor(member);
    const [row] = await db.query<{ minutes: number }>(
      `SELECT extract(epoch FROM expires_at - created_at)::int / 60 AS minutes FROM email_tokens
        WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1) AND purpose = 'reset_password'`,
      [member.userId],
    );
    expect(row?.minutes).toBe(60);
    await db.query(
      "UPDATE email_tokens SET expires_at = now() - interval '1 second' WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)",
      [member.userId],
    );
    expect(codeOf(await reset(token, newPassword()))).toBe('EMAIL_LINK_INVALID');
  });

  test('a newer link makes the one before it worthless; of two that are asked for at once one is good', async () => {
    const member = await newMember(before);
    const first = await tokenFor(member);
    await Promise.all([ask(member.email), ask(member.email)]);
    const later = [2, 3].map(async (which) => tokenIn(await mailAbout(mails, member.email, RESET_SUBJECT, which)));
    const tokens = await Promise.all(later);
    expect(codeOf(await reset(first, newPassword()))).toBe('EMAIL_LINK_INVALID');
    const visits = [];
    for (const token of tokens) visits.push(await reset(token, newPassword()));
    expect([count(visits, undefined), count(visits, 'EMAIL_LINK_INVALID')]).toEqual([1, 1]);
  });

  test.each(['', 'x', 'x'.repeat(43), '\0', 'x'.repeat(100_000)])('no link can be guessed: %#', async (token) => {
    expect(codeOf(await reset(token, newPassword()))).toBe('EMAIL_LINK_INVALID');
  });

  test('neither the stored hash nor a link that confirms an address sets a password', async () => {
    const member = await newMember(before);
    await tokenFor(member);
    const [row] = await db.query<{ hash: string }>(
      'SELECT token_hash AS hash FROM email_tokens WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [member.userId],
    );
    expect(codeOf(await reset(row?.hash ?? '', newPassword()))).toBe('EMAIL_LINK_INVALID');
    const RESEND = 'mutation ($input: ResendConfirmationInput!) { resendConfirmation(input: $input) { accepted } }';
    await visit(service, {}, RESEND, { email: member.email });
    const confirmation = tokenIn(await mailAbout(mails, member.email, 'Confirm your e-mail address'));
    expect(codeOf(await reset(confirmation, newPassword()))).toBe('EMAIL_LINK_INVALID');
  });

  test('a request does not disclose which addresses have an account: the same response and the same statements', async () => {
    const { email } = await newMember(before);
    const observe = async (who: string) => {
      tap.take();
      const { body, cookie } = await ask(who, observed, { 'x-forwarded-for': '203.0.113.9' });
      return { data: body.data, errors: body.errors, cookie, statements: tap.take().map(({ text }) => text) };
    };
    await observe(newPerson().email);
    const [toUnknown, toHolder] = [await observe(newPerson().email), await observe(email)];
    expect(toHolder).toEqual(toUnknown);
    expect(toUnknown.data).toEqual({ requestPasswordReset: { accepted: true } });
    expect(toUnknown.statements.join('\n')).not.toMatch(/FROM "?users/);
  });

  test('one account gets three links an hour, and the response stays the same', async () => {
    const { email } = await newMember(before);
    for (let time = 0; time < 6; time++)
      expect((await ask(email)).body.data).toEqual({ requestPasswordReset: { accepted: true } });
    await mailAbout(mails, email, RESET_SUBJECT, 3);
    await settled(email);
    expect((await mailsTo(mails, email)).filter(({ subject }) => subject === RESET_SUBJECT)).toHaveLength(3);
  });

  test('one network may send twenty requests an hour, for all accounts together', async () => {
    const visits = await Promise.all(
      Array.from({ length: 25 }, () => ask(newPerson().email, observed, { 'x-forwarded-for': '203.0.113.10' })),
    );
    expect([count(visits, undefined), count(visits, 'ACCOUNT_MAIL_THROTTLED')]).toEqual([20, 5]);
    expect(codeOf(await ask(newPerson().email, observed, { 'x-forwarded-for': '203.0.113.11' }))).toBeUndefined();
  });

  test.each([
    ['no account', async () => newPerson().email],
    [
      'a managed user',
      async () => {
        const id = await (await createAccount(db, { workspaceAccess: true })).manage();
        return (await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [id]))[0]?.email ?? '';
      },
    ],
    [
      'a user who was detached',
      async () => {
        const id = await (await createAccount(db, { workspaceAccess: true })).manage();
        await db.query('UPDATE users SET managed_by_id = NULL WHERE id = $1', [id]);
        return (await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [id]))[0]?.email ?? '';
      },
    ],
    [
      'an account that is inactive',
      async () => {
        const { email, userId } = await newMember(before);
        await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [userId]);
        return email;
      },
    ],
  ])('%s gets no link', async (_who, find) => {
    const email = await find();
    expect((await ask(email)).body.data).toEqual({ requestPasswordReset: { accepted: true } });
    await settled(email);
    expect((await mailsTo(mails, email)).filter(({ subject }) => subject === RESET_SUBJECT)).toEqual([]);
    const links = await db.query(`SELECT 1 FROM email_tokens WHERE email = $1 AND purpose = 'reset_password'`, [email]);
    expect(links).toEqual([]);
  });

  test('an account that was made inactive meanwhile is not opened', async () => {
    const member = await newMember(before);
    const token = await tokenFor(member);
    await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [member.userId]);
    expect(codeOf(await reset(token, newPassword()))).toBe('EMAIL_LINK_INVALID');
  });

  test('an account that an operator made without a password gets its first one', async () => {
    const { userId } = await createAccount(db);
    const [{ email } = { email: '' }] = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
      userId,
    ]);
    const password = newPassword();
    await reset(await tokenFor({ email }), password);
    expect((await signIn(service, { email, password })).body.data.signIn.viewer.id).toBe(userId);
  });

  test('the page of the link asks for the new password, says what is wrong with it, and sets it', async () => {
    const member = await newMember(before);
    await ask(member.email);
    const { pathname, search, hash } = linkIn(await mailAbout(mails, member.email, RESET_SUBJECT));
    expect([search, hash]).toEqual(['', '']);
    const opened = await request(service.url).get(pathname);
    expect(opened.status).toBe(200);
    expect(opened.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(opened.text).not.toMatch(/<script|https?:\/\//);
    const send = (password: string) => request(service.url).post(pathname).type('form').send({ password });
    const weak = await send('aaaaaaaaaaaa');
    expect([weak.status, weak.text.includes('Password is too easy to guess.')]).toEqual([400, true]);
    expect(weak.text).not.toContain('aaaaaaaaaaaa');
    const password = newPassword();
    const done = await send(password);
    expect([done.status, done.headers['set-cookie']]).toEqual([200, undefined]);
    expect(codeOf(await signIn(service, { ...member, password }))).toBeUndefined();
    const over = await send(newPassword());
    expect([over.status, over.text.includes('This link is not valid')]).toEqual([410, true]);
  });
});
