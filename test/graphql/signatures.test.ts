import request from 'supertest';
import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
let sandbox: Sandbox;
let account: TestAccount;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
});

afterEach(() => sandbox.clearFaults());
afterAll(() => sandbox?.close());

const SET_SIGNATURE =
  'mutation ($input: SetSignatureInput!) { setSignature(input: $input) { account { id signature } } }';
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id status } } }';

const run = (query: string, input: object) => graphql(service, { 'x-api-key': account.apiKey }, query, { input });

/** A new account of a platform with a signature. */
async function signedAccount(platform: SandboxPlatform, text: string | null) {
  const target = sandbox.createAccount(platform);
  const platformId = await account.connect(target);
  const [connection] = await db.query<{ id: string }>('SELECT id FROM connections WHERE platform_id = $1', [
    platformId,
  ]);
  const id = connection?.id ?? '';
  const { data } = await run(SET_SIGNATURE, { accountId: id, text });
  expect(data.setSignature.account).toEqual({ id, signature: text });
  return { target, platformId, id };
}

const live = ({ accountId }: { accountId: string }) => sandbox.posts({ accountId }).map(({ text }) => text);

const now = () => new Date().toISOString();
const LATER = '2099-01-01T00:00:00Z';

async function publish(post: object, scheduledTime = now()) {
  const { data, errors } = await run(CREATE, { post, scheduledTime });
  expect(errors).toBeUndefined();
  const { id } = data.createPost.postGroup;
  await ended(id);
  return id;
}

const read = async (id: string) =>
  (
    await graphql(
      service,
      { 'x-api-key': account.apiKey },
      `query ($id: ID!) { postGroup(id: $id) { id content processingStatus addSignature
         posts { content finalText status } log(first: 20) { edges { node { event metadata { additions leftOff } } } } } }`,
      { id },
    )
  ).data.postGroup;

const ended = (id: string) =>
  eventually(async () => {
    const group = await read(id);
    return group.processingStatus === 'FINISHED' ? group : undefined;
  }, 30_000);

const api = (method: 'get' | 'post', path: string) =>
  request(service.url)[method](`/api/v1${path}`).set('x-api-key', account.apiKey);

test.each(['microblog', 'fediverse', 'skyfeed', 'messenger', 'network', 'socialpage', 'threadtalk'] as const)(
  'a post on %s is sent once, with the signature of its account after a blank line',
  async (platform) => {
    const { target, platformId } = await signedAccount(platform, 'ACME · acme.example');
    const id = await publish({ content: 'Hello', platformIds: [platformId] });
    expect(live(target)).toEqual(['Hello\n\nACME · acme.example']);
    expect(await read(id)).toMatchObject({
      content: 'Hello',
      posts: [{ content: 'Hello', finalText: 'Hello\n\nACME · acme.example', status: 'PUBLISHED' }],
    });
  },
);

test('each account of a post has its own signature, also with its own text', async () => {
  const one = await signedAccount('microblog', 'One');
  const other = await signedAccount('microblog', 'Other');
  const none = await signedAccount('microblog', null);
  const platformIds = [one.platformId, other.platformId, none.platformId];
  const overrides = [{ platformId: other.platformId, content: 'Bonjour' }];
  const id = await publish({ content: 'Hello', platformIds, overrides });
  expect([one, other, none].flatMap(({ target }) => live(target))).toEqual([
    'Hello\n\nOne',
    'Bonjour\n\nOther',
    'Hello',
  ]);
  expect((await read(id)).posts.map(({ finalText }: { finalText: string | null }) => finalText)).toEqual([
    'Hello\n\nOne',
    'Bonjour\n\nOther',
    null,
  ]);
});

test('the log says what was added; REST shows the written text and no more of its log', async () => {
  const { platformId } = await signedAccount('microblog', 'ACME');
  const id = await publish({ content: 'Hello', platformIds: [platformId] });
  const { log } = await read(id);
  expect(log.edges.map(({ node }: { node: object }) => node)).toContainEqual({
    event: 'PROCESSING',
    metadata: { additions: ['SIGNATURE'], leftOff: [] },
  });
  const { body } = await api('get', `/get-post/${id}`);
  expect(body).toMatchObject({ posts: [{ content: 'Hello' }] });
  const { logs } = (await api('get', `/post-logs/${id}`)).body;
  const processing = logs.find(({ event }: { event: string }) => event === 'processing');
  expect(processing).not.toHaveProperty('metadata');
});

test('a post of REST has the signature too', async () => {
  const { target, platformId } = await signedAccount('fediverse', 'ACME');
  const { body } = await api('post', '/create-post').send({
    content: 'By REST',
    platforms: [platformId],
    scheduledTime: now(),
  });
  await ended(body.postGroupId);
  expect(live(target)).toEqual(['By REST\n\nACME']);
});

