/** A statement that Postgres cancels by the statement timeout, as when it waits for several locks one after the other. */
import pg from 'pg';
import request from 'supertest';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let service: Service;
let account: TestAccount;
let other: pg.Client;

beforeAll(async () => {
  db = await createTestDatabase();
  await db.query(`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET statement_timeout = ''2s''', current_database());
  END $$`);
  // With an address for sessions, the service leaves the timeouts of statements to the database.
  service = await startService({ db, roles: 'api', env: { DATABASE_DIRECT_URL: db.url } });
  account = await createAccount(db, { connected: ['fediverse-1'] });
});
afterAll(async () => {
  await service?.stop();
  await db?.drop();
});
beforeEach(async () => {
  other = new pg.Client(db.url);
  await other.connect();
  await other.query('BEGIN');
  await other.query('LOCK TABLE platform_posts IN EXCLUSIVE MODE');
});
afterEach(() => other.end());
const groups = async (): Promise<number> => (await db.query('SELECT 1 FROM post_groups')).length;

interface Line {
  level: number;
  requestId?: string;
  err?: { code: string; message: string; statement: string };
}

/** The line of the log about a request; the service logs it as a warning, and nothing as an error. */
async function warningAbout(requestId: string): Promise<Line> {
  const line = await eventually(async () =>
    service.output
      .filter((text) => text.startsWith('{'))
      .map((text): Line => JSON.parse(text))
      .find((one) => one.err && one.requestId === requestId),
  );
  expect(service.errors).toEqual([]);
  return line;
}

const WARNING = {
  level: 40,
  err: {
    code: '57014',
    message: 'canceling statement due to statement timeout',
    statement: expect.stringMatching(/INSERT INTO "?platform_posts/),
  },
};

test('is SERVICE_BUSY over GraphQL, stores nothing, and is logged as a warning with the statement and without its values', async () => {
  const { errors, extensions } = await graphql(
    service,
    { 'x-api-key': account.apiKey },
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { replayed } }',
    { input: { post: { content: 'A secret plan', platformIds: ['fediverse-1'] } } },
  );
  expect(errors).toMatchObject([{ extensions: { code: 'SERVICE_BUSY', retryAfterSeconds: 5 } }]);
  expect(await groups()).toBe(0);
  const line = await warningAbout(extensions.requestId);
  expect(line).toMatchObject(WARNING);
  expect(JSON.stringify(line)).not.toContain('A secret plan');
});

test('of several posts is SERVICE_BUSY for the first and those after it', async () => {
  const { data } = await graphql(
    service,
    { 'x-api-key': account.apiKey },
    'mutation ($input: CreatePostsInput!) { createPosts(input: $input) { results { error { code } } } }',
    { input: { posts: ['1', '2'].map((content) => ({ post: { content, platformIds: ['fediverse-1'] } })) } },
  );
  const refused = { error: { code: 'SERVICE_BUSY' } };
  expect(data.createPosts.results).toEqual([refused, refused]);
  expect(await groups()).toBe(0);
  expect(service.errors).toEqual([]);
});

test('is 503 with Retry-After over REST', async () => {
  const { status, headers } = await request(service.url)
    .post('/api/v1/create-post')
    .set('x-api-key', account.apiKey)
    .send({ content: 'Hello', platforms: ['fediverse-1'] });
  expect([status, headers['retry-after']]).toEqual([503, '5']);
  expect(await groups()).toBe(0);
  expect(await warningAbout(headers['x-request-id'] ?? '')).toMatchObject(WARNING);
});

test('that an operator cancels is INTERNAL_ERROR', async () => {
  const answer = graphql(
    service,
    { 'x-api-key': account.apiKey },
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { replayed } }',
    { input: { post: { content: 'Canceled', platformIds: ['fediverse-1'] } } },
  );
  await eventually(async () => {
    const canceled = await db.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return canceled.length > 0 ? true : undefined;
  });
  const { errors } = await answer;
  expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL_ERROR', retryAfterSeconds: 5 } }]);
  expect(await eventually(async () => service.errors.shift())).toContain('due to user request');
});
