/** Two-factor sign-in, and what somebody tries who has the password, a code, or an open browser of another. */
import { createAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { type Service, useTwoApis } from '../support/service.js';
import { codeOf, newMember, sending, signIn, type Visit, viewer, visit } from './browser.js';
import {
  BEGIN,
  CONFIRM,
  codeOfApp,
  DISABLE,
  forgetStep,
  type Guarded,
  NEW_CODES,
  newGuarded,
  subjectsOfMails,
  TWO_FACTOR,
  wrongCode,
} from './two-factor.js';

const { db, service, second } = await useTwoApis();

const codesOf = (visits: Visit[]) => visits.map(codeOf);
const atOnce = (count: number, work: (at: Service, index: number) => Promise<Visit>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index % 2 ? service : second, index)));
const count = (visits: Visit[], code: string | undefined) => visits.filter((one) => codeOf(one) === code).length;
const stateOf = async (who: { browser: Record<string, string> }) =>
  (await visit(service, who.browser, TWO_FACTOR)).body.data.twoFactor;
const sessionsOf = async ({ userId }: { userId: string }) =>
  (
    await db.query('SELECT 1 FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
      userId,
    ])
  ).length;

describe('setting it up', () => {
  test('takes the password, and returns a secret that authenticator apps read', async () => {
    const who = await newMember(service);
    const before = Date.now();
    const { body } = await visit(service, who.browser, BEGIN, { password: who.password });
    const { secret, uri, expiresAt } = body.data.beginTwoFactor;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Social publishing:${who.email}`,
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ secret, issuer: 'Social publishing', algorithm: 'SHA1', digits: '6', period: '30' },
    });
    expect(Date.parse(expiresAt)).toBeGreaterThan(before + 9 * 60_000);
    expect(Date.parse(expiresAt)).toBeLessThan(before + 11 * 60_000);
  });

  test('is switched on only by a right code; then ten recovery codes are shown, and a mail reports it', async () => {
    const who = await newMember(service);
    const { body } = await visit(service, who.browser, BEGIN, { password: who.password });
    const { secret } = body.data.beginTwoFactor;
    // It is not on yet, so nothing is asked for it.
    expect(codeOf(await signIn(service, who))).toBeUndefined();
    expect(await stateOf(who)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
    for (const code of [wrongCode(secret), '', 'x', '1'.repeat(100_000)]) {
      expect(codeOf(await visit(service, who.browser, CONFIRM, { code }))).toBe('SECOND_FACTOR_INVALID');
    }
    const confirmed = await visit(service, who.browser, CONFIRM, { code: codeOfApp(secret) });
    const { recoveryCodes } = confirmed.body.data.confirmTwoFactor;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
    expect(await stateOf(who)).toEqual({ enabledAt: expect.stringMatching(/Z$/), recoveryCodesLeft: 10 });
    expect(await subjectsOfMails(db, who.email)).toContain('Two-factor authentication was turned on');
    expect(codesOf([await visit(service, who.browser, CONFIRM, { code: codeOfApp(secret, 1) })])).toEqual([
      'SECOND_FACTOR_NOT_BEGUN',
    ]);
  });

  test('a secret that was not confirmed within ten minutes is none; a second one takes the place of the first', async () => {
    const who = await newMember(service);
    const begin = async () =>
      (await visit(service, who.browser, BEGIN, { password: who.password })).body.data.beginTwoFactor.secret;
    const confirm = async (secret: string) =>
      codeOf(await visit(service, who.browser, CONFIRM, { code: codeOfApp(secret) }));
    expect(codeOf(await visit(service, who.browser, CONFIRM, { code: '000000' }))).toBe('SECOND_FACTOR_NOT_BEGUN');
    const late = await begin();
    await db.query(
      `UPDATE second_factors SET created_at = created_at - interval '10 minutes' WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)`,
      [who.userId],
    );
    expect(await confirm(late)).toBe('SECOND_FACTOR_NOT_BEGUN');
    const first = await begin();
    const latest = await begin();
    expect(await confirm(first)).toBe('SECOND_FACTOR_INVALID');
    expect(await confirm(latest)).toBeUndefined();
  });

  test('where it is on, no other secret is made', async () => {
    const who = await newGuarded(service, db);
    expect(codeOf(await visit(service, who.browser, BEGIN, { password: who.password }))).toBe('SECOND_FACTOR_ON');
    expect(codeOf(await signIn(service, { ...who, code: codeOfApp(who.secret) }))).toBeUndefined();
  });

  test('with the wrong password, as somebody at an open browser has it: CURRENT_PASSWORD_WRONG, ten times', async () => {
    const who = await newMember(service);
    const begin = (password: string) => visit(service, who.browser, BEGIN, { password });
    const visits = await Promise.all(Array.from({ length: 12 }, () => begin('not the password')));
    expect([count(visits, 'CURRENT_PASSWORD_WRONG'), count(visits, 'PASSWORD_THROTTLED')]).toEqual([10, 2]);
    expect(codeOf(await begin(who.password))).toBe('PASSWORD_THROTTLED');
    expect(
      await db.query(
        'SELECT 1 FROM second_factors WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
        [who.userId],
      ),
    ).toEqual([]);
    // Signing in is another matter.
    expect(codeOf(await signIn(service, who))).toBeUndefined();
  });

  test('an API key sets up nothing: SESSION_REQUIRED', async () => {
    const { apiKey } = await createAccount(db);
    const key = { 'x-api-key': apiKey };
    const both = { password: 'x', code: '000000' };
    const visits = [
      await visit(service, key, TWO_FACTOR),
      await visit(service, key, BEGIN, { password: 'x' }),
      await visit(service, key, CONFIRM, { code: '000000' }),
      await visit(service, key, DISABLE, both),
      await visit(service, key, NEW_CODES, both),
    ];
    expect(codesOf(visits)).toEqual(Array(5).fill('SESSION_REQUIRED'));
  });
});

describe('signing in', () => {
  test('takes password and code; with the password alone it fails with SECOND_FACTOR_REQUIRED, and begins nothing', async () => {
    const who = await newGuarded(service, db);
    const before = await sessionsOf(who);
    for (const code of [undefined, '', ' ']) {
      const refused = await signIn(service, { ...who, ...(code !== undefined && { code }) });
      expect([codeOf(refused), refused.cookie, refused.device]).toEqual([
        'SECOND_FACTOR_REQUIRED',
        undefined,
        undefined,
      ]);
    }
    expect(await sessionsOf(who)).toBe(before);
    const { browser } = await signIn(service, { ...who, code: codeOfApp(who.secret) });
    expect((await viewer(service, browser)).body.data.viewer.id).toBe(who.userId);
  });

  test('says that there is a second factor only after the right password, and a wrong one uses up no code', async () => {
    const who = await newGuarded(service, db);
    const code = codeOfApp(who.secret);
    const wrong = { email: who.email, password: 'not the password' };
    expect(codesOf([await signIn(service, wrong), await signIn(service, { ...wrong, code })])).toEqual([
      'SIGN_IN_FAILED',
      'SIGN_IN_FAILED',
    ]);
    expect(codeOf(await signIn(service, { ...who, code }))).toBeUndefined();
  });

  test('a code can be used once: a second use is refused by every process', async () => {
    const who = await newGuarded(service, db);
    const code = codeOfApp(who.secret);
    expect(codeOf(await signIn(service, { ...who, code }))).toBeUndefined();
    expect(codesOf([await signIn(service, { ...who, code }), await signIn(second, { ...who, code })])).toEqual([
      'SECOND_FACTOR_INVALID',
      'SECOND_FACTOR_INVALID',
    ]);
  });

  test('the code that enabled it does not sign in', async () => {
    const member = await newMember(service);
    const enrollment = await visit(service, member.browser, BEGIN, { password: member.password });
    const code = codeOfApp(enrollment.body.data.beginTwoFactor.secret);
    await visit(service, member.browser, CONFIRM, { code });
    expect(codeOf(await signIn(service, { ...member, code }))).toBe('SECOND_FACTOR_INVALID');
  });

  test('after the next code, the one before is not taken any more', async () => {
    const who = await newGuarded(service, db);
    const [code, next] = [codeOfApp(who.secret), codeOfApp(who.secret, 1)];
    expect(codeOf(await signIn(service, { ...who, code: next }))).toBeUndefined();
    expect(codeOf(await signIn(service, { ...who, code }))).toBe('SECOND_FACTOR_INVALID');
  });

  test.each([
    ['code', ({ secret }: Guarded) => codeOfApp(secret)],
    ['recovery code', ({ recoveryCodes }: Guarded) => recoveryCodes[0] ?? ''],
  ])('of eight who use one %s at the same time, one is let in', async (_kind, take) => {
    const who = await newGuarded(service, db);
    const code = take(who);
    const visits = await atOnce(8, (at) => signIn(at, { ...who, code }));
    expect([count(visits, undefined), count(visits, 'SECOND_FACTOR_INVALID')]).toEqual([1, 7]);
  });

  test('neither codes nor recovery codes of another account count', async () => {
    const [who, other] = [await newGuarded(service, db), await newGuarded(service, db)];
    const code = other.recoveryCodes[0] ?? '';
    for (const stolen of [code, codeOfApp(other.secret)]) {
      // By a chance of three in a million it is right.
      if (stolen === codeOfApp(who.secret)) continue;
      expect(codeOf(await signIn(service, { ...who, code: stolen }))).toBe('SECOND_FACTOR_INVALID');
    }
    expect(codeOf(await signIn(service, { ...other, code }))).toBeUndefined();
  });

  test('what fails after a right code does not use it up', async () => {
    const who = await newGuarded(service, db);
    const [code = '', next = ''] = who.recoveryCodes;
    await db.query('UPDATE users SET held_at = now() WHERE id = $1', [who.userId]);
    expect(codeOf(await signIn(service, { ...who, code }))).toBe('ACCOUNT_ON_HOLD');
    // And without one, the hold is not disclosed.
    expect(codesOf([await signIn(service, who), await signIn(service, { ...who, code: 'x' })])).toEqual([
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_INVALID',
    ]);
    await db.query('UPDATE users SET held_at = NULL WHERE id = $1', [who.userId]);
    expect(codesOf([await signIn(service, { ...who, code }), await signIn(service, { ...who, code: next })])).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('recovery codes', () => {
  test('replace a code, each once, in any spelling; a mail reports each use', async () => {
    const who = await newGuarded(service, db);
    const [first = '', another = ''] = who.recoveryCodes;
    const spelled = ` ${another.toUpperCase().replaceAll('-', ' ')} `;
    const visits = [];
    for (const code of [first, first, spelled, another]) visits.push(await signIn(service, { ...who, code }));
    expect(codesOf(visits)).toEqual([undefined, 'SECOND_FACTOR_INVALID', undefined, 'SECOND_FACTOR_INVALID']);
    expect((await stateOf(who)).recoveryCodesLeft).toBe(8);
    const mails = (await subjectsOfMails(db, who.email)).filter((one) => one === 'A recovery code was used');
    expect(mails).toHaveLength(2);
  });

  test('new ones make those from before worthless, and take password and code', async () => {
    const who = await newGuarded(service, db);
    const make = (password: string, code: string) => visit(service, who.browser, NEW_CODES, { password, code });
    expect(
      codesOf([await make('not the password', codeOfApp(who.secret)), await make(who.password, '000 000')]),
    ).toEqual(['CURRENT_PASSWORD_WRONG', 'SECOND_FACTOR_INVALID']);
    const made = (await make(who.password, codeOfApp(who.secret))).body.data.regenerateRecoveryCodes.recoveryCodes;
    expect(made).toHaveLength(10);
    expect(codeOf(await signIn(service, { ...who, code: who.recoveryCodes[0] ?? '' }))).toBe('SECOND_FACTOR_INVALID');
    expect(codeOf(await signIn(service, { ...who, code: made[0] }))).toBeUndefined();
    expect(await subjectsOfMails(db, who.email)).toContain('You have new recovery codes');
  });
});

describe('switching it off', () => {
  const disable = (who: Guarded, password: string, code: string, headers = who.browser) =>
    visit(service, headers, DISABLE, { password, code });

  test('takes the password and a code: an open browser is not enough, nor is either alone', async () => {
    const who = await newGuarded(service, db);
    const refused = [
      await disable(who, '', ''),
      await disable(who, who.password, ''),
      await disable(who, who.password, wrongCode(who.secret)),
      await disable(who, 'not the password', codeOfApp(who.secret)),
      await disable(who, who.password, codeOfApp(who.secret), {}),
    ];
    expect(codesOf(refused)).toEqual([
      'CURRENT_PASSWORD_WRONG',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_INVALID',
      'CURRENT_PASSWORD_WRONG',
      'SESSION_REQUIRED',
    ]);
    const { body } = await disable(who, who.password, codeOfApp(who.secret));
    expect(body.data.disableTwoFactor.twoFactor).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
    expect(codeOf(await signIn(service, who))).toBeUndefined();
    expect(await subjectsOfMails(db, who.email)).toContain('Two-factor authentication was turned off');
    expect(codesOf([await disable(who, who.password, codeOfApp(who.secret, 1))])).toEqual(['SECOND_FACTOR_OFF']);
    expect(
      await db.query(
        'SELECT 1 FROM recovery_codes WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
        [who.userId],
      ),
    ).toEqual([]);
  });

  test('a recovery code does, too; the secret from before is of no use when it is on again', async () => {
    const who = await newGuarded(service, db);
    expect(codeOf(await disable(who, who.password, who.recoveryCodes[0] ?? ''))).toBeUndefined();
    const enrollment = await visit(service, who.browser, BEGIN, { password: who.password });
    await visit(service, who.browser, CONFIRM, { code: codeOfApp(enrollment.body.data.beginTwoFactor.secret) });
    await forgetStep(db, who);
    const old = codeOfApp(who.secret);
    if (old !== codeOfApp(enrollment.body.data.beginTwoFactor.secret)) {
      expect(codeOf(await signIn(service, { ...who, code: old }))).toBe('SECOND_FACTOR_INVALID');
    }
  });
});

describe('guessing codes with the right password', () => {
  /** Some at once, at both processes, and fewer than passwords are looked at at once. */
  const inFives = async (times: number, work: (at: Service) => Promise<Visit>): Promise<Visit[]> => {
    const visits: Visit[] = [];
    while (visits.length < times) visits.push(...(await atOnce(5, work)));
    return visits;
  };
  const guess = (who: Guarded, times: number) =>
    inFives(times, (at) => signIn(at, { ...who, code: wrongCode(who.secret) }));
  const later = (pattern: string) => db.query('DELETE FROM throttles WHERE key LIKE $1', [pattern]);

  test('10 are looked at in 15 minutes, at all processes together, and then not even the right one', async () => {
    const who = await newGuarded(service, db);
    const visits = await guess(who, 30);
    expect([count(visits, 'SECOND_FACTOR_INVALID'), count(visits, 'SECOND_FACTOR_THROTTLED')]).toEqual([10, 20]);
    for (const code of [codeOfApp(who.secret), who.recoveryCodes[0] ?? '']) {
      expect(codeOf(await signIn(service, { ...who, code }))).toBe('SECOND_FACTOR_THROTTLED');
    }
    expect(
      (await subjectsOfMails(db, who.email)).filter((one) => one === 'Sign-in blocked after many wrong codes'),
    ).toHaveLength(1);
  });

  test('20 in a day, so that years do not make a chance', async () => {
    const who = await newGuarded(service, db);
    for (let round = 0; round < 2; round++) {
      expect(count(await guess(who, 10), 'SECOND_FACTOR_INVALID')).toBe(10);
      await later('code:%');
    }
    const refused = await signIn(service, { ...who, code: codeOfApp(who.secret) });
    expect(refused.body.errors?.[0]?.extensions).toEqual({
      code: 'SECOND_FACTOR_THROTTLED',
      retryAfterSeconds: expect.any(Number),
    });
    expect(refused.body.errors?.[0]?.extensions.retryAfterSeconds).toBeGreaterThan(23 * 3600);
    await later('code-day:%');
    expect(codeOf(await signIn(service, { ...who, code: codeOfApp(who.secret) }))).toBeUndefined();
  });

  test('does not lock the owner out of a browser known to the account', async () => {
    const who = await newGuarded(service, db);
    await guess(who, 15);
    expect(codeOf(await signIn(service, { ...who, code: codeOfApp(who.secret) }))).toBe('SECOND_FACTOR_THROTTLED');
    const known = await signIn(service, { ...who, code: codeOfApp(who.secret) }, sending(who.device));
    expect(codeOf(known)).toBeUndefined();
  });

  test('at an open browser is no easier: what is asked there is counted, too', async () => {
    const who = await newGuarded(service, db);
    const code = wrongCode(who.secret);
    const visits = await inFives(15, (at) => visit(at, who.browser, DISABLE, { password: who.password, code }));
    expect([count(visits, 'SECOND_FACTOR_INVALID'), count(visits, 'SECOND_FACTOR_THROTTLED')]).toEqual([10, 5]);
  });
});

test('the stored secret is that of the app, encrypted for this user alone', async () => {
  const who = await newGuarded(service, db);
  const [row] = await db.query<{ secret: string }>(
    'SELECT secret FROM second_factors WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
    [who.userId],
  );
  expect(row?.secret).toMatch(/^v1\.[0-9a-f]{8}\./);
  expect(row?.secret).not.toContain(who.secret);
  // Moved to another account, it is of no use.
  const other = await newGuarded(service, db);
  await db.query(
    'UPDATE second_factors SET secret = $2 WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
    [other.userId, row?.secret],
  );
  const visited = await signIn(service, { ...other, code: codeOfApp(who.secret) });
  expect([codeOf(visited), visited.cookie]).toEqual(['INTERNAL_ERROR', undefined]);
  await eventually(async () => service.errors.length > 0 || undefined);
  expect(service.errors.splice(0).join('\n')).not.toContain(who.secret);
});
