/** Reports by e-mail: chosen over GraphQL, sent by real workers, at times of the test, to a real mail server. */
import request from 'supertest';
import { newId } from '../../src/foundation/database/id.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/foundation/time/durations.js';
import { installTurnedClock, onTurnedClock } from '../../src/testing/turned-database.js';
import { type MailServer, refusal, startMailServer } from '../mail/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { mailEnv, mailsTo } from '../support/mailbox.js';
import { addMember, addMembership, type TestMember } from '../support/member.js';
import { type Service, startService } from '../support/service.js';
import { storeParts } from './results.js';

const SET = `mutation ($input: SetReportEmailInput!) { setReportEmail(input: $input) {
  reportEmails { accountId accountName frequency nextOn } } }`;
const LIST = '{ reportEmails { accountId accountName frequency nextOn } }';

let db: TestDatabase;
/** Whether the mail server takes mails. */
let isDown = false;
let mails: MailServer;
let service: Service;
const workers: Service[] = [];
let account: TestAccount;
let owner: TestMember;

/** The next Monday, on which reports of the week before are sent. Accounts have no time zone: their days are those of UTC. */
const today = Math.floor((Date.now() - 8 * HOUR_MS) / DAY_MS) * DAY_MS;
const monday = today + ((8 - (new Date(today).getUTCDay() || 7)) % 7 || 7) * DAY_MS;
const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const EIGHT = monday + 8 * HOUR_MS;

beforeAll(async () => {
  [db, mails] = await Promise.all([
    createTestDatabase(),
    startMailServer({ onMailFrom: (_from, _session, done) => done(isDown ? refusal(451, 'Later') : null) }),
  ]);
  await installTurnedClock(db.url);
  service = await startService({ db, roles: 'api', env: mailEnv(mails) });
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([db?.drop(), mails?.close()]);
});
afterEach(async () => {
  isDown = false;
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
  await turnTo(0);
});
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: ['microblog-1'] });
  owner = await personOf(account);
  await publishInWeek(account.userId, 12);
});

async function personOf({ personId, session }: TestAccount): Promise<TestMember> {
  const [{ email = '' } = {}] = await db.query<{ email: string }>('SELECT email FROM people WHERE id = $1', [personId]);
  return { personId, email, browser: await session() };
}
/** A post of the week before Monday, and one of the week before that. */
async function publishInWeek(userId: string, reactions: number): Promise<void> {
  const part = { platformId: 'microblog-1', partIndex: 0 };
  await storeParts(db, { userId }, [
    { ...part, groupId: newId(), publishedAt: new Date(monday - 2 * DAY_MS), values: { reactions } },
    { ...part, groupId: newId(), publishedAt: new Date(monday - 9 * DAY_MS), values: { reactions: 10 } },
  ]);
}
async function choose({ browser }: Pick<TestMember, 'browser'>, frequency: string, headers: Headers = {}) {
  const { data, errors } = await graphql(service, { ...browser, ...headers }, SET, { input: { frequency } });
  expect(errors).toBeUndefined();
  return data.setReportEmail.reportEmails;
}
/** Services have the time of their database. */
const turnTo = (time: number) =>
  db.query('UPDATE public.turned_clock SET milliseconds = $1', [Math.max(0, time - Date.now())]);
const workerAt = async (time: number): Promise<Service> => {
  await turnTo(time);
  const env = { ...mailEnv(mails), PUBLIC_URL: service.url, WORKER_POLL_MS: '500', LOG_LEVEL: 'info' };
  const worker = await startService({ db: { url: onTurnedClock(db.url) }, roles: 'worker', env });
  workers.push(worker);
  return worker;
};
/** Waits until nothing is due: for reports that are sent, and those that are left out. */
const passed = (userId: string) =>
  eventually(async () => {
    const [row] = await db.query<{ on: string }>(
      'SELECT min(next_on)::text AS on FROM report_emails WHERE user_id = $1',
      [userId],
    );
    expect(row && row.on > day(monday)).toBe(true);
    return true;
  });
