/** What a newcomer finds in the demo account after the first `npm start`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findEmbeddedPostgres, serviceDatabase } from '../../src/local/postgres.js';
import { signIn } from '../graphql/browser.js';
import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { end, type Facts, killAll, readFacts, run, type Started } from './local-start.js';

interface Post {
  id: string;
  platform: string;
  platformId: string;
  status: string;
  postedId: string | null;
  url: string | null;
  error: { code: string; message: string; retryable: boolean } | null;
}
interface Group {
  id: string;
  status: string;
  content: string;
  scheduledTime: string | null;
  publishedAt: string | null;
  media: { edges: { node: { altText: string | null; status: string; url: string } }[] };
  posts: Post[];
}
interface SandboxPost {
  platform: string;
  postedId: string;
  text: string;
  url: string;
}

const FIELDS = `id status content scheduledTime publishedAt
  media(first: 10) { edges { node { altText status url } } }
  posts { id platform platformId status postedId url error { code message retryable } }`;
const GROUPS = `{ postGroups(first: 100) { totalCount edges { node { ${FIELDS} } } } }`;
const GROUP = `query ($id: ID!) { postGroup(id: $id) { ${FIELDS} } }`;
const DAY = 24 * 3_600_000;

const APPROVALS = '{ approvals { edges { node { state requestedBy postGroup { status content } } } } }';

let dataDir: string;
let started: Started;
let facts: Facts;

const start = async () => {
  started = await run({ DATA_DIR: dataDir, PORT: '0', DEMO_DATA: 'true' });
  facts = await readFacts(dataDir);
};

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-demo-'));
  await start();
});

afterAll(async () => {
  await end(started).finally(killAll);
  await rm(dataDir, { recursive: true, force: true });
});

const ask = async (query: string, variables: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
  const service = { url: facts.baseUrl };
  const { data, errors } = await graphql(service, { 'x-api-key': facts.apiKey, ...headers }, query, variables);
  expect(errors).toBeUndefined();
  return data;
};
const groups = async (headers = {}): Promise<Group[]> =>
  (await ask(GROUPS, {}, headers)).postGroups.edges.map(({ node }: { node: Group }) => node);
const only = async (status: string) => (await groups()).filter((group) => group.status === status);
const group = async (id: string): Promise<Group> => (await ask(GROUP, { id })).postGroup;
const finished = (id: string, status: string) =>
  eventually(async () => {
    const { posts, status: now } = await group(id);
    return posts.every((post) => ['PUBLISHED', 'FAILED'].includes(post.status)) && now === status ? true : undefined;
  });
const timeline = async (): Promise<SandboxPost[]> =>
  (await (await fetch(`${facts.sandboxUrl}/timeline.json?limit=1000`)).json()).posts;

/** An identifier of network as the platform has it. */
const native = (postedId: string) => postedId.replace('urn:network:', 'urn:li:');

const database = async <Row>(query: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: await findEmbeddedPostgres(serviceDatabase(dataDir)) });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
};

