/** Times of a queue for which posts were scheduled by hand: no way to change a queue gives them to its posts. */
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

const CREATE_SCHEDULE = `mutation ($input: CreatePostingScheduleInput!) {
  createPostingSchedule(input: $input) { postingSchedule { id nextFreeTimes(first: 20) } }
}`;
const UPDATE_SCHEDULE =
  'mutation ($input: UpdatePostingScheduleInput!) { updatePostingSchedule(input: $input) { postingSchedule { id } } }';
const PAUSE = 'mutation ($input: PauseScheduleInput!) { pauseSchedule(input: $input) { drafts } }';
const REORDER = 'mutation ($input: ReorderQueueInput!) { reorderQueue(input: $input) { postingSchedule { id } } }';
const SHUFFLE = 'mutation ($input: ShuffleQueueInput!) { shuffleQueue(input: $input) { postingSchedule { id } } }';
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id scheduledTime } } }';
const QUEUE = `query ($id: ID!) { postingSchedule(id: $id) {
  queue(first: 100) { edges { node { id content status scheduledTime } } }
} }`;

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const hourly = (minute: string) =>
  DAYS.flatMap((weekday) =>
    Array.from({ length: 24 }, (_, hour) => ({ weekday, time: `${String(hour).padStart(2, '0')}:${minute}` })),
  );
const platformIds = ['fediverse-1'];

let db: TestDatabase;
let tap: StatementTap;
let api: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  api = await startService({ db: { ...db, url: tap.url }, roles: 'api', env: { PLANS: 'unlimited' } });
});
beforeEach(async () => {
  account = await createAccount(db, { plan: 'unlimited', connected: ['fediverse-1', 'skyfeed-did:plc:a'] });
});
afterAll(async () => {
  await api?.stop();
  tap?.close();
  await db?.drop();
});

async function run(query: string, input: object) {
  const variables = query.startsWith('mutation') ? { input } : input;
  const { data, errors } = await graphql(
    api,
    { 'x-api-key': account.apiKey },
    query,
    variables as Record<string, unknown>,
  );
  expect(errors).toBeUndefined();
  return data;
}

async function makeSchedule(minute: string): Promise<{ id: string; free: string[] }> {
  const input = { name: `At ${minute}`, timeZone: 'UTC', times: hourly(minute), platformIds };
  const { id, nextFreeTimes: free } = (await run(CREATE_SCHEDULE, input)).createPostingSchedule.postingSchedule;
  return { id, free };
}

async function fill(schedule: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await run(CREATE, { post: { content: `${n}`, platformIds }, schedule });
}

const byHand = (scheduledTime: unknown, accounts = platformIds) =>
  run(CREATE, { post: { content: 'By hand', platformIds: accounts }, scheduledTime });

interface Queued {
  id: string;
  content: string;
  status: string;
  scheduledTime: string;
}
const queueOf = async (id: string): Promise<Queued[]> => nodesOf((await run(QUEUE, { id })).postingSchedule.queue);
const placesOf = async (id: string) =>
  (await queueOf(id)).map(({ content, status, scheduledTime }) => [content, status, scheduledTime]);

test('a resumed queue leaves them out', async () => {
  const { id: scheduleId, free } = await makeSchedule('30');
  await fill(scheduleId, 3);
  await run(PAUSE, { scheduleId });
  await byHand(free[1]);
  await byHand(free[2], ['skyfeed-did:plc:a']);
  await run(PAUSE, { scheduleId, paused: false });
  expect(await placesOf(scheduleId)).toEqual([
    ['1', 'SCHEDULED', free[0]],
    ['2', 'SCHEDULED', free[2]],
    ['3', 'SCHEDULED', free[3]],
  ]);
});

test('a queue that gets new times leaves them out, for the accounts that its schedule has then', async () => {
  const { free } = await makeSchedule('10');
  const { id: scheduleId } = await makeSchedule('40');
  await fill(scheduleId, 3);
  await byHand(free[1]);
  await byHand(free[2], ['skyfeed-did:plc:a']);
  await run(UPDATE_SCHEDULE, { scheduleId, times: hourly('10'), moveQueued: true });
  expect(await placesOf(scheduleId)).toEqual([
    ['1', 'SCHEDULED', free[0]],
    ['2', 'SCHEDULED', free[2]],
    ['3', 'SCHEDULED', free[3]],
  ]);
  await run(UPDATE_SCHEDULE, { scheduleId, platformIds: [], moveQueued: true });
  expect((await queueOf(scheduleId)).map(({ scheduledTime }) => scheduledTime)).toEqual([free[0], free[3], free[4]]);
});

test('posts that exchange their times take no other time', async () => {
  const { id: scheduleId, free } = await makeSchedule('20');
  await byHand(free[1]);
  await fill(scheduleId, 3);
  const times = [free[0], free[2], free[3]];
  const postGroupIds = (await queueOf(scheduleId)).map(({ id }) => id).reverse();
  await run(REORDER, { scheduleId, postGroupIds });
  expect(await placesOf(scheduleId)).toEqual(['3', '2', '1'].map((content, n) => [content, 'SCHEDULED', times[n]]));
  await run(SHUFFLE, { scheduleId });
  expect((await queueOf(scheduleId)).map(({ scheduledTime }) => scheduledTime)).toEqual(times);
});

test('a queue of 40 posts is resumed and moved with as many statements as one of 2', async () => {
  const counts = [];
  for (const [minute, count] of [
    ['50', 2],
    ['55', 40],
  ] as const) {
    const { id: scheduleId } = await makeSchedule(minute);
    await fill(scheduleId, count);
    await run(PAUSE, { scheduleId });
    tap.take();
    await run(PAUSE, { scheduleId, paused: false });
    const resumed = tap.take().length;
    await run(UPDATE_SCHEDULE, { scheduleId, times: hourly(`${Number(minute) + 1}`), moveQueued: true });
    counts.push([resumed, tap.take().length]);
  }
  expect(counts[1]).toEqual(counts[0]);
});