const jobsEnded = () =>
  eventually(async () => {
    const [row] = await db.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'mail' AND state < 'completed'",
    );
    expect(row?.n).toBe(0);
    return true;
  });

/** The address of a report's link that ends its kind. */
const stopLink = ({ headers }: Awaited<ReturnType<typeof mailsTo>>[number]): string =>
  new URL((headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '').replace(/^<|>$/g, '')).pathname;

test('a week is reported once per person and account, also when workers are killed, to those who chose it and may see it', async () => {
  const [viewer, removed, silent] = [
    await addMember(db, account.userId, 'VIEWER'),
    await addMember(db, account.userId, 'EDITOR'),
    await addMember(db, account.userId, 'ADMIN'),
  ];
  const next = { accountId: account.userId, accountName: 'Test', nextOn: day(monday) };
  expect(await choose(owner, 'WEEKLY')).toEqual([{ ...next, frequency: 'WEEKLY' }]);
  for (const one of [viewer, removed]) await choose(one, 'WEEKLY');
  await db.query('DELETE FROM memberships WHERE person_id = $1', [removed.personId]);

  // Too early: the one worker that looks now sends nothing.
  const early = await workerAt(EIGHT - 5 * MINUTE_MS);
  expect((await graphql(service, owner.browser, LIST)).data.reportEmails).toEqual([{ ...next, frequency: 'WEEKLY' }]);
  await early.kill();
  // Two at once, and one more after these were killed.
  const both = await Promise.all([workerAt(EIGHT + MINUTE_MS), workerAt(EIGHT + MINUTE_MS)]);
  await passed(account.userId);
  await jobsEnded();
  await Promise.all(both.map((worker) => worker.kill()));
  await workerAt(EIGHT + 5 * MINUTE_MS);
  await jobsEnded();

  const [mail, ...others] = await mailsTo(mails, owner.email);
  expect(others).toEqual([]);
  const days = [monday - 7 * DAY_MS, monday - DAY_MS].map((time) =>
    new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  );
  expect(mail?.subject).toBe(`Weekly report of Test: ${days.join(' to ')}`);
  expect(mail?.text).toContain(`1 post was published in the week from ${days.join(' to ')} (UTC).`);
  expect(mail?.text).toMatch(/Posts: 1 \(before: 1, 0%\)\nReactions: 12 \(before: 10, \+20%\)/);
  expect(mail?.text).toMatch(/1\. Microblog, .*: 12 engagements · Text/);
  const page = `/analytics?from=${day(monday - 7 * DAY_MS)}&to=${day(monday - DAY_MS)}&account=${account.userId}`;
  expect(mail?.text).toContain(`Open Analytics:\n${service.url}${page}`);
  expect(mail?.html).toContain('Reactions</th>');
  expect((await mailsTo(mails, viewer.email)).map(({ subject }) => subject)).toEqual([mail?.subject]);
  for (const { email } of [removed, silent]) expect(await mailsTo(mails, email)).toEqual([]);

  await turnTo(0);
  // Chosen again, the same week is not sent again.
  await choose(owner, 'NEVER');
  expect(await choose(owner, 'WEEKLY')).toEqual([{ ...next, nextOn: day(monday + 7 * DAY_MS), frequency: 'WEEKLY' }]);
  if (!mail) throw new Error('No mail');
  const pathname = stopLink(mail);
  expect(mail?.headers).toContainEqual(
    expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
  );
  await request(service.url)
    .get(pathname)
    .expect(200, /reports by e-mail of this account:.*<li>Test<\/li>/s);
  expect((await graphql(service, owner.browser, LIST)).data.reportEmails).toHaveLength(1);
  await request(service.url).post(pathname).type('form').send('List-Unsubscribe=One-Click').expect(200);
  expect((await graphql(service, owner.browser, LIST)).data.reportEmails).toEqual([]);
  await request(service.url).get(pathname.slice(0, -3)).expect(410);
});

