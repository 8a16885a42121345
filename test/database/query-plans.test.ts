import pg from 'pg';
import { growAccounts } from '../../bench/grown-database.js';
import { type Statement, type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { makeDataSource } from '../../src/compose/data-source.js';
import { startAt } from '../../src/domain/events/feed-position.js';
import { windowSource } from '../../src/domain/events/window.repository.js';
import {
  ACCOUNT_EVENTS,
  EVENTS_AT_ONCE,
  eventsAfter,
  lastSequence,
} from '../../src/domain/posts/live-event.repository.js';
import { duePosts, upcomingDueTimes } from '../../src/domain/posts/post-group.repository.js';
import { correctPostCounts, foldPostCounts } from '../../src/domain/usage/post-counts.repository.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql, type Headers } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { type Service, startService } from '../support/service.js';

/** Tables with rows for each post. */
const GROWING = [
  ...['post_groups', 'platform_posts', 'post_searches', 'post_logs', 'publish_attempts', 'live_events'],
  ...['webhook_deliveries', 'webhook_attempts', 'audit_events', 'media', 'post_counts'],
];
const SIZE = 20_000;
/** Rows that a statement may read of one table: some for each of a page's 20 groups, and 1,000 where few are sorted. */
const MAX_ROWS = 1_100;

let db: TestDatabase;
let tap: StatementTap;
let service: Service;
let dataSource: ReturnType<typeof makeDataSource>;
let account: TestAccount;
/** One that has room for another draft. */
let small: TestAccount;
let headers: Headers;
let groupId: string;
let draftId: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const target = 'fediverse-1';
  account = await createAccount(db, { connected: [target] });
  small = await createAccount(db, { connected: [target] });
  const others = [small, await createAccount(db)];
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  try {
    const further = others.map(({ userId }) => ({ userId, groups: SIZE / 4, searchable: true }));
    await growAccounts(client, [{ userId: account.userId, groups: SIZE, searchable: true }, ...further]);
  } finally {
    await client.end();
  }
  await growTheRest();
  dataSource = await makeDataSource({ url: db.url, poolSize: 1 }).initialize();
  for (const { userId } of [account, ...others]) await correctPostCounts(dataSource.manager, userId);
  await foldPostCounts(dataSource.manager);
  await dataSource.destroy();
  await db.query('VACUUM (ANALYZE)');

  tap = await startStatementTap(db.url, 'social-publishing-service');
  service = await startService({ db: { ...db, url: tap.url }, roles: 'api' });
  dataSource = await makeDataSource({ url: tap.url, poolSize: 1 }).initialize();
  headers = { 'x-api-key': account.apiKey };
  // Its first operation reserves points of its limit for those that follow.
  await graphql(service, headers, '{ viewer { id } }');
  const find = (status: string) =>
    db.query<{ id: string }>('SELECT id FROM post_groups WHERE user_id = $1 AND status = $2 LIMIT 1', [
      account.userId,
      status,
    ]);
  groupId = (await find('published'))[0]?.id ?? '';
  draftId = (await find('draft'))[0]?.id ?? '';
});
afterAll(async () => {
  await dataSource?.destroy();
  await service?.stop();
  tap?.close();
  await db?.drop();
});

