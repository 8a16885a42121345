import request from 'supertest';
import { SESSION_COOKIE } from '../../src/domain/identity/access/viewer.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { OWNER } from '../support/login.js';
import { type Service, useAnother, useTwoApis } from '../support/service.js';
import {
  codeOf,
  type Member,
  newMember,
  newPerson,
  SIGN_OUT,
  SIGN_UP,
  sending,
  signIn,
  type Visit,
  viewer,
  visit,
} from './browser.js';

const DAY = 24 * 3_600_000;

// The second one is behind a proxy that ends TLS.
const { db, service, second: proxied } = await useTwoApis();
/** On the same database: with an https address, and without sign-up. */
const closed = await useAnother({ db, env: { PUBLIC_URL: 'https://api.example.com', SIGN_UP: 'false' } });

const tokenOf = ({ cookie = '' }: Headers) => cookie.slice(SESSION_COOKIE.length + 1);
const codesOf = (visits: Visit[]) => visits.map(codeOf);
const isSignedIn = async (headers: Headers) => codeOf(await viewer(service, headers)) === undefined;

describe('signUp', () => {
  test('makes an account on the free plan, which can sign in at once where no e-mails are sent', async () => {
    const { email, password } = newPerson();
    const signedUp = await visit(service, {}, SIGN_UP, { email: ` ${email.toUpperCase()} `, password });
    expect(signedUp.body.data).toEqual({ signUp: { confirmationRequired: false } });
    expect(signedUp.cookie).toBeUndefined();
    const { body, browser } = await signIn(service, { email, password });
    const { id: userId } = body.data.signIn.viewer;
    expect((await viewer(service, browser)).body.data.viewer).toEqual({
      id: userId,
      email,
      displayName: email,
      plan: { key: 'starter' },
      managed: false,
    });
  });

  test('keeps Argon2id of the password and SHA-256 of the token, and neither as it is', async () => {
    const { userId, password, browser } = await newMember(service);
    const token = tokenOf(browser);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [user] = await db.query(`SELECT * FROM people WHERE id = ${OWNER}`, [userId]);
    const [session] = await db.query(
      'SELECT * FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [userId],
    );
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(session?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify([user, session])).not.toContain(token);
    expect(JSON.stringify([user, session])).not.toContain(password);
  });

  test('takes a name to show', async () => {
    const person = newPerson();
    await visit(service, {}, SIGN_UP, { ...person, displayName: ' Ada ' });
    const { browser } = await signIn(service, person);
    expect((await viewer(service, browser)).body.data.viewer.displayName).toBe('Ada');
  });

  test('with an address that has an account returns the same, and changes nothing', async () => {
    const who = await newMember(service);
    const credentials = { email: who.email.toUpperCase(), password: newPerson().password };
    const [taken, free] = [
      await visit(service, {}, SIGN_UP, credentials),
      await visit(service, {}, SIGN_UP, newPerson()),
    ];
    expect([taken.body.data, taken.cookie]).toEqual([free.body.data, free.cookie]);
    expect(codesOf([await signIn(service, credentials), await signIn(service, who)])).toEqual([
      'SIGN_IN_FAILED',
      undefined,
    ]);
  });

  test('of many concurrent ones with one address, in any letter case, one succeeds', async () => {
    const { email, password } = newPerson();
    const spellings = [email, email.toUpperCase(), ` ${email}`, email.replace('example', 'Example')];
    await Promise.all(spellings.map((one) => visit(service, {}, SIGN_UP, { email: one, password })));
    expect(await db.query('SELECT email FROM users WHERE lower(trim(email)) = $1', [email])).toEqual([{ email }]);
  });

  test.each([
    '',
    ' ',
    'nobody',
    'nobody@',
    '@example.com',
    'a@b',
    'a b@example.com',
    'a\0@example.com',
    'ä@example.com',
  ])('the address %j: EMAIL_INVALID, and no cookie', async (email) => {
    const visited = await visit(service, {}, SIGN_UP, { ...newPerson(), email });
    expect([codeOf(visited), visited.cookie]).toEqual(['EMAIL_INVALID', undefined]);
  });

  test.each([
    [11, 'PASSWORD_INVALID'],
    [12, undefined],
    [256, undefined],
    [257, 'PASSWORD_INVALID'],
  ])('a password of %i characters: %s', async (length, code) => {
    const password = newId().repeat(11).slice(0, length);
    expect(codeOf(await visit(service, {}, SIGN_UP, { ...newPerson(), password }))).toBe(code);
  });

  test('a name of more than 200 characters: DISPLAY_NAME_INVALID', async () => {
    const visited = await visit(service, {}, SIGN_UP, { ...newPerson(), displayName: 'x'.repeat(201) });
    expect(codeOf(visited)).toBe('DISPLAY_NAME_INVALID');
  });

  test.each(
    ['Ann,\n\nLog in at evil.example', 'Ann\r', 'a\u0001b', 'a\u2028b', 'a\u202eb', 'a\u2066b', 'a\u001bb'].map(
      (name) => `${name}.`,
    ),
  )('a name with line breaks or control characters: DISPLAY_NAME_INVALID: %j', async (displayName) => {
    const person = newPerson();
    const visited = await visit(service, {}, SIGN_UP, { ...person, displayName });
    expect(codeOf(visited)).toBe('DISPLAY_NAME_INVALID');
    expect(await db.query('SELECT id FROM users WHERE email = $1', [person.email])).toEqual([]);
  });

  test('is closed where the operator says so: SIGN_UP_DISABLED, and nothing is made', async () => {
    const who = newPerson();
    const visited = await visit(closed, {}, SIGN_UP, who);
    expect([codeOf(visited), visited.cookie]).toEqual(['SIGN_UP_DISABLED', undefined]);
    expect(await db.query('SELECT id FROM users WHERE email = $1', [who.email])).toEqual([]);
  });
});

