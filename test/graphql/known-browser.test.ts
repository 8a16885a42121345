/** Who fails to sign in elsewhere does not lock an account's owner out of a browser known to the account. */

import { DEVICE_COOKIE } from '../../src/domain/identity/access/device.js';
import { newId } from '../../src/foundation/database/id.js';
import type { Headers } from '../support/graphql.js';
import { OWNER } from '../support/login.js';
import { useAnother, useService } from '../support/service.js';
import {
  codeOf,
  type Member,
  newMember,
  newPerson,
  type Person,
  SIGN_OUT,
  sending,
  signIn,
  type Visit,
  visit,
} from './browser.js';
import { codeOfApp, newGuarded, subjectsOfMails } from './two-factor.js';

const NEW_SIGN_IN = 'New sign-in to your account';

const { db, service } = await useService();
/** On the same database: with an https address. */
const secure = await useAnother({ db, env: { PUBLIC_URL: 'https://api.example.com' } });
beforeEach(() => db.query('DELETE FROM throttles'));

const fail = ({ email }: Person, headers: Headers = {}) =>
  signIn(service, { email, password: 'not the password' }, headers);
const failTimes = (times: number, who: Person, headers: Headers = {}) =>
  Promise.all(Array.from({ length: times }, () => fail(who, headers)));
const count = (visits: Visit[], code: string) => visits.filter((one) => codeOf(one) === code).length;
const both = ({ browser, device }: Member | Visit): Headers => ({
  cookie: [browser.cookie, sending(device).cookie].join('; '),
});
const mailCount = async ({ email }: Person) =>
  (await subjectsOfMails(db, email)).filter((subject) => subject === NEW_SIGN_IN).length;
const tokensOf = ({ device }: Pick<Visit, 'device'>) => device?.value?.split('.') ?? [];

/** Somebody whom an attacker has locked out of every browser that the account does not know. */
async function lockedOut(): Promise<Member> {
  const who = await newMember(service);
  await failTimes(12, who);
  expect(codeOf(await signIn(service, who))).toBe('SIGN_IN_THROTTLED');
  return who;
}

describe('while others fail, the owner comes in', () => {
  test('with the cookie of the session', async () => {
    const who = await lockedOut();
    expect(codeOf(await signIn(service, who, who.browser))).toBeUndefined();
  });

  test('after signing out, with the cookie that stays behind', async () => {
    const who = await lockedOut();
    await visit(service, both(who), SIGN_OUT);
    expect(codeOf(await signIn(service, who, who.browser))).toBe('SIGN_IN_THROTTLED');
    expect(codeOf(await signIn(service, who, sending(who.device)))).toBeUndefined();
  });

  test('also where the whole address is used up', async () => {
    const who = await newMember(service);
    await fail(newPerson());
    await db.query(`UPDATE throttles SET points = 100 WHERE key LIKE 'address:%'`);
    expect(codeOf(await signIn(service, who))).toBe('SIGN_IN_THROTTLED');
    expect(codeOf(await signIn(service, who, sending(who.device)))).toBeUndefined();
  });
});

describe('a known browser has a separate count', () => {
  test('of ten, and using it up locks out no other client', async () => {
    const who = await newMember(service);
    const stolen = sending(who.device);
    const visits = await failTimes(12, who, stolen);
    expect([count(visits, 'SIGN_IN_FAILED'), count(visits, 'SIGN_IN_THROTTLED')]).toEqual([10, 2]);
    expect(codeOf(await signIn(service, who, stolen))).toBe('SIGN_IN_THROTTLED');
    expect(codeOf(await signIn(service, who))).toBeUndefined();
  });

  test('with the account that it was used for alone: cookies of another account are worth nothing', async () => {
    const [who, attacker] = [await lockedOut(), await newMember(service)];
    for (const headers of [both(attacker), sending(attacker.device), attacker.browser]) {
      expect(codeOf(await signIn(service, who, headers))).toBe('SIGN_IN_THROTTLED');
      expect(codeOf(await fail(who, headers))).toBe('SIGN_IN_THROTTLED');
    }
  });

  test('which no cookie makes that was not issued', async () => {
    const who = await lockedOut();
    const values = {
      nothing: '',
      'a dot': '.',
      'a token that was never issued': 'x'.repeat(43),
      'a long text': 'x'.repeat(5000),
      'many tokens': `${'x'.repeat(43)}.`.repeat(50),
      NUL: '\0',
      SQL: "' OR true",
    };
    const codes: Record<string, unknown> = {};
    for (const [what, value] of Object.entries(values)) {
      const planted = { cookie: `${DEVICE_COOKIE}=${encodeURIComponent(value)}` };
      codes[what] = codeOf(await signIn(service, who, planted));
    }
    expect(new Set(Object.values(codes))).toEqual(new Set(['SIGN_IN_THROTTLED']));
  });

  test('nor does a stored hash', async () => {
    const who = await lockedOut();
    const [row] = await db.query<{ token_hash: string }>(
      'SELECT token_hash FROM devices WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [who.userId],
    );
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(tokensOf(who)).not.toContain(row?.token_hash);
    const hash = { cookie: `${DEVICE_COOKIE}=${row?.token_hash}` };
    expect(codeOf(await signIn(service, who, hash))).toBe('SIGN_IN_THROTTLED');
  });

  test('opens nothing by itself', async () => {
    const who = await newMember(service);
    expect(codeOf(await visit(service, sending(who.device), '{ viewer { id } }'))).toBe('SESSION_REQUIRED');
    expect(codeOf(await fail(who, sending(who.device)))).toBe('SIGN_IN_FAILED');
  });

  test('until the account ends the sessions of its other browsers', async () => {
    const who = await newMember(service);
    const query = 'mutation ($input: EndOtherSessionsInput!) { endOtherSessions(input: $input) { ended } }';
    const other = await signIn(service, who);
    await visit(service, other.browser, query, { password: who.password });
    await failTimes(12, who);
    expect(codeOf(await signIn(service, who, sending(who.device)))).toBe('SIGN_IN_THROTTLED');
    expect(codeOf(await signIn(service, who, sending(other.device)))).toBeUndefined();
  });
});

