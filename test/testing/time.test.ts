/** What time does on the clock of a service that is tested. */
import { startForTesting, type TestingAccount } from 'social-publishing-service/testing';
import request from 'supertest';
import { Browser } from '../support/browser.js';
import { graphql } from '../support/graphql.js';
import { startReceiver, statuses } from '../webhooks/support.js';

const app = await startForTesting({ env: { WRONG_KEYS_PER_MINUTE: '2' } });
afterAll(app.stop);
afterEach(app.faults.clear);

const at = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();

async function createPost({ apiKey, connections }: TestingAccount, content: string, scheduledTime = at(0)) {
  const body = { content, platforms: connections, scheduledTime };
  const created = await request(app.url).post('/api/v1/create-post').set('x-api-key', apiKey).send(body);
  expect(created.body).toMatchObject({ success: true });
}

async function run(account: TestingAccount, query: string, variables?: Record<string, unknown>) {
  const { data, errors } = await graphql(app, { 'x-api-key': account.apiKey }, query, variables);
  expect(errors).toBeUndefined();
  return data;
}

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const CREATE_SCHEDULE =
  'mutation ($input: CreatePostingScheduleInput!) { createPostingSchedule(input: $input) { postingSchedule { id } } }';
const PAUSE = 'mutation ($input: PauseScheduleInput!) { pauseSchedule(input: $input) { drafts } }';
const CREATE_IN_QUEUE =
  'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { scheduledTime } } }';

const texts = async (connection = '') => (await app.platforms.received(connection)).map(({ text }) => text);

test('posts are published once each, at their times and in their order, as days pass', async () => {
  const account = await app.createAccount({ connected: ['fediverse'] });
  const [connection] = account.connections;
  const times = { second: at(2), first: at(1), third: at(40) };
  for (const [content, time] of Object.entries(times)) await createPost(account, content, time);
  await app.clock.advance({ days: 0.5 });
  expect(await texts(connection)).toEqual([]);
  await app.clock.advance({ days: 4 });
  expect(await texts(connection)).toEqual(['first', 'second']);
  const [first] = await app.platforms.received(connection);
  const lateMs = Date.parse(first?.receivedAt ?? '') - Date.parse(times.first);
  // Neither early nor at the end of the four days.
  expect(lateMs).toBeGreaterThanOrEqual(0);
  expect(lateMs).toBeLessThan(60_000);
  await app.clock.advance({ days: 400 });
  expect(await texts(connection)).toEqual(['first', 'second', 'third']);
});

test('posts of a queue are published once each, at the times of their schedule, and not while it is paused', async () => {
  const account = await app.createAccount({ connected: ['fediverse'] });
  const [connection = ''] = account.connections;
  const schedule = {
    name: 'Daily',
    timeZone: 'Europe/Berlin',
    times: DAYS.map((weekday) => ({ weekday, time: '09:00' })),
  };
  const { createPostingSchedule } = await run(account, CREATE_SCHEDULE, { input: schedule });
  const { id: scheduleId } = createPostingSchedule.postingSchedule;
  const pause = (paused: boolean) => run(account, PAUSE, { input: { scheduleId, paused } });
  const times: string[] = [];
  for (const content of ['1', '2', '3', '4']) {
    const input = { post: { content, platformIds: [connection] }, schedule: 'NEXT_FREE' };
    times.push((await run(account, CREATE_IN_QUEUE, { input })).createPost.postGroup.scheduledTime);
  }
  await app.clock.advance({ days: 2 });
  expect(await texts(connection)).toEqual(['1', '2']);
  const received = (await app.platforms.received(connection)).map(({ receivedAt }) => Date.parse(receivedAt));
  for (const [index, at] of received.entries()) {
    expect(at - Date.parse(times[index] ?? '')).toBeGreaterThanOrEqual(0);
    expect(at - Date.parse(times[index] ?? '')).toBeLessThan(60_000);
  }
  await pause(true);
  await app.clock.advance({ days: 5 });
  expect(await texts(connection)).toEqual(['1', '2']);
  await pause(false);
  await app.clock.advance({ days: 3 });
  expect(await texts(connection)).toEqual(['1', '2', '3', '4']);
});