describe('the cookie', () => {
  let member: Member;
  beforeAll(async () => {
    member = await newMember(service);
  });
  const attributes = async (at: Service, headers: Headers = {}) => {
    const { name, value, expires, ...rest } = (await signIn(at, member, headers)).cookie ?? {};
    return rest;
  };
  const PLAIN = { httpOnly: true, sameSite: 'lax', path: '/' };

  test('is out of reach of scripts and other sites; over plain http it is not Secure', async () => {
    expect(await attributes(service)).toEqual(PLAIN);
  });

  test('is Secure where the service’s address is https', async () => {
    expect(await attributes(closed)).toEqual({ ...PLAIN, secure: true });
  });

  test.each([
    ['https', { ...PLAIN, secure: true }],
    ['http', PLAIN],
  ])('behind a trusted proxy that says %s: %j', async (protocol, expected) => {
    expect(await attributes(proxied, { 'x-forwarded-proto': protocol })).toEqual(expected);
  });

  test('a client’s own word on its protocol does not count', async () => {
    expect(await attributes(service, { 'x-forwarded-proto': 'https' })).toEqual(PLAIN);
  });
});

describe('signIn', () => {
  test('begins a session of 30 days, by the address in any letter case', async () => {
    const { userId, email, password } = await newMember(service);
    const before = Date.now();
    const { body, cookie, browser } = await signIn(service, { email: ` ${email.toUpperCase()}`, password });
    const { expiresAt } = body.data.signIn;
    expect(body.data.signIn).toEqual({ viewer: { id: userId }, expiresAt });
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 30 * DAY);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 30 * DAY);
    expect(cookie?.expires?.getTime()).toBe(Math.floor(Date.parse(expiresAt) / 1000) * 1000);
    expect((await viewer(service, browser)).body.data.viewer.id).toBe(userId);
  });

  test('returns the signed-in viewer and not the caller: the next mutations of the operation are the viewer’s, too', async () => {
    const { userId, email, password } = await newMember(service);
    const { browser: others } = await newMember(service);
    const owner = await createAccount(db, { workspaceAccess: true });
    const [key, managed] = [owner.apiKey, await owner.manage()];
    const query = `mutation ($input: SignInInput!) {
      signIn(input: $input) { viewer { id email managed plan { key } connectedAccounts { totalCount } } }
      createWebhook(input: { name: "a", url: "https://hooks.example.com/a", events: [POST_FAILED] }) { webhook { id } }
    }`;
    for (const headers of [{}, others, { 'x-api-key': key }, { 'x-api-key': key, 'x-service-user-id': managed }]) {
      const { body } = await visit(service, headers, query, { email, password });
      expect(body.data.signIn.viewer).toEqual({
        id: userId,
        email,
        managed: false,
        connectedAccounts: { totalCount: 0 },
        plan: { key: 'starter' },
      });
      const { id } = body.data.createWebhook.webhook;
      expect(await db.query('SELECT user_id AS "userId" FROM webhooks WHERE id = $1', [id])).toEqual([{ userId }]);
    }
  });

  test('that is refused changes nothing about whose the next mutations are', async () => {
    const { email, userId, browser } = await newMember(service);
    const query = `mutation ($input: SignInInput!) {
      signIn(input: $input) { viewer { id } }
      createWebhook(input: { name: "a", url: "https://hooks.example.com/a", events: [POST_FAILED] }) { webhook { id } }
    }`;
    const { body } = await visit(service, browser, query, { email, password: 'wrong' });
    expect(body.data.signIn).toBeNull();
    const { id } = body.data.createWebhook.webhook;
    expect(await db.query('SELECT user_id AS "userId" FROM webhooks WHERE id = $1', [id])).toEqual([{ userId }]);
  });

  test('gives a new token, and the browser’s old one works no more; that of another browser does', async () => {
    const { browser: first, ...who } = await newMember(service);
    const { browser: other } = await signIn(service, who);
    const { browser: second } = await signIn(service, who, first);
    expect(second).not.toEqual(first);
    expect(await Promise.all([first, second, other].map(isSignedIn))).toEqual([false, true, true]);
  });

  test('never takes over a token that the browser came with', async () => {
    const planted = { cookie: `${SESSION_COOKIE}=${'x'.repeat(43)}` };
    const { browser } = await signIn(service, await newMember(service), planted);
    expect(browser).not.toEqual(planted);
    expect(await isSignedIn(planted)).toBe(false);
  });

  test('has the same error for every wrong input', async () => {
    const { email, password } = await newMember(service);
    const withoutPassword = { email: `${newId()}@example.com`, password };
    const { userId } = await createAccount(db);
    await db.query('UPDATE users SET email = $2 WHERE id = $1', [userId, withoutPassword.email]);
    const visits = [
      await signIn(service, { email, password: 'wrong' }),
      await signIn(service, { email, password: '' }),
      await signIn(service, { email, password: ` ${password}` }),
      await signIn(service, { email, password: password.toUpperCase() }),
      await signIn(service, { email, password: 'x'.repeat(100_000) }),
      await signIn(service, newPerson()),
      await signIn(service, withoutPassword),
      await signIn(service, { email: '', password }),
      await signIn(service, { email: `${email}\0`, password }),
      await signIn(service, { email: 'x'.repeat(100_000), password }),
    ];
    for (const { body, cookie } of visits) {
      expect(cookie).toBeUndefined();
      expect(body).toEqual({
        data: { signIn: null },
        errors: [
          {
            message: 'Wrong e-mail address or password',
            locations: expect.any(Array),
            path: ['signIn'],
            extensions: { code: 'SIGN_IN_FAILED' },
          },
        ],
        extensions: { requestId: expect.any(String), cost: expect.any(Object) },
      });
    }
  });
});

