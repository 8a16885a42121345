/** Recurrences: posts that are created again and again, by a rule. */
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';
import { DAY, inDays, recurring } from './recurring.js';

let db: TestDatabase;
let service: Service;
let account: TestAccount;
let key: Headers;
const { run, read, draft, create, created } = recurring(
  { query: (...given: Parameters<TestDatabase['query']>) => db.query(...given) } as TestDatabase,
  () => service,
);

beforeAll(async () => {
  db = await createTestDatabase();
  service = await startService({ db });
});
beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1', 'skyfeed-did:plc:a'] });
  key = { 'x-api-key': account.apiKey };
});
afterAll(async () => {
  await service.stop();
  await db.drop();
});

const contents = (occurrences: { postGroup: { content: string } | null }[]) =>
  occurrences.map(({ postGroup }) => postGroup?.content ?? null);

describe('a recurrence', () => {
  test('has a rule, a zone, a start and texts; its posts are ordinary groups, 60 days ahead, with the texts in turn', async () => {
    const recurrence = await create(key, {
      rule: 'rrule:freq=daily;interval=10;count=4',
      timeZone: 'europe/berlin',
      startsAt: inDays(1),
      texts: ['Second', 'Third'],
    });
    expect(recurrence).toMatchObject({
      rule: 'FREQ=DAILY;INTERVAL=10;COUNT=4',
      timeZone: 'Europe/Berlin',
      startsAt: inDays(1),
      texts: ['Second', 'Third'],
      ...{ endsBefore: null, pausedAt: null, state: 'ACTIVE', warnings: [], problem: null },
      template: { content: 'First', status: 'DRAFT' },
    });
    const occurrences = await created(key, recurrence.id, 4);
    expect(contents(occurrences)).toEqual(['First', 'Second', 'Third', 'First']);
    for (const { occursAt, postGroup } of occurrences) {
      expect(postGroup).toMatchObject({
        ...{ status: 'SCHEDULED', scheduledTime: occursAt },
        recurrence: { occursAt, edited: false, recurrence: { id: recurrence.id } },
      });
    }
    // It ends with the last of them.
    expect(await read(key, recurrence.id)).toMatchObject({ state: 'ACTIVE', nextTimes: [] });
    // Those of the calendar, and over REST.
    const { data } = await graphql(service, key, '{ postGroups(first: 10) { totalCount } }');
    expect(data.postGroups.totalCount).toBe(5);
  });

  test('creates no post beyond 60 days; later times are those to come', async () => {
    const { id } = await create(key);
    const ahead = [59, 60].filter((days) => Date.parse(inDays(days)) <= Date.now() + 60 * DAY);
    const occurrences = await created(key, id, ahead.at(-1) ?? 0);
    const { nextTimes } = await read(key, id);
    expect(Date.parse(nextTimes[0])).toBe(Date.parse(occurrences.at(-1).occursAt) + DAY);
    expect(Date.parse(nextTimes[0])).toBeGreaterThan(Date.now() + 60 * DAY);
  });

  test('copies the labels, the own texts and the settings of its post; of a scheduled post, a copy is the template', async () => {
    const post = {
      content: 'Shared',
      platformIds: ['fediverse-1', 'skyfeed-did:plc:a'],
      overrides: [{ platformId: 'fediverse-1', content: 'Own' }],
    };
    const { data } = await run(key, 'createPost', { post, scheduledTime: inDays(3) });
    const recurrence = await create(key, {
      postGroupId: data.postGroup.id,
      rule: 'FREQ=DAILY;COUNT=1',
      texts: ['Other'],
    });
    expect(recurrence.template.id).not.toBe(data.postGroup.id);
    expect(recurrence.template).toMatchObject({ content: 'Shared', status: 'DRAFT' });
    const [occurrence] = await created(key, recurrence.id, 1);
    const { data: shown } = await graphql(
      service,
      key,
      'query ($id: ID!) { postGroup(id: $id) { posts { platformId content } } }',
      { id: occurrence.postGroup.id },
    );
    expect(shown.postGroup.posts).toEqual([
      { platformId: 'fediverse-1', content: 'Own' },
      { platformId: expect.stringContaining('skyfeed'), content: 'Shared' },
    ]);
  });

  test('warns of the same text, and of months that are left out', async () => {
    expect((await create(key, { rule: 'FREQ=MONTHLY;BYMONTHDAY=31' })).warnings).toEqual(['SAME_TEXT', 'SHORT_MONTHS']);
    expect((await create(key, { rule: 'FREQ=MONTHLY;BYMONTHDAY=-1' })).warnings).toEqual(['SAME_TEXT']);
  });

  test.each([
    ['RECURRENCE_RULE_INVALID', { rule: 'FREQ=HOURLY' }],
    ['TIME_ZONE_INVALID', { timeZone: 'Mars/Olympus' }],
    ['RECURRENCE_START_INVALID', { startsAt: inDays(-4000) }],
    ['RECURRENCE_START_INVALID', { startsAt: inDays(6 * 365) }],
    ['RECURRENCE_ENDED', { startsAt: inDays(-10), rule: 'FREQ=DAILY;COUNT=3' }],
    ['RECURRENCE_TEXTS_INVALID', { texts: Array.from({ length: 21 }, () => 'x') }],
    ['CONTENT_REQUIRED', { texts: ['ok', ' '] }],
    ['POST_GROUP_NOT_FOUND', { postGroupId: '0'.repeat(24) }],
    ['ID_INVALID', { postGroupId: 'x' }],
  ])('is refused: %s for %j', async (code, given) => {
    const postGroupId = await draft(key);
    const input = { postGroupId, rule: 'FREQ=DAILY', timeZone: 'UTC', startsAt: inDays(1), ...given };
    expect((await run(key, 'createRecurrence', input)).code).toBe(code);
  });

  test('is that of its account alone', async () => {
    const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=1' });
    const stranger = { 'x-api-key': (await createAccount(db)).apiKey };
    const { data } = await graphql(
      service,
      stranger,
      'query ($id: ID!) { recurrence(id: $id) { id } node(id: $id) { id } }',
      { id },
    );
    expect(data).toEqual({ recurrence: null, node: null });
    for (const [name, input] of [
      ['updateRecurrence', { texts: [] }],
      ['pauseRecurrence', {}],
      ['deleteRecurrence', {}],
      ['skipOccurrence', { occursAt: inDays(1) }],
      ['restoreOccurrence', { occursAt: inDays(1) }],
    ] as const) {
      expect((await run(stranger, name, { recurrenceId: id, ...input })).code).toBe('RECURRENCE_NOT_FOUND');
    }
  });

  test('the next times of a rule are shown without storing anything', async () => {
    const query = `query ($rule: String!) {
      recurrenceTimes(rule: $rule, timeZone: "UTC", startsAt: "${inDays(1)}", first: 2) }`;
    const { data } = await graphql(service, key, query, { rule: 'FREQ=DAILY;INTERVAL=2' });
    expect(data.recurrenceTimes).toEqual([inDays(1), inDays(3)]);
    const { errors } = await graphql(service, key, query, { rule: 'FREQ=DAILY;COUNT=0' });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'RECURRENCE_RULE_INVALID' });
  });
});

