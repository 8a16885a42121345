/** Plans of all that the service sends, as Postgres executed it, in a database in which accounts have many posts. */
import pg from 'pg';
import { FORMER_PLATFORM, growAccounts, RARE_PLATFORM } from '../../bench/grown-database.js';
import { growHistory } from '../../bench/grown-history.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { makeDataSource } from '../../src/compose/data-source.js';
import { startAt } from '../../src/domain/events/feed-position.js';
import { windowSource } from '../../src/domain/events/window.repository.js';
import { findKeysByPrefix, findSessionMembers } from '../../src/domain/identity/access/caller.repository.js';
import {
  ACCOUNT_EVENTS,
  EVENTS_AT_ONCE,
  eventsAfter,
  lastSequence,
} from '../../src/domain/posts/progress/live-event.repository.js';
import { duePosts, upcomingDueTimes } from '../../src/domain/posts/state/post-group.repository.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { queueMaintenance } from '../support/maintenance.js';
import { newPost } from '../support/new-post.js';
import { type Executed, type PlanLog, type PlanNode, startPlanLog } from '../support/plan-log.js';
import { type Service, startService } from '../support/service.js';

/** Tables with rows for each post. */
const GROWING = [
  ...['post_groups', 'platform_posts', 'post_searches', 'post_logs', 'publish_attempts', 'live_events', 'job_common'],
  ...['webhook_deliveries', 'webhook_attempts', 'audit_events', 'media', 'post_counts', 'group_labels'],
];
const SIZE = 20_000;
/** A label of every second group of the account, and one of every 500th. */
const COMMON_LABEL = 'c'.repeat(24);
const RARE_LABEL = 'd'.repeat(24);
/**
 * Rows that a part of a plan may have: some for each of a page's 20 groups, 1,000 where few are sorted, and in a batch of a
 * removal twice as many at most.
 */
