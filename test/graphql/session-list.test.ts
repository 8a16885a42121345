/** Where an account is signed in, and how that is ended. */

import pg from 'pg';
import { generateSession } from '../../src/domain/identity/access/session.js';
import { SESSION_COOKIE } from '../../src/domain/identity/access/viewer.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount } from '../support/account.js';
import { waitingForLocks } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { OWNER } from '../support/login.js';
import { nodesOf } from '../support/nodes.js';
import { startService, useTwoApis } from '../support/service.js';
import { codeOf, type Member, newMember, sending, signIn, viewer, visit } from './browser.js';
import { END_OTHERS, END_SESSION, SESSIONS, subjectsOfMails } from './two-factor.js';

const DAY = 24 * 3_600_000;

// The second one is behind a proxy, so that a header names the client's address.
const { db, service, second: proxied } = await useTwoApis();

interface Listed {
  id: string;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  userAgent: string | null;
  address: string | null;
  current: boolean;
}

const list = async (headers: Headers): Promise<Listed[]> =>
  nodesOf((await visit(service, headers, SESSIONS)).body.data.sessions);
const idOf = async (headers: Headers): Promise<string> =>
  (await list(headers)).find(({ current }) => current)?.id ?? 'none';
const end = ({ browser, password }: Member, id: string) =>
  visit(service, browser, END_SESSION, { sessionId: id, password });
const isSignedIn = async (headers: Headers) => codeOf(await viewer(service, headers)) === undefined;

describe('the list', () => {
  test('has the time and place of each sign-in, and marks the current session; no id is a token', async () => {
    const who = await newMember(service);
    const headers = { 'user-agent': 'Browser/1.0 (Test)', 'x-forwarded-for': '2001:db8:1:2::9' };
    const { browser } = await signIn(proxied, who, headers);
    const sessions = await list(browser);
    expect(sessions).toHaveLength(2);
    const [current, other] = [sessions.find((one) => one.current), sessions.find((one) => !one.current)];
    expect(current).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      userAgent: 'Browser/1.0 (Test)',
      address: '2001:db8:1:2::',
      current: true,
    });
    expect(Date.parse(current?.expiresAt ?? '')).toBe(Date.parse(current?.createdAt ?? '') + 30 * DAY);
    expect(other).toMatchObject({ userAgent: null, address: '127.0.0.1' });
    const [row] = await db.query<{ token_hash: string }>('SELECT token_hash FROM sessions WHERE id = $1', [
      current?.id,
    ]);
    expect(row?.token_hash).not.toContain(current?.id);
    expect(browser.cookie).not.toContain(current?.id);
    expect(await isSignedIn({ cookie: `${SESSION_COOKIE}=${current?.id}` })).toBe(false);
  });

  test('has only the caller’s sessions that have not expired', async () => {
    const [who, other] = [await newMember(service), await newMember(service)];
    await signIn(service, other);
    const { browser } = await signIn(service, who);
    await db.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = $1`, [await idOf(browser)]);
    expect(await list(who.browser)).toHaveLength(1);
    expect((await list(who.browser))[0]).toMatchObject({ current: true });
  });

  test('is of 50 at most: with one more, the oldest ends, and those of others stay', async () => {
    const [who, other] = [await newMember(service), await newMember(service)];
    const insert = (index: number) => {
      const { tokenHash, expiresAt } = generateSession(new Date());
      return db.query(
        `INSERT INTO sessions (token_hash, id, person_id, user_id, created_at, last_used_at, expires_at)
         SELECT $1, $2, person_id, user_id, now() - $4 * interval '1 minute', now(), $5 FROM memberships WHERE user_id = $3`,
        [tokenHash, newId(), who.userId, index, expiresAt],
      );
    };
    for (let index = 1; index < 50; index++) await insert(index);
    await db.query(`UPDATE sessions SET created_at = now() - interval '1 day' WHERE id = $1`, [
      await idOf(who.browser),
    ]);
    const signedIn = await Promise.all([signIn(service, who), signIn(proxied, who), signIn(service, who)]);
    expect(await isSignedIn(who.browser)).toBe(false);
    for (const { browser } of signedIn) expect(await list(browser)).toHaveLength(50);
    expect(await isSignedIn(other.browser)).toBe(true);
  });

  test('keeps 200 characters of what a browser calls itself', async () => {
    const { browser } = await signIn(service, await newMember(service), { 'user-agent': 'x'.repeat(5000) });
    expect((await list(browser)).map(({ userAgent }) => userAgent?.length)).toContain(200);
  });

  test('has the time of the last use of each, in any process', async () => {
    const who = await newMember(service);
    await db.query(
      'UPDATE sessions SET last_used_at = $2 WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [who.userId, new Date(Date.now() - DAY)],
    );
    const leaving = await startService({ db, roles: 'api' });
    expect(codeOf(await viewer(leaving, who.browser))).toBeUndefined();
    await leaving.stop();
    const [row] = await db.query<{ last_used_at: Date }>(
      'SELECT last_used_at FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [who.userId],
    );
    expect(row?.last_used_at.getTime()).toBeGreaterThan(Date.now() - DAY / 2);
  });
});

test('a session expires after 14 days without use', async () => {
  const who = await newMember(service);
  const usedAgo = (interval: string) =>
    db.query(
      'UPDATE sessions SET last_used_at = now() - $2::interval WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [who.userId, interval],
    );
  await usedAgo('13 days 23 hours');
  expect(await isSignedIn(who.browser)).toBe(true);
  await usedAgo('14 days');
  expect(codeOf(await viewer(service, who.browser))).toBe('SESSION_REQUIRED');
});

test('a sign-in whose password is changed before it is through begins nothing', async () => {
  const who = await newMember(service);
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE people SET password_hash = 'another' WHERE id = ${OWNER}`, [who.userId]);
  await client.query('DELETE FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
    who.userId,
  ]);
  const signingIn = signIn(service, who);
  // It has found the old password right, and waits for the row.
  await eventually(async () => (await waitingForLocks(db)) > 0 || undefined);
  await client.query('COMMIT');
  await client.end();
  const { body, cookie } = await signingIn;
  expect([body.errors?.[0]?.extensions.code, cookie]).toEqual(['SIGN_IN_FAILED', undefined]);
  expect(
    await db.query('SELECT 1 FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
      who.userId,
    ]),
  ).toEqual([]);
});

