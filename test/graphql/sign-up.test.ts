/** Signing up where e-mails are sent: what is sent, to whom, and when the account exists. */
import request from 'supertest';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { newId } from '../../src/foundation/database/id.js';
import { type MailServer, startMailServer } from '../mail/support.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { linkIn, mailAbout, mailEnv, mailsTo, tokenIn } from '../support/mailbox.js';
import { type Service, startService } from '../support/service.js';
import { codeOf, newPerson, type Person, SIGN_UP, signIn, type Visit, viewer, visit } from './browser.js';

const CONFIRM = 'mutation ($input: ConfirmEmailInput!) { confirmEmail(input: $input) { email } }';
const RESEND = 'mutation ($input: ResendConfirmationInput!) { resendConfirmation(input: $input) { accepted } }';
const CONFIRM_SUBJECT = 'Confirm your e-mail address';
const KNOWN_SUBJECT = 'You already have an account';

let db: TestDatabase;
let mails: MailServer;
/** Sends e-mails. */
let service: Service;
/** On the same database, its statements seen; without a worker. */
let observed: Service;
let tap: StatementTap;
/** On the same database: behind a proxy, and with the limits that there are by default. */
let limited: Service;

beforeAll(async () => {
  [db, mails] = await Promise.all([createTestDatabase(), startMailServer()]);
  tap = await startStatementTap(db.url, 'social-publishing-service');
  const env = mailEnv(mails);
  [service, observed, limited] = await Promise.all([
    startService({ db, env }),
    startService({ db: { url: tap.url }, roles: 'api', env }),
    startService({
      db,
      roles: 'api',
      env: {
        ...env,
        TRUSTED_PROXIES: '1',
        SIGN_UPS_PER_DAY: '',
        // Of many at once none is refused because it waited for a connection.
        DATABASE_CONNECT_TIMEOUT_MS: '60000',
        DATABASE_QUERY_TIMEOUT_MS: '120000',
      },
    }),
  ]);
});
beforeEach(() => db.query('DELETE FROM throttles'));
afterAll(async () => {
  await Promise.all([service, observed, limited].map((one) => one?.stop()));
  tap?.close();
  await mails?.close();
  await db?.drop();
});

const signUp = (person: Person, at = service, headers: Headers = {}) => visit(at, headers, SIGN_UP, person);
const confirm = (token: string, { password }: Pick<Person, 'password'>) =>
  visit(service, {}, CONFIRM, { token, password });
const confirmationOf = async ({ email }: Person, count = 1) =>
  tokenIn(await mailAbout(mails, email, CONFIRM_SUBJECT, count));
const usersWith = ({ email }: Person) => db.query('SELECT id FROM users WHERE email = $1', [email]);
const from = (address: string) => ({ 'x-forwarded-for': address });
const count = (visits: Visit[], code: string | undefined) => visits.filter((one) => codeOf(one) === code).length;

/** Somebody with a confirmed address. */
async function newConfirmed(): Promise<Person> {
  const person = newPerson();
  await signUp(person);
  expect(codeOf(await confirm(await confirmationOf(person), person))).toBeUndefined();
  return person;
}