describe('an occurrence', () => {
  test('is skipped and restored, before its post exists and after', async () => {
    const { id } = await create(key, { rule: 'FREQ=DAILY;INTERVAL=20' });
    const [first, second] = await created(key, id, 3);
    const [later] = (await read(key, id)).nextTimes;
    for (const { occursAt } of [second, { occursAt: later }]) {
      expect((await run(key, 'skipOccurrence', { recurrenceId: id, occursAt })).code).toBeUndefined();
    }
    expect(await read(key, id)).toMatchObject({
      occurrences: [
        { occursAt: first.occursAt, state: 'CREATED' },
        { occursAt: second.occursAt, state: 'SKIPPED', postGroup: null },
        { state: 'CREATED' },
        { occursAt: later, state: 'SKIPPED' },
      ],
    });
    const scheduled = "SELECT count(*)::int FROM platform_posts WHERE user_id = $1 AND status = 'scheduled'";
    expect(await db.query(scheduled, [account.userId])).toEqual([{ count: 2 }]);
    for (const { occursAt } of [second, { occursAt: later }]) {
      expect((await run(key, 'restoreOccurrence', { recurrenceId: id, occursAt })).code).toBeUndefined();
    }
    expect((await read(key, id)).occurrences).toMatchObject([
      { state: 'CREATED' },
      { occursAt: second.occursAt, state: 'CREATED', postGroup: { scheduledTime: second.occursAt } },
      { state: 'CREATED' },
    ]);
    const again = await run(key, 'restoreOccurrence', { recurrenceId: id, occursAt: second.occursAt });
    expect(again.code).toBe('OCCURRENCE_HAS_POST');
    const never = await run(key, 'skipOccurrence', { recurrenceId: id, occursAt: inDays(2) });
    expect(never.code).toBe('OCCURRENCE_NOT_FOUND');
  });

  test('whose post is deleted by hand is skipped, and its post is not created again', async () => {
    const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=3' });
    const [, second] = await created(key, id, 3);
    await run(key, 'deletePost', { postGroupId: second.postGroup.id });
    await run(key, 'updateRecurrence', { recurrenceId: id, texts: ['Other'] });
    const occurrences = await created(key, id, 2);
    const states = ['CREATED', 'SKIPPED', 'CREATED'];
    expect(occurrences.map((one: { state: string }) => one.state)).toEqual(states);
    await moveBack(id, 5);
    const passed = await read(key, id);
    expect(passed.occurrences.map((one: { state: string }) => one.state)).toEqual(states);
    expect(passed.state).toBe('ENDED');
  });

  test('whose post is deleted after it was sent is not skipped', async () => {
    const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=2' });
    const [first] = await created(key, id, 2);
    await db.query("UPDATE post_groups SET status = 'published' WHERE id = $1", [first.postGroup.id]);
    await run(key, 'deletePost', { postGroupId: first.postGroup.id });
    const { occurrences } = await read(key, id);
    expect(occurrences).toMatchObject([{ state: 'CREATED', postGroup: null }, { state: 'CREATED' }]);
  });
});

