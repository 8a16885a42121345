/** The typed client against a service, with answers and connections that are lost; posts are counted at the platform. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import sharp from 'sharp';
import { WebSocket } from 'ws';
import {
  type Client,
  type ClientOptions,
  createClient,
  type ProgressEvent,
  PublishingError,
} from '../../clients/typescript/src/index.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });

let sandbox: Sandbox;
let proxy: FlakyProxy;
let account: TestAccount;
let target: string;
let client: Client;
/** The same service, by way of the proxy. */
let flaky: Client;

beforeAll(async () => {
  [sandbox, proxy] = await Promise.all([startSandbox({ port: 0 }), startFlakyProxy(service.url)]);
  account = await createAccount(db, { workspaceAccess: true });
  target = await account.connect(sandbox.createAccount('fediverse'));
  client = open();
  flaky = open({ url: proxy.url });
});
afterAll(() => Promise.all([sandbox?.close(), proxy?.close()]));
afterEach(() => sandbox.clearFaults());

const open = (options: Partial<ClientOptions> = {}) =>
  createClient({ url: service.url, apiKey: account.apiKey, ...options });
const sent = (text: string) => sandbox.posts().filter((post) => post.text === text);
const later = '2035-01-01T00:00:00Z';
const picture = async (background: string, name: string) => {
  const image = sharp({ create: { width: 640, height: 640, channels: 3, background } });
  return new File([new Uint8Array(await image.png({ compressionLevel: 0 }).toBuffer())], name, { type: 'image/png' });
};
const requests = (operation: string) => proxy.bodies.filter((body) => body.includes(operation)).length;
async function failureOf(call: Promise<unknown>): Promise<PublishingError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PublishingError);
  return error as PublishingError;
}
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test('a post is created, and followed from its first step to its last', async () => {
  const post = await client.posts.create({ content: 'Followed', platformIds: [target], scheduledTime: 'now' });
  const steps = await all(post.follow());
  expect(steps.map(({ sequence }) => sequence)).toEqual(steps.map((_, index) => index + 1));
  expect(steps.map(({ type }) => type)).toEqual(expect.arrayContaining(['CREATED', 'PUBLISHED', 'GROUP_FINISHED']));
  const [posted] = sent('Followed');
  expect(steps.find(({ type }) => type === 'PUBLISHED')?.platformPost?.url).toBe(posted?.url);
  expect(await client.posts.get(post.id)).toMatchObject({ status: 'PUBLISHED', posts: [{ platformId: target }] });
  expect(sent('Followed')).toHaveLength(1);
});

test('a draft is validated, scheduled, listed and deleted', async () => {
  const draft = await client.posts.create({ content: 'A draft', platformIds: [target] });
  expect(draft.status).toBe('DRAFT');
  const report = await client.posts.validate({ content: '', platforms: ['FEDIVERSE'] }).catch(() => undefined);
  expect(report).toBeUndefined();
  const { valid, errors } = await client.posts.validate({ content: 'x'.repeat(6000), platforms: ['FEDIVERSE'] });
  expect([valid, errors.map(({ code, platform }) => [code, platform])]).toEqual([
    false,
    [['CONTENT_TOO_LONG', 'FEDIVERSE']],
  ]);
  expect(await client.posts.validate({ postGroupId: draft.id })).toMatchObject({ valid: true });
  const scheduled = await client.posts.update(draft.id, { content: 'Better', scheduledTime: new Date(later) });
  expect(scheduled).toMatchObject({
    status: 'SCHEDULED',
    content: 'Better',
    scheduledTime: '2035-01-01T00:00:00.000Z',
  });
  const listed = await all(
    client.posts.list({ filter: { statuses: ['SCHEDULED'], platformIds: [target] }, pageSize: 1 }),
  );
  expect(listed.map(({ id }) => id)).toEqual([draft.id]);
  await client.posts.delete(draft.id);
  expect(await client.posts.get(draft.id)).toBeNull();
});

