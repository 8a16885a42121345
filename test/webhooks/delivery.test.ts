import { createHmac } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Webhook } from 'standardwebhooks';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { newOwner, type Owner, type Received, type Receiver, startReceiver } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });
let sandbox: Sandbox;
let owner: Owner;
let receiver: Receiver;
let secret: string;
let webhookId: string;
/** By event: whether a body is as the OpenAPI document has it. */
let documented: Record<string, ValidateFunction>;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  const { webhooks } = await (await fetch(`${service.url}/api/v1/openapi.json`)).json();
  documented = Object.fromEntries(
    Object.entries<Described>(webhooks).map(([event, { post }]) => [
      event,
      ajv.compile(post.requestBody.content['application/json'].schema),
    ]),
  );
});
afterAll(async () => {
  await sandbox?.close();
});

beforeEach(async () => {
  owner = await newOwner(db, service, ['fediverse-1', 'messenger-2']);
  receiver = await startReceiver();
  ({ id: webhookId, secret } = await owner.listen(receiver.url));
});
afterEach(async () => {
  await receiver.close();
  for (const { body } of receiver.received) {
    const isAsDocumented = documented[JSON.parse(body).event];
    if (!isAsDocumented?.(JSON.parse(body))) throw new Error(`${body}: ${JSON.stringify(isAsDocumented?.errors)}`);
  }
});

interface Described {
  post: { requestBody: { content: { 'application/json': { schema: object } } } };
}

const ID = expect.stringMatching(/^[0-9a-f]{24}$/);
const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const headersOf = ({ headers }: Received) => headers as Record<string, string>;

const POSTS =
  'query ($id: ID!) { postGroup(id: $id) { posts { id platformId status updatedAt error { failedAt message code } } } }';
const postsOf = async (id: string) => (await owner.run(POSTS, { id })).postGroup.posts;
const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';

