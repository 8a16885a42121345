/** Results: a worker reads the numbers of posts and accounts from the sandbox when they are due. */
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import type { SandboxPlatform } from '../../sandbox/types.js';
import type { Platform } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { typedFor } from '../platforms/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { takeTurn, VALUES } from './results.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Target = SandboxAccount & { platformId: string };

let db: TestDatabase;
let box: Sandbox;
let service: Service;
let account: TestAccount;
let key: Headers;
let target: Target;

beforeAll(async () => {
  db = await createTestDatabase();
  box = await startSandbox({ port: 0 });
  service = await startService({ db, env: { SKYFEED_BASE_URL: box.baseUrls.skyfeed } });
});
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true });
  key = { 'x-api-key': account.apiKey };
  target = await connect('microblog');
});
afterEach(() => box.clearFaults());
afterAll(async () => {
  await service?.stop();
  await box?.close();
  await db?.drop();
});

async function connect(platform: SandboxPlatform): Promise<Target> {
  const made = box.createAccount(platform);
  return { ...made, platformId: await account.connect(made) };
}

async function run(query: string, variables: Record<string, unknown> = {}, headers = key) {
  const { data, errors } = await graphql(service, headers, query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const GROUP = `query ($id: ID!) { postGroup(id: $id) { status
  metrics { posts measuredPosts missing ${VALUES} }
  posts { id postedId status metrics { state measuredAt nextAt own { name value } ${VALUES} points { at ${VALUES} } } } } }`;
const ACCOUNT = `query ($to: LocalDate) { connectedAccounts(first: 10) { edges { node { platformId
  metrics(to: $to) { state missingScopes supported followers points { date followers posts } } } } } }`;

let texts = 0;
const read = async (id: string) => (await run(GROUP, { id })).postGroup;
const metricsOf = async (id: string) => (await read(id)).posts[0].metrics;
const accountMetrics = async (of = target) => {
  const { connectedAccounts } = await run(ACCOUNT);
  return connectedAccounts.edges.find(
    ({ node }: never) => (node as { platformId: string }).platformId === of.platformId,
  ).node.metrics;
};

/** Publishes a post; returns its group, as soon as it is live. */
async function publish(to: readonly Target[] = [target], content?: string): Promise<string> {
  texts += 1;
  const post = { content: content ?? `Post ${texts}`, platformIds: to.map(({ platformId }) => platformId) };
  const { createPost } = await run(CREATE, { input: { post, scheduledTime: new Date().toISOString() } });
  const { id } = createPost.postGroup;
  await eventually(async () => ((await read(id)).status === 'PUBLISHED' ? true : undefined));
  return id;
}
/** As if the posts of a group had been published so long ago, and were due. */
const becomesDue = (groupId: string, ageMs: number) =>
  db.query(`UPDATE post_metrics SET published_at = now() - $2 * interval '1 ms', next_at = now() WHERE group_id = $1`, [
    groupId,
    ageMs,
  ]);
const turn = () => takeTurn(db);
const choose = async (groupId: string, values: Record<string, number | null>, of = target) => {
  const { posts } = await read(groupId);
  box.setNumbers({ platform: of.platform, accountId: of.accountId, postedId: posts[0].postedId, values });
};
const values = (given: object) => ({
  ...{
    impressions: null,
    reach: null,
    views: null,
    reactions: null,
    comments: null,
    shares: null,
    clicks: null,
    saves: null,
  },
  ...{ watchSeconds: null, engagements: null, ...given },
});

it('a post is read an hour after its publication, and again later; its values can fall', async () => {
  const id = await publish();
  const waiting = await metricsOf(id);
  expect(waiting).toMatchObject({ state: 'WAITING', measuredAt: null, values: values({}), points: [] });
  const inMs = Date.parse(waiting.nextAt) - Date.now();
  expect(inMs).toBeGreaterThan(0.9 * HOUR);
  expect(inMs).toBeLessThan(1.2 * HOUR);

  await choose(id, { impressions: 100, reactions: 9, comments: 2, shares: 0, clicks: 5, saves: null });
  box.setNumbers({ platform: 'microblog', accountId: target.accountId, values: { followers: 41, posts: 7 } });
  await becomesDue(id, HOUR);
  await turn();
  const first = values({ impressions: 100, reactions: 9, comments: 2, shares: 0, clicks: 5, engagements: 16 });
  const { metrics: group, posts } = await read(id);
  expect(posts[0].metrics).toMatchObject({ state: 'MEASURED', values: first, points: [{ values: first }] });
  expect(posts[0].metrics.own).toContainEqual({ name: 'like_count', value: 9 });
  expect(group).toEqual({ posts: 1, measuredPosts: 1, missing: [], values: first });
  const next = Date.parse(posts[0].metrics.nextAt) - Date.now();
  expect(next).toBeGreaterThan(4.5 * HOUR);
  expect(next).toBeLessThan(5.7 * HOUR);
  expect(await accountMetrics()).toMatchObject({
    ...{ state: 'MEASURED', missingScopes: [], followers: 41, points: [{ followers: 41, posts: 7 }] },
    supported: expect.arrayContaining(['IMPRESSIONS', 'ENGAGEMENTS']),
  });

  // What is not given any more keeps its last value; what falls, falls.
  await choose(id, { impressions: 90, reactions: 4, comments: 2, shares: 0, clicks: null, saves: null });
  await becomesDue(id, 6 * HOUR);
  await turn();
  const second = { impressions: 90, reactions: 4, comments: 2, shares: 0 };
  const later = await metricsOf(id);
  expect(later.values).toEqual(values({ ...second, clicks: 5, engagements: 11 }));
  expect(later.points.map((point: { values: object }) => point.values)).toEqual([
    first,
    values({ ...second, engagements: 6 }),
  ]);
});

it('a turn reads nothing that is not due, and many posts of an account in one request', async () => {
  const ids = [await publish(), await publish(), await publish()];
  await turn();
  for (const id of ids) expect(await metricsOf(id)).toMatchObject({ state: 'WAITING' });
  for (const id of ids) await becomesDue(id, HOUR);
  await turn();
  for (const id of ids) expect(await metricsOf(id)).toMatchObject({ state: 'MEASURED' });
  const used = await db.query<{ uses: Record<string, number> }>(
    `SELECT uses FROM rate_uses WHERE account_id = $1 AND name LIKE 'metrics %'`,
    [target.accountId],
  );
  expect(used.flatMap(({ uses }) => Object.values(uses)).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(4);
});

it('a reading that was missed is not made up, and after 30 days there is none', async () => {
  const id = await publish();
  await becomesDue(id, 10 * DAY);
  await turn();
  const missed = await metricsOf(id);
  expect(missed.points).toHaveLength(1);
  expect(Date.parse(missed.nextAt) - Date.now()).toBeGreaterThan(19.9 * DAY);
  await becomesDue(id, 31 * DAY);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'MEASURED', nextAt: null, points: [{}, {}] });
});

it('a post that is deleted on its platform is gone, and keeps its values', async () => {
  const id = await publish();
  await choose(id, { reactions: 3 });
  await becomesDue(id, HOUR);
  await turn();
  const { posts } = await read(id);
  await box.removePost({ platform: 'microblog', accountId: target.accountId, postedId: posts[0].postedId });
  await becomesDue(id, 6 * HOUR);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'GONE', nextAt: null, values: { reactions: 3 }, points: [{}] });

  const other = await publish();
  const [post] = (await read(other)).posts;
  await run('mutation ($input: UnpublishPostInput!) { unpublishPost(input: $input) { platformPost { id } } }', {
    input: { platformPostId: post.id },
  });
  await becomesDue(other, HOUR);
  await turn();
  expect(await metricsOf(other)).toMatchObject({ state: 'GONE', nextAt: null, values: values({}) });
});