test('snippets are listed by name, and filled', async () => {
  const { apiKey } = await createAccount(db);
  const { snippets, api } = open({ apiKey });
  await api.createSnippet({ name: 'Tags', text: '#one #two' });
  const { snippet } = await api.createSnippet({ name: 'Launch', text: 'Meet {{product}}' });
  expect((await all(snippets.list())).map(({ name }) => name)).toEqual(['Launch', 'Tags']);
  expect(await all(snippets.list({ filter: { text: 'meet' } }))).toEqual([snippet]);
  const snippetId = snippet.id;
  expect(await api.filledSnippet({ snippetId, values: [{ name: 'product', value: 'Tea' }] })).toBe('Meet Tea');
  await expect(api.filledSnippet({ snippetId })).rejects.toMatchObject({
    code: 'SNIPPET_VALUES_INVALID',
    details: { placeholders: ['product'] },
  });
});

test('lists are read page by page, as far as they are taken', async () => {
  const own = await createAccount(db, { connected: ['fediverse-1', 'skyfeed-2', 'microblog-3'] });
  const { accounts, posts } = open({ apiKey: own.apiKey });
  expect((await all(accounts.list())).map(({ platformId }) => platformId).sort()).toEqual([
    'fediverse-1',
    'microblog-3',
    'skyfeed-2',
  ]);
  const skyfeed = accounts.list({ filter: { platforms: ['SKYFEED'] } });
  expect(await all(skyfeed)).toMatchObject([{ platform: 'SKYFEED', platformId: 'skyfeed-2' }]);
  const ids: string[] = [];
  for (const content of ['1', '2', '3']) ids.push((await posts.create({ content, platformIds: ['skyfeed-2'] })).id);
  const options = { sort: { field: 'CREATED_AT', direction: 'ASC' }, pageSize: 2 } as const;
  expect((await all(posts.list(options))).map(({ id }) => id)).toEqual(ids);
  for await (const { id } of posts.list(options)) {
    expect(id).toBe(ids[0]);
    break;
  }
});