const MAX_ROWS = 2_100;
/** What reads all that an account or a queue has, on purpose, seldom, and where nobody waits for it. */
const READS_ALL: [statement: RegExp, why: string][] = [
  [/^\s*WITH actual AS \(/, 'the counts of an account are compared with its posts, once a day'],
  [/queuedCount/, 'the job engine counts its jobs once a minute'],
  [/DELETE FROM pgboss.job_common\s+WHERE name = ANY.*completed_on/s, 'it removes those that have ended once an hour'],
];

let db: TestDatabase;
let plans: PlanLog;
let box: Sandbox;
let service: Service;
let dataSource: ReturnType<typeof makeDataSource>;
let account: TestAccount;
/** One that has room for more posts. */
let author: TestAccount;
let headers: Headers;
let authorHeaders: Headers;
const platformIds: string[] = [];
let groupId: string;

beforeAll(async () => {
  db = await createTestDatabase();
  box = await startSandbox({ port: 0 });
  account = await createAccount(db, { connected: ['fediverse-1'] });
  author = await createAccount(db);
  for (const platform of ['skyfeed', 'fediverse', 'messenger'] as const) {
    platformIds.push(await author.connect(box.createAccount(platform)));
  }
  const other = await createAccount(db);
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  try {
    await growAccounts(client, [
      { userId: account.userId, groups: SIZE, searchable: true },
      { userId: author.userId, groups: 3_000, searchable: true },
      { userId: other.userId, groups: SIZE / 4, searchable: true },
    ]);
    // What the author posts to has a history.
    await client.query(
      `UPDATE platform_posts SET platform = split_part(target, '-', 1), platform_id = target
         FROM unnest($2::text[]) WITH ORDINALITY AS t(target, place) WHERE user_id = $1 AND target_index = place - 1`,
      [author.userId, platformIds],
    );
    await client.query('SELECT FROM correct_post_counts($1)', [author.userId]);
    await growHistory(client, () => undefined);
  } finally {
    await client.end();
  }
  await growTheRest();
  await db.query('VACUUM (ANALYZE)');
  // What Postgres knows of the tables stays as it is from here on.
  for (const table of GROWING) await db.query(`ALTER TABLE ${toName(table)} SET (autovacuum_enabled = off)`);

  plans = await startPlanLog(db);
  service = await startService({ db: { ...db, url: plans.url }, env: KEEPS });
  dataSource = await makeDataSource({ url: plans.url, poolSize: 1 }).initialize();
  headers = { 'x-api-key': account.apiKey };
  authorHeaders = { 'x-api-key': author.apiKey };
  const [published] = await db.query<{ id: string }>(
    `SELECT id FROM post_groups WHERE user_id = $1 AND status = 'published' LIMIT 1`,
    [account.userId],
  );
  groupId = published?.id ?? '';
});
afterAll(async () => {
  await dataSource?.destroy();
  await service?.stop();
  plans?.close();
  await box?.close();
  await db?.drop();
});

const toName = (table: string) => (table === 'job_common' ? 'pgboss.job_common' : table);

/** Nothing that the test has made is removed. */
const KEEPS = {
  RETENTION_POST_LOGS_DAYS: 'off',
  RETENTION_PUBLISH_ATTEMPTS_DAYS: 'off',
  RETENTION_WEBHOOK_DELIVERIES_DAYS: 'off',
  RETENTION_AUDIT_LOG_DAYS: '3650',
};

/** A delivery with its attempt, an audited action and a file of each group; most files are too new to be removed. */
async function growTheRest(): Promise<void> {
  await db.query(
    `INSERT INTO webhooks (id, user_id, name, url, events, secret, is_active, failure_count, created_at, updated_at)
     SELECT id, id, 'Hook', 'https://example.com', '{}', 'x', true, 0, now(), now() FROM users`,
  );
  await db.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, user_id, event, subject, body, status, is_test, created_at, ended_at)
     SELECT id, user_id, user_id, 'post.published', id, '{}', 'delivered', false, created_at, created_at FROM post_groups`,
  );
  await db.query(
    `INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, status)
     SELECT id, 1, created_at, 20, 200 FROM webhook_deliveries`,
  );
  await db.query(
    `INSERT INTO audit_events (id, owner_id, user_id, action, actor, details, created_at)
     SELECT id, user_id, user_id, 'api_key_created', 'user', '{}', created_at FROM post_groups`,
  );
  await db.query(
    `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type, status,
                        metadata, added_at, updated_at)
     SELECT CASE WHEN right(id, 1) = '0' THEN id
                 ELSE lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || right(id, 12) END,
            user_id, id, 'image', 'a.png', id || '.png', '/', 'https://example.com/' || id, created_at, 'image/png', 'ready',
            '{}', created_at, created_at FROM post_groups`,
  );
  await db.query(
    `INSERT INTO labels (id, user_id, name, name_key, color, created_at)
     SELECT label_id, $1, label_id, label_id, 'RED', now() FROM unnest($2::text[]) AS l (label_id)`,
    [account.userId, [COMMON_LABEL, RARE_LABEL]],
  );
  await db.query(
    `INSERT INTO group_labels (label_id, group_id)
     SELECT unnest(CASE WHEN number % 500 = 0 THEN ARRAY[$2, $3] ELSE ARRAY[$2] END), id
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM post_groups WHERE user_id = $1) g
      WHERE number % 2 = 0`,
    [account.userId, COMMON_LABEL, RARE_LABEL],
  );
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What is against how a statement was executed. */
function faultsOf({ text, plan }: Executed): string[] {
  if (READS_ALL.some(([statement]) => statement.test(text))) return [];
  return nodesOf(plan).flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Actual Loops': loops } = node;
    const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node;
    const read = (node['Actual Rows'] + filtered + rechecked) * loops;
    const faults = type === 'Seq Scan' && GROWING.includes(table) && loops > 0 ? [`Seq Scan on ${table}`] : [];
    if (read > MAX_ROWS) faults.push(`${type} ${table} has ${Math.round(read)} rows`);
    return faults.map((fault) => `${fault}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
  });
}

/** Whether a statement is about a table that grows. */
const isAboutPosts = ({ plan }: Executed) =>
  nodesOf(plan).some((node) => GROWING.includes(node['Relation Name'] ?? ''));