describe('the posts of the demo account', () => {
  test('are three months of published ones, scheduled ones for two weeks, drafts, one failed and one partly live', async () => {
    const all = await groups();
    const count = (status: string) => all.filter((one) => one.status === status).length;
    // Those of today are published or scheduled, as the time of the day has it.
    expect(count('PUBLISHED')).toBeGreaterThanOrEqual(60);
    expect(count('SCHEDULED')).toBeGreaterThanOrEqual(11);
    expect([count('DRAFT'), count('FAILED'), count('PARTIALLY_PUBLISHED')]).toEqual([3, 1, 1]);
    for (const { status, scheduledTime, publishedAt } of all) {
      const due = Date.parse(scheduledTime ?? '');
      if (status === 'SCHEDULED') expect(due).toBeLessThan(Date.now() + 14 * DAY);
      if (status === 'PUBLISHED') expect(Date.parse(publishedAt ?? '') - due).toBeLessThan(5_000);
      if (status === 'PUBLISHED') expect(due).toBeGreaterThan(Date.now() - 95 * DAY);
    }
  });

  test('are on the platforms, each once: threads, and pictures with alternative texts', async () => {
    const live = await timeline();
    const published = (await groups()).flatMap(({ posts }) => posts.filter(({ status }) => status === 'PUBLISHED'));
    const ids = live.map(({ platform, postedId }) => `${platform} ${postedId}`);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { platform, postedId, url } of published) {
      const found = live.find(
        (post) => post.platform === platform.toLowerCase() && post.postedId === native(postedId ?? ''),
      );
      expect(found?.url).toBe(url);
    }
    const thread = (await groups()).find(
      ({ posts }) => posts.length > new Set(posts.map((post) => post.platformId)).size,
    );
    expect(thread?.status).toBe('PUBLISHED');
    const files = (await groups()).flatMap(({ media }) => media.edges.map(({ node }) => node));
    expect(files.length).toBeGreaterThan(10);
    for (const { altText, status } of files)
      expect([altText?.slice(0, 2), status]).toEqual([expect.anything(), 'READY']);
    const { pathname } = new URL(files[0]?.url ?? '');
    expect((await fetch(`${facts.baseUrl}${pathname}`)).headers.get('content-type')).toBe('image/jpeg');
  });

  test('are all valid, the drafts too', async () => {
    const query = `query ($id: ID!) { validatePost(input: { postGroupId: $id }) { valid errors { message } } }`;
    for (const { id } of await groups()) {
      expect((await ask(query, { id })).validatePost).toEqual({ valid: true, errors: [] });
    }
  });

  test('are counted as the service counts them, and leave no work behind', async () => {
    const wrong = await database('SELECT * FROM users u, correct_post_counts(u.id) c');
    expect(wrong).toEqual([]);
    const months = await database<{ used: number; posts: number }>(
      `SELECT u.used, (SELECT count(*)::int FROM platform_posts p JOIN post_groups g ON g.id = p.group_id
                        WHERE p.user_id = u.user_id AND p.platform_id = u.platform_id AND p.part_index = 0
                          AND date_trunc('month', g.scheduled_time, 'UTC') = u.period_start AND g.status <> 'draft') AS posts
         FROM post_usage u`,
    );
    expect(months.length).toBeGreaterThan(7);
    for (const { used, posts } of months) expect(used).toBe(posts);
    const [open] = await database<{ attempts: number; unclaimed: number; jobs: number; waiting: number }>(
      `SELECT (SELECT count(*)::int FROM publish_attempts WHERE outcome IS NULL) AS attempts,
              (SELECT count(*)::int FROM platform_posts p WHERE status = 'published' AND updated_at > now() - interval '29 days'
                 AND NOT EXISTS (SELECT FROM live_posts l WHERE l.post_id = p.id AND l.posted_id = p.posted_id)) AS unclaimed,
              (SELECT count(*)::int FROM pgboss.job WHERE name = 'publish' AND state < 'completed') AS jobs,
              (SELECT count(*)::int FROM platform_posts WHERE status = 'scheduled') AS waiting`,
    );
    expect(open).toMatchObject({ attempts: 0, unclaimed: 0, jobs: open?.waiting });
  });
});