/** As if its times had been days earlier. */
async function moveBack(id: string, days: number) {
  const earlier = `$2 * interval '1 day'`;
  await db.query(`UPDATE recurrences SET starts_at = starts_at - ${earlier} WHERE id = $1`, [id, days]);
  await db.query(`UPDATE occurrences SET occurs_at = occurs_at - ${earlier} WHERE recurrence_id = $1`, [id, days]);
}

describe('a change', () => {
  test('of all replaces posts that were not sent; what was edited by hand stays', async () => {
    const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=3' });
    const [first, second] = await created(key, id, 3);
    await run(key, 'updatePost', { postGroupId: second.postGroup.id, content: 'By hand' });
    expect((await read(key, id)).occurrences[1].postGroup.recurrence.edited).toBe(true);
    const { data } = await run(key, 'updateRecurrence', {
      recurrenceId: id,
      texts: ['Other'],
      rule: 'FREQ=DAILY;COUNT=4',
    });
    expect(data.recurrence).toMatchObject({ id, texts: ['Other'], state: 'ACTIVE' });
    const occurrences = await created(key, id, 4);
    expect(contents(occurrences)).toEqual([expect.anything(), 'By hand', expect.anything(), expect.anything()]);
    expect(occurrences[0].postGroup.id).not.toBe(first.postGroup.id);
    expect(occurrences[1].postGroup.id).toBe(second.postGroup.id);
    expect(new Set(contents(occurrences))).toEqual(new Set(['First', 'Other', 'By hand']));
    expect((await run(key, 'updateRecurrence', { recurrenceId: id })).code).toBe('UPDATE_EMPTY');
  });

  test('of the template is in the posts that are created from then on', async () => {
    const { id, template } = await create(key, { rule: 'FREQ=DAILY;COUNT=2' });
    await created(key, id, 2);
    await run(key, 'updatePost', { postGroupId: template.id, content: 'New text' });
    expect(contents((await read(key, id)).occurrences)).toEqual(['First', 'First']);
    await run(key, 'updateRecurrence', { recurrenceId: id, texts: [] });
    const texts = contents(await created(key, id, 2));
    expect(texts).toEqual(['New text', 'New text']);
  });

  test('of this and the following ends the recurrence, and another one follows with the rest', async () => {
    const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=5' });
    const [, , third] = await created(key, id, 5);
    await run(key, 'skipOccurrence', { recurrenceId: id, occursAt: inDays(5) });
    const { data, code } = await run(key, 'updateRecurrence', {
      ...{ recurrenceId: id, from: third.occursAt, startsAt: inDays(3).replace('T09', 'T10') },
      texts: ['Other'],
    });
    expect(code).toBeUndefined();
    const following = data.recurrence;
    expect(following).toMatchObject({ rule: 'FREQ=DAILY;COUNT=3', texts: ['Other'] });
    expect(following.id).not.toBe(id);
    const occurrences = await created(key, following.id, 3);
    expect(occurrences.map((one: { occursAt: string }) => one.occursAt.slice(11, 16))).toEqual([
      '10:00',
      '10:00',
      '09:00',
      '10:00',
    ]);
    expect(await read(key, id)).toMatchObject({
      state: 'ACTIVE',
      occurrences: [{ state: 'CREATED' }, { state: 'CREATED' }],
    });
    const wrong = await run(key, 'updateRecurrence', { recurrenceId: following.id, from: inDays(4), texts: [] });
    expect(wrong.code).toBe('OCCURRENCE_NOT_FOUND');
  });

  test('paused, its posts are removed and none is created; resumed, they are created again', async () => {
    const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=3' });
    const [first] = await created(key, id, 3);
    await run(key, 'updatePost', { postGroupId: first.postGroup.id, content: 'By hand' });
    const { data } = await run(key, 'pauseRecurrence', { recurrenceId: id });
    expect(data.recurrence).toMatchObject({ state: 'PAUSED', pausedAt: expect.any(String), nextTimes: [] });
    expect(contents((await read(key, id)).occurrences)).toEqual(['By hand']);
    await run(key, 'updateRecurrence', { recurrenceId: id, texts: ['Other'] });
    await run(key, 'pauseRecurrence', { recurrenceId: id, paused: false });
    expect(contents(await created(key, id, 3))[0]).toBe('By hand');
    expect(await read(key, id)).toMatchObject({ occurrences: [{}, {}, {}] });
  });

  test('deleted, its posts that were not sent go, or stay if asked; the template stays', async () => {
    for (const keepPosts of [false, true]) {
      const { id, template } = await create(key, { rule: 'FREQ=DAILY;COUNT=2' });
      const [first] = await created(key, id, 2);
      const { data } = await run(key, 'deleteRecurrence', { recurrenceId: id, keepPosts });
      expect(data).toEqual({ deletedRecurrenceId: id });
      const { data: left } = await graphql(
        service,
        key,
        'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on PostGroup { recurrence { edited } } } recurrences { totalCount } }',
        { ids: [template.id, first.postGroup.id] },
      );
      expect(left).toEqual({
        nodes: [{ recurrence: null }, keepPosts ? { recurrence: null } : null],
        recurrences: { totalCount: 0 },
      });
    }
  });

  test('whose template is deleted has ended', async () => {
    const { id, template } = await create(key, { rule: 'FREQ=DAILY;INTERVAL=50' });
    await created(key, id, 2);
    await run(key, 'deletePost', { postGroupId: template.id });
    expect(await read(key, id)).toMatchObject({ state: 'ENDED', nextTimes: [], occurrences: [{}, {}] });
  });
});

