/** The typed client's REST part against a service. */
import { createRestClient, PublishingError, type RestClient } from '../../clients/typescript/src/rest.js';
import { createAccount } from '../support/account.js';
import { type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();

let proxy: FlakyProxy;
let rest: RestClient;

beforeAll(async () => {
  proxy = await startFlakyProxy(service.url);
});
beforeEach(async () => {
  const { apiKey } = await createAccount(db, { connected: ['fediverse-1'] });
  rest = createRestClient({ url: proxy.url, apiKey });
});
afterAll(() => proxy?.close());

const create = (content: string) => rest.post('/api/v1/create-post', { body: { content, platforms: ['fediverse-1'] } });

test('a post is created, read, scheduled, listed and deleted', async () => {
  const { postGroupId } = await create('Over REST');
  const path = { postGroupId };
  expect(await rest.get('/api/v1/get-post/{postGroupId}', { path })).toMatchObject({
    posts: [{ status: 'draft' }],
  });
  const body = { status: 'scheduled', scheduledTime: '2035-01-01T00:00:00Z' } as const;
  await rest.put('/api/v1/update-post/{postGroupId}', { path, body });
  const { posts } = await rest.get('/api/v1/list-posts', { query: { status: 'scheduled', limit: 1 } });
  expect(posts.map((post) => post.postGroupId)).toEqual([postGroupId]);
  await rest.delete('/api/v1/delete-post/{postGroupId}', { path });
});

test('a post whose response is lost is created once', async () => {
  proxy.lose('Lost over REST', 2);
  const { postGroupId } = await create('Lost over REST');
  expect(proxy.bodies.filter((body) => body.includes('Lost over REST'))).toHaveLength(3);
  const { posts } = await rest.get('/api/v1/list-posts', { query: { limit: 100 } });
  expect(posts.map((post) => post.postGroupId)).toEqual([postGroupId]);
});

test('what creates without a key is sent once', async () => {
  proxy.lose('Not repeated', 1);
  const body = { name: 'Not repeated', url: 'https://example.com/hook', events: ['post.failed' as const] };
  const error = await rest.post('/api/v1/webhooks', { body }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'NETWORK_ERROR', retryable: true });
  expect(proxy.bodies.filter((sent) => sent.includes('Not repeated'))).toHaveLength(1);
});

test('an error has the status and the message of the API', async () => {
  const error = await create('').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PublishingError);
  expect(error).toMatchObject({
    code: 'REQUEST_REJECTED',
    status: 400,
    message: expect.stringMatching(/\w/),
    requestId: expect.any(String),
    retryable: false,
  });
});

test('what the document does not have does not compile', () => {
  const wrong = (): unknown[] => [
    // @ts-expect-error There is no such path.
    rest.get('/api/v1/no-such-path'),
    // @ts-expect-error The path has a parameter.
    rest.get('/api/v1/get-post/{postGroupId}'),
    // @ts-expect-error A text is text.
    rest.post('/api/v1/create-post', { body: { content: 5, platforms: [] } }),
    // @ts-expect-error This path has no such method.
    rest.delete('/api/v1/create-post'),
  ];
  expect(wrong).toBeInstanceOf(Function);
});