test('a failed post is attempted again after the delays of production', async () => {
  const account = await app.createAccount({ connected: ['microblog'] });
  const [connection = ''] = account.connections;
  await app.faults.add({ connection, kind: 'server_error', times: 2 });
  await createPost(account, 'Twice in vain');
  await app.idle();
  await app.clock.advance({ seconds: 10 });
  expect(await texts(connection)).toEqual([]);
  await app.clock.advance({ minutes: 1 });
  expect(await texts(connection)).toEqual(['Twice in vain']);
  const requests = (await app.platforms.requests('microblog')).filter(({ path }) => path === '/2/tweets');
  expect(requests.map(({ status }) => status)).toEqual([503, 503, 201]);
});

test('a rate limit is waited for', async () => {
  const account = await app.createAccount({ connected: ['fediverse'] });
  const [connection = ''] = account.connections;
  await app.faults.add({ connection, kind: 'rate_limited', resetSeconds: 1800 });
  await createPost(account, 'Limited');
  await app.clock.advance({ minutes: 29 });
  expect(await texts(connection)).toEqual([]);
  await app.clock.advance({ minutes: 2 });
  expect(await texts(connection)).toEqual(['Limited']);
});

test('a post whose response was lost is published once', async () => {
  const account = await app.createAccount({ connected: ['skyfeed'] });
  const [connection = ''] = account.connections;
  await app.faults.add({ connection, kind: 'timeout_after_store' });
  await createPost(account, 'Lost');
  await app.clock.advance({ hours: 1 });
  expect(await texts(connection)).toEqual(['Lost']);
  const query = '{ postGroups(first: 1) { edges { node { status } } } }';
  expect((await run(account, query)).postGroups.edges).toEqual([{ node: { status: 'PUBLISHED' } }]);
});

test('access that expires is renewed in time, again and again', async () => {
  const account = await app.createAccount({ connected: ['pinboard'] });
  const [connection = ''] = account.connections;
  // Somebody logs in: other than what createAccount connects, that expires after 30 days, and can be renewed for 60.
  const browser = new Browser(account);
  const page = await browser.open(`${app.url}/auth/pinboard/start`);
  const owner = connection.replace('pinboard-', '');
  await browser.send(page, page.forms[0], { account: [owner], decision: 'allow' });
  const expiry = async () => {
    const query =
      'query ($id: String!) { connectedAccount(platformId: $id) { accessTokenExpiresAt renewsAutomatically } }';
    const { connectedAccount } = await run(account, query, { id: connection });
    expect(connectedAccount).toEqual({ accessTokenExpiresAt: expect.any(String), renewsAutomatically: true });
    return Date.parse(connectedAccount.accessTokenExpiresAt);
  };
  const before = await expiry();
  expect(before).toBeGreaterThan(app.clock.now().getTime());
  await app.clock.advance({ days: 100 });
  expect(await expiry()).toBeGreaterThan(app.clock.now().getTime());
});

test('a webhook that failed is delivered again', async () => {
  const account = await app.createAccount({ connected: ['fediverse'] });
  const receiver = await startReceiver(statuses(500, 204));
  const create = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }';
  await run(account, create, { input: { name: 'Mine', url: receiver.url, events: ['POST_PUBLISHED'] } });
  await createPost(account, 'Announced');
  await app.idle();
  expect(receiver.received).toHaveLength(1);
  await app.clock.advance({ seconds: 15 });
  expect(receiver.received).toHaveLength(2);
  await receiver.close();
});

test('a session ends that was not used for two weeks', async () => {
  const { cookie } = await app.createAccount();
  const code = async () => (await graphql(app, { cookie }, '{ viewer { id } }')).errors?.[0]?.extensions.code;
  expect(await code()).toBeUndefined();
  await app.clock.advance({ days: 15 });
  expect(await code()).toBe('SESSION_REQUIRED');
});

test('a limit per minute resets after a minute', async () => {
  const guess = async () => (await request(app.url).get('/api/v1/list-posts').set('x-api-key', 'wrong')).status;
  expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
  await app.clock.advance({ seconds: 61 });
  expect(await guess()).toBe(401);
});