describe('when responses are lost', () => {
  test('a post is published once', async () => {
    proxy.lose('createPost', 2);
    const before = requests('createPost');
    const post = await flaky.posts.create({ content: 'Once', platformIds: [target], scheduledTime: 'now' });
    expect(requests('createPost') - before).toBe(3);
    await all(post.follow());
    expect(sent('Once')).toHaveLength(1);
  });

  test('a post with files is published once, with each file once and in order', async () => {
    for (const operation of ['createPost', 'createUpload', 'completeUpload', 'updatePost']) proxy.lose(operation, 1);
    const framings = [{ crop: { x: 0.5, y: 0, width: 0.5, height: 0.25 } }];
    const files = [{ data: await picture('teal', 'a.png'), altText: 'Teal', framings }, await picture('navy', 'b.png')];
    const seen: number[] = [];
    const post = await flaky.posts.create(
      { content: 'Two pictures', platformIds: [target], scheduledTime: 'now', files },
      { onProgress: ({ name, sentBytes, totalBytes }) => name === 'b.png' && seen.push(sentBytes / totalBytes) },
    );
    await all(post.follow());
    const sizes = sent('Two pictures').map(({ media }) => media.map(({ width, height }) => [width, height]));
    expect(sizes).toEqual([
      [
        [320, 160],
        [640, 640],
      ],
    ]);
    const query = 'query ($id: ID!) { postGroup(id: $id) { media { edges { node { name altText status } } } } }';
    type Answer = { postGroup: { media: { edges: { node: object }[] } } };
    const { postGroup } = await client.graphql<Answer, { id: string }>(query, { id: post.id });
    expect(postGroup.media.edges.map(({ node }) => node)).toEqual([
      { name: expect.stringContaining('a.png'), altText: 'Teal', status: 'READY' },
      { name: expect.stringContaining('b.png'), altText: null, status: 'READY' },
    ]);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  test('a file that is added to a draft is its only one', async () => {
    const draft = await client.posts.create({ content: 'One picture', platformIds: [target] });
    proxy.lose('createUpload', 2);
    const media = await flaky.media.upload(await picture('red', 'one.png'), { postGroupId: draft.id });
    expect(media).toMatchObject({ status: 'READY', type: 'IMAGE', mimeType: 'image/png' });
    const query = 'query ($id: ID!) { postGroup(id: $id) { media { edges { node { id } } } } }';
    const answer = await client.graphql(query, { id: draft.id });
    expect(answer).toEqual({ postGroup: { media: { edges: [{ node: { id: media.id } }] } } });
  });

  test('a file without a post is kept in the library once, for any post', async () => {
    proxy.lose('KeepUpload', 1);
    const { id: mediaId } = await flaky.media.upload(await picture('green', 'kept.png'));
    const { library, posts } = client;
    expect(await all(library.list({ filter: { text: 'kept' }, sort: 'NAME' }))).toMatchObject([{ id: mediaId }]);
    for (const content of ['Kept, once', 'Kept, twice']) {
      const files = [{ mediaId, altText: 'Green' }, await picture('blue', 'own.png')];
      const { id } = await posts.create({ content, platformIds: [target], files });
      expect(await client.media.list(id)).toMatchObject([
        { altText: 'Green', status: 'READY' },
        { altText: null, status: 'READY' },
      ]);
    }
    expect(await all(library.list({ filter: { text: 'kept' } }))).toHaveLength(1);
  });

  test('deleting counts as done', async () => {
    const draft = await client.posts.create({ content: 'Gone', platformIds: [target] });
    proxy.lose('deletePost', 1);
    await flaky.posts.delete(draft.id);
    expect((await failureOf(client.posts.delete(draft.id))).code).toBe('POST_GROUP_NOT_FOUND');
  });

  test('what the caller has looked at is acknowledged once', async () => {
    proxy.lose('retryPostGroup', 1);
    const id = '0'.repeat(24);
    const failure = await failureOf(flaky.posts.retry(id, { acknowledgeUnknownOutcome: true }));
    expect(failure.code).toBe('NETWORK_ERROR');
    expect(requests(id)).toBe(1);
  });

  test('a mutation of the caller is sent once, unless it may be repeated', async () => {
    const mutation = `mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }`;
    const create = (content: string, isRepeatable: boolean) => {
      const input = { post: { content, platformIds: [target] }, idempotencyKey: content };
      return flaky.graphql(mutation, { input }, { isRepeatable });
    };
    proxy.lose('createPost', 1);
    expect(await failureOf(create('Not repeated', false))).toMatchObject({ code: 'NETWORK_ERROR', retryable: true });
    expect(requests('Not repeated')).toBe(1);
    proxy.lose('createPost', 1);
    expect(await create('Repeated', true)).toEqual({ createPost: { postGroupId: expect.any(String) } });
    expect(requests('Repeated')).toBe(2);
  });
});

describe('when the service says to come back', () => {
  test.each([
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 503, headers: {} },
  ])('with $status, a post is created once', async ({ status, headers }) => {
    proxy.refuse('createPost', status, headers);
    const content = `After ${status}`;
    const post = await flaky.posts.create({ content, platformIds: [target] });
    expect(requests(content)).toBe(2);
    expect(post.content).toBe(content);
  });

  test('much later, the caller decides', async () => {
    proxy.refuse('createPost', 429, { 'retry-after': '3600' });
    const failure = await failureOf(flaky.posts.create({ content: 'Tomorrow', platformIds: [target] }));
    expect(failure).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 429, retryable: true });
    expect(requests('Tomorrow')).toBe(1);
  });

  test('again and again, it is asked as often as the caller says', async () => {
    proxy.lose('createPost', 2);
    const impatient = open({ url: proxy.url, retries: 1 });
    const failure = await failureOf(impatient.posts.create({ content: 'Twice', platformIds: [target] }));
    expect(failure.code).toBe('NETWORK_ERROR');
    expect(requests('Twice')).toBe(2);
  });
});

