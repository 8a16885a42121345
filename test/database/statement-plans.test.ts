/** How often Postgres plans the statements that creating, listing and publishing posts send over and over. */
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

/** A connection plans a prepared statement for its first five executions, once for all values, and again if it gains by it. */
const PLANNED_FIRST = 6;
const CONNECTIONS = 2;
const TIMES = 30;
/** Of the calls. On a slow machine also statements of the jobs are frequent, which have other connections. */
const PLANNED_SHARE = 0.8;
/** Marks what the test sends. */
const OURS = '/* of the test */';

/** Hot statements, by what is in their texts. */
const HOT = {
  'lock of the account': /FROM users o LEFT JOIN connections c/,
  usage: /AS "postsPerMonth"/,
  'a new post': /INSERT INTO post_groups/,
  'a page of groups': /FROM post_groups g WHERE g.user_id = .* LIMIT/,
  'posts to publish': /AS "groupText"/,
  'lock of groups': /AS "lastAttempt".* FOR UPDATE/,
  'changed posts': /UPDATE platform_posts p SET/,
  'claims of live posts': /INSERT INTO live_posts/,
  'the end of jobs': /UPDATE pgboss.job_common SET completed_on/,
};

/** Statements for which a plan with the values is so much cheaper that Postgres makes one each time. */
const PLANNED_EACH_TIME: [statement: RegExp, why: string][] = [
  [/FROM connections WHERE \(user_id, platform_id\) IN/, 'a generic plan expects ten connections, a lone post has one'],
  [/INSERT INTO connection_activity/, 'the same'],
];

let db: TestDatabase;
let box: Sandbox;
let service: Service;
let account: TestAccount;
let platformId: string;

beforeAll(async () => {
  db = await createTestDatabase();
  await db.query('CREATE EXTENSION pg_stat_statements');
  box = await startSandbox({ port: 0 });
  account = await createAccount(db);
  platformId = await account.connect(box.createAccount('skyfeed'));
  service = await startService({ db, env: { DATABASE_POOL_SIZE: String(CONNECTIONS) } });
});
afterAll(async () => {
  await service?.stop();
  await box?.close();
  await db?.drop();
});

interface Counted {
  query: string;
  calls: number;
  plans: number;
}

/** What the service has sent at least so often since the last reset. */
const frequent = (): Promise<Counted[]> =>
  db.query<Counted & Record<string, unknown>>(
    `SELECT regexp_replace(query, '\\s+', ' ', 'g') AS query, calls::int, plans::int FROM pg_stat_statements
      WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND toplevel AND calls >= $1`,
    [TIMES],
  );

test('statements that are sent over and over are planned a few times only', async () => {
  const { url } = service;
  const headers = { 'x-api-key': account.apiKey, 'content-type': 'application/json' };
  await db.query('SELECT pg_stat_statements_reset()');
  for (let n = 0; n < TIMES; n += 1) {
    const { data, errors } = await graphql(
      service,
      headers,
      'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }',
      { input: { post: { content: `Post ${n}`, platformIds: [platformId] }, scheduledTime: new Date().toISOString() } },
    );
    expect(errors).toBeUndefined();
    // One after the other, so that no two share a statement.
    await eventually(async () => {
      const query = `SELECT 1 ${OURS} FROM post_groups WHERE id = $1 AND status = $2`;
      return (await db.query(query, [data.createPost.postGroupId, 'published']))[0];
    });
    const page = await fetch(`${url}/api/v1/list-posts?page=1&limit=20`, { headers });
    expect(page.status).toBe(200);
  }
  const statements = await frequent();
  const planned = statements
    .filter(({ plans, calls }) => plans > PLANNED_FIRST * CONNECTIONS && plans > PLANNED_SHARE * calls)
    .filter(({ query }) => !query.includes(OURS))
    .map(({ query, plans, calls }) => `${plans} of ${calls}: ${query}`)
    .filter((one) => !PLANNED_EACH_TIME.some(([statement]) => statement.test(one)));

  expect(planned).toEqual([]);
  const missing = Object.entries(HOT).filter(([, text]) => !statements.some(({ query }) => text.test(query)));
  expect(missing).toEqual([]);
}, 600_000);
