import { parseSetCookie, type SetCookie } from 'cookie';
import { createClient } from 'graphql-ws';
import request, { type Response } from 'supertest';
import { WebSocket } from 'ws';
import { SESSION_COOKIE } from '../../src/access/viewer.js';
import { newId } from '../../src/database/id.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { GraphqlAnswer, Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

const ORIGIN = 'https://dashboard.example.com';
const DAY = 24 * 3_600_000;

let db: TestDatabase;
let service: Service;
/** On the same database: behind a proxy that ends TLS, and with a site of its own for the dashboard. */
let proxied: Service;
/** On the same database: with an https address, and without sign-up. */
let closed: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  [service, proxied, closed] = await Promise.all([
    startService({ db, roles: 'api' }),
    startService({ db, roles: 'api', env: { TRUSTED_PROXIES: '1', CORS_ORIGINS: ORIGIN } }),
    startService({ db, roles: 'api', env: { PUBLIC_URL: 'https://api.example.com', SIGN_UP: 'false' } }),
  ]);
});
beforeEach(() => db.query('DELETE FROM sign_in_throttle'));
afterAll(async () => {
  await Promise.all([service, proxied, closed].map((one) => one?.stop()));
  await db?.drop();
});

const SIGN_UP = 'mutation ($input: SignUpInput!) { signUp(input: $input) { userId expiresAt } }';
const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { userId expiresAt } }';
const SIGN_OUT = 'mutation { signOut { ended } }';
const VIEWER = '{ viewer { id email displayName plan managed } }';

/** An answer with what its cookie says, and the headers of the browser that got it. */
interface Visit {
  body: GraphqlAnswer;
  cookie: SetCookie | undefined;
  browser: Headers;
}

async function visit(at: Service, headers: Headers, query: string, input?: object): Promise<Visit> {
  const answer: Response = await request(at.url).post('/graphql').set(headers).send({ query, variables: { input } });
  const [header] = [answer.headers['set-cookie'] ?? []].flat();
  const cookie = header === undefined ? undefined : parseSetCookie(header);
  return { body: answer.body, cookie, browser: cookie ? { cookie: `${cookie.name}=${cookie.value}` } : {} };
}

const person = () => ({ email: `${newId()}@example.com`, password: `correct horse ${newId()}` });
type Person = ReturnType<typeof person>;

async function newMember(): Promise<Person & { userId: string; browser: Headers }> {
  const who = person();
  const { body, browser } = await visit(service, {}, SIGN_UP, who);
  return { ...who, userId: body.data.signUp.userId, browser };
}

const signIn = ({ email, password }: Person, headers: Headers = {}, at = service) =>
  visit(at, headers, SIGN_IN, { email, password });
const codeOf = ({ body }: Pick<Visit, 'body'>) => body.errors?.[0]?.extensions.code;
const codesOf = (visits: Visit[]) => visits.map(codeOf);
const viewerOf = async (headers: Headers, at = service) => visit(at, headers, VIEWER);
const isSignedIn = async (headers: Headers) => codeOf(await viewerOf(headers)) === undefined;