describe('following', () => {
  test('goes on over lost connections without missing or repeating a step', async () => {
    const before = proxy.socketCount();
    const post = await flaky.posts.create({ content: 'Lost and found', platformIds: [target] });
    const steps: ProgressEvent[] = [];
    const scheduled: Promise<unknown>[] = [];
    for await (const step of post.follow()) {
      steps.push(step);
      // At the first step, before there are others, and in the middle of them.
      if (step.sequence === 1) scheduled.push(client.posts.update(post.id, { scheduledTime: new Date() }));
      if (step.sequence <= 2) proxy.cutSockets();
    }
    await Promise.all(scheduled);
    expect(proxy.socketCount() - before).toBeGreaterThan(1);
    expect(steps.map(({ sequence }) => sequence)).toEqual(steps.map((_, index) => index + 1));
    expect(steps.at(-1)).toMatchObject({ type: 'GROUP_FINISHED', groupStatus: 'PUBLISHED' });
    expect(sent('Lost and found')).toHaveLength(1);
  });

  test('a post that was retried ends with its last steps', async () => {
    sandbox.setFault({ platform: 'fediverse', kind: 'rejected' });
    const post = await client.posts.create({ content: 'Retried', platformIds: [target], scheduledTime: 'now' });
    expect((await all(post.follow())).at(-1)).toMatchObject({ type: 'GROUP_FINISHED', groupStatus: 'FAILED' });
    proxy.lose('retryPostGroup', 1);
    await flaky.posts.retry(post.id);
    const steps = await all(post.follow());
    expect(steps.filter(({ type }) => type === 'GROUP_FINISHED')).toMatchObject([
      { groupStatus: 'FAILED' },
      { groupStatus: 'PUBLISHED' },
    ]);
    const rest = await all(client.posts.follow(post.id, { after: steps.length - 2 }));
    expect(rest).toEqual(steps.slice(-2));
    expect(await all(client.posts.follow(post.id, { after: steps.length }))).toEqual([]);
    const first = steps.findIndex(({ type }) => type === 'GROUP_FINISHED') + 1;
    expect(await all(client.posts.follow(post.id, { after: first }))).toEqual(steps.slice(first));
    expect(sent('Retried')).toHaveLength(1);
  });

  test('ends with the last step of publishing, also if a comment came after it', async () => {
    const post = await client.posts.create({ content: 'Talked about', platformIds: [target], scheduledTime: 'now' });
    const types = async () => (await all(post.follow())).map(({ type }) => type);
    const steps = await types();
    const add = 'mutation ($input: AddTeamCommentInput!) { addTeamComment(input: $input) { __typename } }';
    const input = { postGroupId: post.id, body: 'Well done' };
    expect((await graphql(service, await account.session(), add, { input })).errors).toBeUndefined();
    expect(await types()).toEqual(steps);
    for (const after of [steps.length, steps.length + 1]) {
      expect(await all(client.posts.follow(post.id, { after }))).toEqual([]);
    }
  });

  test('ends when the post is deleted', async () => {
    const draft = await client.posts.create({ content: 'Short', platformIds: [target] });
    const types: string[] = [];
    for await (const { type } of draft.follow()) {
      if (types.length === 0) await client.posts.delete(draft.id);
      types.push(type);
    }
    expect(types.at(-1)).toBe('DELETED');
  });

  test('ends with the reason of a signal', async () => {
    const draft = await client.posts.create({ content: 'Waiting', platformIds: [target] });
    const controller = new AbortController();
    const follow = async () => {
      for await (const _ of draft.follow({ signal: controller.signal })) controller.abort(new Error('Enough'));
    };
    await expect(follow()).rejects.toThrow('Enough');
  });

  test('ends when access does', async () => {
    const apiKey = await account.newKey();
    const draft = await open({ apiKey }).posts.create({ content: 'Revoked', platformIds: [target] });
    const follow = async () => {
      for await (const _ of draft.follow()) {
        await db.query('UPDATE api_keys SET revoked_at = now() WHERE prefix = $1', [apiKey.split('.')[0]]);
      }
    };
    expect(await failureOf(follow())).toMatchObject({ code: 'SOCKET_REFUSED', retryable: false });
  });

  test.each([
    ['of ws', WebSocket],
    ['of Node', undefined],
  ])('fails, and may be tried again, when a web socket %s is never opened', async (_whose, webSocket) => {
    const sockets: Socket[] = [];
    const silent = createHttpServer().on('upgrade', (_request, socket: Socket) => sockets.push(socket));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const { posts } = open({ url: `http://127.0.0.1:${port}`, webSocket, retries: 1, timeoutMs: 200 });
    const failure = await failureOf(all(posts.follow('0'.repeat(24))));
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', retryable: true });
    expect(sockets).toHaveLength(2);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('fails of a post that is not there', async () => {
    expect((await failureOf(all(client.posts.follow('0'.repeat(24))))).code).toBe('POST_GROUP_NOT_FOUND');
  });
});

describe('an error', () => {
  test('has the code, the details and the request of the API', async () => {
    const content = 'x'.repeat(6000);
    const failure = await failureOf(client.posts.create({ content, platformIds: [target], scheduledTime: 'now' }));
    expect(failure).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringMatching(/^Validation failed · .+/),
      requestId: expect.any(String),
      retryable: false,
      details: { validation: { valid: false } },
    });
  });

  test('of a wrong key contains no key', async () => {
    const apiKey = 'wrong-key-that-must-not-be-shown';
    const failure = await failureOf(open({ apiKey }).posts.create({ content: 'No', platformIds: [target] }));
    expect(failure).toMatchObject({ code: 'API_KEY_INVALID' });
    expect(inspect(failure, { depth: 10 })).not.toContain(apiKey);
    expect(() => open({ apiKey: `${apiKey}\n` })).toThrow(TypeError);
    expect(() => open({ apiKey: `${apiKey}\n` })).not.toThrow(apiKey);
    expect(inspect(open({ apiKey }), { depth: 10 })).not.toContain(apiKey);
  });

  test('says when there is no service, or another one', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const url = `http://127.0.0.1:${port}`;
    const get = (options: Partial<ClientOptions>) => failureOf(open(options).posts.get('0'.repeat(24)));
    expect(await get({ url, retries: 0, timeoutMs: 100 })).toMatchObject({ code: 'TIMEOUT', retryable: true });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
    const refused = await get({ url, retries: 0 });
    expect([refused.code, refused.message]).toEqual(['NETWORK_ERROR', expect.stringContaining('ECONNREFUSED')]);
    expect(await get({ url: `${service.url}/elsewhere` })).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 404 });
  });

  test('of an option is a TypeError', () => {
    for (const wrong of [
      { url: 'ftp://x' },
      { url: 'https://a:b@x' },
      { userId: 'me' },
      { retries: -1 },
      { timeoutMs: 0 },
    ]) {
      expect(() => open(wrong)).toThrow(TypeError);
    }
  });
});