describe('signOut', () => {
  test('ends the session on the server and takes the cookie back', async () => {
    const { browser } = await newMember(service);
    const { body, cookie } = await visit(service, browser, SIGN_OUT);
    expect(body.data.signOut).toEqual({ ended: true });
    const { expires, ...rest } = cookie ?? {};
    expect(rest).toEqual({ name: SESSION_COOKIE, value: '', httpOnly: true, sameSite: 'lax', path: '/' });
    expect(expires?.getTime()).toBeLessThan(Date.now());
    expect(codeOf(await viewer(service, browser))).toBe('SESSION_REQUIRED');
  });

  test('without a session, or a second time: there was none to end', async () => {
    const { browser } = await newMember(service);
    await visit(service, browser, SIGN_OUT);
    for (const headers of [browser, {}]) {
      expect((await visit(service, headers, SIGN_OUT)).body.data.signOut).toEqual({ ended: false });
    }
  });
});

describe('a session', () => {
  test('ends at its time', async () => {
    const { browser, userId } = await newMember(service);
    const endAt = (interval: string) =>
      db.query(
        'UPDATE sessions SET expires_at = now() + $2::interval WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
        [userId, interval],
      );
    await endAt('1 minute');
    expect(await isSignedIn(browser)).toBe(true);
    // Clocks of the service and of the database differ a little.
    await endAt('-1 second');
    expect(codeOf(await viewer(service, browser))).toBe('SESSION_REQUIRED');
  });

  test('that the browser has dropped at its end, or by signing out, is missed: SESSION_REQUIRED, not a key', async () => {
    const { browser, device } = await newMember(service);
    expect(codeOf(await viewer(service, sending(device)))).toBe('SESSION_REQUIRED');
    await visit(service, browser, SIGN_OUT);
    expect(codeOf(await viewer(service, sending(device)))).toBe('SESSION_REQUIRED');
    const { apiKey, userId } = await createAccount(db);
    expect((await viewer(service, { ...sending(device), 'x-api-key': apiKey })).body.data.viewer.id).toBe(userId);
  });

  test.each(['', 'x', '%', '"', 'ö', `${'0'.repeat(64)}`])(
    'that was never started, %j, authenticates nothing',
    async (token) => {
      const headers = { cookie: `${SESSION_COOKIE}=${encodeURIComponent(token)}` };
      expect(codeOf(await viewer(service, headers))).toBe('SESSION_REQUIRED');
    },
  );

  test('is no API key, and its stored hash is no token', async () => {
    const { browser, userId } = await newMember(service);
    const token = tokenOf(browser);
    expect(codeOf(await viewer(service, { 'x-api-key': token }))).toBe('API_KEY_INVALID');
    const [session] = await db.query(
      'SELECT token_hash FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [userId],
    );
    expect(await isSignedIn({ cookie: `${SESSION_COOKIE}=${session?.token_hash}` })).toBe(false);
  });

  test('steps back for an API key: a right one counts, and a wrong one is refused', async () => {
    const { browser } = await newMember(service);
    const { apiKey, userId } = await createAccount(db);
    expect((await viewer(service, { ...browser, 'x-api-key': apiKey })).body.data.viewer.id).toBe(userId);
    expect(codeOf(await viewer(service, { ...browser, 'x-api-key': 'wrong' }))).toBe('API_KEY_INVALID');
  });

  test('acts for a managed user where the account has workspace access', async () => {
    const plain = await createAccount(db);
    const owner = await createAccount(db, { workspaceAccess: true });
    const managed = await owner.manage();
    const act = async (session: Headers, id: string) => viewer(service, { ...session, 'x-service-user-id': id });
    expect((await act(await owner.session(), managed)).body.data.viewer).toMatchObject({ id: managed, managed: true });
    expect(codeOf(await act(await owner.session(), plain.userId))).toBe('USER_NOT_MANAGED');
    expect(codeOf(await act(await plain.session(), managed))).toBe('WORKSPACE_ACCESS_DISABLED');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a request that a form of any site can make (%s) does nothing',
    async (type) => {
      const { browser } = await newMember(service);
      const answer = await request(service.url)
        .post('/graphql')
        .set({ ...browser, 'content-type': type })
        .send(JSON.stringify({ query: SIGN_OUT }));
      expect(answer.status).toBe(415);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await isSignedIn(browser)).toBe(true);
    },
  );

  test('no link changes anything: GET runs no mutation', async () => {
    const { browser } = await newMember(service);
    for (const headers of [browser, { ...browser, 'apollo-require-preflight': 'true' }]) {
      const answer = await request(service.url).get('/graphql').query({ query: SIGN_OUT }).set(headers);
      expect([400, 405]).toContain(answer.status);
      expect(await isSignedIn(browser)).toBe(true);
    }
  });
});

