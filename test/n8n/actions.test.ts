/** The action node in n8n's engine, against a service; posts are counted at the platform. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount } from '../support/account.js';
import { type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.js';
import { useService } from '../support/service.js';
import { type Credential, credentialTest, loadAccounts, newExecutionId, runAction } from './engine.js';

const { db, service } = await useService({ roles: 'api,worker' });

let sandbox: Sandbox;
let proxy: FlakyProxy;
let credential: Credential;
let target: string;

beforeAll(async () => {
  [sandbox, proxy] = await Promise.all([startSandbox({ port: 0 }), startFlakyProxy(service.url)]);
  const account = await createAccount(db);
  credential = { url: service.url, apiKey: account.apiKey };
  target = await account.connect(sandbox.createAccount('fediverse'));
});
afterAll(() => Promise.all([sandbox?.close(), proxy?.close()]));
afterEach(() => sandbox.clearFaults());

const sent = (text: string) => sandbox.posts().filter((post) => post.text === text);
const post = (operation: string, more: Record<string, unknown> = {}) => ({ resource: 'post', operation, ...more });
const creation = (content: string, more: Record<string, unknown> = {}) =>
  post('create', { content, platformIds: [target], when: 'now', ...more });
const WAIT = { options: { waitSeconds: 30 } };

const picture = async (fileName: string) => {
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } });
  return { data: (await image.png().toBuffer()).toString('base64'), mimeType: 'image/png', fileName };
};

test('each item becomes a post, which is published now', async () => {
  const items = ['One', 'Two'].map((text) => ({ json: { text } }));
  const { items: posts, error } = await runAction(credential, creation('={{ $json.text }}', WAIT), { items });
  expect(error).toBeUndefined();
  expect(posts).toEqual([
    expect.objectContaining({ content: 'One', status: 'PUBLISHED', replayed: false }),
    expect.objectContaining({ content: 'Two', status: 'PUBLISHED', replayed: false }),
  ]);
  expect([sent('One').length, sent('Two').length]).toEqual([1, 1]);
});

test('a time without zone is in the time zone of the workflow', async () => {
  const parameters = creation('Later', { when: 'scheduled', scheduledTime: '2035-01-01T10:00:00' });
  const { items } = await runAction(credential, parameters);
  expect(items).toEqual([expect.objectContaining({ status: 'SCHEDULED', scheduledTime: '2035-01-01T09:00:00.000Z' })]);
});

test('files are published with their alternative texts', async () => {
  const files = [{ binaryProperty: 'photo', altText: 'All teal' }];
  const items = [{ json: {}, binary: { photo: await picture('teal.png') } }];
  const { error } = await runAction(credential, creation('Pictured', { media: { files }, ...WAIT }), { items });
  expect(error).toBeUndefined();
  expect(sent('Pictured')).toEqual([expect.objectContaining({ media: [expect.anything()] })]);
});

test('a draft gets a file, is read, validated, updated, listed and deleted', async () => {
  const created = await runAction(credential, creation('Drafted', { when: 'draft' }));
  const postId = created.items[0]?.id as string;
  const upload = await runAction(
    credential,
    { resource: 'media', operation: 'upload', postId, binaryProperty: 'data' },
    { items: [{ json: {}, binary: { data: await picture('a.png') } }] },
  );
  expect(upload.items).toEqual([expect.objectContaining({ status: 'READY', type: 'IMAGE' })]);
  const updateFields = { content: 'Edited', scheduledTime: '2035-01-01T10:00:00Z', status: 'SCHEDULED' };
  const updated = await runAction(credential, post('update', { postId, updateFields }));
  expect(updated.items).toEqual([expect.objectContaining({ content: 'Edited', status: 'SCHEDULED' })]);
  const listed = await runAction(credential, post('getAll', { limit: 1, statuses: ['SCHEDULED'] }));
  expect(listed.items).toHaveLength(1);
  const validated = await runAction(credential, post('validate', { content: 'x'.repeat(6000), platformIds: [target] }));
  expect(validated.items).toEqual([
    expect.objectContaining({ valid: false, errors: [expect.objectContaining({ code: 'CONTENT_TOO_LONG' })] }),
  ]);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    expect((await runAction(credential, post('delete', { postId }))).items).toEqual([{ id: postId, deleted: true }]);
  }
  expect((await runAction(credential, post('get', { postId }))).error?.message).toContain('Not found');
});

test('accounts are listed, in a workflow and in the editor', async () => {
  const { items } = await runAction(credential, { resource: 'account', operation: 'getAll', returnAll: true });
  expect(items).toEqual([expect.objectContaining({ platformId: target })]);
  expect(await loadAccounts(credential)).toEqual([{ name: expect.stringContaining('fediverse: '), value: target }]);
});

test('a post that failed is an error with what to do, and is retried', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'answer', times: 0, answer: { status: 422, body: { error: 'No' } } });
  const { error } = await runAction(credential, creation('Fails once', WAIT));
  expect(error).toMatchObject({ name: 'NodeApiError', message: 'The post was not published everywhere' });
  expect(error?.description).toContain(target);
  const postId = /Post (\w{24})/.exec(error?.description ?? '')?.[1];
  sandbox.clearFaults();
  expect((await runAction(credential, post('retry', { postId }))).error).toBeUndefined();
  const [again] = (await runAction(credential, post('getAll', { returnAll: true }))).items;
  expect(again?.content).toBe('Fails once');
});

describe('nothing is posted twice', () => {
  test('when responses are lost', async () => {
    proxy.lose('createPost', 2);
    const { items } = await runAction({ ...credential, url: proxy.url }, creation('Lost answers', WAIT));
    expect(items).toEqual([expect.objectContaining({ status: 'PUBLISHED', replayed: true })]);
    expect(sent('Lost answers')).toHaveLength(1);
  });

  test('when all responses of an attempt are lost and n8n tries the node again', async () => {
    proxy.lose('createPost', 3);
    const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
    const { items, error } = await runAction({ ...credential, url: proxy.url }, creation('Tried again', WAIT), {
      settings,
    });
    expect(error).toBeUndefined();
    expect(items).toEqual([expect.objectContaining({ status: 'PUBLISHED', replayed: true })]);
    expect(sent('Tried again')).toHaveLength(1);
  });

  test('when n8n tries a post with a file again', async () => {
    for (const operation of ['createUpload', 'updatePost']) proxy.lose(operation, 3);
    const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
    const media = { files: [{ binaryProperty: 'data', altText: '' }] };
    const items = [{ json: {}, binary: { data: await picture('b.png') } }];
    const parameters = creation('Again with a file', { media, ...WAIT });
    const { error } = await runAction({ ...credential, url: proxy.url }, parameters, { settings, items });
    expect(error).toBeUndefined();
    expect(sent('Again with a file')).toEqual([expect.objectContaining({ media: [expect.anything()] })]);
  });

  test('over executions, with a key of the data', async () => {
    const options = { idempotencyKey: 'order-4711', waitSeconds: 30 };
    for (let execution = 1; execution <= 2; execution += 1) await runAction(credential, creation('Order', { options }));
    expect(sent('Order')).toHaveLength(1);
  });

  test('each turn of a loop creates a separate post', async () => {
    const { items } = await runAction(credential, creation('In turns', WAIT), { turns: 3 });
    expect(items.map(({ replayed }) => replayed)).toEqual([false, false, false]);
    expect(sent('In turns')).toHaveLength(3);
  });

  test('each item and each execution creates a separate post, also with equal content', async () => {
    const items = [{ json: {} }, { json: {} }];
    for (const executionId of [newExecutionId(), newExecutionId()]) {
      await runAction(credential, creation('One post each', WAIT), { items, executionId });
    }
    expect(sent('One post each')).toHaveLength(4);
  });
});

describe('errors', () => {
  test.each<[string, () => Record<string, unknown>, string, string]>([
    [
      'a target that is not connected',
      () => creation('x', { platformIds: 'fediverse-nobody' }),
      'connected',
      'CONNECTIONS_NOT_FOUND',
    ],
    ['a text that is too long', () => creation('x'.repeat(6000)), 'Validation failed', 'VALIDATION_FAILED · '],
    ['an id that is none', () => post('get', { postId: 'x' }), 'id', 'ID_INVALID'],
  ])('%s is a NodeApiError with the message and code of the service', async (_name, parameters, message, code) => {
    const { error } = await runAction(credential, parameters());
    expect(error).toMatchObject({ name: 'NodeApiError' });
    expect(error?.message).toMatch(new RegExp(message, 'i'));
    expect(error?.description).toContain(code);
  });

  test('with "Continue On Fail", the other items go on', async () => {
    const items = ['', 'Goes on'].map((text) => ({ json: { text } }));
    const settings = { onError: 'continueRegularOutput' };
    const outcome = await runAction(credential, creation('={{ $json.text }}', WAIT), { items, settings });
    expect(outcome.items).toEqual([
      { error: expect.any(String), description: expect.stringContaining('CONTENT_REQUIRED') },
      expect.objectContaining({ content: 'Goes on', status: 'PUBLISHED' }),
    ]);
  });

  test.each([
    ['a wrong key', 'API_KEY_INVALID', () => ({ url: service.url, apiKey: 'sk_wrong' })],
    [
      'nobody at the address',
      'refused the connection',
      () => ({ url: 'http://127.0.0.1:1', apiKey: credential.apiKey }),
    ],
    ['another server', 'URL of the credential', () => ({ url: `${service.url}/media`, apiKey: credential.apiKey })],
  ])('%s: the execution says so, without the key', async (_name, said, wrong) => {
    const { error, stored } = await runAction(wrong(), creation('x'));
    expect(`${error?.message} ${error?.description}`).toContain(said);
    expect(stored).not.toContain(wrong().apiKey);
  });
});

test('the key follows no redirect', async () => {
  const arrived: string[] = [];
  const elsewhere = createServer((request, response) => {
    arrived.push(request.url ?? '');
    response.writeHead(307, { location: '/stolen' }).end();
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const { error } = await runAction({ ...credential, url: `http://127.0.0.1:${port}` }, creation('x'));
  elsewhere.close();
  expect(error?.message).toBe('The service answered with status 307');
  expect(arrived).toEqual(['/graphql']);
});

test('the test of a credential accepts a valid key and refuses a wrong one', async () => {
  const status = async (given: Credential) => {
    const { url, headers } = credentialTest(given);
    return (await fetch(url, { headers: await headers })).status;
  };
  expect(await status({ ...credential, url: `${credential.url}/` })).toBe(200);
  expect(await status({ ...credential, apiKey: 'sk_wrong' })).toBe(401);
});