test('after an outage, it is sent up to three days late; nothing is sent of a week without posts, or once access has ended', async () => {
  const empty = await personOf(await createAccount(db));
  const other = await createAccount(db, { connected: ['microblog-1'] });
  await publishInWeek(other.userId, 1);
  const suspended = await personOf(other);
  for (const one of [owner, empty, suspended]) await choose(one, 'WEEKLY');
  await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [other.userId]);
  await workerAt(monday + 3 * DAY_MS + 9 * HOUR_MS);
  for (const { userId } of [account, other]) await passed(userId);
  await jobsEnded();
  expect(await mailsTo(mails, owner.email)).toHaveLength(1);
  for (const { email } of [empty, suspended]) expect(await mailsTo(mails, email)).toEqual([]);
});

test('a report that is four days late is left out, and the next week is sent', async () => {
  await choose(owner, 'WEEKLY');
  const late = await workerAt(monday + 4 * DAY_MS + 9 * HOUR_MS);
  await passed(account.userId);
  await late.kill();
  expect(await mailsTo(mails, owner.email)).toEqual([]);
  await storeParts(db, account, [
    { groupId: newId(), platformId: 'microblog-1', partIndex: 0, publishedAt: new Date(monday), values: null },
  ]);
  await workerAt(EIGHT + 7 * DAY_MS);
  const subject = await eventually(async () => (await mailsTo(mails, owner.email))[0]?.subject);
  expect(subject).toContain(`Weekly report of Test: ${new Date(monday).getUTCDate()} `);
});

test('a person with several accounts chooses for each, and sees the choices together', async () => {
  const clientId = await account.manage();
  const agency = await createAccount(db);
  const person = await personOf(agency);
  await addMembership(db, person.personId, account.userId, 'EDITOR');
  await choose(person, 'MONTHLY');
  await choose(person, 'WEEKLY', { 'x-service-user-id': account.userId });
  const chosen = await choose(person, 'MONTHLY', { 'x-service-user-id': clientId });
  expect(chosen.map(({ accountId, frequency }: typeof chosen) => `${accountId} ${frequency}`).toSorted()).toEqual(
    [`${account.userId} WEEKLY`, `${agency.userId} MONTHLY`, `${clientId} MONTHLY`].toSorted(),
  );
  const [{ events } = { events: 0 }] = await db.query<{ events: number }>(
    `SELECT count(*)::int AS events FROM audit_events WHERE action = 'report_email_set' AND user_id = ANY($1)`,
    [[account.userId, clientId, agency.userId]],
  );
  expect(events).toBe(3);
  // They are of the membership: without it, its client has none either.
  await db.query('DELETE FROM memberships WHERE person_id = $1 AND user_id = $2', [person.personId, account.userId]);
  const { data } = await graphql(service, person.browser, LIST);
  expect(data.reportEmails).toEqual([expect.objectContaining({ accountId: agency.userId })]);
  expect((await graphql(service, { 'x-api-key': agency.apiKey }, LIST)).errors?.[0]?.extensions.code).toBe(
    'SESSION_REQUIRED',
  );
});

test('it has the texts that were published; a post that was withdrawn counts, and is not listed', async () => {
  const [shown, withdrawn, gone] = [newId(), newId(), newId()];
  const part = { platformId: 'microblog-1', partIndex: 0, publishedAt: new Date(monday - 3 * DAY_MS) };
  await storeParts(db, account, [
    { ...part, groupId: shown, values: { reactions: 50 } },
    { ...part, groupId: withdrawn, values: { reactions: 90 } },
    { ...part, groupId: gone, values: { reactions: 80 } },
  ]);
  await db.query(`UPDATE post_groups SET content = 'Hidden ' || id WHERE id = ANY($1)`, [[shown, withdrawn, gone]]);
  await db.query(`UPDATE platform_posts SET content = 'Public', has_own_text = true WHERE group_id = $1`, [shown]);
  await db.query('UPDATE platform_posts SET deleted_at = now() WHERE group_id = $1', [withdrawn]);
  await db.query(`UPDATE post_metrics SET state = 'GONE' WHERE group_id = $1`, [gone]);
  await choose(owner, 'WEEKLY');
  await workerAt(EIGHT + MINUTE_MS);
  const { text = '', html } = await eventually(async () => (await mailsTo(mails, owner.email))[0]);
  expect(text).toMatch(/Posts: 4 .*\nReactions: 232 /);
  expect(text.match(/\d+ engagements · .*/g)).toEqual(['50 engagements · Public', '12 engagements · Text']);
  expect(text + html).not.toContain('Hidden');
});