describe('an account on hold', () => {
  const hold = (userId: string, expiresAt: string | null, reason: string | null = 'Chargeback') =>
    db.query('UPDATE users SET held_at = now(), hold_expires_at = $2, hold_reason = $3 WHERE id = $1', [
      userId,
      expiresAt,
      reason,
    ]);

  test.each([
    ['2035-01-02T03:04:05.000Z', 'Chargeback'],
    [null, null],
  ])('until %s: neither its sessions nor its password open the dashboard, and both say why', async (end, reason) => {
    const who = await newMember(service);
    await hold(who.userId, end, reason);
    for (const visited of [await viewer(service, who.browser), await signIn(service, who)]) {
      expect(visited.cookie).toBeUndefined();
      expect(visited.body.errors).toEqual([
        expect.objectContaining({
          message: 'Your account is temporarily on hold. Please contact support.',
          extensions: { code: 'ACCOUNT_ON_HOLD', holdExpiresAt: end, holdReason: reason },
        }),
      ]);
    }
  });

  test('learns of it only with the right password', async () => {
    const who = await newMember(service);
    await hold(who.userId, null);
    expect(codeOf(await signIn(service, { ...who, password: 'not the password' }))).toBe('SIGN_IN_FAILED');
  });

  test('comes in again when the hold has ended', async () => {
    const who = await newMember(service);
    await hold(who.userId, new Date(Date.now() - 60_000).toISOString());
    expect(codesOf([await viewer(service, who.browser), await signIn(service, who)])).toEqual([undefined, undefined]);
  });

  test('goes on calling the API', async () => {
    const { apiKey, userId } = await createAccount(db);
    await hold(userId, null);
    expect(await isSignedIn({ 'x-api-key': apiKey })).toBe(true);
  });
});