describe('signUp', () => {
  test('makes the account when the address is confirmed, and no session: signing in comes after it', async () => {
    const person = newPerson();
    const signedUp = await signUp(person);
    expect(signedUp.body.data).toEqual({ signUp: { confirmationRequired: true } });
    expect(signedUp.cookie).toBeUndefined();
    expect(codeOf(await signIn(service, person))).toBe('SIGN_IN_FAILED');
    expect(await usersWith(person)).toEqual([]);

    const confirmed = await confirm(await confirmationOf(person), person);
    expect(confirmed.body.data).toEqual({ confirmEmail: { email: person.email } });
    expect(confirmed.cookie).toBeUndefined();
    const { browser } = await signIn(service, person);
    expect((await viewer(service, browser)).body.data.viewer).toMatchObject({
      email: person.email,
      plan: { key: 'starter' },
    });
    expect(await db.query('SELECT 1 FROM sign_ups WHERE email = $1', [person.email])).toEqual([]);
  });

  test('with an address that has an account: the same response, and the holder is notified by e-mail', async () => {
    const holder = await newConfirmed();
    const attempt = { email: holder.email.toUpperCase(), password: newPerson().password };
    expect((await signUp(attempt)).body.data).toEqual({ signUp: { confirmationRequired: true } });
    const mail = await mailAbout(mails, holder.email, KNOWN_SUBJECT);
    expect(mail.text).toContain('Someone tried to sign up with your e-mail address. You already have an account');
    expect(linkIn(mail).href).toBe(`${service.url}/sign-in`);
    expect(await usersWith(holder)).toHaveLength(1);
    expect(codeOf(await signIn(service, attempt))).toBe('SIGN_IN_FAILED');
    expect(codeOf(await signIn(service, holder))).toBeUndefined();
  });

  test('does and returns the same for both: status, headers, body and statements, the hashed password among them', async () => {
    const taken = await createAccount(db);
    const [row] = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [taken.userId]);
    const ask = async (email: string) => {
      tap.take();
      const { password } = newPerson();
      const answer = await request(observed.url)
        .post('/graphql')
        .send({ query: SIGN_UP, variables: { input: { email, password } } });
      const { 'x-request-id': _id, date: _date, ...headers } = answer.headers;
      const statements = tap.take().map(({ text }) => text);
      return { status: answer.status, headers, data: answer.body.data, errors: answer.body.errors, statements };
    };
    await ask(newPerson().email);
    const [toUnknown, toHolder] = [await ask(newPerson().email), await ask(row?.email ?? '')];
    expect({ ...toHolder, headers: {} }).toEqual({ ...toUnknown, headers: {} });
    expect(Object.keys(toHolder.headers)).toEqual(Object.keys(toUnknown.headers));
    expect(toUnknown.statements.join('\n')).toMatch(/INSERT INTO "sign_ups".*"password_hash"/);
    expect(toUnknown.statements.join('\n')).not.toMatch(/FROM "?users/);
  });

  test('120 at once from one network: five are accepted, the others are told when to retry', async () => {
    const visits = await Promise.all(
      Array.from({ length: 120 }, (_, index) => signUp(newPerson(), limited, from(`2001:db8::${index + 1}`))),
    );
    expect([count(visits, undefined), count(visits, 'SIGN_UP_THROTTLED')]).toEqual([5, 115]);
    const [error] = visits.find((one) => codeOf(one))?.body.errors ?? [];
    const retryAfterSeconds = Number(error?.extensions.retryAfterSeconds);
    expect(error?.message).toBe(`Too many sign-ups from your network. Try again in ${retryAfterSeconds} seconds`);
    expect(retryAfterSeconds).toBeGreaterThan(3_500);
    expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
    expect(codeOf(await signUp(newPerson(), limited, from('2001:db8:0:1::1')))).toBeUndefined();
  });

  test('20 a day from one network, however they are spread', async () => {
    for (let hour = 0; hour < 4; hour++) {
      const visits = await Promise.all(
        Array.from({ length: 5 }, () => signUp(newPerson(), limited, from('203.0.113.5'))),
      );
      expect(count(visits, undefined)).toBe(5);
      await db.query(`DELETE FROM throttles WHERE key LIKE 'sign-up-hour:%'`);
    }
    const last = await signUp(newPerson(), limited, from('203.0.113.5'));
    expect(codeOf(last)).toBe('SIGN_UP_THROTTLED');
    expect(Number(last.body.errors?.[0]?.extensions.retryAfterSeconds)).toBeGreaterThan(86_000);
  });

  test('a refused password costs no sign-up, but passwords are not looked at without an end', async () => {
    const weak = () => signUp({ ...newPerson(), password: 'aaaaaaaaaaaa' }, limited, from('203.0.113.6'));
    for (let batch = 0; batch < 5; batch++) {
      expect(count(await Promise.all(Array.from({ length: 9 }, weak)), 'PASSWORD_WEAK')).toBe(9);
    }
    expect(codeOf(await signUp(newPerson(), limited, from('203.0.113.6')))).toBeUndefined();
    expect(count(await Promise.all(Array.from({ length: 10 }, weak)), 'SIGN_UP_THROTTLED')).toBe(6);
  });

  test('one recipient gets three e-mails an hour, and the response stays the same', async () => {
    const person = newPerson();
    const answers = [];
    for (let time = 0; time < 6; time++) answers.push((await signUp(person)).body.data);
    expect(new Set(answers.map((data) => JSON.stringify(data))).size).toBe(1);
    await mailAbout(mails, person.email, CONFIRM_SUBJECT, 3);
    const [{ jobs } = { jobs: 0 }] = await db.query<{ jobs: number }>(
      `SELECT count(*)::int AS jobs FROM pgboss.job WHERE data->'mail'->>'email' = $1`,
      [person.email],
    );
    expect(jobs).toBe(3);
  });
});

