/** metrics.updated: for webhooks that subscribed through GraphQL, with the numbers that GraphQL reports; REST offers and shows it nowhere. */
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { ALL_METRICS, sumOfValues } from '../../src/domain/metrics/metrics.js';
import { metricsUpdated } from '../../src/domain/metrics/metrics-updated.js';
import { bodyOf } from '../../src/domain/webhooks/webhook-event.js';
import { newId } from '../../src/foundation/database/id.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, startReceiver } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });
const VALUES = 'values { impressions reach views reactions comments shares clicks saves watchSeconds engagements }';
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const GROUP = `query ($id: ID!) { postGroup(id: $id) { status posts { id postedId platformId metrics { measuredAt ${VALUES} } } } }`;
const EVENTS = 'query ($id: ID!) { webhook(id: $id) { events } }';

let sandbox: Sandbox;
let owner: Owner;
let receiver: Receiver;
let target: SandboxAccount;
let platformId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox?.close());
beforeEach(async () => {
  owner = await newOwner(db, service, []);
  receiver = await startReceiver();
  target = sandbox.createAccount('microblog');
  platformId = await owner.account.connect(target);
});
afterEach(() => receiver.close());

const read = async (id: string) => (await owner.run(GROUP, { id })).postGroup;

async function publish(content: string): Promise<{ groupId: string; postId: string; postedId: string }> {
  const post = { content, platformIds: [platformId] };
  const { createPost } = await owner.run(CREATE, { input: { post, scheduledTime: new Date().toISOString() } });
  const groupId = createPost.postGroup.id;
  return eventually(async () => {
    const { status, posts } = await read(groupId);
    return status === 'PUBLISHED' ? { groupId, postId: posts[0].id, postedId: posts[0].postedId } : undefined;
  });
}
const isRead = (groupId: string) =>
  eventually(async () => ((await read(groupId)).posts[0].metrics?.measuredAt ? true : undefined));

/** The posts are due, and a turn of the worker begins. */
async function becomeDue(): Promise<void> {
  await db.query('UPDATE post_metrics SET next_at = now() WHERE user_id = $1', [owner.account.userId]);
  await eventually(async () => {
    const [row] = await db.query(
      `INSERT INTO pgboss.job (name, policy) VALUES ('metrics', 'exclusive') ON CONFLICT DO NOTHING RETURNING id`,
    );
    return row;
  });
}
async function rest(method: string, path: string, body?: object) {
  const headers = { ...owner.headers, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

test('posts of an account that are read together are one event, with the numbers of GraphQL', async () => {
  await owner.listen(receiver.url, ['METRICS_UPDATED']);
  const posts = [await publish('One'), await publish('Two')];
  const [one] = posts;
  const values = { impressions: 70, reactions: 4, comments: 0, clicks: null };
  sandbox.setNumbers({ platform: 'microblog', accountId: target.accountId, postedId: one?.postedId ?? '', values });
  await becomeDue();
  const [got] = await receiver.wait(1, 'metrics.updated');
  const { event, data } = JSON.parse(got?.body ?? '');
  const numbers = await Promise.all(
    posts.map(async ({ groupId, postId }) => {
      const { metrics } = (await read(groupId)).posts[0];
      return { postId, postGroupId: groupId, values: metrics.values, measuredAt: metrics.measuredAt };
    }),
  );
  expect(event).toBe('metrics.updated');
  expect(data).toEqual({
    ...{ platform: 'microblog', platformId, measuredAt: numbers[0]?.measuredAt },
    posts: numbers.map(({ measuredAt: _, ...post }) => post).toSorted((a, b) => (a.postId < b.postId ? -1 : 1)),
  });
  expect(numbers[0]?.values).toMatchObject({ impressions: 70, reactions: 4, comments: 0, clicks: null });
  expect(receiver.received).toHaveLength(1);
});

test('a webhook without it receives nothing of readings', async () => {
  await owner.listen(receiver.url);
  const { groupId } = await publish('One');
  await becomeDue();
  await isRead(groupId);
  await receiver.wait(1, 'post.published');
  const events = await db.query<{ event: string }>('SELECT event FROM webhook_deliveries WHERE user_id = $1', [
    owner.account.userId,
  ]);
  expect(events.map(({ event }) => event)).not.toContain('metrics.updated');
});

test('a reading of many posts is several events, each of at most 100 posts and some 40 kB', () => {
  const biggest = sumOfValues([]);
  for (const name of ALL_METRICS) biggest[name] = Number.MAX_SAFE_INTEGER;
  const posts = Array.from({ length: 230 }, () => ({ postId: newId(), postGroupId: newId(), values: biggest }));
  const about = { id: newId(), userId: newId(), platform: 'microblog', platformId: 'microblog-1' };
  const events = metricsUpdated(about, posts, new Date());
  const parts = events.map(({ data }) => data.posts as object[]);
  expect(parts.map(({ length }) => length)).toEqual([100, 100, 30]);
  expect(parts.flat()).toEqual(posts);
  for (const event of events) expect(bodyOf(event, new Date()).length).toBeLessThan(40_000);
  expect(metricsUpdated(about, [], new Date())).toEqual([]);
});

test('REST refuses it, does not show it, and keeps it in an update of the other events', async () => {
  const name = 'Other';
  const refused = await rest('POST', '/webhooks', { name, url: 'https://example.com/', events: ['metrics.updated'] });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: expect.stringMatching(/Valid events: post\.scheduled, post\.published, post\.failed, token\.expiring$/),
    },
  });
  const { id } = await owner.listen(receiver.url, ['METRICS_UPDATED', 'POST_FAILED']);
  const { body } = await rest('GET', '/webhooks');
  expect(body.webhooks).toMatchObject([{ _id: id, events: ['post.failed'] }]);
  const updated = await rest('PATCH', `/webhooks/${id}`, { events: ['post.published'] });
  expect(updated).toMatchObject({ status: 200, body: { webhook: { events: ['post.published'] } } });
  expect((await owner.run(EVENTS, { id })).webhook.events).toEqual(['POST_PUBLISHED', 'METRICS_UPDATED']);
  expect((await rest('PATCH', `/webhooks/${id}`, { events: ['metrics.updated'] })).status).toBe(400);
});