test('an invalid date is a TypeError before anything is sent', async () => {
  const invalid = new Date(Number.NaN);
  const draft = await client.posts.create({ content: 'Has no time', platformIds: [target] });
  const before = proxy.bodies.length;
  const post = { content: 'Invalid time', platformIds: [target], scheduledTime: invalid };
  const files = [new File(['x'], 'x.png')];
  const mutation = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
  for (const call of [
    () => flaky.posts.create(post),
    () => flaky.posts.create({ ...post, files }),
    () => flaky.posts.update(draft.id, { scheduledTime: invalid }),
    () => flaky.graphql(mutation, { input: { post, scheduledTime: invalid } }),
  ]) {
    await expect(call()).rejects.toThrow(new TypeError('scheduledTime is an invalid Date.'));
  }
  const filter = { scheduledTime: { from: invalid } };
  await expect(all(flaky.posts.list({ filter } as object))).rejects.toThrow('from is an invalid Date.');
  expect(proxy.bodies).toHaveLength(before);
});

test('a file that is none is a TypeError before there is a draft', async () => {
  const before = proxy.bodies.length;
  const files = [{ data: 'text' as unknown as Blob, name: 'a.png' }];
  await expect(flaky.posts.create({ content: 'No file', platformIds: [target], files })).rejects.toThrow(TypeError);
  expect(proxy.bodies).toHaveLength(before);
});

test('a call ends with the reason of its signal', async () => {
  proxy.refuse('createPost', 429, { 'retry-after': '30' });
  const controller = new AbortController();
  const { signal } = controller;
  const created = flaky.posts.create({ content: 'Aborted', platformIds: [target] }, { signal });
  setTimeout(() => controller.abort(new Error('Changed my mind')), 50);
  await expect(created).rejects.toThrow('Changed my mind');
});

test('a client can act for a managed user', async () => {
  const userId = await account.manage();
  const { viewer } = await open({ userId }).graphql<{ viewer: { id: string } }, object>('{ viewer { id } }');
  expect(viewer.id).toBe(userId);
});