describe('a link that confirms an address', () => {
  test('can be used once, also by ten concurrent requests', async () => {
    const person = newPerson();
    await signUp(person);
    const token = await confirmationOf(person);
    const visits = await Promise.all(Array.from({ length: 10 }, () => confirm(token, person)));
    expect([count(visits, undefined), count(visits, 'EMAIL_LINK_INVALID')]).toEqual([1, 9]);
    expect(await usersWith(person)).toHaveLength(1);
  });

  test('is good for a day', async () => {
    const person = newPerson();
    await signUp(person);
    const token = await confirmationOf(person);
    const [row] = await db.query<{ hours: number }>(
      'SELECT extract(epoch FROM expires_at - created_at)::int / 3600 AS hours FROM email_tokens WHERE email = $1',
      [person.email],
    );
    expect(row?.hours).toBe(24);
    await db.query("UPDATE email_tokens SET expires_at = now() - interval '1 second' WHERE email = $1", [person.email]);
    expect(codeOf(await confirm(token, person))).toBe('EMAIL_LINK_INVALID');
  });

  test.each(['', 'x', 'x'.repeat(43), '\0', 'x'.repeat(100_000)])('cannot be guessed: %#', async (token) => {
    expect(codeOf(await confirm(token, newPerson()))).toBe('EMAIL_LINK_INVALID');
  });

  test('is not the stored hash of its token', async () => {
    const person = newPerson();
    await signUp(person);
    await confirmationOf(person);
    const [row] = await db.query<{ hash: string }>('SELECT token_hash AS hash FROM email_tokens WHERE email = $1', [
      person.email,
    ]);
    expect(codeOf(await confirm(row?.hash ?? '', person))).toBe('EMAIL_LINK_INVALID');
  });

  test('of two people who sign up with one address, the owner of the mailbox decides whose password is used', async () => {
    const owner = newPerson();
    const otherUser = { email: owner.email, password: newPerson().password };
    await signUp(otherUser);
    const otherMail = await confirmationOf(owner);
    await signUp(owner);
    const owners = await confirmationOf(owner, 2);
    // The newest sign-up has a new link. Earlier links stay valid until one of them is used.
    expect(codeOf(await confirm(owners, owner))).toBeUndefined();
    expect(codeOf(await confirm(otherMail, otherUser))).toBe('EMAIL_LINK_INVALID');
    expect(codeOf(await signIn(service, otherUser))).toBe('SIGN_IN_FAILED');
    expect(codeOf(await signIn(service, owner))).toBeUndefined();
  });

  test('of someone else, who has used up the mails, makes no account for the owner of the mailbox', async () => {
    const owner = newPerson();
    const otherUser = { email: owner.email, password: newPerson().password };
    for (let time = 0; time < 3; time++) await signUp(otherUser);
    await signUp(owner);
    const otherMail = await confirmationOf(owner, 3);
    for (const password of [owner.password, '', undefined]) {
      const visited = await visit(service, {}, CONFIRM, { token: otherMail, password });
      expect(codeOf(visited)).toBe('CURRENT_PASSWORD_WRONG');
    }
    expect(await usersWith(owner)).toEqual([]);
    expect(codeOf(await signIn(service, otherUser))).toBe('SIGN_IN_FAILED');
  });

  test('becomes invalid after ten wrong passwords, also concurrent ones', async () => {
    const person = newPerson();
    await signUp(person);
    const token = await confirmationOf(person);
    const visits = await Promise.all(Array.from({ length: 12 }, () => confirm(token, newPerson())));
    expect([count(visits, 'CURRENT_PASSWORD_WRONG'), count(visits, 'EMAIL_LINK_INVALID')]).toEqual([10, 2]);
    expect(codeOf(await confirm(token, person))).toBe('EMAIL_LINK_INVALID');
    expect(await usersWith(person)).toEqual([]);
  });

  test('two sign-ups with one address that are confirmed at once make one account', async () => {
    const [first, second] = [newPerson(), newPerson()];
    second.email = first.email;
    await signUp(first);
    const tokens = [await confirmationOf(first)];
    await signUp(second);
    tokens.push(await confirmationOf(first, 2));
    const visits = await Promise.all([first, second].map((who, index) => confirm(tokens[index] ?? '', who)));
    expect(count(visits, undefined)).toBe(1);
    expect(await usersWith(first)).toHaveLength(1);
  });

  test('is sent again when it is asked for, in place of the one before; the response does not disclose whether there was one', async () => {
    const person = newPerson();
    await signUp(person);
    const first = await confirmationOf(person);
    const otherUser = await visit(service, {}, RESEND, { email: newPerson().email });
    const again = await visit(service, {}, RESEND, { email: person.email.toUpperCase() });
    expect(again.body.data).toEqual({ resendConfirmation: { accepted: true } });
    expect(otherUser.body.data).toEqual(again.body.data);
    const second = await confirmationOf(person, 2);
    expect(codeOf(await confirm(first, person))).toBe('EMAIL_LINK_INVALID');
    expect(codeOf(await confirm(second, person))).toBeUndefined();
    await visit(service, {}, RESEND, { email: person.email });
    await eventually(async () => {
      const open = await db.query(
        `SELECT 1 FROM pgboss.job WHERE data->'mail'->>'email' = $1 AND state <> 'completed'`,
        [person.email],
      );
      return open.length === 0 || undefined;
    });
    expect(await mailsTo(mails, person.email)).toHaveLength(2);
  });

  test('asks for a button: programs that look through mails open it, and nothing happens', async () => {
    const person = newPerson();
    await signUp(person);
    const mail = await mailAbout(mails, person.email, CONFIRM_SUBJECT);
    const { origin, pathname } = linkIn(mail);
    expect(origin).toBe(service.url);
    const opened = await request(service.url).get(pathname);
    expect(opened.status).toBe(200);
    expect(opened.text).toContain(person.email);
    expect(opened.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(await usersWith(person)).toEqual([]);
    expect(opened.text).toContain('did you sign up with it?');
    const wrong = await request(service.url).post(pathname).type('form').send({ password: newPerson().password });
    expect([wrong.status, wrong.text.includes('not the password chosen at sign-up')]).toEqual([403, true]);
    expect(await usersWith(person)).toEqual([]);
    const pressed = await request(service.url).post(pathname).type('form').send({ password: person.password });
    expect([pressed.status, pressed.headers['set-cookie']]).toEqual([200, undefined]);
    expect(pressed.text).toContain('Your e-mail address is confirmed');
    expect(codeOf(await signIn(service, person))).toBeUndefined();
    for (const method of ['get', 'post'] as const) {
      const over = await request(service.url)[method](pathname);
      expect([over.status, over.text.includes('This link is not valid')]).toEqual([410, true]);
    }
  });
});

test('mails carry no text of a client: the name of a sign-up is in none', async () => {
  const person = newPerson();
  const displayName = `Ann. Your account will be closed: log in at https://evil.example/ ${newId()}`;
  expect(codeOf(await visit(service, {}, SIGN_UP, { ...person, displayName }))).toBeUndefined();
  const mail = await mailAbout(mails, person.email, CONFIRM_SUBJECT);
  const { text = '', html = '', headers } = mail;
  expect(text).toMatch(/^Confirm your e-mail address\n\nSomeone signed up with this e-mail address/);
  expect(linkIn(mail).origin).toBe(service.url);
  expect(text + html).not.toMatch(/evil|Ann/);
  expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
});

describe('an address of a managed user', () => {
  const CREATE = 'mutation ($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { id } } }';
  const DETACH = 'mutation ($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { detachedUserId } }';

  test.each(['while it is managed', 'after it was detached'])(
    'does not keep its owner from signing up, who gets nothing of that user: %s',
    async (when) => {
      const workspace = await createAccount(db, { workspaceAccess: true });
      const key = { 'x-api-key': workspace.apiKey };
      const owner = newPerson();
      const created = await visit(service, key, CREATE, { email: owner.email });
      const userId = created.body.data.createManagedUser.user.id;
      if (when !== 'while it is managed') await visit(service, key, DETACH, { userId });
      await signUp(owner);
      await confirm(await confirmationOf(owner), owner);
      const { body, browser } = await signIn(service, owner);
      expect(body.data.signIn.viewer.id).not.toBe(userId);
      expect((await viewer(service, browser)).body.data.viewer).toMatchObject({ email: owner.email, managed: false });
      expect(await usersWith(owner)).toHaveLength(2);
    },
  );

  test('that has an account is refused as before: EMAIL_TAKEN', async () => {
    const workspace = await createAccount(db, { workspaceAccess: true });
    const { email } = await newConfirmed();
    const created = await visit(service, { 'x-api-key': workspace.apiKey }, CREATE, { email });
    expect(codeOf(created)).toBe('EMAIL_TAKEN');
  });
});
