/** Posting schedules, and the queues of posts that take their times. */
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

const SCHEDULE = 'postingSchedule { id name timeZone times { weekday time } platformIds pausedAt }';
const CREATE_SCHEDULE = `mutation ($input: CreatePostingScheduleInput!) { createPostingSchedule(input: $input) { ${SCHEDULE} } }`;
const UPDATE_SCHEDULE = `mutation ($input: UpdatePostingScheduleInput!) { updatePostingSchedule(input: $input) { ${SCHEDULE} } }`;
const DELETE_SCHEDULE =
  'mutation ($input: DeletePostingScheduleInput!) { deletePostingSchedule(input: $input) { deletedPostingScheduleId } }';
const PAUSE = `mutation ($input: PauseScheduleInput!) { pauseSchedule(input: $input) { drafts ${SCHEDULE} } }`;
const REORDER = `mutation ($input: ReorderQueueInput!) { reorderQueue(input: $input) { ${SCHEDULE} } }`;
const SHUFFLE = `mutation ($input: ShuffleQueueInput!) { shuffleQueue(input: $input) { ${SCHEDULE} } }`;
const SCHEDULES = '{ postingSchedules { edges { node { id name } } totalCount } }';
const FREE = `query ($id: ID!, $first: Int!, $after: DateTime) {
  postingSchedule(id: $id) { nextFreeTimes(first: $first, after: $after) }
}`;
const GROUP = 'postGroup { id status scheduledTime content queue { position schedule { name } } }';
const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { replayed ${GROUP} } }`;
const CREATE_SEVERAL = `mutation ($input: CreatePostsInput!) { createPosts(input: $input) { results { error { code } ${GROUP} } } }`;
const UPDATE = `mutation ($input: UpdatePostInput!) { updatePost(input: $input) { ${GROUP} } }`;
const DELETE = 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }';
const QUEUE = `query ($id: ID!, $first: Int, $after: String) { postingSchedule(id: $id) {
  queue(first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor }
    edges { node { id content status scheduledTime queue { position } } } }
} }`;
const SET_POLICY = `mutation ($input: SetApprovalPolicyInput!) {
  setApprovalPolicy(input: $input) { approvalPolicy { neededFor } }
}`;

const ASK = 'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { state } } }';
const APPROVE = 'mutation ($input: ApprovePostInput!) { approvePost(input: $input) { postGroup { id } } }';

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const daily = (...times: string[]) => DAYS.flatMap((weekday) => times.map((time) => ({ weekday, time })));

let db: TestDatabase;
let apis: Service[];
let account: TestAccount;
let owner: Headers;
let key: Headers;

beforeAll(async () => {
  db = await createTestDatabase();
  apis = await Promise.all([startService({ db, roles: 'api' }), startService({ db, roles: 'api' })]);
});
beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1', 'skyfeed-did:plc:a'], workspaceAccess: true });
  owner = await account.session();
  key = { 'x-api-key': account.apiKey };
});
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  await db.drop();
});

async function run(headers: Headers, query: string, input?: object, api = apis[0] as Service) {
  const variables = query.startsWith('mutation') ? { input } : input;
  const { data, errors } = await graphql(api, headers, query, variables as Record<string, unknown>);
  return { data, code: errors?.[0]?.extensions.code, error: errors?.[0] };
}

async function makeSchedule(given: object = {}): Promise<string> {
  const input = { name: 'Every day', timeZone: 'UTC', times: daily('09:00', '17:00'), ...given };
  const { data, code } = await run(key, CREATE_SCHEDULE, input);
  expect(code).toBeUndefined();
  return data.createPostingSchedule.postingSchedule.id;
}

const post = (content = 'Hello', platformIds = ['fediverse-1']) => ({ content, platformIds });

async function add(schedule: string, content = 'Hello', headers = key) {
  const { data, code } = await run(headers, CREATE, { post: post(content), schedule });
  expect(code).toBeUndefined();
  return data.createPost.postGroup;
}

const freeTimes = async (id: string, first = 3, after: string | null = null): Promise<string[]> =>
  (await run(key, FREE, { id, first, after })).data.postingSchedule.nextFreeTimes;

const queueOf = async (id: string) => nodesOf((await run(key, QUEUE, { id, first: 100 })).data.postingSchedule.queue);
const contents = async (id: string): Promise<string[]> =>
  (await queueOf(id)).map(({ content }: { content: string }) => content);
const times = async (id: string): Promise<(string | null)[]> =>
  (await queueOf(id)).map(({ scheduledTime }: { scheduledTime: string | null }) => scheduledTime);

describe('a schedule', () => {
  test('has a name, a time zone, weekly times in the order of the week, each once, and accounts', async () => {
    const { data } = await run(key, CREATE_SCHEDULE, {
      name: ' Blog ',
      timeZone: 'europe/berlin',
      times: [
        { weekday: 'SUNDAY', time: '00:00' },
        { weekday: 'MONDAY', time: '17:30' },
        { weekday: 'MONDAY', time: '09:00' },
        { weekday: 'MONDAY', time: '09:00' },
      ],
      platformIds: ['skyfeed-did:plc:a'],
    });
    const { id, ...schedule } = data.createPostingSchedule.postingSchedule;
    expect(schedule).toEqual({
      name: 'Blog',
      timeZone: 'Europe/Berlin',
      times: [
        { weekday: 'MONDAY', time: '09:00' },
        { weekday: 'MONDAY', time: '17:30' },
        { weekday: 'SUNDAY', time: '00:00' },
      ],
      platformIds: [expect.stringMatching(/^skyfeed-/)],
      pausedAt: null,
    });
    expect(nodesOf((await run(key, SCHEDULES)).data.postingSchedules)).toEqual([{ id, name: 'Blog' }]);
    const { data: changed } = await run(key, UPDATE_SCHEDULE, { scheduleId: id, name: 'Magazine', platformIds: [] });
    expect(changed.updatePostingSchedule.postingSchedule).toEqual({
      ...data.createPostingSchedule.postingSchedule,
      ...{ name: 'Magazine', platformIds: [] },
    });
    expect((await run(key, DELETE_SCHEDULE, { scheduleId: id })).data.deletePostingSchedule).toEqual({
      deletedPostingScheduleId: id,
    });
    expect((await run(key, SCHEDULES)).data.postingSchedules.totalCount).toBe(0);
    const actions = await db.query(
      "SELECT action FROM audit_events WHERE owner_id = $1 AND action LIKE 'posting%' ORDER BY id",
      [account.userId],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'posting_schedule_created',
      'posting_schedule_changed',
      'posting_schedule_deleted',
    ]);
  });

  test.each([
    ['POSTING_SCHEDULE_NAME_INVALID', { name: ' ' }],
    ['POSTING_SCHEDULE_NAME_INVALID', { name: 'x'.repeat(101) }],
    ['TIME_ZONE_INVALID', { timeZone: '+02:00' }],
    ['TIME_ZONE_INVALID', { timeZone: 'Mars/Olympus' }],
    ['POSTING_TIMES_INVALID', { times: [] }],
    ['POSTING_TIMES_INVALID', { times: [{ weekday: 'MONDAY', time: '24:00' }] }],
    ['POSTING_TIMES_INVALID', { times: [{ weekday: 'MONDAY', time: '9:00' }] }],
    ['POSTING_TIMES_INVALID', { times: Array.from({ length: 201 }, () => ({ weekday: 'MONDAY', time: '09:00' })) }],
    ['CONNECTIONS_NOT_FOUND', { platformIds: ['fediverse-2'] }],
    ['PLATFORM_ID_INVALID', { platformIds: ['nothing'] }],
    ['PLATFORMS_TOO_MANY', { platformIds: Array.from({ length: 101 }, () => 'fediverse-1') }],
  ])('is refused with %s: %j', async (code, given) => {
    const input = { name: 'x', timeZone: 'UTC', times: daily('09:00'), ...given };
    expect((await run(key, CREATE_SCHEDULE, input)).code).toBe(code);
    const scheduleId = await makeSchedule();
    expect((await run(key, UPDATE_SCHEDULE, { scheduleId, ...given })).code).toBe(code);
  });

  test('has a name of its account in one letter case alone; an account has at most 50', async () => {
    const scheduleId = await makeSchedule({ name: 'Blog' });
    const another = await makeSchedule({ name: 'Magazine' });
    const input = { name: 'BLOG', timeZone: 'UTC', times: daily('09:00') };
    expect((await run(key, CREATE_SCHEDULE, input)).code).toBe('POSTING_SCHEDULE_NAME_TAKEN');
    expect((await run(key, UPDATE_SCHEDULE, { scheduleId: another, name: 'blog' })).code).toBe(
      'POSTING_SCHEDULE_NAME_TAKEN',
    );
    expect((await run(key, UPDATE_SCHEDULE, { scheduleId, name: 'BLOG' })).code).toBeUndefined();
    await db.query(
      `INSERT INTO posting_schedules (id, user_id, name, time_zone, times, platform_ids, created_at, updated_at)
       SELECT lpad(to_hex(n), 24, 'a'), $1, n::text, 'UTC', '[]', '{}', now(), now() FROM generate_series(3, 50) n`,
      [account.userId],
    );
    expect((await run(key, CREATE_SCHEDULE, { ...input, name: 'One more' })).code).toBe(
      'POSTING_SCHEDULE_LIMIT_REACHED',
    );
  });

  test('of another account does not exist', async () => {
    const scheduleId = await makeSchedule();
    const group = await add(scheduleId);
    const other = { 'x-api-key': (await createAccount(db, { connected: ['fediverse-1'] })).apiKey };
    expect((await run(other, FREE, { id: scheduleId, first: 1 })).data.postingSchedule).toBeNull();
    for (const [query, input] of [
      [UPDATE_SCHEDULE, { scheduleId }],
      [DELETE_SCHEDULE, { scheduleId }],
      [PAUSE, { scheduleId }],
      [REORDER, { scheduleId, postGroupIds: [group.id, scheduleId] }],
      [SHUFFLE, { scheduleId }],
      [CREATE, { post: post(), schedule: scheduleId }],
    ] as const) {
      expect([query, (await run(other, query, input)).code]).toEqual([query, 'POSTING_SCHEDULE_NOT_FOUND']);
    }
    expect((await run(other, UPDATE, { postGroupId: group.id, schedule: 'NEXT_FREE' })).code).toBe(
      'POST_GROUP_NOT_FOUND',
    );
  });
});

describe('a post that is added to the queue', () => {
  test('takes the next free time, and shows its place', async () => {
    const schedule = await makeSchedule();
    const free = await freeTimes(schedule);
    expect(new Set(free.map((time) => time.slice(11, 16)))).toEqual(new Set(['09:00', '17:00']));
    for (const [index, time] of free.entries()) {
      expect(await add(schedule)).toMatchObject({
        status: 'SCHEDULED',
        scheduledTime: time,
        queue: { position: index + 1, schedule: { name: 'Every day' } },
      });
    }
    const after = await freeTimes(schedule);
    expect(after).not.toContain(free[2]);
    expect(await freeTimes(schedule, 1, after[0])).toEqual([after[1]]);
    expect((await run(key, FREE, { id: schedule, first: 101 })).code).toBe('PAGE_INVALID');
  });

  test('is alone at its time under any concurrency, over several processes: no time twice, and none left out', async () => {
    const schedule = await makeSchedule({ times: daily('00:00', '06:00', '12:00', '18:00') });
    const count = 240;
    const expected = [...(await freeTimes(schedule, 100)), ...(await laterTimes(schedule, count - 100))];
    const taken: string[] = [];
    const clients = Array.from({ length: 40 }, async (_, client) => {
      for (let index = 0; index < count / 40; index += 1) {
        const input = { post: post(`${client} ${index}`), schedule: 'NEXT_FREE' };
        taken.push((await run(key, CREATE, input, apis[client % 2])).data.createPost.postGroup.scheduledTime);
      }
    });
    await Promise.all(clients);
    taken.sort();
    expect(taken).toEqual(expected);
  });

  /** Free times after the first hundred. */
  async function laterTimes(schedule: string, count: number): Promise<string[]> {
    const first = await freeTimes(schedule, 100);
    const later = await freeTimes(schedule, 100, first.at(-1) ?? null);
    return [...later, ...(await freeTimes(schedule, 100, later.at(-1) ?? null))].slice(0, count);
  }

  test('with NEXT_FREE goes to the oldest schedule that is not paused and is for all its accounts', async () => {
    const one = await makeSchedule({ name: 'Fediverse', platformIds: ['fediverse-1'] });
    const two = await makeSchedule({ name: 'All', times: daily('12:00') });
    const both = post('Hello', ['fediverse-1', 'skyfeed-did:plc:a']);
    const nameFor = async (given: object, schedule = 'NEXT_FREE') => {
      const { data, code } = await run(key, CREATE, { post: given, schedule });
      return code ?? data.createPost.postGroup.queue.schedule.name;
    };
    expect(await nameFor(post())).toBe('Fediverse');
    expect(await nameFor(both)).toBe('All');
    expect(await nameFor(both, one)).toBe('POSTING_SCHEDULE_NOT_FOR_POST');
    await run(key, PAUSE, { scheduleId: one });
    expect(await nameFor(post())).toBe('All');
    await run(key, PAUSE, { scheduleId: two });
    expect(await nameFor(post())).toBe('POSTING_SCHEDULE_NOT_FOR_POST');
    expect(await nameFor(post(), 'next')).toBe('ID_INVALID');
  });

  test('with NEXT_FREE goes to the next such schedule if the oldest has no time left', async () => {
    await makeSchedule({ name: 'Full', times: [{ weekday: 'MONDAY', time: '09:00' }] });
    await makeSchedule({ name: 'Open' });
    const places = new Set<string>();
    for (let index = 0; index < 110 && !places.has('Open'); index += 1) {
      places.add((await add('NEXT_FREE', `${index}`)).queue.schedule.name);
    }
    expect([...places]).toEqual(['Full', 'Open']);
  });

  test('takes no time for which a post of its accounts was scheduled by hand', async () => {
    const scheduleId = await makeSchedule({ platformIds: ['fediverse-1'] });
    const [first, second, third] = await freeTimes(scheduleId);
    const byHand = (scheduledTime: unknown, platformIds?: string[]) =>
      run(key, CREATE, { post: post('By hand', platformIds), scheduledTime });
    await byHand(first);
    await byHand(second, ['skyfeed-did:plc:a']);
    expect(await freeTimes(scheduleId, 2)).toEqual([second, third]);
    expect((await add(scheduleId)).scheduledTime).toBe(second);
  });

  test('has one time for one idempotency key', async () => {
    const schedule = await makeSchedule();
    const input = { post: post(), schedule, idempotencyKey: 'k' };
    const [one, two] = await Promise.all([run(key, CREATE, input), run(key, CREATE, input, apis[1])]);
    expect(one?.data.createPost.postGroup).toEqual(two?.data.createPost.postGroup);
    expect(await times(schedule)).toHaveLength(1);
    expect((await run(key, CREATE, { ...input, schedule: 'NEXT_FREE' })).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('of several takes its time in their order; one that is refused takes none', async () => {
    const schedule = await makeSchedule();
    const free = await freeTimes(schedule, 2);
    const { data } = await run(key, CREATE_SEVERAL, {
      posts: [
        { post: post('1'), schedule },
        { post: post('x'.repeat(100_001)), schedule },
        { post: post('2'), schedule },
      ],
    });
    const results = data.createPosts.results as {
      error: { code: string } | null;
      postGroup: { scheduledTime: string };
    }[];
    expect(results.map(({ error, postGroup }) => error?.code ?? postGroup.scheduledTime)).toEqual([
      free[0],
      'CONTENT_TOO_LONG',
      free[1],
    ]);
  });

  test('has no scheduledTime', async () => {
    const schedule = await makeSchedule();
    const scheduledTime = '2030-01-01T00:00:00Z';
    expect((await run(key, CREATE, { post: post(), schedule, scheduledTime })).code).toBe('SCHEDULE_AND_TIME');
    const { id } = await add(schedule);
    expect((await run(key, UPDATE, { postGroupId: id, schedule, scheduledTime })).code).toBe('SCHEDULE_AND_TIME');
  });

  test('is refused once all times within two years are taken', async () => {
    const schedule = await makeSchedule({ times: [{ weekday: 'MONDAY', time: '09:00' }] });
    const all = await freeTimes(schedule, 100);
    const rest = await freeTimes(schedule, 100, all.at(-1) ?? null);
    expect(all.length + rest.length).toBeGreaterThan(103);
    await db.query('ALTER TABLE queue_entries DISABLE TRIGGER ALL');
    await db.query(
      `INSERT INTO queue_entries (group_id, schedule_id, slot_at)
       SELECT lpad(to_hex(ordinality), 24, 'b'), $1, time FROM unnest($2::timestamptz[]) WITH ORDINALITY AS t(time, ordinality)`,
      [schedule, [...all, ...rest]],
    );
    await db.query('ALTER TABLE queue_entries ENABLE TRIGGER ALL');
    expect(await freeTimes(schedule)).toEqual([]);
    expect((await run(key, CREATE, { post: post(), schedule })).code).toBe('QUEUE_FULL');
  });

  test.each([
    [
      'moved to another time',
      (postGroupId: string) => [UPDATE, { postGroupId, scheduledTime: '2030-01-01T00:00:00Z' }],
    ],
    ['published now', (postGroupId: string) => [UPDATE, { postGroupId, scheduledTime: '2020-01-01T00:00:00Z' }]],
    ['taken back to draft', (postGroupId: string) => [UPDATE, { postGroupId, status: 'DRAFT' }]],
    ['without a time', (postGroupId: string) => [UPDATE, { postGroupId, scheduledTime: null }]],
    ['deleted', (postGroupId: string) => [DELETE, { postGroupId }]],
  ])('frees its time once it is %s', async (_, change) => {
    const schedule = await makeSchedule();
    const { id, scheduledTime } = await add(schedule);
    expect(await freeTimes(schedule)).not.toContain(scheduledTime);
    const [query, input] = change(id) as [string, object];
    expect((await run(key, query, input)).code).toBeUndefined();
    expect(await freeTimes(schedule)).toContain(scheduledTime);
    expect(await queueOf(schedule)).toEqual([]);
    expect(await add(schedule)).toMatchObject({ scheduledTime });
  });

  test('keeps its place while its text is edited, and moves up to an earlier time that is free', async () => {
    const schedule = await makeSchedule();
    const [first, second, third] = [await add(schedule, '1'), await add(schedule, '2'), await add(schedule, '3')];
    await run(key, UPDATE, { postGroupId: third.id, content: 'III' });
    expect(await contents(schedule)).toEqual(['1', '2', 'III']);
    const again = await run(key, UPDATE, { postGroupId: second.id, schedule: 'NEXT_FREE' });
    expect(again.data.updatePost.postGroup).toMatchObject({ scheduledTime: second.scheduledTime });
    await run(key, DELETE, { postGroupId: first.id });
    const up = await run(key, UPDATE, { postGroupId: third.id, schedule });
    expect(up.data.updatePost.postGroup).toMatchObject({ scheduledTime: first.scheduledTime, queue: { position: 1 } });
    expect(await contents(schedule)).toEqual(['III', '2']);
  });

  test('can be a draft that holds its time: with the status DRAFT, or if its author may not schedule it', async () => {
    const schedule = await makeSchedule();
    const [first, second, third] = await freeTimes(schedule);
    const contributor = (await addMember(db, account.userId, 'CONTRIBUTOR')).browser;
    const proposed = await add(schedule, 'Proposed', contributor);
    expect(proposed).toMatchObject({ status: 'DRAFT', scheduledTime: first });
    const { data } = await run(key, CREATE, { post: post('Draft') });
    const { id: postGroupId } = data.createPost.postGroup;
    const kept = await run(key, UPDATE, { postGroupId, status: 'DRAFT', schedule });
    expect(kept.data.updatePost.postGroup).toMatchObject({ status: 'DRAFT', scheduledTime: second });
    await run(owner, SET_POLICY, { neededFor: 'EVERYBODY', approvers: 'EDITORS', approvals: 1 });
    expect(await add(schedule, 'By a person', owner)).toMatchObject({ status: 'DRAFT', scheduledTime: third });
    expect(await add(schedule, 'By a program')).toMatchObject({ status: 'SCHEDULED' });
    // Scheduled at its time, it keeps its place.
    await run(key, UPDATE, { postGroupId: proposed.id, status: 'SCHEDULED' });
    expect(await contents(schedule)).toEqual(['Proposed', 'Draft', 'By a person', 'By a program']);
  });
});

describe('the queue of a schedule', () => {
  test('is read in pages, in order', async () => {
    const schedule = await makeSchedule();
    for (const content of ['1', '2', '3']) await add(schedule, content);
    const page = async (after: string | null) =>
      (await run(key, QUEUE, { id: schedule, first: 2, after })).data.postingSchedule.queue;
    const first = await page(null);
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    expect(nodesOf(first).map(({ content, queue }) => [content, queue.position])).toEqual([
      ['1', 1],
      ['2', 2],
    ]);
    expect(nodesOf(await page(first.pageInfo.endCursor)).map(({ content }) => content)).toEqual(['3']);
  });

  test('is reordered: the given posts exchange their times, and all others keep theirs', async () => {
    const schedule = await makeSchedule();
    const posts: { id: string }[] = [];
    for (const content of ['1', '2', '3', '4', '5']) posts.push(await add(schedule, content));
    const before = await times(schedule);
    const [, two, three, four] = posts.map(({ id }) => id);
    const events = await db.query('SELECT 1 FROM live_events WHERE group_id = $1', [four]);
    const { code } = await run(key, REORDER, { scheduleId: schedule, postGroupIds: [four, two, three] });
    expect(code).toBeUndefined();
    expect(await contents(schedule)).toEqual(['1', '4', '2', '3', '5']);
    expect(await times(schedule)).toEqual(before);
    // The posts move as by any other change of time: with a job, an event and a version.
    const due = await db.query('SELECT due_at AS due FROM platform_posts WHERE group_id = $1', [four]);
    expect(due).toEqual([{ due: new Date(before[1] as string) }]);
    expect(await db.query('SELECT 1 FROM live_events WHERE group_id = $1', [four])).toHaveLength(events.length + 1);
    expect(
      await db.query('SELECT editor_name AS name FROM post_versions WHERE group_id = $1 ORDER BY number', [four]),
    ).toEqual([{ name: null }, { name: 'Test' }]);
  });

  test('is not reordered if one of the posts has left it, or the order is not one', async () => {
    const scheduleId = await makeSchedule();
    const [one, two] = [await add(scheduleId, '1'), await add(scheduleId, '2')];
    const reorder = (postGroupIds: string[]) => run(key, REORDER, { scheduleId, postGroupIds });
    expect((await reorder([one.id])).code).toBe('QUEUE_ORDER_INVALID');
    expect((await reorder([one.id, one.id])).code).toBe('QUEUE_ORDER_INVALID');
    expect((await reorder(Array.from({ length: 1_001 }, (_, n) => n.toString(16).padStart(24, '0')))).code).toBe(
      'QUEUE_ORDER_INVALID',
    );
    await run(key, UPDATE, { postGroupId: one.id, scheduledTime: '2030-01-01T00:00:00Z' });
    const { error } = await reorder([two.id, one.id]);
    expect(error?.extensions).toMatchObject({ code: 'QUEUE_CHANGED', postGroupIds: [one.id] });
    expect(await contents(scheduleId)).toEqual(['2']);
  });

  test('is shuffled: the same posts at the same times', async () => {
    const scheduleId = await makeSchedule();
    const all = Array.from({ length: 12 }, (_, index) => `${index}`);
    for (const content of all) await add(scheduleId, content);
    const before = await times(scheduleId);
    await run(key, SHUFFLE, { scheduleId });
    const after = await contents(scheduleId);
    expect(after).not.toEqual(all);
    expect(after.toSorted()).toEqual(all.toSorted());
    expect(await times(scheduleId)).toEqual(before);
  });

  test('keeps its times if those of the schedule change, unless it is to move', async () => {
    const scheduleId = await makeSchedule({ times: daily('09:00') });
    for (const content of ['1', '2', '3']) await add(scheduleId, content);
    const before = await times(scheduleId);
    const change = { scheduleId, times: daily('10:00', '11:00') };
    await run(key, UPDATE_SCHEDULE, change);
    expect(await times(scheduleId)).toEqual(before);
    const free = await freeTimes(scheduleId, 3);
    await run(key, UPDATE_SCHEDULE, { ...change, moveQueued: true });
    expect(await times(scheduleId)).toEqual(free);
    expect(await contents(scheduleId)).toEqual(['1', '2', '3']);
  });

  test('ends with its schedule: posts keep their times', async () => {
    const scheduleId = await makeSchedule();
    const { id, scheduledTime } = await add(scheduleId);
    await run(key, DELETE_SCHEDULE, { scheduleId });
    const { data } = await graphql(
      apis[0] as Service,
      key,
      `{ postGroup(id: "${id}") { status scheduledTime queue { position } } }`,
    );
    expect(data.postGroup).toEqual({ status: 'SCHEDULED', scheduledTime, queue: null });
  });

  test('is changed by those who publish alone, and not by people where everybody needs an approval', async () => {
    const scheduleId = await makeSchedule();
    const [one, two] = [await add(scheduleId, '1'), await add(scheduleId, '2')];
    const reorder = (headers: Headers) => run(headers, REORDER, { scheduleId, postGroupIds: [two.id, one.id] });
    const contributor = (await addMember(db, account.userId, 'CONTRIBUTOR')).browser;
    expect((await reorder(contributor)).code).toBe('PERMISSION_REQUIRED');
    await run(owner, SET_POLICY, { neededFor: 'EVERYBODY', approvers: 'EDITORS', approvals: 1 });
    expect((await reorder(owner)).code).toBe('APPROVAL_REQUIRED');
    expect((await run(owner, SHUFFLE, { scheduleId })).code).toBe('APPROVAL_REQUIRED');
    expect(await contents(scheduleId)).toEqual(['1', '2']);
    // Nor is a scheduled post moved up, which would make it a draft.
    await run(key, DELETE, { postGroupId: one.id });
    const moved = { postGroupId: two.id, schedule: scheduleId };
    expect((await run(owner, UPDATE, moved)).code).toBe('APPROVAL_REQUIRED');
    expect((await run(contributor, UPDATE, moved)).code).toBe('PERMISSION_REQUIRED');
    expect((await run(key, UPDATE, moved)).data.updatePost.postGroup).toMatchObject({ status: 'SCHEDULED' });
  });
});

describe('a paused schedule', () => {
  const statuses = async (id: string) =>
    (await queueOf(id)).map(({ content, status }: { content: string; status: string }) => `${content} ${status}`);

  test('has drafts without a time in its queue; resumed, they get its next times in their order', async () => {
    const scheduleId = await makeSchedule();
    const posts: { id: string }[] = [];
    for (const content of ['1', '2', '3']) posts.push(await add(scheduleId, content));
    const before = await times(scheduleId);
    const paused = await run(key, PAUSE, { scheduleId });
    expect(paused.data.pauseSchedule).toMatchObject({ drafts: 3, postingSchedule: { pausedAt: expect.any(String) } });
    expect(await statuses(scheduleId)).toEqual(['1 DRAFT', '2 DRAFT', '3 DRAFT']);
    expect(await times(scheduleId)).toEqual([null, null, null]);
    expect(await freeTimes(scheduleId)).toEqual([]);
    expect(
      await db.query('SELECT 1 FROM platform_posts WHERE user_id = $1 AND job_id IS NOT NULL', [account.userId]),
    ).toEqual([]);
    // Its queue goes on.
    expect(await add(scheduleId, '4')).toMatchObject({ status: 'DRAFT', scheduledTime: null, queue: { position: 4 } });
    const [one, two, three] = posts.map(({ id }) => id);
    await run(key, REORDER, { scheduleId, postGroupIds: [two, one] });
    await run(key, DELETE, { postGroupId: three });
    const resumed = await run(key, PAUSE, { scheduleId, paused: false });
    expect(resumed.data.pauseSchedule).toMatchObject({ drafts: 0, postingSchedule: { pausedAt: null } });
    expect(await statuses(scheduleId)).toEqual(['2 SCHEDULED', '1 SCHEDULED', '4 SCHEDULED']);
    expect(await times(scheduleId)).toEqual(before);
  });

  test('schedules no post again that was changed while it was paused, or was a draft before', async () => {
    const scheduleId = await makeSchedule();
    const changed = await add(scheduleId, '1');
    await add(scheduleId, '2');
    const contributor = (await addMember(db, account.userId, 'CONTRIBUTOR')).browser;
    await add(scheduleId, '3', contributor);
    await run(key, PAUSE, { scheduleId });
    expect((await run(contributor, UPDATE, { postGroupId: changed.id, content: 'I' })).code).toBeUndefined();
    await run(owner, SET_POLICY, { neededFor: 'EVERYBODY', approvers: 'EDITORS', approvals: 1 });
    await run(owner, PAUSE, { scheduleId, paused: false });
    expect(await statuses(scheduleId)).toEqual(['I DRAFT', '2 SCHEDULED', '3 DRAFT']);
    expect(await times(scheduleId)).not.toContain(null);
  });

  test('keeps a post that is approved meanwhile from going out, and schedules it with the others', async () => {
    const scheduleId = await makeSchedule();
    const contributor = (await addMember(db, account.userId, 'CONTRIBUTOR')).browser;
    const { id: postGroupId } = await add(scheduleId, 'Please', contributor);
    await run(key, PAUSE, { scheduleId });
    await run(contributor, ASK, { postGroupId });
    expect((await run(owner, APPROVE, { postGroupId })).code).toBeUndefined();
    expect(await statuses(scheduleId)).toEqual(['Please DRAFT']);
    expect(await times(scheduleId)).toEqual([null]);
    await run(key, PAUSE, { scheduleId, paused: false });
    expect(await statuses(scheduleId)).toEqual(['Please SCHEDULED']);
  });

  test('has the order that it had, where everybody needs an approval', async () => {
    const scheduleId = await makeSchedule();
    const [one, two] = [await add(scheduleId, '1'), await add(scheduleId, '2')];
    await run(owner, SET_POLICY, { neededFor: 'EVERYBODY', approvers: 'EDITORS', approvals: 1 });
    await run(owner, PAUSE, { scheduleId });
    const order = { scheduleId, postGroupIds: [two.id, one.id] };
    expect((await run(owner, REORDER, order)).code).toBe('APPROVAL_REQUIRED');
    expect((await run(owner, SHUFFLE, { scheduleId })).code).toBe('APPROVAL_REQUIRED');
    await run(owner, PAUSE, { scheduleId, paused: false });
    expect(await statuses(scheduleId)).toEqual(['1 SCHEDULED', '2 SCHEDULED']);
  });

  test('that is paused or resumed twice at a time stays as it is', async () => {
    const scheduleId = await makeSchedule();
    for (const content of ['1', '2']) await add(scheduleId, content);
    const before = await times(scheduleId);
    for (const paused of [true, false]) {
      await Promise.all(apis.map((api) => run(key, PAUSE, { scheduleId, paused }, api)));
    }
    expect(await times(scheduleId)).toEqual(before);
    expect(await statuses(scheduleId)).toEqual(['1 SCHEDULED', '2 SCHEDULED']);
  });
});

test('a schedule gets another name while posts are added to it: each request waits for the others, and is done', async () => {
  const scheduleId = await makeSchedule();
  const codes: unknown[] = [];
  for (let round = 0; round < 10; round += 1) {
    const [first, second] = apis;
    const answers = await Promise.all([
      run(key, CREATE, { post: post(`${round}`), schedule: scheduleId }, first),
      run(key, UPDATE_SCHEDULE, { scheduleId, name: `Name ${round}`, moveQueued: round % 2 === 0 }, second),
      run(key, CREATE, { post: post(`${round} too`), schedule: scheduleId }, second),
    ]);
    codes.push(...answers.map(({ code }) => code));
  }
  expect(codes.filter((code) => code !== undefined)).toEqual([]);
  expect(new Set(await times(scheduleId)).size).toBe(20);
});

test('additions, deletions, moves, reorders and pauses at a time leave no time to two posts, and no post without its time', async () => {
  const scheduleId = await makeSchedule({ times: daily('00:00', '08:00', '16:00') });
  const posts: { id: string }[] = [];
  for (let index = 0; index < 20; index += 1) posts.push(await add(scheduleId, `${index}`));
  const ids = posts.map(({ id }) => id);
  const some = (from: number, count: number) => ids.slice(from, from + count);
  const all = await Promise.all([
    ...Array.from({ length: 30 }, (_, n) =>
      run(key, CREATE, { post: post(`new ${n}`), schedule: scheduleId }, apis[n % 2]),
    ),
    ...some(0, 5).map((postGroupId) => run(key, DELETE, { postGroupId }, apis[0])),
    ...some(5, 5).map((postGroupId) => run(key, UPDATE, { postGroupId, schedule: 'NEXT_FREE' }, apis[1])),
    ...some(10, 3).map((postGroupId) => run(key, UPDATE, { postGroupId, status: 'DRAFT' }, apis[0])),
    run(key, REORDER, { scheduleId, postGroupIds: some(14, 6).toReversed() }, apis[1]),
    run(key, SHUFFLE, { scheduleId }, apis[0]),
    run(key, PAUSE, { scheduleId }, apis[1]),
    run(key, SHUFFLE, { scheduleId }, apis[1]),
    run(key, PAUSE, { scheduleId, paused: false }, apis[0]),
  ]);
  await run(key, PAUSE, { scheduleId, paused: false });
  // While the schedule is paused, none is open for NEXT_FREE; a post that was taken back to draft is not reordered.
  const refused = new Set(all.flatMap(({ code }) => code ?? []));
  expect([...refused].filter((code) => code !== 'POSTING_SCHEDULE_NOT_FOR_POST')).toEqual([]);
  const queue = await queueOf(scheduleId);
  const taken = queue.map(({ scheduledTime }) => scheduledTime);
  expect(new Set(taken).size).toBe(taken.length);
  expect(taken).not.toContain(null);
  const due = await db.query<{ time: Date }>(
    `SELECT g.scheduled_time AS time FROM post_groups g JOIN platform_posts p ON p.group_id = g.id
      WHERE g.user_id = $1 AND p.status = 'scheduled' AND p.due_at = g.scheduled_time AND p.job_id IS NOT NULL`,
    [account.userId],
  );
  expect(due.map(({ time }) => time.toISOString()).filter((time) => !taken.includes(time))).toEqual([]);
  const [usage] = await db.query(
    `SELECT (SELECT sum(used)::int FROM post_usage WHERE user_id = $1) AS used,
            (SELECT count(*)::int FROM post_groups WHERE user_id = $1 AND status = 'scheduled') AS scheduled`,
    [account.userId],
  );
  expect(usage).toEqual({ used: due.length, scheduled: due.length });
});