test('the statistics on network agree with each other', async () => {
  const platformId = facts.connections.find((id) => id.startsWith('network-'));
  const counts = (list: { metric: string; count: number }[]): Record<string, number> =>
    Object.fromEntries(list.map(({ metric, count }) => [metric, count]));
  const { connectedAccount } = await ask(
    `query ($platformId: String!) { connectedAccount(platformId: $platformId) {
       followers { count } dailyFollowers { total } statistics { metric count }
       dailyStatistics { metric points { count } } } }`,
    { platformId },
  );
  const total = counts(connectedAccount.statistics);
  const inMonth = counts(
    connectedAccount.dailyStatistics.map(({ metric, points }: { metric: string; points: { count: number }[] }) => ({
      metric,
      count: points.reduce((sum, { count }) => sum + count, 0),
    })),
  );
  const posts: Record<string, number>[] = [];
  for (const { id, posts: parts } of await groups()) {
    if (!parts.some(({ platformId: at, status }) => at === platformId && status === 'PUBLISHED')) continue;
    const query = 'query ($id: ID!) { postGroup(id: $id) { posts { platformId statistics { metric count } } } }';
    const { postGroup } = await ask(query, { id });
    const part = postGroup.posts.find((post: Post) => post.platformId === platformId);
    posts.push(counts(part.statistics));
  }
  expect(posts.length).toBeGreaterThan(10);
  for (const metric of ['IMPRESSION', 'RESHARE', 'REACTION', 'COMMENT']) {
    expect(total[metric]).toBeGreaterThanOrEqual(inMonth[metric] ?? 0);
    expect(inMonth[metric]).toBeGreaterThan(0);
  }
  for (const each of [total, ...posts]) {
    expect(each.IMPRESSION).toBeGreaterThanOrEqual(each.MEMBERS_REACHED ?? 0);
    expect(each.MEMBERS_REACHED).toBeGreaterThanOrEqual((each.REACTION ?? 0) + (each.COMMENT ?? 0));
  }
  // Between two requests, today's posts may find more readers.
  for (const metric of Object.keys(total)) {
    const sum = posts.reduce((all, post) => all + (post[metric] ?? 0), 0);
    expect(Math.abs(sum - (total[metric] ?? 0))).toBeLessThanOrEqual(5);
  }
  expect(connectedAccount.followers.count).toBeGreaterThan(connectedAccount.dailyFollowers.total);
});

test('the results of three months agree: the report, its groups, the posts and their curves', async () => {
  const VALUES = 'values { impressions views reactions engagements }';
  const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  const filter = { from: day(-100), to: day(2), timeZone: 'UTC' };
  const { metrics, topPosts } = await ask(
    `query ($filter: MetricsFilter!) { metrics(filter: $filter, groupBy: PLATFORM) {
      total { posts measuredPosts followers followersChange ${VALUES} } groups { key total { posts ${VALUES} } } }
      topPosts(filter: $filter, first: 50) { ${VALUES} } }`,
    { filter },
  );
  expect(metrics.total.measuredPosts).toBeGreaterThan(60);
  expect(metrics.total.followersChange).toBeGreaterThan(0);
  expect(metrics.total.followers).toBeGreaterThan(metrics.total.followersChange);
  const sum = (all: { values: Record<string, number | null> }[]) =>
    all.reduce((total, { values }) => total + (values.engagements ?? 0), 0);
  expect(sum(metrics.groups.map(({ total }: { total: never }) => total))).toBe(metrics.total.values.engagements);
  expect(sum(topPosts)).toBeLessThanOrEqual(metrics.total.values.engagements);

  const list = `{ postGroups(first: 100) { edges { node { posts { metrics { state measuredAt ${VALUES} points { at ${VALUES} } } } } } } }`;
  const posts = (await ask(list)).postGroups.edges.flatMap(({ node }: { node: { posts: object[] } }) => node.posts);
  const measured = posts.flatMap(({ metrics: one }: { metrics: { state: string } | null }) =>
    one?.state === 'MEASURED' ? [one] : [],
  );
  expect(sum(measured)).toBe(metrics.total.values.engagements);
  expect(Math.max(...measured.map(({ points }: { points: object[] }) => points.length))).toBeGreaterThanOrEqual(5);
  for (const { points, values } of measured) {
    expect(points.at(-1).values).toEqual(values);
    const counted = points.map(({ values: { reactions } }: { values: { reactions: number } }) => reactions ?? 0);
    expect(counted).toEqual(counted.toSorted((one: number, other: number) => one - other));
  }
  const accounts = '{ connectedAccounts(first: 20) { edges { node { metrics { state points { followers } } } } } }';
  const { connectedAccounts } = await ask(accounts);
  const days = connectedAccounts.edges.map(
    ({ node }: { node: { metrics: { points: object[] } } }) => node.metrics.points.length,
  );
  expect(Math.max(...days)).toBeGreaterThanOrEqual(29);
});

