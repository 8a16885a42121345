/** Occurrences whose posts cannot be created, or are drafts: limits, permissions, approvals, accounts and downtime. */
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';
import { DAY, inDays, recurring } from './recurring.js';

let db: TestDatabase;
let service: Service;
let account: TestAccount;
let key: Headers;
const { run, read, draft, create, created, passTime, look } = recurring(
  { query: (...given: Parameters<TestDatabase['query']>) => db.query(...given) } as TestDatabase,
  () => service,
);

beforeAll(async () => {
  db = await createTestDatabase();
  service = await startService({ db });
});
beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
  key = { 'x-api-key': account.apiKey };
});
afterAll(async () => {
  await service.stop();
  await db.drop();
});

/** Has a worker look for due occurrences until something about a recurrence is as expected. */
const lookUntil = <Found>(headers: Headers, id: string, isThere: (found: Awaited<ReturnType<typeof read>>) => Found) =>
  eventually(async () => {
    await look();
    const found = await read(headers, id);
    return isThere(found) ? found : undefined;
  }, 60_000);

const sentOf = async (userId: string) =>
  (
    await db.query(
      'SELECT count(*)::int AS count FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id WHERE p.user_id = $1',
      [userId],
    )
  )[0]?.count;

const statuses = (occurrences: { postGroup: { status: string; scheduledTime: string } | null }[]) =>
  occurrences.map(({ postGroup }) => postGroup?.status);

test('what passed while the service was down is missed, with the reason; later ones go on, and nothing is sent late', async () => {
  const owner = await account.session();
  const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=4', startsAt: inDays(1) });
  await created(key, id, 4);
  await run(key, 'pauseRecurrence', { recurrenceId: id });
  await run(key, 'pauseRecurrence', { recurrenceId: id, paused: false });
  await db.query('DELETE FROM post_groups WHERE id IN (SELECT group_id FROM occurrences WHERE recurrence_id = $1)', [
    id,
  ]);
  await db.query('DELETE FROM occurrences WHERE recurrence_id = $1', [id]);
  await passTime(id, 2 * DAY + 3_600_000);
  const { occurrences } = await lookUntil(key, id, (found) => found.occurrences.length === 4);
  expect(occurrences.map((one: { state: string }) => one.state)).toEqual(['MISSED', 'MISSED', 'MISSED', 'CREATED']);
  expect(occurrences[0]).toMatchObject({ postGroup: null, problem: { code: 'TOO_LATE' } });
  expect(await sentOf(account.userId)).toBe(0);
  const { data } = await graphql(service, owner, '{ notifications(first: 5) { edges { node { kind title } } } }');
  expect(nodesOf(data.notifications)).toEqual([{ kind: 'OCCURRENCE_MISSED', title: '3 recurring posts were missed' }]);
});

test('what was missed is sent only if it is asked for, at the time that is given', async () => {
  const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=2', startsAt: inDays(50) });
  await created(key, id, 2);
  await db.query('DELETE FROM post_groups WHERE id IN (SELECT group_id FROM occurrences WHERE recurrence_id = $1)', [
    id,
  ]);
  await db.query('DELETE FROM occurrences WHERE recurrence_id = $1', [id]);
  await passTime(id, 3_600_000);
  const found = await lookUntil(key, id, ({ occurrences }) => occurrences.length === 2);
  const [{ occursAt }] = found.occurrences;
  const restore = (more: object = {}) => run(key, 'restoreOccurrence', { recurrenceId: id, occursAt, ...more });
  expect((await restore()).code).toBe('OCCURRENCE_PAST');
  expect((await restore({ scheduledTime: inDays(3) })).code).toBeUndefined();
  expect((await read(key, id)).occurrences[0]).toMatchObject({
    ...{ occursAt, state: 'CREATED', problem: null },
    postGroup: { scheduledTime: inDays(3), status: 'SCHEDULED' },
  });
  expect((await restore({ scheduledTime: inDays(3) })).code).toBe('OCCURRENCE_HAS_POST');
});

test('a limit of the plan keeps a post from being created until its time; then it is missed for that', async () => {
  account = await createAccount(db, { plan: 'starter', connected: ['skyfeed-did:plc:a'] });
  key = await account.session();
  const postGroupId = await draft(key, 'Limited', ['skyfeed-did:plc:a']);
  const { id } = await create(key, { postGroupId });
  // 3 scheduled posts at a time, 7 days ahead.
  const refused = await lookUntil(key, id, ({ problem }) => problem !== null);
  expect(refused).toMatchObject({ state: 'ACTIVE', problem: { code: 'SCHEDULED_POST_LIMIT_REACHED' } });
  expect(statuses(refused.occurrences)).toEqual(['SCHEDULED', 'SCHEDULED', 'SCHEDULED']);
  await db.query(`UPDATE recurrences SET next_at = now() - interval '1 hour', due_at = now() WHERE id = $1`, [id]);
  const missed = await lookUntil(key, id, ({ occurrences }) => occurrences.length > 3);
  expect(missed.occurrences[0]).toMatchObject({ state: 'MISSED', problem: { code: 'SCHEDULED_POST_LIMIT_REACHED' } });
  // Once there is room, later ones go on.
  const [, first] = missed.occurrences;
  await run(key, 'skipOccurrence', { recurrenceId: id, occursAt: first.occursAt });
  await db.query('UPDATE recurrences SET due_at = now() WHERE id = $1', [id]);
  await lookUntil(key, id, ({ occurrences }) => occurrences.length > 4);
});