it('a platform that limits requests is not asked before its time; another account is read', async () => {
  const other = await connect('microblog');
  const [id, ofOther] = [await publish(), await publish([other])];
  box.setFault({
    platform: 'microblog',
    kind: 'rate_limited',
    accountId: target.accountId,
    on: 'any',
    times: 100,
    resetSeconds: 3600,
  });
  await becomesDue(id, HOUR);
  await becomesDue(ofOther, HOUR);
  await turn();
  expect(await metricsOf(ofOther)).toMatchObject({ state: 'MEASURED' });
  const limited = await metricsOf(id);
  expect(limited).toMatchObject({ state: 'WAITING', points: [] });
  expect(Date.parse(limited.nextAt) - Date.now()).toBeGreaterThan(0.9 * HOUR);
  box.clearFaults();
  // Also what becomes due meanwhile waits.
  await becomesDue(id, 2 * HOUR);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'WAITING', points: [] });
  await db.query('UPDATE measured_accounts SET waits_until = now()');
  await becomesDue(id, 2 * HOUR);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'MEASURED' });
});

it('a platform that names a time days away is not asked before it', async () => {
  const id = await publish();
  const { accountId } = target;
  box.setFault({
    platform: 'microblog',
    kind: 'rate_limited',
    accountId,
    on: 'any',
    times: 9,
    resetSeconds: 3 * 86_400,
  });
  await becomesDue(id, HOUR);
  await turn();
  box.clearFaults();
  const { state, nextAt } = await metricsOf(id);
  expect(state).toBe('WAITING');
  expect((Date.parse(nextAt) - Date.now()) / DAY).toBeCloseTo(3, 1);
});