test('authors, labels, the month before and best times have something to show', async () => {
  const [year = 0, month = 1] = new Date().toISOString().split('-').map(Number);
  const first = (later: number) => new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10);
  const lastMonth = { from: first(-1), to: first(0), timeZone: 'UTC' };
  const SUM = 'posts values { engagements }';
  const { byAuthor, byLabel, bestTimes } = await ask(
    `query ($filter: MetricsFilter!) {
       byAuthor: metrics(filter: $filter, groupBy: AUTHOR, compare: true) {
         total { ${SUM} } previous { ${SUM} } comparedWith { from } groups { name total { ${SUM} } previous { ${SUM} } } }
       byLabel: metrics(filter: $filter, groupBy: LABEL) { groups { name total { ${SUM} } } }
       bestTimes(filter: $filter) { isEnough proposals { posts } } }`,
    { filter: lastMonth },
  );
  interface Sum {
    posts: number;
    values: { engagements: number };
  }
  expect(byAuthor.comparedWith).toEqual({ from: first(-2) });
  expect(byAuthor.previous.posts).toBeGreaterThan(30);
  expect(byAuthor.groups.map(({ name }: { name: string }) => name)).toContain('Jonas Weber');
  expect(byAuthor.groups).toHaveLength(2);
  // Each post has one author and one label: the groups are the total.
  for (const name of ['posts', 'engagements'] as const) {
    const amountOf = (sum: Sum) => (name === 'posts' ? sum.posts : sum.values.engagements);
    const sumOf = (groups: { total: Sum }[]) => groups.reduce((all, { total }) => all + amountOf(total), 0);
    expect(sumOf(byAuthor.groups)).toBe(amountOf(byAuthor.total));
    expect(sumOf(byLabel.groups)).toBe(amountOf(byAuthor.total));
  }
  expect(byLabel.groups.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    expect.arrayContaining(['Coffee', 'Rides', 'Shop', 'Tips']),
  );
  expect(bestTimes.isEnough).toBe(true);
  expect(bestTimes.proposals.length).toBeGreaterThan(0);
});

test('a client has its own accounts and posts', async () => {
  const { managedUsers } = await ask('{ managedUsers { edges { node { id displayName } } } }');
  const [{ node }] = managedUsers.edges;
  expect(node.displayName).toBe('Moss & Clay Pottery');
  const headers = { 'x-service-user-id': node.id };
  const statuses = (await groups(headers)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(4).fill('PUBLISHED'), ...Array(2).fill('SCHEDULED')]);
});

test('a colleague waits for the approval of a draft', async () => {
  expect((await ask(APPROVALS)).approvals.edges).toEqual([
    {
      node: {
        ...{ state: 'PENDING', requestedBy: 'Jonas Weber' },
        postGroup: { status: 'DRAFT', content: 'What is the oldest bike you still ride? Show us.' },
      },
    },
  ]);
});

test('replies are among those of a post, and a published post can be deleted on its platform', async () => {
  const { browser } = await signIn({ url: facts.baseUrl } as Parameters<typeof signIn>[0], facts);
  const frost = (await groups()).find(({ content }) => content.startsWith('Frost tonight'));
  const query = `query ($id: ID!) { postGroup(id: $id) { posts { id platform replies { edges { node { text } } } } } }`;
  const { data } = await graphql({ url: facts.baseUrl }, browser, query, { id: frost?.id });
  const part = data.postGroup.posts.find(({ platform }: Post) => platform === 'THREADTALK');
  expect(part.replies.edges).toHaveLength(2);

  const unpublish = `mutation ($id: ID!) { unpublishPost(input: { platformPostId: $id }) { platformPost { status } } }`;
  for (const { id, platform } of frost?.posts ?? []) {
    const { unpublishPost } = await ask(unpublish, { id });
    expect([platform, unpublishPost.platformPost.status]).toEqual([platform, 'DELETED']);
  }
});

test('the next scheduled post goes out when it is due', async () => {
  const [next] = (await only('SCHEDULED'))
    .filter(({ posts }) => posts.every(({ platformId }) => facts.connections.includes(platformId)))
    .filter(({ media }) => media.edges.length > 0);
  const move = `mutation ($id: ID!, $at: DateTime!) { updatePost(input: { postGroupId: $id, scheduledTime: $at }) { postGroup { id } } }`;
  await ask(move, { id: next?.id, at: new Date(Date.now() + 1_000).toISOString() });
  await finished(next?.id ?? '', 'PUBLISHED');
});