describe('endSession', () => {
  test('ends the session of a browser that was lost, and no other', async () => {
    const who = await newMember(service);
    const [lost, kept] = [await signIn(service, who), await signIn(service, who)];
    const id = await idOf(lost.browser);
    expect((await end(who, id.toUpperCase())).body.data.endSession).toEqual({ endedSessionId: id });
    expect(await Promise.all([lost.browser, kept.browser, who.browser].map(isSignedIn))).toEqual([false, true, true]);
    expect(codeOf(await end(who, id))).toBe('SESSION_NOT_FOUND');
  });

  test('makes the browser unknown, so that a mail reports its next sign-in', async () => {
    const who = await newMember(service);
    const lost = await signIn(service, who);
    const mails = async () => (await subjectsOfMails(db, who.email)).length;
    const before = await mails();
    await signIn(service, who, sending(lost.device));
    expect(await mails()).toBe(before);
    for (const { id, current } of await list(who.browser)) if (!current) await end(who, id);
    await signIn(service, who, sending(lost.device));
    expect(await mails()).toBe(before + 1);
  });

  test('a session of another account, by its id: it is not found, and goes on', async () => {
    const [who, other] = [await newMember(service), await newMember(service)];
    const id = await idOf(other.browser);
    const unknown = await end(who, newId());
    const foreign = await end(who, id);
    expect([codeOf(foreign), foreign.body.errors?.[0]?.message]).toEqual(['SESSION_NOT_FOUND', 'Session not found']);
    expect(foreign.body.errors).toEqual(unknown.body.errors);
    expect(await isSignedIn(other.browser)).toBe(true);
  });

  test('requires the password: an open browser is not enough to end the other sessions', async () => {
    const who = await newMember(service);
    const { browser } = await signIn(service, who);
    const wrong = { ...who, password: 'not the password' };
    expect(codeOf(await end(wrong, await idOf(browser)))).toBe('CURRENT_PASSWORD_WRONG');
    expect(codeOf(await visit(service, who.browser, END_OTHERS, { password: '' }))).toBe('CURRENT_PASSWORD_WRONG');
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('what is no id: ID_INVALID', async () => {
    expect(codeOf(await end(await newMember(service), 'x'))).toBe('ID_INVALID');
  });
});

test('endOtherSessions keeps the calling session, and makes the other browsers unknown', async () => {
  const [who, other] = [await newMember(service), await newMember(service)];
  const browsers = await Promise.all([signIn(service, who), signIn(service, who)]);
  const { body } = await visit(service, who.browser, END_OTHERS, { password: who.password });
  expect(body.data.endOtherSessions).toEqual({ ended: 2 });
  expect(await Promise.all([who.browser, other.browser].map(isSignedIn))).toEqual([true, true]);
  for (const { browser } of browsers) expect(await isSignedIn(browser)).toBe(false);
  const known = await db.query(
    'SELECT id FROM devices WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
    [who.userId],
  );
  expect(known).toEqual(
    await db.query(
      'SELECT device_id AS id FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [who.userId],
    ),
  );
  expect(
    await db.query('SELECT id FROM devices WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
      other.userId,
    ]),
  ).toHaveLength(1);
});

test('an API key sees and ends no sessions: SESSION_REQUIRED', async () => {
  const { apiKey, userId, session } = await createAccount(db);
  const headers = await session();
  const [row] = await db.query<{ id: string }>(
    'SELECT id FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
    [userId],
  );
  const key = { 'x-api-key': apiKey };
  const visits = [
    await visit(service, key, SESSIONS),
    await visit(service, key, END_SESSION, { sessionId: row?.id, password: 'x' }),
    await visit(service, key, END_OTHERS, { password: 'x' }),
  ];
  expect(visits.map(codeOf)).toEqual(Array(3).fill('SESSION_REQUIRED'));
  expect(await isSignedIn(headers)).toBe(true);
});

test('sessions are those of who is signed in, also while it acts for a managed user', async () => {
  const owner = await createAccount(db, { workspaceAccess: true });
  const session = await owner.session();
  const listed = await list({ ...session, 'x-service-user-id': await owner.manage() });
  expect(listed).toMatchObject([{ id: await idOf(session), current: true }]);
});
