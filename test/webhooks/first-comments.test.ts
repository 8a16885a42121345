/** Webhooks of first comments: GraphQL has them, REST has the four events of its contract. */
import request from 'supertest';
import { startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { type Receiver, startReceiver } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });
const sandbox = await startSandbox({ port: 0 });
let account: TestAccount;
let receiver: Receiver;
beforeEach(async () => {
  account = await createAccount(db);
  receiver = await startReceiver();
});
afterEach(async () => {
  sandbox.clearFaults();
  await receiver.close();
});
afterAll(() => sandbox.close());

// biome-ignore lint/suspicious/noExplicitAny: each caller reads its own fields.
async function ask(query: string, input: object): Promise<any> {
  const { data, errors } = await graphql(service, { 'x-api-key': account.apiKey }, query, { input });
  expect(errors).toBeUndefined();
  return data;
}

const listen = (events: string[]) =>
  ask('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id events } } }', {
    name: 'Comments',
    url: receiver.url,
    events,
  });

async function publish(): Promise<{ platformId: string; accountId: string; postGroupId: string }> {
  const target = sandbox.createAccount('network');
  const platformId = await account.connect(target);
  const { createPost } = await ask(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }',
    {
      post: {
        content: 'The post',
        platformIds: [platformId],
        platformSettings: { network: { firstComment: 'The comment' } },
      },
      scheduledTime: new Date().toISOString(),
    },
  );
  return { platformId, accountId: target.accountId, postGroupId: createPost.postGroupId };
}

const read = ({ body }: { body: string }) => JSON.parse(body);

test('a webhook receives that a first comment was published, or has failed, and nothing of its post', async () => {
  await listen(['FIRST_COMMENT_PUBLISHED', 'FIRST_COMMENT_FAILED']);
  const { platformId, postGroupId } = await publish();
  const [published] = (await receiver.wait(1)).map(read);
  const id = expect.stringMatching(/^[0-9a-f]{24}$/);
  const about = { firstCommentId: id, postGroupId, platform: 'network', platformId };
  expect(published).toEqual({
    event: 'first_comment.published',
    timestamp: expect.any(String),
    data: { ...about, publishedAt: expect.any(String) },
  });
  sandbox.setFault({
    platform: 'network',
    kind: 'answer',
    path: '/comments',
    answer: { status: 403, body: { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions' } },
  });
  const failing = await publish();
  const [, failed] = (await receiver.wait(2)).map(read);
  expect(failed).toMatchObject({
    event: 'first_comment.failed',
    data: {
      postGroupId: failing.postGroupId,
      platformId: failing.platformId,
      error: { code: 'PERMISSION_DENIED', message: expect.any(String) },
      failedAt: expect.any(String),
    },
  });
});

test('a webhook of posts receives nothing of first comments', async () => {
  await listen(['POST_SCHEDULED', 'POST_PUBLISHED', 'POST_FAILED']);
  const own = await startReceiver();
  try {
    await ask('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }', {
      name: 'Comments',
      url: own.url,
      events: ['FIRST_COMMENT_PUBLISHED'],
    });
    await publish();
    await own.wait(1);
    const events = (await receiver.wait(2)).map((delivery) => read(delivery).event);
    expect(events.sort()).toEqual(['post.published', 'post.scheduled']);
  } finally {
    await own.close();
  }
});

test('REST neither takes nor shows them', async () => {
  const rest = (method: 'get' | 'post') =>
    request(service.url)[method]('/api/v1/webhooks').set('x-api-key', account.apiKey);
  await listen(['POST_PUBLISHED', 'FIRST_COMMENT_PUBLISHED']);
  expect((await rest('get')).body.webhooks).toMatchObject([{ events: ['post.published'] }]);
  const refused = await rest('post').send({
    name: 'Comments',
    url: 'https://example.com/',
    events: ['first_comment.published'],
  });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('post.scheduled, post.published, post.failed, token.expiring');
});