test('the account without access is connected again, and its failed post is retried', async () => {
  const [failed] = await only('FAILED');
  const [part] = failed?.posts ?? [];
  expect(part?.error).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', retryable: false });
  const account = `query ($platformId: String!) { connectedAccount(platformId: $platformId) { accountId tokenStatus revokedAt } }`;
  const { connectedAccount } = await ask(account, { platformId: part?.platformId });
  expect(connectedAccount).toMatchObject({ tokenStatus: 'EXPIRED', revokedAt: expect.any(String) });

  const retry = `mutation ($id: ID!) { retryPostGroup(input: { postGroupId: $id }) { postGroup { id } } }`;
  await ask(retry, { id: failed?.id });
  await finished(failed?.id ?? '', 'FAILED');
  // It fails as before.
  expect((await group(failed?.id ?? '')).posts[0]?.error).toEqual(part?.error);

  const { browser } = await signIn({ url: facts.baseUrl } as Parameters<typeof signIn>[0], facts);
  const person = new Browser({ cookie: browser.cookie ?? '' });
  const consent = await person.open(`${facts.baseUrl}/auth/microblog/start`);
  await person.send(consent, consent.forms[0], { account: connectedAccount.accountId, decision: 'allow' });
  const again = (await ask(account, { platformId: part?.platformId })).connectedAccount;
  expect(again.revokedAt).toBeNull();
  await ask(retry, { id: failed?.id });
  await finished(failed?.id ?? '', 'PUBLISHED');
});

test('the partly published post is refused again as it is, and goes out with another text', async () => {
  const [partly] = await only('PARTIALLY_PUBLISHED');
  const [part] = partly?.posts.filter(({ status }) => status === 'FAILED') ?? [];
  expect(part?.error?.code).toBe('INVALID_CONTENT');
  await ask(`mutation ($id: ID!) { retryPlatformPost(input: { platformPostId: $id }) { platformPost { id } } }`, {
    id: part?.id,
  });
  await finished(partly?.id ?? '', 'PARTIALLY_PUBLISHED');
  expect(await group(partly?.id ?? '')).toEqual(partly);

  const { browser } = await signIn({ url: facts.baseUrl } as Parameters<typeof signIn>[0], facts);
  const update = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';
  const content = 'Still looking for a second mechanic. The dog has been told to make room.';
  for (const change of [{ status: 'DRAFT' }, { content, scheduledTime: new Date().toISOString() }]) {
    const input = { postGroupId: partly?.id, ...change };
    expect(await graphql({ url: facts.baseUrl }, browser, update, { input })).not.toHaveProperty('errors');
  }
  await finished(partly?.id ?? '', 'PUBLISHED');
});

test('a second start adds nothing, sends nothing and keeps what was changed', async () => {
  const [draft] = await only('DRAFT');
  await ask('mutation ($id: ID!) { deletePost(input: { postGroupId: $id }) { deletedPostGroupId } }', {
    id: draft?.id,
  });
  const [before, live] = [await groups(), await timeline()];
  await end(started);
  await start();
  const ids = ({ platform, postedId }: SandboxPost) => `${platform} ${postedId}`;
  expect((await groups()).map(({ id, status }) => [id, status])).toEqual(before.map(({ id, status }) => [id, status]));
  expect((await timeline()).map(ids)).toEqual(live.map(ids));
});

test('DEMO_DATA=false creates the demo account without posts', async () => {
  const other = await mkdtemp(path.join(tmpdir(), 'publishing-demo-'));
  const empty = await run({ DATA_DIR: other, PORT: '0', DEMO_DATA: 'false' });
  const { baseUrl, apiKey } = await readFacts(other);
  const query = '{ postGroups { totalCount } connectedAccounts { edges { node { displayName } } } }';
  const { data } = await graphql({ url: baseUrl }, { 'x-api-key': apiKey }, query);
  expect(data).toEqual({ postGroups: { totalCount: 0 }, connectedAccounts: { edges: expect.anything() } });
  expect(data.connectedAccounts.edges).toHaveLength(11);
  await end(empty);
  await rm(other, { recursive: true, force: true });
});
