/** Statements about results: how many there are, and that each reads by an index, however many posts others have. */
import { newId } from '../../src/foundation/database/id.js';
import { type StoredPart, storeParts, VALUES } from '../graphql/results.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Executed, type PlanLog, type PlanNode, startPlanLog } from '../support/plan-log.js';
import { type Service, startService } from '../support/service.js';

/** Tables with rows for each post, or for each day of an account. Connections without a row are looked for among all. */
const GROWING = ['post_metrics', 'account_metrics', 'platform_posts', 'post_groups', 'group_labels'];
const OWN = 20;
const DAY = 86_400_000;

let db: TestDatabase;
let plans: PlanLog;
let service: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  const others = await createAccount(db);
  account = await createAccount(db, { connected: ['skyfeed-1', 'network-1'] });
  const parts = (count: number): StoredPart[] =>
    Array.from({ length: count }, (_, n) => ({
      ...{ groupId: newId(), platformId: n % 2 ? 'skyfeed-1' : 'network-1', partIndex: 0, values: { reactions: n } },
      publishedAt: new Date(Date.UTC(2026, 0, 1) + (n % 180) * DAY),
    }));
  await storeParts(db, others, parts(6_000));
  await storeParts(db, account, parts(OWN));
  await db.query(
    `INSERT INTO account_metrics (user_id, platform_id, platform, day, followers, posts, own)
     SELECT u, p || '-1', p, date '2026-01-01' + n, n, n, '{}'::jsonb
       FROM unnest($1::text[]) u, unnest(ARRAY['skyfeed', 'network']) p, generate_series(1, 300) n
     UNION ALL SELECT 'u' || n, 'skyfeed-1', 'skyfeed', date '2026-01-01', 1, 1, '{}'::jsonb FROM generate_series(1, 3000) n`,
    [[account.userId]],
  );
  const label = newId();
  await db.query(
    `INSERT INTO labels (id, user_id, name, name_key, color, created_at) VALUES ($1, $2, 'L', 'l', 'blue', now())`,
    [label, others.userId],
  );
  await db.query('INSERT INTO group_labels (label_id, group_id) SELECT $1, id FROM post_groups WHERE user_id = $2', [
    label,
    others.userId,
  ]);
  await db.query(
    `INSERT INTO connections (id, user_id, platform, account_id, platform_id, username, display_name, credentials, created_at, updated_at)
     SELECT lpad(n::text, 24, '0'), 'u' || n, 'skyfeed', n::text, 'skyfeed-' || n, 'x', 'x', 'x', now(), now() FROM generate_series(1, 3000) n`,
  );
  await db.query(
    `INSERT INTO measured_accounts (connection_id, state, next_at, failures)
     SELECT id, 'MEASURED', now() + interval '1 day', 0 FROM connections WHERE id LIKE '0000%'`,
  );
  await db.query('VACUUM (ANALYZE)');
  plans = await startPlanLog(db);
  service = await startService({ db: { ...db, url: plans.url } });
});
afterAll(async () => {
  await service?.stop();
  plans?.close();
  await db?.drop();
});

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const isAbout = (tables: readonly string[], { plan }: Executed) =>
  nodesOf(plan).some((node) => tables.includes(node['Relation Name'] ?? ''));
const scansOf = ({ text, plan }: Executed) =>
  nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
    .flatMap((node) => (GROWING.includes(node['Relation Name'] ?? '') ? `${node['Relation Name']}: ${text}` : []));

/** The statements about results that an operation sends; each reads by an index. */
async function statementsOf(query: string, variables = {}): Promise<number> {
  plans.take();
  const { errors } = await graphql(service, { 'x-api-key': account.apiKey }, query, variables);
  expect(errors).toBeUndefined();
  const executed = plans.take().filter((one) => isAbout(['post_metrics', 'account_metrics', 'measured_accounts'], one));
  expect(executed.flatMap(scansOf)).toEqual([]);
  return executed.length;
}

it('a page of posts with their results takes two statements, however many they are', async () => {
  const page = `query ($first: Int) { postGroups(first: $first) { edges { node {
    metrics { ${VALUES} } posts { metrics { ${VALUES} points { at } } } } } } }`;
  expect(await statementsOf(page, { first: 1 })).toBe(2);
  expect(await statementsOf(page, { first: OWN })).toBe(2);
});

it('all accounts with their followers take two', async () => {
  const accounts = '{ connectedAccounts(first: 10) { edges { node { metrics { state points { followers } } } } } }';
  expect(await statementsOf(accounts)).toBe(2);
});

const filter = { from: '2026-01-01', to: '2026-07-01', timeZone: 'Europe/Berlin' };
it.each([...['PLATFORM', 'ACCOUNT', 'LABEL', 'AUTHOR', 'DAY', 'WEEK', 'MONTH'], null])(
  'a report by %s takes two: its sums, and the followers',
  async (groupBy) => {
    const report = `query ($filter: MetricsFilter!, $groupBy: MetricsGrouping) { metrics(filter: $filter, groupBy: $groupBy, compare: true) {
      total { posts } groups { key name total { ${VALUES} } previous { posts } } } }`;
    expect(await statementsOf(report, { filter, groupBy })).toBe(2);
  },
);

it('top posts and best times take one each', async () => {
  const top =
    'query ($filter: MetricsFilter!) { topPosts(filter: $filter, first: 50) { post { id url } postGroup { id content } } }';
  expect(await statementsOf(top, { filter })).toBe(1);
  expect(
    await statementsOf('query ($filter: MetricsFilter!) { bestTimes(filter: $filter) { posts } }', { filter }),
  ).toBe(1);
});

it('a turn of the worker finds what is due by an index', async () => {
  await db.query(
    `UPDATE post_metrics SET next_at = now() WHERE post_id IN (SELECT post_id FROM post_metrics WHERE user_id = $1 LIMIT 3)`,
    [account.userId],
  );
  plans.take();
  await db.query(`INSERT INTO pgboss.job (name, policy) VALUES ('metrics', 'exclusive') ON CONFLICT DO NOTHING`);
  const executed: Executed[] = [];
  await eventually(async () => {
    executed.push(...plans.take());
    const [{ due } = { due: 1 }] = await db.query<{ due: number }>(
      'SELECT count(*)::int AS due FROM post_metrics WHERE next_at <= now()',
    );
    return due === 0 ? true : undefined;
  });
  const ofTurn = executed.filter((one) => isAbout(['post_metrics'], one));
  expect(ofTurn.length).toBeGreaterThan(0);
  expect(ofTurn.flatMap(scansOf)).toEqual([]);
});
