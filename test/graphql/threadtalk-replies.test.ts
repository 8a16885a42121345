import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { reply } from '../sandbox/threadtalk-support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let box: Sandbox;
let service: Service;
let account: TestAccount;
let session: Headers;
let owner: SandboxAccount;
let ann: SandboxAccount;
let platformId: string;
beforeAll(async () => {
  db = await createTestDatabase();
  box = await startSandbox({ port: 0 });
  const { id, secret } = box.clients.threadtalk;
  const client = { THREADTALK_CLIENT_ID: id, THREADTALK_CLIENT_SECRET: secret };
  service = await startService({ db, env: { ...client, THREADTALK_THREADS_BLOCKED: 'false' } });
  account = await createAccount(db);
  session = await account.session();
  owner = box.createAccount('threadtalk');
  ann = box.createAccount('threadtalk');
  platformId = await account.connect(owner);
});
afterEach(() => box.clearFaults());
afterAll(async () => {
  await service?.stop();
  await box?.close();
  await db?.drop();
});

const ask = (query: string, variables: Record<string, unknown>, headers: Headers = session) =>
  graphql(service, headers, query, variables);

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const POSTS = 'query ($id: ID!) { postGroup(id: $id) { posts { id status postedId } } }';
const REPLIES = `query ($id: ID!, $first: Int, $after: String) {
  postGroup(id: $id) {
    posts {
      replies(first: $first, after: $after) {
        edges { cursor node { id postedId username text createdAt permalink hidden parentId } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
}`;
const OF_CONNECTION = `query ($platformId: String!, $postedId: String!) {
  connectedAccount(platformId: $platformId) { replies(postedId: $postedId) { edges { node { postedId } } } }
}`;
const HIDE = 'mutation ($input: HideReplyInput!) { hideReply(input: $input) { reply { id postedId hidden } } }';
const UNHIDE = 'mutation ($input: UnhideReplyInput!) { unhideReply(input: $input) { reply { id postedId hidden } } }';

/** A published group, and the ids of its posts on the platform. */
async function publish(content: string, target = platformId): Promise<{ id: string; postedIds: string[] }> {
  const input = { post: { content, platformIds: [target] }, scheduledTime: new Date().toISOString() };
  const { id } = (await ask(CREATE, { input })).data.createPost.postGroup;
  const posts = await eventually(async () => {
    const found: { status: string; postedId: string }[] = (await ask(POSTS, { id })).data.postGroup.posts;
    return found.every(({ status }) => status === 'PUBLISHED') ? found : undefined;
  });
  return { id, postedIds: posts.map(({ postedId }) => postedId) };
}

/** A post with this many replies; the newest first. */
async function withReplies(count: number): Promise<{ id: string; postedId: string; replies: string[] }> {
  const { id, postedIds } = await publish('Hello');
  const [postedId = ''] = postedIds;
  const replies: string[] = [];
  for (let index = 0; index < count; index += 1) replies.unshift(await reply(ann, postedId, `Reply ${index}`));
  return { id, postedId, replies };
}

const page = async (id: string, more: { first?: number; after?: string | null } = {}) => {
  const { data } = await ask(REPLIES, { id, ...more });
  return data.postGroup.posts[0].replies;
};
const idsOf = ({ edges }: { edges: { node: { postedId: string } }[] }) => edges.map(({ node }) => node.postedId);
const ids = (postedId: string | undefined) => ({ id: `threadtalk:${postedId}`, postedId });
const errorOf = ({ errors }: Awaited<ReturnType<typeof ask>>) => errors?.[0]?.extensions;
const conversations = () => box.requests().filter(({ path }) => path.endsWith('/conversation'));
const answering = (body: unknown) =>
  box.setFault({ platform: 'threadtalk', kind: 'answer', path: '/conversation', answer: { status: 200, body } });