it('a platform that fails is tried again soon, and after three failures less often each time', async () => {
  const id = await publish();
  box.setFault({ platform: 'microblog', kind: 'server_error', accountId: target.accountId, on: 'any', times: 1000 });
  const waits: number[] = [];
  const least = [4.5, 4.5, 18, 36, 60, 60, 60];
  for (const _ of least) {
    await db.query('UPDATE measured_accounts SET waits_until = NULL');
    await becomesDue(id, HOUR);
    await turn();
    const { state, nextAt } = await metricsOf(id);
    expect(state).toBe('FAILED');
    waits.push((Date.parse(nextAt) - Date.now()) / 60_000);
  }
  // Never more than an hour, and a fifth of it for spreading: an outage may have ended meanwhile.
  for (const [index, minutes] of least.entries()) {
    expect(waits[index]).toBeGreaterThan(minutes * 0.99);
    expect(waits[index]).toBeLessThan(Math.min(minutes * 1.4, 72.1));
  }
  expect(await accountMetrics()).toMatchObject({ state: 'FAILED' });
  box.clearFaults();
  await db.query('UPDATE measured_accounts SET waits_until = NULL');
  await becomesDue(id, HOUR);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'MEASURED' });
});

it.each(
  Object.entries({
    'a server error': { status: 500, body: {} },
    'a refusal': { status: 403, body: '<html>Forbidden</html>' },
    'an answer that is no JSON': { status: 200, body: '<html>Hello</html>' },
  }),
)('%s for one post stops no other', async (_, answer) => {
  const of = await connect('threadtalk');
  const ids = [await publish([of]), await publish([of]), await publish([of])];
  const [broken = '', ...others] = ids;
  const { posts } = await read(broken);
  box.setFault({
    ...{ platform: 'threadtalk', kind: 'answer', accountId: of.accountId, on: 'any', times: 1000, answer },
    path: posts[0].postedId,
  });
  for (const id of ids) await becomesDue(id, HOUR);
  await turn();
  for (const id of others) expect(await metricsOf(id)).toMatchObject({ state: 'MEASURED' });
  expect(await metricsOf(broken)).toMatchObject({ points: [] });
  box.clearFaults();
  await becomesDue(broken, 6 * HOUR);
  await turn();
  expect(await metricsOf(broken)).toMatchObject({ state: 'MEASURED', points: [{}] });
});

it.each([500, 403])('posts are read where the account itself is answered with %i', async (status) => {
  const id = await publish();
  const answer = { status, body: { title: 'No', type: 'about:blank' } };
  box.setFault({
    ...{ platform: 'microblog', kind: 'answer', accountId: target.accountId, on: 'any', times: 1000, answer },
    path: '/2/users',
  });
  await becomesDue(id, HOUR);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'MEASURED' });
  expect(await accountMetrics()).toMatchObject({ state: 'FAILED' });
});

it('one refused access is no end: it is tried again, and nobody has to connect anything', async () => {
  const id = await publish();
  box.setFault({ platform: 'microblog', kind: 'auth_expired', accountId: target.accountId, on: 'any', times: 1 });
  await becomesDue(id, HOUR);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'FAILED', points: [] });
  await db.query('UPDATE measured_accounts SET waits_until = NULL, next_at = now()');
  await becomesDue(id, HOUR);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'MEASURED' });
  const owner = await account.session();
  const { notifications } = await run('{ notifications(first: 5) { totalCount } }', {}, owner);
  expect(notifications.totalCount).toBe(0);
});

it('a token that is rejected for posts alone: they and the account say so, and after ten hours one notification', async () => {
  const id = await publish();
  await choose(id, { reactions: 3 });
  await becomesDue(id, HOUR);
  await turn();
  const [fails, states] = [8, [] as [string, string][]];
  const rejected = { platform: 'microblog', kind: 'auth_expired', accountId: target.accountId, on: 'any' } as const;
  box.setFault({ ...rejected, times: 1000, path: '/2/tweets' });
  for (let index = 0; index < fails; index++) {
    await db.query('UPDATE measured_accounts SET waits_until = NULL, next_at = now()');
    await becomesDue(id, 6 * HOUR);
    await turn();
    states.push([(await metricsOf(id)).state, (await accountMetrics()).state]);
  }
  expect(states).toEqual([
    ...Array(2).fill(['FAILED', 'MEASURED']),
    ...Array(5).fill(['FAILED', 'FAILED']),
    ['PERMISSION_MISSING', 'PERMISSION_MISSING'],
  ]);
  expect(await metricsOf(id)).toMatchObject({ values: { reactions: 3 }, points: [{}] });
  const { notifications } = await run('{ notifications(first: 5) { totalCount } }', {}, await account.session());
  expect(notifications.totalCount).toBe(1);
  box.clearFaults();
  await db.query('UPDATE measured_accounts SET waits_until = NULL, next_at = now()');
  await becomesDue(id, 6 * HOUR);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'MEASURED', points: [{}, {}] });
  expect(await accountMetrics()).toMatchObject({ state: 'MEASURED' });
});