test('a text that is refused is missed in its turn, and the others go out in theirs', async () => {
  account = await createAccount(db, { connected: ['skyfeed-did:plc:b'] });
  key = await account.session();
  const postGroupId = await draft(key, 'One', ['skyfeed-did:plc:b']);
  const { id } = await create(key, { postGroupId, rule: 'FREQ=DAILY;COUNT=5', texts: ['Two', 'Three'] });
  await created(key, id, 5);
  // As if the limit of the platform were lower since.
  await db.query('UPDATE recurrences SET texts[1] = $2 WHERE id = $1', [id, 'y'.repeat(400)]);
  for (const paused of [true, false]) await run(key, 'pauseRecurrence', { recurrenceId: id, paused });
  const refused = await lookUntil(key, id, ({ problem }) => problem !== null);
  expect(refused.problem).toEqual({
    code: 'VALIDATION_FAILED',
    message: `The text "${'y'.repeat(40)}…" cannot be published: Content exceeds skyfeed's 300 character limit (currently 400)`,
  });
  expect(refused.occurrences).toMatchObject([{ postGroup: { content: 'One' } }]);
  await db.query(`UPDATE recurrences SET next_at = now() - interval '1 hour', due_at = now() WHERE id = $1`, [id]);
  const { occurrences } = await lookUntil(key, id, (found) => found.occurrences.length > 3);
  expect(occurrences.map((one: { postGroup: { content: string } | null }) => one.postGroup?.content)).toEqual([
    ...[undefined, 'One', 'Three', 'One'],
  ]);
});

test('posts are created only as far ahead as the plan lets them be scheduled', async () => {
  account = await createAccount(db, { plan: 'starter', connected: ['skyfeed-did:plc:a'] });
  key = await account.session();
  const postGroupId = await draft(key, 'Soon', ['skyfeed-did:plc:a']);
  const { id } = await create(key, { postGroupId, rule: 'FREQ=DAILY;INTERVAL=5' });
  await created(key, id, 2);
  await look();
  const [row] = await db.query('SELECT next_at - due_at AS ahead, problem FROM recurrences WHERE id = $1', [id]);
  expect(row).toMatchObject({ ahead: { days: 7 }, problem: null });
});

test('without its accounts, a post is not created: the problem says so', async () => {
  const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=3', startsAt: inDays(80) });
  await db.query('DELETE FROM connections WHERE user_id = $1', [account.userId]);
  await db.query('UPDATE recurrences SET due_at = now(), next_at = $2 WHERE id = $1', [id, inDays(2)]);
  const found = await lookUntil(key, id, ({ problem }) => problem !== null);
  expect(found.problem.code).toBe('CONNECTIONS_NOT_FOUND');
});

test('a deactivated account creates no posts', async () => {
  const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=3', startsAt: inDays(80) });
  await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [account.userId]);
  await db.query('UPDATE recurrences SET due_at = now(), next_at = $2 WHERE id = $1', [id, inDays(2)]);
  await eventually(async () => {
    await look();
    const [row] = await db.query(`SELECT 1 FROM recurrences WHERE id = $1 AND problem->>'code' = 'ACCOUNT_INACTIVE'`, [
      id,
    ]);
    return row;
  }, 60_000);
});

test('of an account that moves to another pod, nothing is created', async () => {
  const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=3', startsAt: inDays(80) });
  await db.query(
    `INSERT INTO parked_users (user_id, account_id, target, user_row, parked_at)
     SELECT id, id, 'other', to_jsonb(users), now() FROM users WHERE id = $1`,
    [account.userId],
  );
  await db.query('UPDATE recurrences SET due_at = now(), next_at = $2 WHERE id = $1', [id, inDays(2)]);
  const other = await createAccount(db, { connected: ['fediverse-1'] });
  const headers = { 'x-api-key': other.apiKey };
  await created(headers, (await create(headers, { rule: 'FREQ=DAILY;COUNT=1' })).id, 1);
  expect(await db.query('SELECT 1 FROM occurrences WHERE recurrence_id = $1', [id])).toEqual([]);
  await db.query('DELETE FROM parked_users WHERE user_id = $1', [account.userId]);
});