/** Over REST, which takes accounts that are not connected. */
async function publish(platforms: string[]): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/create-post`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'Hi', platforms, scheduledTime: new Date() }),
  });
  return ((await answer.json()) as { postGroupId: string }).postGroupId;
}

describe('a delivery', () => {
  let got: Received;
  beforeEach(async () => {
    await owner.schedule();
    [got] = (await receiver.wait(1)) as [Received];
  });

  test('is a POST with JSON to the webhook’s URL', () => {
    expect(got).toMatchObject({ method: 'POST', path: '/hook' });
    expect(got.headers['content-type']).toBe('application/json');
    expect(got.headers['x-service-event']).toBe('post.scheduled');
    expect(got.headers['x-service-delivery']).toEqual(ID);
  });

  test('is compact JSON in the order event, timestamp, data: written again, it is the same bytes', () => {
    const body = JSON.parse(got.body);
    expect(Object.keys(body)).toEqual(['event', 'timestamp', 'data']);
    expect(body).toMatchObject({ event: 'post.scheduled', timestamp: ISO_TIME });
    expect(JSON.stringify(body)).toBe(got.body);
  });

  test('is signed: HMAC-SHA256 in hexadecimal of the body that is sent, with the secret', () => {
    expect(got.headers['x-service-signature']).toBe(createHmac('sha256', secret).update(got.body).digest('hex'));
  });

  test('has the headers of Standard Webhooks, which its library verifies', () => {
    expect(new Webhook(secret).verify(got.body, headersOf(got))).toEqual(JSON.parse(got.body));
    expect(got.headers['webhook-id']).toBe(got.headers['x-service-delivery']);
    for (const changed of [
      { ...headersOf(got), 'webhook-id': 'other' },
      { ...headersOf(got), 'webhook-timestamp': String(Number(got.headers['webhook-timestamp']) - 1) },
    ]) {
      expect(() => new Webhook(secret).verify(got.body, changed)).toThrow('No matching signature found');
    }
    expect(() => new Webhook(secret).verify(`${got.body} `, headersOf(got))).toThrow('No matching signature found');
  });

  test('of a new secret is signed with that, and no longer with the old one', async () => {
    const query = 'mutation ($id: ID!) { regenerateWebhookSecret(input: { webhookId: $id }) { secret } }';
    const { secret: renewed } = (await owner.run(query, { id: webhookId })).regenerateWebhookSecret;
    await owner.schedule();
    const [, second] = (await receiver.wait(2)) as [Received, Received];
    expect(new Webhook(renewed).verify(second.body, headersOf(second))).toBeDefined();
    expect(() => new Webhook(secret).verify(second.body, headersOf(second))).toThrow();
  });

  test('sets the time when the webhook was last triggered', async () => {
    await owner.ended(webhookId);
    const { lastTriggeredAt } = await owner.webhook(webhookId);
    expect(Date.parse(lastTriggeredAt ?? '')).toBeLessThanOrEqual(got.at);
    expect(Date.parse(lastTriggeredAt ?? '')).toBeGreaterThan(got.at - 5_000);
  });
});

test('the OpenAPI document has each event with its body, which what is sent here is held to', async () => {
  expect(Object.keys(documented)).toEqual(['post.scheduled', 'post.published', 'post.failed', 'token.expiring']);
  const query = 'mutation ($input: SendTestWebhookInput!) { sendTestWebhook(input: $input) { delivery { id } } }';
  for (const event of ['POST_SCHEDULED', 'POST_PUBLISHED', 'POST_FAILED', 'TOKEN_EXPIRING']) {
    await owner.run(query, { input: { webhookId, event } });
  }
  for (const { body } of await receiver.wait(4)) {
    const { data, ...rest } = JSON.parse(body);
    expect(documented[rest.event]?.({ ...rest, data })).toBe(true);
    expect(documented[rest.event]?.({ ...rest, data: { ...data, more: 1 } })).toBe(false);
  }
});

describe('post.scheduled', () => {
  const bodies = async (count: number) =>
    (await receiver.wait(count, 'post.scheduled')).map(({ body }) => JSON.parse(body).data);

  test('is sent for each platform post: postId, postGroupId, platform, scheduledAt', async () => {
    const postGroupId = await owner.schedule(['fediverse-1', 'messenger-2']);
    const delivered = await bodies(2);
    const posts = await postsOf(postGroupId);
    const scheduledAt = '2035-01-01T00:00:00.000Z';
    expect(delivered.sort((a, b) => (a.platform < b.platform ? -1 : 1))).toEqual([
      { postId: posts[0].id, postGroupId, platform: 'fediverse', scheduledAt },
      { postId: posts[1].id, postGroupId, platform: 'messenger', scheduledAt },
    ]);
    expect(Object.keys(delivered[0])).toEqual(['postId', 'postGroupId', 'platform', 'scheduledAt']);
  });

  test('is sent again when the time changes, in the order of the changes, and not for a return to draft', async () => {
    const id = await owner.schedule();
    await owner.run(UPDATE, { input: { postGroupId: id, scheduledTime: '2035-02-01T00:00:00Z' } });
    await owner.run(UPDATE, { input: { postGroupId: id, status: 'DRAFT' } });
    await owner.run(UPDATE, {
      input: { postGroupId: id, status: 'SCHEDULED', scheduledTime: '2035-03-01T00:00:00Z' },
    });
    expect((await bodies(3)).map(({ scheduledAt }) => scheduledAt)).toEqual([
      '2035-01-01T00:00:00.000Z',
      '2035-02-01T00:00:00.000Z',
      '2035-03-01T00:00:00.000Z',
    ]);
    expect(await owner.ended(webhookId)).toHaveLength(3);
  });

  test('is not sent for a draft', async () => {
    const input = { post: { content: 'Hi', platformIds: ['fediverse-1'] } };
    await owner.run('mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }', { input });
    expect(await owner.deliveries(webhookId)).toEqual([]);
  });
});

test('post.published: postId, postGroupId, platform, publishedAt, after post.scheduled', async () => {
  const platformId = await owner.account.connect(sandbox.createAccount('fediverse'));
  const postGroupId = await publish([platformId]);
  const [got] = (await receiver.wait(1, 'post.published')) as [Received];
  const [post] = await postsOf(postGroupId);
  const { event, timestamp, data } = JSON.parse(got.body);
  expect({ event, timestamp }).toEqual({ event: 'post.published', timestamp: ISO_TIME });
  expect(Object.entries(data)).toEqual(
    Object.entries({ postId: post.id, postGroupId, platform: 'fediverse', publishedAt: ISO_TIME }),
  );
  expect(receiver.received.map(({ headers }) => headers['x-service-event'])).toEqual([
    'post.scheduled',
    'post.published',
  ]);
});

test('post.failed: postId, postGroupId, platform, error {code, message}, failedAt', async () => {
  const postGroupId = await publish(['fediverse-unknown']);
  const [got] = (await receiver.wait(1, 'post.failed')) as [Received];
  const [post] = await postsOf(postGroupId);
  const { code, message, failedAt } = post.error;
  expect(Object.entries(JSON.parse(got.body).data)).toEqual(
    Object.entries({ postId: post.id, postGroupId, platform: 'fediverse', error: { code, message }, failedAt }),
  );
});

test('each part of a group reports its own outcome', async () => {
  const platformId = await owner.account.connect(sandbox.createAccount('messenger'));
  const postGroupId = await publish([platformId, 'fediverse-unknown']);
  await receiver.wait(1, 'post.failed');
  await receiver.wait(1, 'post.published');
  const delivered = receiver.received.map(({ body }) => JSON.parse(body));
  expect(delivered.every(({ data }) => data.postGroupId === postGroupId)).toBe(true);
  expect(delivered.map(({ event, data }) => `${data.platform} ${event}`).sort()).toEqual([
    'fediverse post.failed',
    'fediverse post.scheduled',
    'messenger post.published',
    'messenger post.scheduled',
  ]);
});

test('a webhook receives its own events alone, and none of another user’s', async () => {
  const other = await startReceiver();
  const otherUser = await newOwner(db, service);
  await otherUser.listen(other.url);
  const failures = await owner.listen(other.url, ['POST_FAILED']);
  await owner.schedule();
  await owner.ended(webhookId);
  expect(other.received).toEqual([]);
  expect(await owner.deliveries(failures.id)).toEqual([]);
  await other.close();
});

test('a webhook that is disabled, or removed, receives nothing more', async () => {
  await owner.run(
    'mutation ($id: ID!) { updateWebhook(input: { webhookId: $id, isActive: false }) { webhook { id } } }',
    {
      id: webhookId,
    },
  );
  const { id: second } = await owner.listen(receiver.url);
  await owner.schedule();
  await owner.ended(second);
  expect(await owner.deliveries(webhookId)).toMatchObject([{ status: 'SKIPPED', attempts: [] }]);
  await owner.run('mutation ($id: ID!) { deleteWebhook(input: { webhookId: $id }) { deletedWebhookId } }', {
    id: second,
  });
  await owner.schedule();
  await eventually(async () => {
    const [{ count } = { count: -1 }] = await db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'webhook' AND state IN ('created', 'active', 'retry')",
    );
    return count === 0 || undefined;
  });
  expect(receiver.received).toHaveLength(1);
});
