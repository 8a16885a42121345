import request from 'supertest';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { countPosts, insertDrafts, insertPending } from '../support/plan-usage.js';
import { useTwoApis } from '../support/service.js';
import type { Answer } from './contract.js';

// Two API processes on one database. A 500 is in their logs, and one that logged an error does not stop well.
const { db, service, second } = await useTwoApis();
const services = [service, second] as const;

const MARCH = '2035-03-15T10:00:00.000Z';
const APRIL = '2035-04-15T10:00:00.000Z';

const open = () => createAccount(db, { plan: 'pro', workspaceAccess: true });
/** Leaves so many places in March, for the only target of these tests. */
const leave = ({ userId }: TestAccount, left: number) =>
  countPosts(db, { userId, platformId: 'fediverse-1', used: 100 - left, month: MARCH });

/** A request to one of the two processes. */
const send = async (
  process: 0 | 1,
  { apiKey }: TestAccount,
  method: 'post' | 'put' | 'delete',
  path: string,
  body: object = {},
  headers: Headers = {},
): Promise<Answer> => {
  const url = `${services[process].url}/api/v1${path}`;
  const answer = await request(url)
    [method]('')
    .set({ 'x-api-key': apiKey, ...headers })
    .send(body);
  return { status: answer.status, body: answer.body };
};
const schedule = (process: 0 | 1, account: TestAccount, scheduledTime: string | null = MARCH, headers: Headers = {}) =>
  send(process, account, 'post', '/create-post', { content: 'Hi', platforms: ['fediverse-1'], scheduledTime }, headers);
const groups = async (account: TestAccount, count: number, scheduledTime: string | null): Promise<string[]> => {
  const answers = await Promise.all(atOnce(count, (process) => schedule(process, account, scheduledTime)));
  return answers.map(({ body }) => body.postGroupId);
};
/** So many requests, in turn to both processes. */
const atOnce = (count: number, work: (process: 0 | 1, index: number) => Promise<Answer>): Promise<Answer>[] =>
  Array.from({ length: count }, (_, index) => work(index % 2 === 0 ? 0 : 1, index));

/** That so many requests passed, and that the limit refused the others. */
function expectPassed(answers: Answer[], passed: number, code: string): void {
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(refused.map(() => `403 ${code}`));
  expect(answers.length - refused.length).toBe(passed);
}
const usage = async ({ apiKey }: TestAccount, at = MARCH): Promise<{ month: number; pending: number }> => {
  const query = 'query ($at: DateTime) { usage(at: $at) { postsPerMonth { used } scheduledPosts { used } } }';
  const { postsPerMonth, scheduledPosts } = (await graphql(services[0], { 'x-api-key': apiKey }, query, { at })).data
    .usage;
  return { month: postsPerMonth.used, pending: scheduledPosts.used };
};

test('50 create-post requests at once with 10 places left in the month: exactly 10 pass', async () => {
  const account = await open();
  await leave(account, 10);
  const answers = await Promise.all(Array.from({ length: 50 }, () => schedule(0, account)));
  expectPassed(answers, 10, 'POST_LIMIT_REACHED');
  expect(await usage(account)).toEqual({ month: 100, pending: 10 });
});

test('and the same over two API processes', async () => {
  const account = await open();
  await leave(account, 10);
  expectPassed(await Promise.all(atOnce(50, (process) => schedule(process, account))), 10, 'POST_LIMIT_REACHED');
  expect(await usage(account)).toEqual({ month: 100, pending: 10 });
});

test('new posts, scheduled drafts and posts moved from another month, all at once, share what is left', async () => {
  const account = await open();
  const drafts = await groups(account, 15, null);
  const april = await groups(account, 15, APRIL);
  await leave(account, 10);
  const update = (ids: string[], body: object) =>
    atOnce(ids.length, (process, index) => send(process, account, 'put', `/update-post/${ids[index]}`, body));
  const answers = await Promise.all([
    ...update(drafts, { status: 'scheduled', scheduledTime: MARCH }),
    ...atOnce(15, (process) => schedule(process, account)),
    ...update(april, { scheduledTime: MARCH }),
  ]);
  expectPassed(answers, 10, 'POST_LIMIT_REACHED');
  const moved = answers.slice(30).filter(({ status }) => status === 200).length;
  expect((await usage(account)).month).toBe(100);
  expect((await usage(account, APRIL)).month).toBe(15 - moved);
});

test('50 requests of an owner and two managed users with 10 pending posts left: exactly 10 pass', async () => {
  const account = await open();
  await insertPending(db, account.userId, 90);
  const users = [account.userId, await account.manage(), await account.manage()];
  const answers = atOnce(50, (process, index) =>
    schedule(process, account, MARCH, { 'x-service-user-id': users[index % 3] ?? '' }),
  );
  expectPassed(await Promise.all(answers), 10, 'SCHEDULED_POST_LIMIT_REACHED');
  expect((await usage(account)).pending).toBe(100);
});

test('50 drafts at once over two processes with 10 places left, some of them taken back to draft: exactly 10 pass', async () => {
  const account = await open();
  const scheduled = await groups(account, 10, MARCH);
  await insertDrafts(db, account.userId, 990);
  const answers = await Promise.all([
    ...atOnce(40, (process) => schedule(process, account, null)),
    ...atOnce(10, (process, index) =>
      send(process, account, 'put', `/update-post/${scheduled[index]}`, { status: 'draft' }),
    ),
  ]);
  const refused = answers.filter(({ status }) => status !== 200);
  const error = 'Draft limit reached. Delete or schedule drafts to create more.';
  expect(refused).toEqual(Array(40).fill({ status: 403, body: { error } }));
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM post_groups WHERE user_id = $1 AND status = 'draft'`,
    [account.userId],
  );
  expect(count).toBe(1_000);
});

test('while places are taken, moved and given back at once, none is lost and none is made', async () => {
  const account = await open();
  const [march = [], april = [], gone = []] = [
    await groups(account, 12, MARCH),
    await groups(account, 12, APRIL),
    await groups(account, 12, MARCH),
  ];
  const put = (ids: string[], body: object) =>
    atOnce(ids.length, (process, index) => send(process, account, 'put', `/update-post/${ids[index]}`, body));
  const answers = await Promise.all([
    ...put(march, { scheduledTime: APRIL }),
    ...put(april, { scheduledTime: MARCH }),
    ...atOnce(12, (process) => schedule(process, account)),
    ...atOnce(12, (process, index) => send(process, account, 'delete', `/delete-post/${gone[index]}`)),
    // The same groups again, in the other direction: each request must see the result of those before it.
    ...put(march, { status: 'draft' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const rows = await db.query<{ month: string; count: number }>(
    `SELECT to_char(g.scheduled_time AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*)::int AS count
       FROM post_groups g WHERE g.user_id = $1 AND g.status = 'scheduled' GROUP BY 1 ORDER BY 1`,
    [account.userId],
  );
  const counts = Object.fromEntries(rows.map(({ month, count }) => [month, count]));
  expect((await usage(account, MARCH)).month).toBe(counts['2035-03'] ?? 0);
  expect((await usage(account, APRIL)).month).toBe(counts['2035-04'] ?? 0);
});