test('a report that waits is sent only to those who may still get it, at an address that is still theirs', async () => {
  const clientId = await account.manage();
  await publishInWeek(clientId, 3);
  const held = await createAccount(db, { connected: ['microblog-1'] });
  const deactivated = await createAccount(db, { connected: ['microblog-1'] });
  for (const { userId } of [held, deactivated]) await publishInWeek(userId, 2);
  const names = ['leaves', 'ends', 'rarer', 'moves', 'again'] as const;
  const [leaves, ends, rarer, moves, again] = await Promise.all(
    names.map(() => addMember(db, account.userId, 'EDITOR')),
  );
  if (!leaves || !ends || !rarer || !moves || !again) throw new Error('A member is missing');
  const others = [await personOf(held), await personOf(deactivated)];
  for (const one of [owner, leaves, ends, rarer, moves, again, ...others]) await choose(one, 'WEEKLY');
  await choose(again, 'WEEKLY', { 'x-service-user-id': clientId });

  isDown = true;
  const worker = await workerAt(EIGHT + MINUTE_MS);
  const waiting = () =>
    db.query<{ id: string }>(`SELECT id FROM pgboss.job WHERE name = 'mail' AND state = 'retry' AND data ? 'report'`);
  await eventually(async () => ((await waiting()).length === 9 ? true : undefined));

  const headers = { ...owner.browser };
  const remove = 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { __typename } }';
  expect((await graphql(service, headers, remove, { input: { memberId: leaves.personId } })).errors).toBeUndefined();
  await choose(ends, 'NEVER');
  await choose(rarer, 'MONTHLY');
  await choose(again, 'NEVER');
  await choose(again, 'WEEKLY');
  await db.query('UPDATE people SET email = $2 WHERE id = $1', [moves.personId, `new-${moves.email}`]);
  await db.query('UPDATE users SET held_at = now() WHERE id = $1', [held.userId]);
  await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [deactivated.userId]);
  await db.query('UPDATE users SET workspace_access = false WHERE id = $1', [account.userId]);
  isDown = false;
  // The job engine has the time of the machine.
  await db.query(`UPDATE pgboss.job SET start_after = created_on WHERE name = 'mail' AND state = 'retry'`);
  await jobsEnded();

  for (const { email } of [owner, again]) {
    expect((await mailsTo(mails, email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Weekly report of Test: /),
    ]);
  }
  const dropped = [leaves, ends, rarer, moves, { email: `new-${moves.email}` }, ...others];
  for (const { email } of dropped) expect(await mailsTo(mails, email)).toEqual([]);
  const lines = worker.output.filter((line) => line.includes('A report was not sent'));
  expect(lines).toHaveLength(7);
  for (const { email } of dropped) expect(lines.join()).not.toContain(email);
});

test('the link of a person who left the account opens nothing', async () => {
  const leaver = await addMember(db, account.userId, 'EDITOR');
  await choose(leaver, 'WEEKLY');
  await workerAt(EIGHT + MINUTE_MS);
  const link = stopLink(await eventually(async () => (await mailsTo(mails, leaver.email))[0]));
  await request(service.url)
    .get(link)
    .expect(200, /<li>Test<\/li>/);
  await db.query('DELETE FROM memberships WHERE person_id = $1', [leaver.personId]);
  await db.query(`UPDATE users SET display_name = 'Renamed' WHERE id = $1`, [account.userId]);
  const unknown = await request(service.url).get(`${link.slice(0, -3)}xyz`);
  const opened = await request(service.url).get(link);
  expect([opened.status, opened.text]).toEqual([410, unknown.text]);
  await request(service.url).post(link).type('form').send('List-Unsubscribe=One-Click').expect(410);
});