describe('the cookie', () => {
  test('is out of reach of scripts and other sites, Secure where the service is, and outlives the session', async () => {
    const who = await newMember(service);
    const { expires, ...cookie } = who.device ?? {};
    expect(cookie).toEqual({
      name: DEVICE_COOKIE,
      value: expect.stringMatching(/^[\w-]{43}$/),
      ...{ httpOnly: true, sameSite: 'lax', path: '/', maxAge: 400 * 24 * 3600 },
    });
    expect((await signIn(secure, who)).device?.secure).toBe(true);
  });

  test('stays the same at each sign-in of a known browser; the account knows it once', async () => {
    const who = await newMember(service);
    const again = await signIn(service, who, both(who));
    expect(tokensOf(again)).toEqual(tokensOf(who));
    expect(
      await db.query('SELECT 1 FROM devices WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
        who.userId,
      ]),
    ).toHaveLength(1);
  });

  test('never takes over a token that was planted, also one that another account knows', async () => {
    const [who, attacker] = [await newMember(service), await newMember(service)];
    for (const planted of ['x'.repeat(43), ...tokensOf(attacker)]) {
      const signedIn = await signIn(service, who, { cookie: `${DEVICE_COOKIE}=${planted}` });
      const [own, ...others] = tokensOf(signedIn);
      expect([own === planted, others]).toEqual([false, [planted]]);
      await failTimes(12, who);
      expect(codeOf(await signIn(service, who, { cookie: `${DEVICE_COOKIE}=${planted}` }))).toBe('SIGN_IN_THROTTLED');
      await db.query('DELETE FROM throttles');
    }
  });

  test('knows the browser to the last five accounts that signed in with it', async () => {
    const people = [];
    for (let index = 0; index < 6; index++) people.push(await newMember(service));
    let cookie: Headers = {};
    for (const who of people) cookie = sending((await signIn(service, who, cookie)).device);
    const [first, ...others] = people;
    const before = await Promise.all(people.map(mailCount));
    for (const who of others) await signIn(service, who, cookie);
    await signIn(service, first as Member, cookie);
    const after = await Promise.all(people.map(mailCount));
    expect(after.map((number, index) => number - (before[index] ?? 0))).toEqual([1, 0, 0, 0, 0, 0]);
  });
});

test('an account knows 50 browsers: with one more, the one that was not used for longest is forgotten', async () => {
  const who = await newMember(service);
  await db.query(
    `INSERT INTO devices (id, person_id, token_hash, last_sign_in_at)
     SELECT $2 || lpad(n::text, 4, '0'), ${OWNER}, $2 || n, now() + n * interval '1 minute' FROM generate_series(1, 49) AS n`,
    [who.userId, newId().slice(-20)],
  );
  await signIn(service, who);
  const rows = await db.query<{ token_hash: string }>(
    'SELECT token_hash FROM devices WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
    [who.userId],
  );
  expect(rows).toHaveLength(50);
  await failTimes(12, who);
  expect(codeOf(await signIn(service, who, sending(who.device)))).toBe('SIGN_IN_THROTTLED');
});

describe('a mail', () => {
  test('reports each sign-in from a browser that is new to the account, and no other', async () => {
    const who = await newMember(service);
    const before = await mailCount(who);
    await fail(who);
    expect(await mailCount(who)).toBe(before);
    const unknown = await signIn(service, who, { 'user-agent': 'See https://evil.example.com/' });
    expect(await mailCount(who)).toBe(before + 1);
    await signIn(service, who, sending(unknown.device));
    await signIn(service, who, who.browser);
    expect(await mailCount(who)).toBe(before + 1);
    const [mail] = await db.query<{ blocks: string }>(
      `SELECT data->>'blocks' AS blocks FROM pgboss.job WHERE name = 'mail' AND data->>'to' = $1 ORDER BY created_on DESC`,
      [who.email],
    );
    expect(mail?.blocks).toMatch(/ \d{4} at \d\d:\d\d Coordinated Universal Time.*127\.0\.0\.1/);
    // Nothing that the browser says of itself.
    expect(mail?.blocks).not.toContain('evil');
  });
});

describe('mails about sign-ins with new browsers', () => {
  test('are five in an hour, however many sign-ins there are: other news do not wait behind them', async () => {
    const who = await newMember(service);
    const before = await mailCount(who);
    const visits = [];
    for (let time = 0; time < 12; time++) visits.push(await signIn(service, who));
    expect(visits.map(codeOf)).toEqual(Array(12).fill(undefined));
    expect([before, await mailCount(who)]).toEqual([1, 5]);
  });

  test('are not used up by sign-ins that fail for their code', async () => {
    const who = await newGuarded(service, db);
    for (let time = 0; time < 8; time++) expect(codeOf(await signIn(service, who))).toBe('SECOND_FACTOR_REQUIRED');
    const before = await mailCount(who);
    expect(codeOf(await signIn(service, { ...who, code: codeOfApp(who.secret) }))).toBeUndefined();
    expect(await mailCount(who)).toBe(before + 1);
  });
});