describe('posts are drafts that have the time', () => {
  const times = async (headers: Headers, id: string, count: number) => {
    const occurrences = await created(headers, id, count);
    return occurrences.map(
      ({ postGroup, occursAt }: { postGroup: { status: string; scheduledTime: string }; occursAt: string }) => [
        postGroup.status,
        postGroup.scheduledTime === occursAt,
      ],
    );
  };

  test('for a contributor, who cannot change a recurrence that schedules posts, nor its template', async () => {
    const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
    const own = await create(contributor.browser, { rule: 'FREQ=DAILY;COUNT=2' });
    expect(await times(key, own.id, 2)).toEqual([
      ['DRAFT', true],
      ['DRAFT', true],
    ]);
    const { id, template } = await create(key, { rule: 'FREQ=DAILY;COUNT=1' });
    await created(key, id, 1);
    const refused = { recurrenceId: id, texts: ['Mine'], occursAt: inDays(1) };
    expect((await run(contributor.browser, 'updateRecurrence', { recurrenceId: id, texts: ['Mine'] })).code).toBe(
      'PERMISSION_REQUIRED',
    );
    expect(
      (await run(contributor.browser, 'skipOccurrence', { recurrenceId: id, occursAt: refused.occursAt })).code,
    ).toBe('PERMISSION_REQUIRED');
    const edit = { postGroupId: template.id, content: 'Mine' };
    expect((await run(contributor.browser, 'updatePost', edit)).code).toBe('PERMISSION_REQUIRED');
    const { code } = await run(contributor.browser, 'deletePost', { postGroupId: template.id });
    expect(code).toBe('PERMISSION_REQUIRED');
    expect((await run(key, 'updatePost', edit)).code).toBeUndefined();
  });

  test('once everybody needs an approval', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    const { id } = await create(editor.browser, { rule: 'FREQ=DAILY;COUNT=1' });
    expect(await times(key, id, 1)).toEqual([['SCHEDULED', true]]);
    const policy = { neededFor: 'EVERYBODY', approvers: 'EDITORS', approvals: 1 };
    expect((await run(await account.session(), 'setApprovalPolicy', policy)).code).toBeUndefined();
    const second = await create(editor.browser, { rule: 'FREQ=DAILY;COUNT=1' });
    expect(await times(key, second.id, 1)).toEqual([['DRAFT', true]]);
    // A person who changes the template of a program’s recurrence answers for it.
    const ofProgram = await create(key, { rule: 'FREQ=DAILY;COUNT=1', startsAt: inDays(70) });
    await run(editor.browser, 'updatePost', { postGroupId: ofProgram.template.id, content: 'By a person' });
    await db.query('UPDATE recurrences SET due_at = now(), next_at = $2 WHERE id = $1', [ofProgram.id, inDays(2)]);
    await lookUntil(key, ofProgram.id, ({ occurrences }) => occurrences.length === 1);
    expect(statuses((await read(key, ofProgram.id)).occurrences)).toEqual(['DRAFT']);
  });

  test('once the person who changed it last is no member any more', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    const { id } = await create(editor.browser, { rule: 'FREQ=DAILY;COUNT=1', startsAt: inDays(70) });
    await db.query('DELETE FROM memberships WHERE person_id = $1', [editor.personId]);
    await db.query('UPDATE recurrences SET due_at = now(), next_at = $2 WHERE id = $1', [id, inDays(2)]);
    const { occurrences } = await lookUntil(key, id, (found) => found.occurrences.length === 1);
    expect(statuses(occurrences)).toEqual(['DRAFT']);
  });
});

test('an account has at most 100 recurrences', async () => {
  const { id, template } = await create(key, { rule: 'FREQ=DAILY;COUNT=1' });
  await db.query(
    `INSERT INTO recurrences SELECT lpad(n::text, 24, '0'), user_id, template_id, rule, time_zone, starts_at, NULL, texts, NULL,
            true, NULL, NULL, NULL, 0, NULL, created_at, updated_at
       FROM recurrences, generate_series(1, 99) AS n WHERE id = $1`,
    [id],
  );
  const input = { postGroupId: template.id, rule: 'FREQ=DAILY', timeZone: 'UTC', startsAt: inDays(1) };
  expect((await run(key, 'createRecurrence', input)).code).toBe('RECURRENCE_LIMIT_REACHED');
});

test('over REST, posts of a recurrence are like all others', async () => {
  const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=1' });
  const [occurrence] = await created(key, id, 1);
  const read = async (groupId: string) => {
    const response = await fetch(`${service.url}/api/v1/get-post/${groupId}`, {
      headers: key as Record<string, string>,
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const plain = await draft(key);
  expect(Object.keys(await read(occurrence.postGroup.id)).sort()).toEqual(Object.keys(await read(plain)).sort());
});