/** Expects that all statements that the service executes meanwhile are bounded. */
async function expectBounded(work: () => Promise<unknown>): Promise<Executed[]> {
  await work();
  const executed = plans.take();
  expect(new Set(executed.flatMap(faultsOf))).toEqual(new Set());
  expect(executed.some(isAboutPosts)).toBe(true);
  return executed;
}

/** Sends an operation that has to succeed; its data. */
async function send(text: string, variables = {}, by = headers) {
  const { data, errors } = await graphql(service, by, text, variables);
  expect(errors).toBeUndefined();
  return data;
}
const mutation = (name: string) =>
  `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { __typename } }`;
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
const STATUS = 'query ($id: ID!) { postGroup(id: $id) { status } }';
const PAGE = `pageInfo { endCursor } edges { node { id content status allowedActions overrides { content }
  media { edges { node { id url } } } posts { id content platformId status error { code } } } }`;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test('each table that grows has more rows here than a statement may read', async () => {
  const tables = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relname = ANY($1) AND reltuples > $2`,
    [GROWING, MAX_ROWS],
  );
  expect(new Set(tables.map(({ name }) => name))).toEqual(new Set(GROWING));
});

test('the start of a process', () => expectBounded(async () => undefined));

test('one key, or one session, is found with a plan that a connection makes once', async () => {
  const { manager } = dataSource;
  await account.session();
  const copies = (table: string, changes: string) =>
    db.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(t) || ${changes})).*
         FROM (SELECT * FROM ${table} LIMIT 1) t, generate_series(1, 500) AS n`,
    );
  const id = `'id', left(t.id, 16) || lpad(to_hex(n), 8, '0')`;
  await copies('users', `jsonb_build_object(${id}, 'email', n || '@example.com')`);
  await copies('api_keys', `jsonb_build_object(${id}, 'prefix', t.prefix || n, 'hash', t.hash || n)`);
  await copies('sessions', `jsonb_build_object(${id}, 'token_hash', t.token_hash || n)`);
  await db.query('ANALYZE users, api_keys, sessions');
  const [key] = await db.query<{ prefix: string }>('SELECT prefix FROM api_keys LIMIT 1');
  const [session] = await db.query<{ hash: string }>('SELECT token_hash AS hash FROM sessions LIMIT 1');
  for (let count = 0; count < 10; count += 1) {
    expect((await findKeysByPrefix(manager, [key?.prefix ?? ''])).size).toBe(1);
    expect((await findSessionMembers(manager, [session?.hash ?? ''], new Date())).size).toBe(1);
  }
  const plans = await manager.query(
    `SELECT custom_plans::int AS made, generic_plans::int AS reused FROM pg_prepared_statements
      WHERE statement ~ 'FROM (api_keys|sessions) '`,
  );
  expect(plans).toEqual(Array(2).fill({ made: 5, reused: 5 }));
});

