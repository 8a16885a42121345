/** A queue of 10,000 posts: how many statements it takes to add one, to read a page, and to move all. */
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

const QUEUED = 9_900;

let db: TestDatabase;
let tap: StatementTap;
let api: Service;
let account: TestAccount;
let scheduleId: string;

const run = async (query: string, variables: Record<string, unknown>) => {
  const { data, errors } = await graphql(api, { 'x-api-key': account.apiKey }, query, variables);
  expect(errors).toBeUndefined();
  return data;
};

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  const env = { PLANS: 'unlimited', GRAPHQL_POINTS_PER_MINUTE: '1000000' };
  api = await startService({ db: { ...db, url: tap.url }, roles: 'api', env });
  account = await createAccount(db, { plan: 'unlimited', connected: ['fediverse-1'] });
  const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const times = days.flatMap((weekday) => hours.map((time) => ({ weekday, time })));
  const { createPostingSchedule } = await run(
    'mutation ($input: CreatePostingScheduleInput!) { createPostingSchedule(input: $input) { postingSchedule { id } } }',
    { input: { name: 'Hourly', timeZone: 'UTC', times } },
  );
  scheduleId = createPostingSchedule.postingSchedule.id;
  const id = `lpad(to_hex(n), 24, '0')`;
  const slot = `date_trunc('hour', now() + interval '1 minute') + n * interval '1 hour'`;
  await db.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, scheduled_time, platform_settings, created_at, updated_at)
     SELECT ${id}, $1, n::text, 'scheduled', 'pending', ${slot}, '{}', now(), now() FROM generate_series(1, $2::int) n`,
    [account.userId, QUEUED],
  );
  await db.query(
    `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status, due_at, generation, job_id, created_at, updated_at)
     SELECT ${id}, ${id}, $1, 0, 'fediverse', '1', 'fediverse-1', 'scheduled', ${slot}, 1, gen_random_uuid(), now(), now()
       FROM generate_series(1, $2::int) n`,
    [account.userId, QUEUED],
  );
  await db.query(
    `INSERT INTO queue_entries (group_id, schedule_id, slot_at) SELECT ${id}, $1, ${slot} FROM generate_series(1, $2::int) n`,
    [scheduleId, QUEUED],
  );
  await db.query('ANALYZE');
});
afterAll(async () => {
  await api?.stop();
  tap?.close();
  await db?.drop();
});

test('a post is added at the end with as many statements as for a short queue, and a few looks ahead', async () => {
  tap.take();
  const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { scheduledTime } } }';
  const post = { content: 'Last', platformIds: ['fediverse-1'] };
  await run(query, { input: { post, schedule: scheduleId } });
  const statements = tap.take().map(({ text }) => text);
  const looks = statements.filter((text) => text.includes('unnest($2::timestamptz[])'));
  expect(looks.length).toBeLessThanOrEqual(8);
  expect(statements.length - looks.length).toBeLessThanOrEqual(12);
});

test('a page is read by the index on the times, with as many statements as a page of posts', async () => {
  const query = `query ($id: ID!, $after: String) { postingSchedule(id: $id) {
    queue(first: 100, after: $after) { pageInfo { endCursor } edges { node { content queue { position } posts { status } } } }
  } }`;
  const first = (await run(query, { id: scheduleId })).postingSchedule.queue;
  tap.take();
  const { queue } = (await run(query, { id: scheduleId, after: first.pageInfo.endCursor })).postingSchedule;
  const statements = tap.take();
  expect(nodesOf(queue).map((node) => node.queue.position)).toEqual(Array.from({ length: 100 }, (_, n) => n + 101));
  expect(statements.length).toBeLessThanOrEqual(8);
  const page = statements.find(({ text }) => text.includes('FROM queue_entries WHERE schedule_id = $1'));
  const plan = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${page?.text ?? ''}`, page?.values);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('queue_entries_slot_key');
  expect(text).not.toMatch(/Seq Scan|Sort/);
});

test.each([
  ['shuffled', 'mutation ($input: ShuffleQueueInput!) { shuffleQueue(input: $input) { postingSchedule { id } } }', {}],
  ['paused', 'mutation ($input: PauseScheduleInput!) { pauseSchedule(input: $input) { drafts } }', { paused: true }],
  ['resumed', 'mutation ($input: PauseScheduleInput!) { pauseSchedule(input: $input) { drafts } }', { paused: false }],
])('all of it is %s in one transaction, with statements in batches', async (_, query, more) => {
  tap.take();
  await run(query, { input: { scheduleId, ...more } });
  const statements = tap.take();
  expect(statements.filter(({ text }) => text === 'COMMIT')).toHaveLength(1);
  expect(statements.length).toBeLessThanOrEqual(250);
  const [counts] = await db.query(
    'SELECT count(*)::int AS posts, count(DISTINCT slot_at)::int AS slots FROM queue_entries WHERE schedule_id = $1',
    [scheduleId],
  );
  expect(counts).toEqual({ posts: QUEUED + 1, slots: QUEUED + 1 });
});