/** Five log entries, an event, attempts, a delivery, an audited action and a file of each group. */
async function growTheRest(): Promise<void> {
  await db.query(
    `INSERT INTO post_logs (id, group_id, event, created_at)
     SELECT left(id, 16) || lpad(to_hex(n), 8, '0'), id, 'status_changed', created_at FROM post_groups, generate_series(1, 5) AS n`,
  );
  await db.query(
    `INSERT INTO live_events (group_id, sequence, user_id, payload, created_at, position, transaction_id)
     SELECT id, 1, user_id, '{"type":"EDITED","groupStatus":"published","processingStatus":"finished"}', created_at, place, place
       FROM (SELECT *, 3 + (pg_current_xact_id()::text::bigint - 9) * row_number() OVER (ORDER BY id) / count(*) OVER () AS place
               FROM post_groups) g`,
  );
  await db.query(
    `INSERT INTO publish_attempts (id, post_id, number, outcome, started_at, ended_at, uncertain_until)
     SELECT id, id, 1, status, updated_at, updated_at, updated_at FROM platform_posts
      WHERE status = 'published'`,
  );
  await db.query(
    `INSERT INTO webhooks (id, user_id, name, url, events, secret, is_active, failure_count, created_at, updated_at)
     SELECT id, id, 'Hook', 'https://example.com', '{}', 'x', true, 0, now(), now() FROM users`,
  );
  await db.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, user_id, event, subject, body, status, is_test, created_at, ended_at)
     SELECT id, user_id, user_id, 'post.published', id, '{}', 'delivered', false, created_at, created_at FROM post_groups`,
  );
  await db.query(
    `INSERT INTO audit_events (id, owner_id, user_id, action, actor, details, created_at)
     SELECT id, user_id, user_id, 'api_key_created', 'user', '{}', created_at FROM post_groups`,
  );
  await db.query(
    `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type, status,
                        metadata, added_at, updated_at)
     SELECT id, user_id, id, 'image', 'a.png', id || '.png', '/', 'https://example.com/' || id, created_at, 'image/png', 'ready',
            '{}', created_at, created_at FROM post_groups`,
  );
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What is against the plan of a statement. One that only reads is executed: it says how many rows it reads. */
async function faultsOf({ text, values }: Statement): Promise<string[]> {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  try {
    const isRead = /^\s*SELECT/i.test(text) && !/pg_notify|FOR (NO KEY )?UPDATE/.test(text);
    const { rows } = await client.query(`EXPLAIN (${isRead ? 'ANALYZE, ' : ''}FORMAT JSON) ${text}`, values);
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    return nodes.flatMap((node) => {
      const table = node['Relation Name'];
      const type = node['Node Type'];
      const loops = node['Actual Loops'] ?? 1;
      const read =
        ((node['Actual Rows'] ?? 0) +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)) *
        loops;
      const faults: string[] = [];
      if (table && GROWING.includes(table) && type === 'Seq Scan' && loops > 0) faults.push(`Seq Scan on ${table}`);
      if (read > MAX_ROWS) faults.push(`${type} ${table ?? ''} reads ${Math.round(read)} rows`);
      return faults.map((fault) => `${fault}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`);
    });
  } finally {
    await client.end();
  }
}

/** Statements about tables that grow. */
const aboutPosts = ({ text }: Statement) => GROWING.some((table) => new RegExp(`\\b${table}\\b`).test(text));

async function expectBounded(work: () => Promise<unknown>): Promise<void> {
  tap.take();
  await work();
  const statements = tap.take().filter(aboutPosts);
  expect(statements.length).toBeGreaterThan(0);
  const faults: string[] = [];
  for (const statement of statements) faults.push(...(await faultsOf(statement)));
  expect(faults).toEqual([]);
}

const operation =
  (text: string, variables = {}, by = headers) =>
  async () => {
    const { errors } = await graphql(service, by, text, variables);
    expect(errors).toBeUndefined();
  };
const PAGE = `pageInfo { endCursor } edges { node { id content status allowedActions overrides { content }
  media { edges { node { id url } } } posts { id content platformId status error { code } } } }`;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe('reads no more than what it answers, however much the account has', () => {
  test.each([
    ...['CREATED_AT', 'UPDATED_AT', 'SCHEDULED_TIME', 'PUBLISHED_AT'].map((field) => `sort: { field: ${field} }`),
    'sort: { field: CREATED_AT, direction: ASC }, first: 50',
    'filter: { statuses: [PUBLISHED] }',
    'filter: { statuses: [FAILED] }',
    'filter: { platforms: [NETWORK] }',
    'filter: { platforms: [MESSENGER] }',
    `filter: { scheduledTime: { from: "${ago(300.3)}", to: "${ago(100.7)}" } }, sort: { field: SCHEDULED_TIME }`,
  ])('postGroups(%s) with its totalCount', (args) =>
    expectBounded(operation(`{ postGroups(${args}) { totalCount ${PAGE} } }`)),
  );

  test.each(['', '?platform=network', '?status=draft', '?sortBy=scheduledTime', `?fromDate=${ago(200)}`])(
    'list-posts%s',
    (query) =>
      expectBounded(async () => {
        const answer = await fetch(`${service.url}/api/v1/list-posts${query}`, { headers });
        expect(answer.status).toBe(200);
      }),
  );

  test.each([
    ['the counts', '{ postGroupCounts { status count } }'],
    ['the usage', '{ usage { postsPerMonth { used } scheduledPosts { used } storage { usedFiles } } }'],
    [
      'the webhooks and their deliveries',
      '{ webhooks { edges { node { id deliveries { edges { node { id event status } } } } } } }',
    ],
  ])('%s', (_name, text) => expectBounded(operation(text)));

  test('a group with its log', () =>
    expectBounded(() =>
      operation('query ($id: ID!) { postGroup(id: $id) { content log { edges { node { id event } } } } }', {
        id: groupId,
      })(),
    ));

  test('creating and deleting a group', () =>
    expectBounded(async () => {
      await operation(
        'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }',
        {
          input: newPost({ content: 'Hi', platformIds: ['fediverse-1'] }),
        },
        { 'x-api-key': small.apiKey },
      )();
      await operation('mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }', {
        input: { postGroupId: draftId },
      })();
    }));

  test('the audit log', () =>
    expectBounded(async () => {
      const session = await account.session();
      await operation('{ viewer { auditLog { edges { node { id action } } } } }', {}, session)();
    }));

  test('what falls due, and what is overdue', () =>
    expectBounded(async () => {
      const { manager } = dataSource;
      const now = new Date();
      await upcomingDueTimes(manager, now, new Date(now.getTime() + 60_000));
      await duePosts(manager, now, null, 100);
    }));

  test('the live events that a subscriber has not seen', () =>
    expectBounded(async () => {
      const { manager } = dataSource;
      await eventsAfter(manager, groupId, account.userId, { after: 0, limit: EVENTS_AT_ONCE });
      await lastSequence(manager, groupId, account.userId);
      const listen = () => () => undefined;
      const events = windowSource(manager, ACCOUNT_EVENTS, account.userId, {
        listen,
        toEvents: (items) => items.map(({ item }) => item),
      });
      expect((await events.read(startAt({ end: 3n, running: [] }), null)).steps.length).toBeGreaterThan(100);
      await events.read(await events.present(), null);
    }));
});