describe('signUp', () => {
  test('makes an account on the free plan and signs it in for 30 days', async () => {
    const { email, password } = person();
    const before = Date.now();
    const { body, cookie, browser } = await visit(service, {}, SIGN_UP, {
      email: ` ${email.toUpperCase()} `,
      password,
    });
    const { userId, expiresAt } = body.data.signUp;
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 30 * DAY);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 30 * DAY);
    expect(cookie?.expires?.getTime()).toBe(Math.floor(Date.parse(expiresAt) / 1000) * 1000);
    expect((await viewerOf(browser)).body.data.viewer).toEqual({
      id: userId,
      email,
      displayName: email,
      plan: 'STARTER',
      managed: false,
    });
  });

  test('keeps Argon2id of the password and SHA-256 of the token, and neither as it is', async () => {
    const { userId, password, browser } = await newMember();
    const token = String(browser.cookie).slice(SESSION_COOKIE.length + 1);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [user] = await db.query('SELECT * FROM users WHERE id = $1', [userId]);
    const [session] = await db.query('SELECT * FROM sessions WHERE user_id = $1', [userId]);
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(session?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify([user, session])).not.toContain(token);
    expect(JSON.stringify([user, session])).not.toContain(password);
  });

  test('takes a name to show', async () => {
    const { browser } = await visit(service, {}, SIGN_UP, { ...person(), displayName: ' Ada ' });
    expect((await viewerOf(browser)).body.data.viewer.displayName).toBe('Ada');
  });

  test('an address that is taken, in whatever letter case: EMAIL_TAKEN; of many at once one gets it', async () => {
    const { email, password } = person();
    const spellings = [email, email.toUpperCase(), ` ${email}`, email.replace('example', 'Example')];
    const visits = await Promise.all(spellings.map((one) => visit(service, {}, SIGN_UP, { email: one, password })));
    expect(codesOf(visits).sort()).toEqual(['EMAIL_TAKEN', 'EMAIL_TAKEN', 'EMAIL_TAKEN', undefined]);
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
    const visited = await visit(service, {}, SIGN_UP, { ...person(), email });
    expect([codeOf(visited), visited.cookie]).toEqual(['EMAIL_INVALID', undefined]);
  });

  test.each([
    [11, 'PASSWORD_INVALID'],
    [12, undefined],
    [256, undefined],
    [257, 'PASSWORD_INVALID'],
  ])('a password of %i characters: %s', async (length, code) => {
    expect(codeOf(await visit(service, {}, SIGN_UP, { ...person(), password: 'x'.repeat(length) }))).toBe(code);
  });

  test('a name of more than 200 characters: DISPLAY_NAME_INVALID', async () => {
    const visited = await visit(service, {}, SIGN_UP, { ...person(), displayName: 'x'.repeat(201) });
    expect(codeOf(visited)).toBe('DISPLAY_NAME_INVALID');
  });

  test('ends the session that the browser had', async () => {
    const { browser } = await newMember();
    await visit(service, browser, SIGN_UP, person());
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('is closed where the operator says so: SIGN_UP_DISABLED, and nothing is made', async () => {
    const who = person();
    const visited = await visit(closed, {}, SIGN_UP, who);
    expect([codeOf(visited), visited.cookie]).toEqual(['SIGN_UP_DISABLED', undefined]);
    expect(await db.query('SELECT id FROM users WHERE email = $1', [who.email])).toEqual([]);
  });
});