describe('reads no more than what it returns, however much the account has', () => {
  test.each([
    ...['CREATED_AT', 'UPDATED_AT', 'SCHEDULED_TIME', 'PUBLISHED_AT'].map((field) => `sort: { field: ${field} }`),
    'sort: { field: CREATED_AT, direction: ASC }, first: 50',
    'filter: { statuses: [PUBLISHED] }',
    'filter: { statuses: [FAILED] }',
    'filter: { platforms: [NETWORK] }',
    `filter: { platforms: [${RARE_PLATFORM?.toUpperCase()}] }`,
    `filter: { platforms: [${FORMER_PLATFORM?.toUpperCase()}] }`,
    `filter: { scheduledTime: { from: "${ago(300.3)}", to: "${ago(100.7)}" } }, sort: { field: SCHEDULED_TIME }`,
  ])('postGroups(%s) with its totalCount', (args) =>
    expectBounded(() => send(`{ postGroups(${args}) { totalCount ${PAGE} } }`)),
  );

  test.each([
    `{ ids: ["${COMMON_LABEL}"] }`,
    `{ ids: ["${RARE_LABEL}"] }`,
    `{ ids: ["${COMMON_LABEL}", "${RARE_LABEL}"], match: ALL }`,
    `{ ids: ["${COMMON_LABEL}"], match: NONE }`,
    `{ ids: ["${RARE_LABEL}"], match: NONE }`,
  ])('postGroups by labels %s', (labels) =>
    expectBounded(() => send(`{ postGroups(filter: { labels: ${labels} }) { ${PAGE} } }`)),
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
    [
      'the outcomes of posts by day',
      '{ postOutcomes(bounds: ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"]) { intervals { published } } }',
    ],
    ['the usage', '{ usage { postsPerMonth { used } scheduledPosts { used } storage { usedFiles } } }'],
    [
      'the webhooks and their deliveries',
      '{ webhooks { edges { node { id deliveries { edges { node { id event status } } } } } } }',
    ],
  ])('%s', (_name, text) => expectBounded(() => send(text)));

  test('a group with its log', () =>
    expectBounded(() =>
      send('query ($id: ID!) { postGroup(id: $id) { content log { edges { node { id event } } } } }', { id: groupId }),
    ));

  test('a group that is published at once, after a lookup, and after a retry', async () => {
    const executed = await expectBounded(async () => {
      // One of them can be looked up and is sent again; of the other it stays unknown whether the post is live.
      for (const platform of ['fediverse', 'messenger'] as const) box.setFault({ platform, kind: 'server_error' });
      const input = newPost({ content: 'Hi', platformIds, scheduledTime: new Date().toISOString() });
      const { postGroupId } = (await send(CREATE, { input }, authorHeaders)).createPost;
      const becomes = (status: string) =>
        eventually(async () => {
          const { postGroup } = await send(STATUS, { id: postGroupId }, authorHeaders);
          return postGroup.status === status || undefined;
        });
      await becomes('PARTIALLY_PUBLISHED');
      const again = { postGroupId, acknowledgeUnknownOutcome: true };
      await send(mutation('retryPostGroup'), { input: again }, authorHeaders);
      await becomes('PUBLISHED');
    });
    for (const table of ['publish_attempts', 'post_logs', 'live_events']) {
      expect(executed.some(({ text }) => text.includes(`INSERT INTO ${table}`))).toBe(true);
    }
  });

  test('a group that is scheduled while what many others did is not added up yet', async () => {
    const schedule = () => {
      const post = { content: 'Hi', platformIds: platformIds.slice(0, 1) };
      return send(CREATE, { input: newPost({ ...post, scheduledTime: ago(-1) }) }, authorHeaders);
    };
    // A session plans a prepared statement once and for all after it has sent it five times.
    for (let count = 0; count < 10; count += 1) await schedule();
    await db.query(
      `INSERT INTO post_count_changes (user_id, counters, change)
       SELECT 'other' || n, '{pending:fediverse-1}', 0 FROM generate_series(1, $1::int) AS n`,
      [2 * MAX_ROWS],
    );
    await expectBounded(schedule);
  });

  test('a draft that is edited and deleted', () =>
    expectBounded(async () => {
      const input = newPost({ content: 'Hi', platformIds });
      const { postGroupId } = (await send(CREATE, { input }, authorHeaders)).createPost;
      await send(mutation('updatePost'), { input: { postGroupId, content: 'Hello' } }, authorHeaders);
      await send(mutation('deletePost'), { input: { postGroupId } }, authorHeaders);
    }));

  test('the audit log', () =>
    expectBounded(async () => {
      const session = await account.session();
      await send('{ viewer { auditLog { edges { node { id action } } } } }', {}, session);
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
      expect((await events.read(startAt({ end: 3n, running: [] }), null)).entries.length).toBeGreaterThan(100);
      await events.read(await events.present(), null);
    }));

  test('the maintenance, and what workers poll for', async () => {
    const executed = await expectBounded(async () => {
      const { id } = await queueMaintenance(db);
      await eventually(async () => {
        const [job] = await db.query('SELECT FROM pgboss.job WHERE id = $1 AND state = $2', [id, 'completed']);
        return job;
      });
    });
    expect(executed.some(({ text }) => text.startsWith('SELECT q.name FROM unnest('))).toBe(true);
  });
});