test('recurrences are listed oldest first, and marked at their template', async () => {
  const first = await create(key, { rule: 'FREQ=DAILY;COUNT=1' });
  const second = await create(key, { rule: 'FREQ=WEEKLY;COUNT=1' });
  const { data } = await graphql(
    service,
    key,
    '{ recurrences { edges { node { id template { recurrence { occursAt edited recurrence { id } } } } } } }',
  );
  expect(nodesOf(data.recurrences)).toEqual(
    [first, second].map(({ id }) => ({
      id,
      template: { recurrence: { occursAt: null, edited: false, recurrence: { id } } },
    })),
  );
});

test('the audit log has each change, with the rule', async () => {
  const { id } = await create(key, { rule: 'FREQ=DAILY;COUNT=2' });
  const [first] = await created(key, id, 2);
  await run(key, 'skipOccurrence', { recurrenceId: id, occursAt: first.occursAt });
  await run(key, 'restoreOccurrence', { recurrenceId: id, occursAt: first.occursAt });
  await run(key, 'updateRecurrence', { recurrenceId: id, texts: ['Other'] });
  await run(key, 'pauseRecurrence', { recurrenceId: id });
  await run(key, 'pauseRecurrence', { recurrenceId: id, paused: false });
  await run(key, 'deleteRecurrence', { recurrenceId: id });
  const events = await db.query(
    'SELECT action, subject_name AS name, details FROM audit_events WHERE subject_id = $1 ORDER BY id',
    [id],
  );
  const name = 'FREQ=DAILY;COUNT=2';
  const { occursAt } = first;
  expect(events).toEqual([
    { action: 'recurrence_created', name, details: {} },
    { action: 'occurrence_skipped', name, details: { occursAt } },
    { action: 'occurrence_restored', name, details: { occursAt } },
    { action: 'recurrence_changed', name, details: { changed: ['texts'] } },
    { action: 'recurrence_paused', name, details: {} },
    { action: 'recurrence_resumed', name, details: {} },
    { action: 'recurrence_deleted', name, details: { posts: expect.any(Number) } },
  ]);
});