describe('the cookie', () => {
  const attributes = async (at: Service, headers: Headers = {}) => {
    const { name, value, expires, ...rest } = (await signIn(await newMember(), headers, at)).cookie ?? {};
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
  test('begins a session, by the address in any letter case', async () => {
    const { userId, email, password } = await newMember();
    const { body, browser } = await signIn({ email: ` ${email.toUpperCase()}`, password });
    expect(body.data.signIn).toEqual({ userId, expiresAt: expect.any(String) });
    expect((await viewerOf(browser)).body.data.viewer.id).toBe(userId);
  });

  test('gives a new token, and the browser’s old one works no more; that of another browser does', async () => {
    const { browser: first, ...who } = await newMember();
    const { browser: other } = await signIn(who);
    const { browser: second } = await signIn(who, first);
    expect(second).not.toEqual(first);
    expect(await Promise.all([first, second, other].map(isSignedIn))).toEqual([false, true, true]);
  });

  test('never takes over a token that the browser came with', async () => {
    const planted = { cookie: `${SESSION_COOKIE}=${'x'.repeat(43)}` };
    const { browser } = await signIn(await newMember(), planted);
    expect(browser).not.toEqual(planted);
    expect(await isSignedIn(planted)).toBe(false);
  });

  test('has one answer for whatever is wrong', async () => {
    const { email, password } = await newMember();
    const withoutPassword = { email: `${newId()}@example.com`, password };
    const { userId } = await createAccount(db);
    await db.query('UPDATE users SET email = $2 WHERE id = $1', [userId, withoutPassword.email]);
    const visits = [
      await signIn({ email, password: 'wrong' }),
      await signIn({ email, password: '' }),
      await signIn({ email, password: ` ${password}` }),
      await signIn({ email, password: password.toUpperCase() }),
      await signIn({ email, password: 'x'.repeat(100_000) }),
      await signIn(person()),
      await signIn(withoutPassword),
      await signIn({ email: '', password }),
      await signIn({ email: `${email}\0`, password }),
      await signIn({ email: 'x'.repeat(100_000), password }),
    ];
    for (const { body, cookie } of visits) {
      expect(cookie).toBeUndefined();
      expect(body).toEqual({
        data: null,
        errors: [
          {
            message: 'Wrong e-mail address or password',
            locations: expect.any(Array),
            path: ['signIn'],
            extensions: { code: 'SIGN_IN_FAILED' },
          },
        ],
        extensions: { requestId: expect.any(String) },
      });
    }
  });
});

describe('failed sign-ins are slowed down', () => {
  const fail = (email: string, headers: Headers = {}, at = service) =>
    signIn({ email, password: 'not the password' }, headers, at);
  const times = <T>(count: number, work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  const count = (visits: Visit[], code: string | undefined) => codesOf(visits).filter((one) => one === code).length;

  test('after 10 for an account the right password is refused too, for 15 minutes from the first', async () => {
    const who = await newMember();
    expect(count(await times(10, () => fail(who.email)), 'SIGN_IN_FAILED')).toBe(10);
    const { body, cookie } = await signIn({ ...who, email: who.email.toUpperCase() });
    const [error] = body.errors ?? [];
    const retryAfterSeconds = Number(error?.extensions.retryAfterSeconds);
    expect(error?.extensions).toEqual({ code: 'SIGN_IN_THROTTLED', retryAfterSeconds });
    expect(error?.message).toBe(`Too many failed sign-ins. Try again in ${retryAfterSeconds} seconds`);
    expect(retryAfterSeconds).toBeGreaterThan(14 * 60);
    expect(retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
    expect(cookie).toBeUndefined();
    expect(codeOf(await signIn(await newMember()))).toBeUndefined();

    const endsIn = (milliseconds: number) =>
      db.query('UPDATE sign_in_throttle SET expire = $1', [Date.now() + milliseconds]);
    await endsIn(60_000);
    expect((await signIn(who)).body.errors?.[0]?.extensions.retryAfterSeconds).toBe(60);
    await endsIn(0);
    expect(codeOf(await signIn(who))).toBeUndefined();
  });

  test('of 30 at once, at two processes, 10 are looked at', async () => {
    const { email } = await newMember();
    const visits = await times(30, (index) => fail(email, {}, index % 2 ? service : proxied));
    expect([count(visits, 'SIGN_IN_FAILED'), count(visits, 'SIGN_IN_THROTTLED')]).toEqual([10, 20]);
  });

  test('an address that nobody has is treated alike', async () => {
    const { email } = person();
    const visits = await times(12, () => fail(email));
    expect([count(visits, 'SIGN_IN_FAILED'), count(visits, 'SIGN_IN_THROTTLED')]).toEqual([10, 2]);
  });

  test('a success begins the count anew', async () => {
    const who = await newMember();
    for (let round = 0; round < 2; round++) {
      expect(count(await times(9, () => fail(who.email)), 'SIGN_IN_FAILED')).toBe(9);
      expect(codeOf(await signIn(who))).toBeUndefined();
    }
  });

  test('an address has 100 for whatever accounts, and a success takes none of them', async () => {
    const who = await newMember();
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const visits = await times(98, () => fail(person().email, from('203.0.113.7'), proxied));
    expect(count(visits, 'SIGN_IN_FAILED')).toBe(98);
    for (let success = 0; success < 5; success++) {
      expect(codeOf(await signIn(who, from('203.0.113.7'), proxied))).toBeUndefined();
    }
    const last = await times(5, () => fail(person().email, from('203.0.113.7'), proxied));
    expect([count(last, 'SIGN_IN_FAILED'), count(last, 'SIGN_IN_THROTTLED')]).toEqual([2, 3]);
    expect(codeOf(await signIn(who, from('203.0.113.7'), proxied))).toBe('SIGN_IN_THROTTLED');
    expect(codeOf(await signIn(who, from('203.0.113.8'), proxied))).toBeUndefined();
  });

  test('the IPv6 addresses of one network count as one', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    await fail(person().email, from('2001:db8::1'), proxied);
    await db.query(`UPDATE sign_in_throttle SET points = 100 WHERE key LIKE 'address:%'`);
    const codes = codesOf([
      await fail(person().email, from('2001:db8::ffff:1'), proxied),
      await fail(person().email, from('2001:db8:0:1::1'), proxied),
    ]);
    expect(codes).toEqual(['SIGN_IN_THROTTLED', 'SIGN_IN_FAILED']);
  });

  test('a client’s own word on its address does not count', async () => {
    await times(3, (index) => fail(person().email, { 'x-forwarded-for': `203.0.113.${index}` }));
    expect(await db.query(`SELECT points FROM sign_in_throttle WHERE key LIKE 'address:%'`)).toEqual([{ points: 3 }]);
  });
});

describe('signOut', () => {
  test('ends the session on the server and takes the cookie back', async () => {
    const { browser } = await newMember();
    const { body, cookie } = await visit(service, browser, SIGN_OUT);
    expect(body.data.signOut).toEqual({ ended: true });
    const { expires, ...rest } = cookie ?? {};
    expect(rest).toEqual({ name: SESSION_COOKIE, value: '', httpOnly: true, sameSite: 'lax', path: '/' });
    expect(expires?.getTime()).toBeLessThan(Date.now());
    expect(codeOf(await viewerOf(browser))).toBe('SESSION_REQUIRED');
  });

  test('without a session, or a second time: there was none to end', async () => {
    const { browser } = await newMember();
    await visit(service, browser, SIGN_OUT);
    for (const headers of [browser, {}]) {
      expect((await visit(service, headers, SIGN_OUT)).body.data.signOut).toEqual({ ended: false });
    }
  });
});

describe('a session', () => {
  test('ends at its time', async () => {
    const { browser, userId } = await newMember();
    const endAt = (interval: string) =>
      db.query('UPDATE sessions SET expires_at = now() + $2::interval WHERE user_id = $1', [userId, interval]);
    await endAt('1 minute');
    expect(await isSignedIn(browser)).toBe(true);
    await endAt('0');
    expect(codeOf(await viewerOf(browser))).toBe('SESSION_REQUIRED');
  });

  test.each(['', 'x', '%', '"', 'ö', `${'0'.repeat(64)}`])('that nobody began, %j, opens nothing', async (token) => {
    const headers = { cookie: `${SESSION_COOKIE}=${encodeURIComponent(token)}` };
    expect(codeOf(await viewerOf(headers))).toBe(token === '' ? 'API_KEY_REQUIRED' : 'SESSION_REQUIRED');
  });

  test('is no API key, and its stored hash is no token', async () => {
    const { browser, userId } = await newMember();
    const token = String(browser.cookie).slice(SESSION_COOKIE.length + 1);
    expect(codeOf(await viewerOf({ 'x-api-key': token }))).toBe('API_KEY_INVALID');
    const [session] = await db.query('SELECT token_hash FROM sessions WHERE user_id = $1', [userId]);
    expect(await isSignedIn({ cookie: `${SESSION_COOKIE}=${session?.token_hash}` })).toBe(false);
  });

  test('steps back for an API key: a right one counts, and a wrong one is refused', async () => {
    const { browser } = await newMember();
    const { apiKey, userId } = await createAccount(db);
    expect((await viewerOf({ ...browser, 'x-api-key': apiKey })).body.data.viewer.id).toBe(userId);
    expect(codeOf(await viewerOf({ ...browser, 'x-api-key': 'wrong' }))).toBe('API_KEY_INVALID');
  });

  test('acts for a managed user where the account has workspace access', async () => {
    const plain = await createAccount(db);
    const owner = await createAccount(db, { workspaceAccess: true });
    const managed = await owner.manage();
    const act = async (session: Headers, id: string) => viewerOf({ ...session, 'x-service-user-id': id });
    expect((await act(await owner.session(), managed)).body.data.viewer).toMatchObject({ id: managed, managed: true });
    expect(codeOf(await act(await owner.session(), plain.userId))).toBe('USER_NOT_MANAGED');
    expect(codeOf(await act(await plain.session(), managed))).toBe('WORKSPACE_ACCESS_DISABLED');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a request that a form of any site can make (%s) does nothing',
    async (type) => {
      const { browser } = await newMember();
      const answer = await request(service.url)
        .post('/graphql')
        .set({ ...browser, 'content-type': type })
        .send(JSON.stringify({ query: SIGN_OUT }));
      expect(answer.status).toBe(400);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await isSignedIn(browser)).toBe(true);
    },
  );

  test('no link changes anything: GET runs no mutation', async () => {
    const { browser } = await newMember();
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
    const who = await newMember();
    await hold(who.userId, end, reason);
    for (const visited of [await viewerOf(who.browser), await signIn(who)]) {
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
    const who = await newMember();
    await hold(who.userId, null);
    expect(codeOf(await signIn({ ...who, password: 'not the password' }))).toBe('SIGN_IN_FAILED');
  });

  test('comes in again when the hold has ended', async () => {
    const who = await newMember();
    await hold(who.userId, new Date().toISOString());
    expect(codesOf([await viewerOf(who.browser), await signIn(who)])).toEqual([undefined, undefined]);
  });

  test('goes on calling the API', async () => {
    const { apiKey, userId } = await createAccount(db);
    await hold(userId, null);
    expect(await isSignedIn({ 'x-api-key': apiKey })).toBe(true);
  });
});

test('an inactive account: ACCOUNT_INACTIVE, by its sessions and by its password', async () => {
  const who = await newMember();
  await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [who.userId]);
  expect(codesOf([await viewerOf(who.browser), await signIn(who)])).toEqual(['ACCOUNT_INACTIVE', 'ACCOUNT_INACTIVE']);
});

describe('over a web socket', () => {
  /** What an operation answers on a socket that a browser opens: its errors, or the close of the socket. */
  async function over(at: Service, headers: Headers, query = '{ viewer { id } }', params: Headers = {}) {
    class BrowserSocket extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { headers });
      }
    }
    const client = createClient({
      url: at.wsUrl,
      webSocketImpl: BrowserSocket,
      connectionParams: params,
      retryAttempts: 0,
    });
    const outcome = await new Promise((resolve) => {
      client.subscribe({ query }, { next: resolve, error: resolve, complete: () => resolve('complete') });
    });
    await client.dispose();
    return outcome;
  }
  const ownOrigin = () => ({ origin: service.url });
  const foreign = { origin: 'https://other.example.com' };
  const closedWith = (code: number, reason: string) => expect.objectContaining({ code, reason });
  const NO_COOKIE = closedWith(4401, 'API key is required');

  test('the cookie counts from our own pages, and where there is no page', async () => {
    const { userId, browser } = await newMember();
    for (const origin of [ownOrigin(), {}]) {
      expect(await over(service, { ...browser, ...origin })).toMatchObject({ data: { viewer: { id: userId } } });
    }
  });

  test.each([foreign, { origin: 'null' }, { origin: ORIGIN }])('it does not from %j', async (origin) => {
    const { browser } = await newMember();
    expect(await over(service, { ...browser, ...origin })).toEqual(NO_COOKIE);
  });

  test('it does from sites that the operator names, and from the service’s public address', async () => {
    const { userId, browser } = await newMember();
    const answer = expect.objectContaining({ data: { viewer: { id: userId } } });
    expect(await over(proxied, { ...browser, origin: ORIGIN })).toEqual(answer);
    expect(await over(closed, { ...browser, origin: 'https://api.example.com' })).toEqual(answer);
    expect(await over(proxied, { ...browser, ...foreign })).toEqual(NO_COOKIE);
  });

  test('connectionParams carry no cookie', async () => {
    const { browser } = await newMember();
    for (const headers of [{}, foreign]) expect(await over(service, headers, undefined, browser)).toEqual(NO_COOKIE);
  });

  test('an API key counts from everywhere, and before a cookie', async () => {
    const { browser } = await newMember();
    const { apiKey, userId } = await createAccount(db);
    for (const headers of [{ ...browser, ...ownOrigin() }, foreign]) {
      const answer = await over(service, headers, undefined, { 'x-api-key': apiKey });
      expect(answer).toMatchObject({ data: { viewer: { id: userId } } });
    }
  });

  test('a session that is over: 4401; an account on hold: 4403', async () => {
    const { userId, browser } = await newMember();
    await db.query('UPDATE users SET held_at = now() WHERE id = $1', [userId]);
    expect(await over(service, browser)).toEqual(
      closedWith(4403, 'Your account is temporarily on hold. Please contact support.'),
    );
    await db.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
    expect(await over(service, browser)).toEqual(closedWith(4401, expect.stringContaining('Sign in first')));
  });

  test.each([
    ['signUp', `mutation { signUp(input: { email: "a@example.com", password: "twelve chars" }) { userId } }`],
    ['signIn', `mutation { signIn(input: { email: "a@example.com", password: "twelve chars" }) { userId } }`],
    ['signOut', SIGN_OUT],
  ])('%s: COOKIES_UNAVAILABLE', async (_name, query) => {
    const { browser } = await newMember();
    const answer = await over(service, browser, query);
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'COOKIES_UNAVAILABLE' } }] });
    expect(await isSignedIn(browser)).toBe(true);
  });
});

test('a failure while an account is made or signs in tells the log neither password nor token', async () => {
  const who = await newMember();
  const { password, email } = who;
  await db.query('ALTER TABLE sessions RENAME TO sessions_away');
  const visits = [await signIn(who, who.browser), await viewerOf(who.browser)];
  await db.query('ALTER TABLE sessions_away RENAME TO sessions');
  await db.query('ALTER TABLE users RENAME TO users_away');
  visits.push(await visit(service, {}, SIGN_UP, person()), await signIn(who));
  await db.query('ALTER TABLE users_away RENAME TO users');
  expect(codesOf(visits)).toEqual(Array(4).fill('INTERNAL_ERROR'));
  const log = service.errors.splice(0).join('\n');
  expect(log).toContain('"sessions\\" does not exist');
  expect(log).toContain('"users\\" does not exist');
  const token = String(who.browser.cookie).slice(SESSION_COOKIE.length + 1);
  for (const secret of [password, email, token, '$argon2id']) expect(log).not.toContain(secret);
});