describe('PlatformPost.replies', () => {
  test('the replies to a post and to its replies, newest first', async () => {
    const { id, postedId, replies } = await withReplies(1);
    const [first = ''] = replies;
    const nested = await reply(owner, first, 'Thanks');
    const permalinkOf = (one: string) => box.posts().find((post) => post.postedId === one)?.url;
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const { edges } = await page(id);
    expect(edges.map(({ node }: { node: object }) => node)).toEqual([
      {
        ...ids(nested),
        username: owner.username,
        text: 'Thanks',
        createdAt: time,
        hidden: false,
        parentId: first,
        permalink: permalinkOf(nested),
      },
      {
        ...ids(first),
        username: ann.username,
        text: 'Reply 0',
        createdAt: time,
        hidden: false,
        parentId: postedId,
        permalink: permalinkOf(first),
      },
    ]);
  });

  test.each([1, 2, 3, 5, 7, 100])('%i at once: every reply is on one page, in order', async (first) => {
    const { id, replies } = await withReplies(5);
    const seen: string[] = [];
    let after: string | null = null;
    for (;;) {
      const found = await page(id, { first, after });
      const { pageInfo, edges } = found;
      expect(edges.length).toBeLessThanOrEqual(first);
      expect(pageInfo).toMatchObject({ hasPreviousPage: after !== null, startCursor: edges[0]?.cursor });
      expect(pageInfo.endCursor).toBe(edges.at(-1).cursor);
      seen.push(...idsOf(found));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual(replies);
  });

  test('a list goes on after the cursor of any reply', async () => {
    const { id, replies } = await withReplies(5);
    for (const first of [2, 5]) {
      const { edges } = await page(id, { first });
      for (const [index, { cursor }] of edges.entries()) {
        expect(idsOf(await page(id, { first: 2, after: cursor }))).toEqual(replies.slice(index + 1, index + 3));
      }
    }
  });

  test('20 unless said otherwise, in one request to the platform', async () => {
    const { id, replies } = await withReplies(21);
    const before = conversations().length;
    const found = await page(id);
    expect([idsOf(found), found.pageInfo.hasNextPage]).toEqual([replies.slice(0, 20), true]);
    expect(conversations()).toHaveLength(before + 1);
  });

  test('a page on which the platform shows nothing leads to the next one', async () => {
    const { id, replies } = await withReplies(2);
    const after = Buffer.from('0').toString('base64url');
    answering({ data: [], paging: { cursors: { after }, next: 'https://example.com/next' } });
    const empty = await page(id);
    expect(empty).toMatchObject({ edges: [], pageInfo: { hasNextPage: true, endCursor: expect.any(String) } });
    expect(idsOf(await page(id, { after: empty.pageInfo.endCursor }))).toEqual(replies.slice(1));
  });

  test('a last page with a cursor, as the platform has it, is the last one', async () => {
    const { id } = await withReplies(0);
    const bare = { id: '1', timestamp: '2026-01-02T03:04:05+0000', replied_to: { id: '2' } };
    answering({ data: [bare], paging: { cursors: { before: 'a', after: 'b' } } });
    expect(await page(id)).toMatchObject({ edges: [{ node: ids('1') }], pageInfo: { hasNextPage: false } });
  });

  test('null until it is published, and on another platform; the platform is not asked', async () => {
    const network = await account.connect(box.createAccount('network'));
    const { id: elsewhere } = await publish('Hello', network);
    const input = { post: { content: 'Hello', platformIds: [platformId] } };
    const { id: draft } = (await ask(CREATE, { input })).data.createPost.postGroup;
    const before = conversations().length;
    expect([await page(draft), await page(elsewhere)]).toEqual([null, null]);
    expect(conversations()).toHaveLength(before);
  });

  test('replies to a later part of a thread are among those of the first, and its own are null', async () => {
    const { id, postedIds } = await publish('One\n---\nTwo');
    const [root = '', later = ''] = postedIds;
    const toLater = await reply(ann, later, 'To the second');
    const { data, errors } = await ask(REPLIES, { id });
    const [first, second] = data.postGroup.posts.map(({ replies }: { replies: unknown }) => replies);
    expect(
      first.edges.map(({ node }: { node: { postedId: string; parentId: string } }) => [node.postedId, node.parentId]),
    ).toEqual([
      [toLater, later],
      [later, root],
    ]);
    expect([second, errors]).toEqual([null, undefined]);
  });

  test.each([0, -1, 101])('first: %i is PAGE_INVALID', async (first) => {
    const { id } = await withReplies(0);
    expect(errorOf(await ask(REPLIES, { id, first }))).toMatchObject({ code: 'PAGE_INVALID' });
  });

  test.each(['x', 'W10', Buffer.from('["a",1,2]').toString('base64url'), Buffer.from('[7,0]').toString('base64url')])(
    'the cursor %j is PAGE_INVALID, and no request is sent',
    async (after) => {
      const { id } = await withReplies(0);
      const before = conversations().length;
      expect(errorOf(await ask(REPLIES, { id, after }))).toMatchObject({ code: 'PAGE_INVALID' });
      expect(conversations()).toHaveLength(before);
    },
  );
});

describe('ConnectedAccount.replies', () => {
  test('of a post that was not published by this service', async () => {
    const postedId = await reply(owner, (await withReplies(0)).postedId, 'Root');
    // A reply is no root: its conversation is that of its post.
    expect(errorOf(await ask(OF_CONNECTION, { platformId, postedId }))).toMatchObject({ code: 'FETCH_REPLIES_FAILED' });
    const { postedId: root, replies } = await withReplies(1);
    const { data } = await ask(OF_CONNECTION, { platformId, postedId: root });
    expect(idsOf(data.connectedAccount.replies)).toEqual(replies);
  });

  test.each(['abc', '..', '', '1/2'])('the postedId %j is ID_INVALID', async (postedId) => {
    expect(errorOf(await ask(OF_CONNECTION, { platformId, postedId }))).toMatchObject({
      code: 'ID_INVALID',
      argument: 'postedId',
      value: postedId,
    });
  });
});

describe('hideReply and unhideReply', () => {
  test('hide a reply, and show it again', async () => {
    const { id, replies } = await withReplies(1);
    const [replyId] = replies;
    const input = { platformId, replyId };
    expect((await ask(HIDE, { input })).data.hideReply).toEqual({ reply: { ...ids(replyId), hidden: true } });
    expect((await page(id)).edges[0].node.hidden).toBe(true);
    expect((await ask(UNHIDE, { input })).data.unhideReply).toEqual({ reply: { ...ids(replyId), hidden: false } });
    expect((await page(id)).edges[0].node.hidden).toBe(false);
  });

  test('return the whole reply as the platform has it then, read by one request, and by none for its id', async () => {
    const { id, replies } = await withReplies(1);
    const input = { platformId, replyId: replies[0] };
    const whole = 'id postedId username text createdAt permalink hidden parentId';
    const [{ node: before }] = (await page(id)).edges;
    for (const [query, field, hidden] of [
      [HIDE, 'hideReply', true],
      [UNHIDE, 'unhideReply', false],
    ] as const) {
      const sent = box.requests().length;
      const { data, errors } = await ask(query.replace('id postedId hidden', whole), { input });
      expect(errors).toBeUndefined();
      expect(data[field].reply).toEqual({ ...before, hidden });
      expect(box.requests()).toHaveLength(sent + 2);
      await ask(query, { input });
      expect(box.requests()).toHaveLength(sent + 3);
    }
  });

  test('a reply that is hidden, and cannot be read then, is null with FETCH_REPLIES_FAILED', async () => {
    const { replies } = await withReplies(1);
    const input = { platformId, replyId: replies[0] };
    const query = HIDE.replace('postedId hidden', 'postedId hidden text');
    const done = { status: 200, body: { success: true } };
    box.setFault({ platform: 'threadtalk', kind: 'answer', path: '/manage_reply', answer: done });
    box.setFault({ platform: 'threadtalk', kind: 'server_error', path: `/${replies[0]}`, times: 0 });
    const { data, errors } = await ask(query, { input });
    expect(data.hideReply).toEqual({ reply: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'FETCH_REPLIES_FAILED' });
  });

  test.each([HIDE, UNHIDE])(
    'a malformed id is ID_INVALID, and an unknown connection is said to be: %s',
    async (query) => {
      const codeOf = async (input: object) => errorOf(await ask(query, { input }))?.code;
      expect(await codeOf({ platformId, replyId: 'abc' })).toBe('ID_INVALID');
      expect(await codeOf({ platformId: 'threadtalk-1', replyId: '1' })).toBe('THREADTALK_CONNECTION_NOT_FOUND');
      expect(await codeOf({ platformId: 'fediverse-1', replyId: '1' })).toBe('THREADTALK_CONNECTION_NOT_FOUND');
    },
  );
});

describe('who may', () => {
  test('a session only: an API key is SESSION_REQUIRED, and no request is sent', async () => {
    const { id, postedId, replies } = await withReplies(1);
    const before = box.requests().length;
    const byKey = { 'x-api-key': account.apiKey };
    const input = { platformId, replyId: replies[0] };
    for (const answer of [
      await ask(REPLIES, { id }, byKey),
      await ask(OF_CONNECTION, { platformId, postedId }, byKey),
      await ask(HIDE, { input }, byKey),
      await ask(UNHIDE, { input }, byKey),
    ]) {
      expect(errorOf(answer)).toMatchObject({ code: 'SESSION_REQUIRED' });
    }
    expect(box.requests()).toHaveLength(before);
  });

  test('no other account: it sees neither post nor connection, and hides nothing', async () => {
    const { id, postedId, replies } = await withReplies(1);
    const otherUser = await (await createAccount(db)).session();
    expect((await ask(REPLIES, { id }, otherUser)).data).toEqual({ postGroup: null });
    expect((await ask(OF_CONNECTION, { platformId, postedId }, otherUser)).data).toEqual({ connectedAccount: null });
    const input = { platformId, replyId: replies[0] };
    expect(errorOf(await ask(HIDE, { input }, otherUser))).toMatchObject({ code: 'THREADTALK_CONNECTION_NOT_FOUND' });
    expect((await page(id)).edges[0].node.hidden).toBe(false);
  });

  test('an account connected without the scopes: REPLY_MANAGEMENT_NOT_PERMITTED', async () => {
    const { accountId, credentials, ...about } = box.createAccount('threadtalk');
    const scopes = 'threads_basic threads_content_publish';
    const limited = await account.connect({ ...about, accountId, credentials: { ...credentials, scopes } });
    const { id } = await publish('Hello', limited);
    const denied = { code: 'REPLY_MANAGEMENT_NOT_PERMITTED' };
    const { data, errors } = await ask(REPLIES, { id });
    expect(data.postGroup.posts).toEqual([{ replies: null }]);
    expect(errors?.[0]?.extensions).toMatchObject(denied);
    expect(errorOf(await ask(HIDE, { input: { platformId: limited, replyId: '1' } }))).toMatchObject(denied);
  });
});

describe('what the platform refuses', () => {
  test('a reply that is gone, and the post of another account, are not there', async () => {
    const failure = 'NOT_FOUND_ON_PLATFORM';
    const input = { platformId, replyId: '17' };
    expect(errorOf(await ask(HIDE, { input }))).toMatchObject({
      code: 'MANAGE_REPLY_FAILED',
      failure,
      status: 400,
      reason: expect.stringMatching(
        /^threadtalk has no such post, comment, reply or reaction; it may have been deleted: /,
      ),
    });
    const theirs = box.createAccount('threadtalk');
    const { postedIds } = await publish('Theirs', await account.connect(theirs));
    expect(errorOf(await ask(OF_CONNECTION, { platformId, postedId: postedIds[0] }))).toMatchObject({
      code: 'FETCH_REPLIES_FAILED',
      failure,
    });
  });

  test('a platform that is down', async () => {
    const { id } = await withReplies(0);
    box.setFault({ platform: 'threadtalk', kind: 'server_error', on: 'any', times: 0 });
    expect(errorOf(await ask(REPLIES, { id }))).toMatchObject({
      code: 'FETCH_REPLIES_FAILED',
      failure: 'PLATFORM_SERVER_ERROR',
      status: 500,
    });
    expect(errorOf(await ask(HIDE, { input: { platformId, replyId: '1' } }))).toMatchObject({
      code: 'MANAGE_REPLY_FAILED',
      failure: 'PLATFORM_SERVER_ERROR',
    });
  });

  test('a response that is not one of the platform', async () => {
    const { id } = await withReplies(0);
    answering({ data: [{ id: 'x' }] });
    expect(errorOf(await ask(REPLIES, { id }))).toMatchObject({ code: 'FETCH_REPLIES_FAILED' });
  });

  test('access that has ended marks the connection', async () => {
    const member = box.createAccount('threadtalk');
    const target = await account.connect(member);
    const { id } = await publish('Hello', target);
    box.setFault({ platform: 'threadtalk', kind: 'auth_expired', on: 'any', times: 0 });
    expect(errorOf(await ask(REPLIES, { id }))).toMatchObject({ failure: 'PLATFORM_AUTH_EXPIRED' });
    const query = 'query ($platformId: String!) { connectedAccount(platformId: $platformId) { tokenStatus } }';
    expect((await ask(query, { platformId: target })).data).toEqual({ connectedAccount: { tokenStatus: 'EXPIRED' } });
  });
});

test('the operations of docs/guides/replies.md work as written', async () => {
  const [query = '', mutation = ''] = codeBlocks('docs/guides/replies.md').map(({ code }) => code);
  const { id, replies } = await withReplies(1);
  const [replyId] = replies;
  const read = await ask(query, { id });
  expect(read.data.postGroup.posts).toMatchObject([{ replies: { edges: [{ node: ids(replyId) }] } }]);
  const hidden = await ask(mutation, { input: { platformId, replyId } });
  expect(hidden.data.hideReply).toEqual({ reply: { ...ids(replyId), hidden: true } });
});
