/** Refused results: what stops an account and is notified, and what passes. Notices are counted. */
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { takeTurn } from './results.js';

/** Of posts. */
const POSTS = '/2/tweets';
/** Of the account's own numbers. */
const OWN = '/2/users/me';
const FORBIDDEN = { status: 403, body: { title: 'Forbidden', status: 403, detail: 'You are not permitted.' } };
/** Failed turns of an outage of about eight hours. */
const OUTAGE_TURNS = 12;
/** Rejected tokens in a row that are a refusal. */
const REJECTIONS = 8;

let db: TestDatabase;
let box: Sandbox;
let service: Service;
let account: TestAccount;
let owner: Headers;
let target: SandboxAccount;
let groupId: string;

beforeAll(async () => {
  db = await createTestDatabase();
  box = await startSandbox({ port: 0 });
  service = await startService({ db, env: { MICROBLOG_BASE_URL: box.baseUrls.microblog } });
});
beforeEach(async () => {
  account = await createAccount(db, {});
  owner = await account.session();
  target = box.createAccount('microblog');
  groupId = await publish(await account.connect(target));
});
afterEach(() => box.clearFaults());
afterAll(async () => {
  await service?.stop();
  await box?.close();
  await db?.drop();
});

async function run(query: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await graphql(service, owner, query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

async function publish(platformId: string): Promise<string> {
  const { createPost } = await run(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }',
    { input: { post: { content: 'Post', platformIds: [platformId] }, scheduledTime: new Date().toISOString() } },
  );
  const { id } = createPost.postGroup;
  await eventually(async () =>
    (await run('query ($id: ID!) { postGroup(id: $id) { status } }', { id })).postGroup.status === 'PUBLISHED'
      ? true
      : undefined,
  );
  return id;
}

/** As if the post and the account, or one of them, were due, and what they waited for had passed; then a turn. */
async function turn(turns = 1, { own = true, posts = true } = {}): Promise<void> {
  for (let index = 0; index < turns; index++) {
    await db.query(
      `UPDATE measured_accounts SET waits_until = NULL, next_at = now() + $2 * interval '1 day'
        WHERE connection_id IN (SELECT id FROM connections WHERE user_id = $1)`,
      [account.userId, own ? 0 : 1],
    );
    await db.query(
      `UPDATE post_metrics SET published_at = now() - interval '1 hour', next_at = now() + $2 * interval '1 day' WHERE group_id = $1`,
      [groupId, posts ? 0 : 3],
    );
    await takeTurn(db);
  }
}

type Fault = 'outage' | 401 | 403;
/** The sandbox answers a path so, for so many requests. */
const answers = (fault: Fault, path?: string, times = 1000) =>
  box.setFault({
    ...{ platform: 'microblog', accountId: target.accountId, on: 'any', times, path },
    ...(fault === 403
      ? { kind: 'answer', answer: FORBIDDEN }
      : { kind: fault === 401 ? 'auth_expired' : 'server_error' }),
  });

async function outage(): Promise<void> {
  answers('outage');
  await turn(OUTAGE_TURNS);
  expect(await states()).toEqual({ account: 'FAILED', post: 'FAILED', notices: 0 });
  box.clearFaults();
}

/** Of the account and its post, and how often a refusal was notified. */
async function states() {
  const shown = await run(
    `query ($id: ID!) { postGroup(id: $id) { posts { metrics { state } } }
      connectedAccounts(first: 1) { edges { node { metrics { state } } } }
      notifications(first: 9) { edges { node { kind count } } } }`,
    { id: groupId },
  );
  const notices: { kind: string; count: number }[] = shown.notifications.edges.map(({ node }: never) => node);
  expect(notices.every(({ kind }) => kind === 'METRICS_REFUSED')).toBe(true);
  return {
    account: shown.connectedAccounts.edges[0].node.metrics.state,
    post: shown.postGroup.posts[0].metrics.state,
    notices: notices.reduce((sum, { count }) => sum + count, 0),
  };
}
const MEASURED = { account: 'MEASURED', post: 'MEASURED', notices: 0 };
const REFUSED = { account: 'PERMISSION_MISSING', post: 'PERMISSION_MISSING', notices: 1 };

/** In minutes, how long the account waits. */
async function waits(): Promise<number> {
  const [row] = await db.query<{ minutes: number }>(
    `SELECT extract(epoch FROM waits_until - now())::float8 / 60 AS minutes
       FROM measured_accounts a JOIN connections c ON c.id = a.connection_id WHERE c.user_id = $1`,
    [account.userId],
  );
  return row?.minutes ?? 0;
}

it.each([OWN, POSTS])('one rejected token for %s after an outage: the account waits some minutes', async (path) => {
  await outage();
  answers(401, path, 1);
  await turn();
  expect(await states()).toMatchObject({ post: 'FAILED', notices: 0 });
  expect(await waits()).toBeGreaterThan(4);
  expect(await waits()).toBeLessThan(7);
  await turn();
  expect(await states()).toEqual(MEASURED);
});

it('one refusal of posts after an outage is about a post; a second one in a row is notified', async () => {
  await outage();
  answers(403, POSTS, 1);
  await turn();
  expect(await states()).toMatchObject({ post: 'PERMISSION_MISSING', notices: 0 });
  await turn();
  expect(await states()).toEqual(MEASURED);
  answers(403, POSTS, 1);
  await turn();
  expect(await states()).toMatchObject({ account: 'MEASURED', notices: 0 });
  answers(403, POSTS, 1);
  await turn();
  expect(await states()).toEqual(REFUSED);
  expect(await waits()).toBeGreaterThan(23 * 60);
});

it('an outage between two refusals does not end the row, and adds nothing to it', async () => {
  answers(403, POSTS, 1);
  await turn();
  await outage();
  answers(401, POSTS, 1);
  await turn();
  expect(await states()).toMatchObject({ notices: 0 });
  answers(403, POSTS, 1);
  await turn();
  expect(await states()).toEqual(REFUSED);
});

it("one refusal of the account's own numbers is tried again; a second one in a row is notified, and posts are read", async () => {
  answers(403, OWN, 1);
  await turn();
  expect(await states()).toEqual({ ...MEASURED, account: 'FAILED' });
  await turn();
  expect(await states()).toEqual(MEASURED);
  answers(403, OWN);
  await turn(3);
  expect(await states()).toEqual({ ...REFUSED, post: 'MEASURED' });
  // An outage of the posts that ends is no recovery of the account's own numbers.
  answers('outage', POSTS);
  await turn(3);
  box.clearFaults();
  answers(403, OWN);
  await turn(2);
  expect(await states()).toEqual({ ...REFUSED, post: 'MEASURED' });
});

it('a refusal after a recovery is notified again', async () => {
  for (const notices of [1, 2]) {
    answers(403);
    await turn(3);
    expect(await states()).toEqual({ ...REFUSED, notices });
    box.clearFaults();
    await turn();
    expect(await states()).toEqual({ ...MEASURED, notices });
  }
});

it('a token that is accepted again: the account and its posts say so, also if none of them is due', async () => {
  answers(401);
  await turn(REJECTIONS - 1);
  expect(await states()).toEqual({ account: 'FAILED', post: 'FAILED', notices: 0 });
  await turn();
  expect(await states()).toMatchObject({ account: 'PERMISSION_MISSING', post: 'PERMISSION_MISSING', notices: 1 });
  box.clearFaults();
  await turn(1, { posts: false });
  expect(await states()).toEqual({ account: 'MEASURED', post: 'WAITING', notices: 1 });
  answers(401);
  await turn(REJECTIONS);
  expect(await states()).toEqual({ ...REFUSED, notices: 2 });
});

it('a token that is rejected for posts, and then for all requests, is one row', async () => {
  await turn();
  answers(401);
  await turn(REJECTIONS / 2, { own: false });
  await turn(REJECTIONS / 2 - 1);
  expect(await states()).toMatchObject({ account: 'FAILED', notices: 0 });
  await turn();
  expect(await states()).toEqual(REFUSED);
});