it('a response without numbers is no reading: the post has failed, and is read again soon', async () => {
  const ids = [await publish(), await publish()];
  const answer = { status: 200, body: {} };
  box.setFault({
    ...{ platform: 'microblog', kind: 'answer', accountId: target.accountId, on: 'any', times: 1000, answer },
    path: '/2/tweets',
  });
  for (const id of ids) await becomesDue(id, HOUR);
  await turn();
  for (const id of ids) {
    const { state, points, measuredAt, nextAt } = await metricsOf(id);
    expect({ state, points, measuredAt }).toEqual({ state: 'FAILED', points: [], measuredAt: null });
    expect(Date.parse(nextAt) - Date.now()).toBeLessThan(0.2 * HOUR);
  }
  box.clearFaults();
  for (const id of ids) await becomesDue(id, HOUR);
  await turn();
  for (const id of ids) expect(await metricsOf(id)).toMatchObject({ state: 'MEASURED', points: [{}] });
});

it('an account that is deactivated is not asked', async () => {
  const id = await publish();
  await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [account.userId]);
  await becomesDue(id, HOUR);
  await turn();
  await db.query('UPDATE users SET deactivated_at = NULL WHERE id = $1', [account.userId]);
  const { state, nextAt } = await metricsOf(id);
  expect(state).toBe('WAITING');
  expect(Date.parse(nextAt) - Date.now()).toBeGreaterThan(5 * HOUR);
});

it('without the permission nothing is read, and one notification says so, until the account is connected again', async () => {
  const skyfeed = await connect('skyfeed');
  const id = await publish([skyfeed]);
  const answer = { status: 403, body: { error: 'Forbidden', message: 'Not allowed' } };
  const refuse = () =>
    box.setFault({ platform: 'skyfeed', kind: 'answer', accountId: skyfeed.accountId, on: 'any', times: 1000, answer });
  refuse();
  await becomesDue(id, HOUR);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'PERMISSION_MISSING' });
  // One refusal can be about a post; the second one in a row is about the account.
  await becomesDue(id, 6 * HOUR);
  await turn();
  const inHours = (Date.parse((await metricsOf(id)).nextAt) - Date.now()) / HOUR;
  expect(inHours).toBeGreaterThan(23);
  expect(await accountMetrics(skyfeed)).toMatchObject({ state: 'PERMISSION_MISSING' });
  box.clearFaults();
  const later = await publish([skyfeed]);
  refuse();
  await becomesDue(later, HOUR);
  await turn();
  expect(await metricsOf(later)).toMatchObject({ points: [] });
  expect(Date.parse((await metricsOf(later)).nextAt) - Date.now()).toBeGreaterThan(22 * HOUR);
  const notifications = `{ notifications(first: 20) { edges { node { kind title } } } }`;
  const owner = await account.session();
  const { notifications: shown } = await run(notifications, {}, owner);
  expect(shown.edges.map(({ node }: { node: { kind: string } }) => node.kind)).toEqual(['METRICS_REFUSED']);

  box.clearFaults();
  const typed = typedFor(platforms.get('skyfeed') as Platform, skyfeed);
  const fields = Object.entries(typed).map(([name, value]) => ({ name, value }));
  const reconnect =
    'mutation ($input: ConnectAccountInput!) { connectAccount(input: $input) { account { platformId } } }';
  await run(reconnect, { input: { platform: 'SKYFEED', fields } }, owner);
  await turn();
  for (const one of [id, later]) expect(await metricsOf(one)).toMatchObject({ state: 'MEASURED', points: [{}] });
  expect(await accountMetrics(skyfeed)).toMatchObject({ state: 'MEASURED' });
});

it('an account that was disconnected is not read, and goes on where it is connected again', async () => {
  const id = await publish();
  await turn();
  await db.query('DELETE FROM connections WHERE user_id = $1', [account.userId]);
  await becomesDue(id, HOUR);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'WAITING', nextAt: null });
  await account.connect(target);
  await turn();
  expect(await metricsOf(id)).toMatchObject({ state: 'MEASURED' });
});

it('a platform without numbers says so', async () => {
  const board = await connect('messenger');
  const id = await publish([board]);
  expect(await metricsOf(id)).toMatchObject({ state: 'NOT_SUPPORTED', values: values({}) });
  expect(await accountMetrics(board)).toMatchObject({
    state: 'NOT_SUPPORTED',
    supported: [],
    followers: null,
    points: [],
  });
});