test('a text that ends with the signature stays as it is', async () => {
  const { target, platformId } = await signedAccount('microblog', 'ACME');
  await publish({ content: 'Hello\n\nACME', platformIds: [platformId] });
  expect(live(target)).toEqual(['Hello\n\nACME']);
});

test('a thread has the signature at its end', async () => {
  const { target, platformId } = await signedAccount('microblog', 'ACME');
  await publish({ content: `${'First words. '.repeat(20)}\n---\nLast words`, platformIds: [platformId] });
  expect(live(target).map((text) => text.includes('ACME'))).toEqual([false, true]);
  expect(live(target)[1]).toBe('Last words\n\nACME (2/2)');
});

test('a post leaves the signature off; drafts and copies keep that', async () => {
  const { target, platformId } = await signedAccount('microblog', 'ACME');
  const draft = (await run(CREATE, { post: { content: 'Plain', platformIds: [platformId], addSignature: false } })).data
    .createPost.postGroup.id;
  expect(await read(draft)).toMatchObject({ addSignature: false });
  const copy = (
    await run('mutation ($input: DuplicatePostInput!) { duplicatePost(input: $input) { postGroup { id } } }', {
      postGroupId: draft,
    })
  ).data.duplicatePost.postGroup.id;
  expect(await read(copy)).toMatchObject({ addSignature: false });
  await run(UPDATE, { postGroupId: draft, status: 'SCHEDULED' });
  await ended(draft);
  await run(UPDATE, { postGroupId: copy, addSignature: true, status: 'SCHEDULED' });
  await ended(copy);
  expect(live(target)).toEqual(['Plain', 'Plain\n\nACME']);
});

test.each(['fediverse', 'skyfeed', 'microblog'] as const)(
  'a lost response on %s, with the signature changed since: once, and as it was sent first',
  async (platform) => {
    const { target, platformId, id: accountId } = await signedAccount(platform, 'Before');
    const { accountId: at } = target;
    sandbox.setFault({ platform, accountId: at, kind: 'timeout_after_store' });
    const { data } = await run(CREATE, {
      post: { content: 'Once', platformIds: [platformId] },
      scheduledTime: now(),
    });
    const { id } = data.createPost.postGroup;
    await eventually(async () => (live(target).length === 1 ? true : undefined));
    await run(SET_SIGNATURE, { accountId, text: 'After' });
    const { posts } = await ended(id);
    expect(posts).toEqual([expect.objectContaining({ status: 'PUBLISHED', finalText: 'Once\n\nBefore' })]);
    expect(live(target)).toEqual(['Once\n\nBefore']);
  },
);

test('a retry by the owner sends what was sent first', async () => {
  const { target, platformId, id: accountId } = await signedAccount('fediverse', 'Before');
  sandbox.setFault({ platform: 'fediverse', accountId: target.accountId, kind: 'rejected' });
  const id = await publish({ content: 'Again', platformIds: [platformId] });
  expect((await read(id)).posts).toMatchObject([{ status: 'FAILED', finalText: 'Again\n\nBefore' }]);
  sandbox.clearFaults();
  await run(SET_SIGNATURE, { accountId, text: 'After' });
  await run('mutation ($input: RetryPostGroupInput!) { retryPostGroup(input: $input) { postGroup { id } } }', {
    postGroupId: id,
  });
  await eventually(async () => ((await read(id)).posts[0].status === 'PUBLISHED' ? true : undefined));
  expect(live(target)).toEqual(['Again\n\nBefore']);
});

const VALIDATE =
  'query ($input: ValidatePostInput!) { validatePost(input: $input) { valid errors { code platformIds currentValue } } }';
const PREVIEW =
  'query ($input: ValidatePostInput!) { previewPost(input: $input) { platform platformIds parts { text length } } }';