test('an inactive account: ACCOUNT_INACTIVE, by its sessions and by its password', async () => {
  const who = await newMember(service);
  await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [who.userId]);
  expect(codesOf([await viewer(service, who.browser), await signIn(service, who)])).toEqual([
    'ACCOUNT_INACTIVE',
    'ACCOUNT_INACTIVE',
  ]);
});

test('a failure of a sign-up or sign-in logs neither password nor token', async () => {
  const [who, newcomer] = [await newMember(service), newPerson()];
  await db.query('ALTER TABLE sessions RENAME TO sessions_away');
  const visits = [await signIn(service, who, who.browser), await viewer(service, who.browser)];
  await db.query('ALTER TABLE sessions_away RENAME TO sessions');
  await db.query('ALTER TABLE users RENAME TO users_away');
  visits.push(await visit(service, {}, SIGN_UP, newcomer), await signIn(service, who));
  await db.query('ALTER TABLE users_away RENAME TO users');
  expect(codesOf(visits)).toEqual(Array(4).fill('INTERNAL_ERROR'));
  await eventually(async () => service.errors.length >= 4 || undefined);
  const log = service.errors.splice(0).join('\n');
  for (const { password, email } of [who, newcomer]) {
    expect(log).not.toContain(password);
    expect(log).not.toContain(email);
  }
  for (const secret of [tokenOf(who.browser), '$argon2id']) expect(log).not.toContain(secret);
});