test('a call with the same key goes on with the draft that a file left', async () => {
  const post = {
    content: 'Second try',
    platformIds: [target],
    scheduledTime: 'now',
    idempotencyKey: 'second try',
  } as const;
  const broken = { data: new Blob(['no picture']), name: 'broken.png' };
  const good = await picture('green', 'good.png');
  const failure = await failureOf(client.posts.create({ ...post, files: [good, broken] }));
  expect(failure.code).toBe('MEDIA_INVALID');
  const again = await client.posts.create({ ...post, files: [good] });
  expect(again.id).toBe(failure.details.postGroupId);
  await all(again.follow());
  expect(sent('Second try').map(({ media }) => media.length)).toEqual([1]);
});

describe('a file whose upload does not come to its end is not left at the post', () => {
  const filesOf = async (id: string) => client.media.list(id);

  test('aborted while it is sent', async () => {
    const draft = await client.posts.create({ content: 'Aborted', platformIds: [target] });
    const end = new AbortController();
    const uploading = client.media.upload(await picture('red', 'long.png'), {
      postGroupId: draft.id,
      signal: end.signal,
      onProgress: () => end.abort(new Error('The user left')),
    });
    await expect(uploading).rejects.toThrow('The user left');
    expect(await filesOf(draft.id)).toEqual([]);
    const { status } = await client.posts.update(draft.id, { status: 'SCHEDULED', scheduledTime: later });
    expect(status).toBe('SCHEDULED');
  });

  test('aborted while its address is on the way', async () => {
    const draft = await client.posts.create({ content: 'Aborted early', platformIds: [target] });
    const end = new AbortController();
    const open = createClient({
      url: service.url,
      apiKey: account.apiKey,
      fetch: async (...request) => {
        const answer = await fetch(...request);
        if (String(request[1]?.body).includes('createUpload')) end.abort(new Error('The user left'));
        return answer;
      },
    });
    const file = await picture('red', 'early.png');
    const uploading = open.media.upload(file, { postGroupId: draft.id, signal: end.signal });
    await expect(uploading).rejects.toThrow('The user left');
    await eventually(async () => (await filesOf(draft.id)).length === 0 || undefined);
  });

  test('refused by the storage', async () => {
    const draft = await client.posts.create({ content: 'Refused', platformIds: [target] });
    const open = createClient({
      url: service.url,
      apiKey: account.apiKey,
      fetch: async (input, init) =>
        init?.method === 'PUT' ? new Response('{"error":"No"}', { status: 403 }) : fetch(input, init),
    });
    const file = await picture('red', 'refused.png');
    const failure = await failureOf(open.media.upload(file, { postGroupId: draft.id }));
    expect(failure.code).toBe('UPLOAD_REJECTED');
    expect(await filesOf(draft.id)).toEqual([]);
  });
});

test('files are listed and removed; one without a known type is what its bytes are', async () => {
  const draft = await client.posts.create({ content: 'Listed', platformIds: [target] });
  const data = new Blob([new Uint8Array(await (await picture('red', 'x')).arrayBuffer())]);
  const media = await client.media.upload({ data, name: 'picture' }, { postGroupId: draft.id });
  expect(media).toMatchObject({ status: 'READY', type: 'IMAGE', mimeType: 'image/png', correction: null });
  expect(await client.media.list(draft.id)).toEqual([media]);
  await client.media.delete(media.id);
  expect(await client.media.list(draft.id)).toEqual([]);
  expect((await failureOf(client.media.delete(media.id))).code).toBe('MEDIA_NOT_FOUND');
});

test('a file that cannot be published is refused, and not left at the post', async () => {
  const draft = await client.posts.create({ content: 'Broken', platformIds: [target] });
  const broken = { data: new Blob(['no picture']), name: 'broken.png' };
  const failure = await failureOf(client.media.upload(broken, { postGroupId: draft.id }));
  expect([failure.code, failure.message]).toEqual(['MEDIA_INVALID', expect.stringMatching(/^broken\.png: /)]);
  const answer = await client.graphql('query ($id: ID!) { postGroup(id: $id) { media { edges { cursor } } } }', {
    id: draft.id,
  });
  expect(answer).toEqual({ postGroup: { media: { edges: [] } } });
});