test('validation counts the signature, and the preview shows it', async () => {
  const { platformId } = await signedAccount('messenger', 'ACME');
  const content = 'x'.repeat(4_092);
  const post = { content, platformIds: [platformId] };
  expect((await run(VALIDATE, { post })).data.validatePost).toEqual({
    valid: false,
    errors: [{ code: 'CONTENT_TOO_LONG', platformIds: [platformId], currentValue: 4_098 }],
  });
  const { errors } = await run(CREATE, { post, scheduledTime: LATER });
  expect(errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  const unsigned = { ...post, addSignature: false };
  expect((await run(VALIDATE, { post: unsigned })).data.validatePost).toEqual({ valid: true, errors: [] });
  expect((await run(PREVIEW, { post: { ...post, content: 'Hello' } })).data.previewPost).toEqual([
    { platform: 'MESSENGER', platformIds: [platformId], parts: [{ text: 'Hello\n\nACME', length: 11 }] },
  ]);
});

test('a signature that a scheduled post has no room for is refused, and nothing is changed', async () => {
  const { platformId, id: accountId } = await signedAccount('messenger', null);
  const post = { content: 'x'.repeat(4_092), platformIds: [platformId] };
  const { data } = await run(CREATE, { post, scheduledTime: LATER });
  const { id } = data.createPost.postGroup;
  const { errors } = await run(SET_SIGNATURE, { accountId, text: 'ACME' });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'SCHEDULED_POSTS_INVALID',
    count: 1,
    postGroupIds: [id],
  });
  expect((await run(SET_SIGNATURE, { accountId, text: 'A' })).errors).toBeUndefined();
  await run(UPDATE, { postGroupId: id, addSignature: false });
  expect((await run(SET_SIGNATURE, { accountId, text: 'ACME' })).errors).toBeUndefined();
});

test('a post that was not validated goes out without a signature that it has no room for', async () => {
  const { target, platformId } = await signedAccount('messenger', 'ACME');
  const content = 'x'.repeat(4_092);
  const { body } = await api('post', '/create-post').send({ content, platforms: [platformId], scheduledTime: now() });
  const { log } = await ended(body.postGroupId);
  expect(live(target)).toEqual([content]);
  expect(log.edges.map(({ node }: { node: object }) => node)).toContainEqual({
    event: 'PROCESSING',
    metadata: { additions: [], leftOff: ['SIGNATURE'] },
  });
});

test.each([
  ['500 characters are the most', 'x'.repeat(501)],
  ['a separator would split threads', 'a\n---\nb'],
  ['a marker would number threads', 'ACME [2/2]'],
])('a signature is refused: %s', async (_, text) => {
  const { id: accountId } = await signedAccount('microblog', null);
  expect((await run(SET_SIGNATURE, { accountId, text })).errors?.[0]?.extensions.code).toBe('SIGNATURE_INVALID');
});

test('a blank signature is none, and it ends with its account', async () => {
  const { id: accountId, platformId } = await signedAccount('microblog', 'ACME');
  expect((await run(SET_SIGNATURE, { accountId, text: ' \n ' })).data.setSignature.account.signature).toBeNull();
  await run(SET_SIGNATURE, { accountId, text: 'ACME' });
  const disconnect = 'mutation ($input: DisconnectAccountInput!) { disconnectAccount(input: $input) { platformId } }';
  await graphql(service, await account.session(), disconnect, { input: { platformId } });
  expect(await db.query('SELECT 1 FROM signatures WHERE connection_id = $1', [accountId])).toEqual([]);
});

test('an account of somebody else has no signature here', async () => {
  const { id: accountId } = await signedAccount('microblog', 'ACME');
  const stranger = await createAccount(db);
  const headers = { 'x-api-key': stranger.apiKey };
  const { errors } = await graphql(service, headers, SET_SIGNATURE, { input: { accountId, text: 'Mine' } });
  expect(errors?.[0]?.extensions.code).toBe('CONNECTION_NOT_FOUND');
});

test('the example of the guide', async () => {
  const { id: accountId } = await signedAccount('microblog', null);
  const [signing = ''] = codeBlocks('docs/guides/additions.md').map(({ code }) => code);
  const { data } = await graphql(service, { 'x-api-key': account.apiKey }, signing, { accountId });
  expect(data.setSignature.account.signature).toBe('ACME, the green tea shop\nhttps://acme.com');
});

const REQUEST = 'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { state } } }';

test('who approves a post by a link sees the text as it is sent', async () => {
  const { platformId } = await signedAccount('microblog', 'ACME');
  const { data } = await run(CREATE, { post: { content: 'Hello', platformIds: [platformId] } });
  const postGroupId = data.createPost.postGroup.id;
  const session = await account.session();
  expect((await graphql(service, session, REQUEST, { input: { postGroupId } })).errors).toBeUndefined();
  const link = 'mutation ($input: CreateApprovalLinkInput!) { createApprovalLink(input: $input) { url } }';
  const created = await graphql(service, session, link, { input: { name: 'Client', postGroupIds: [postGroupId] } });
  const token = String(created.data.createApprovalLink.url).replace(/.*[/#]/, '');
  const review = 'query ($token: String!) { review(token: $token) { posts { texts { platform parts } } } }';
  expect((await graphql(service, {}, review, { token })).data.review.posts).toEqual([
    { texts: [{ platform: 'MICROBLOG', parts: ['Hello\n\nACME'] }] },
  ]);
});
