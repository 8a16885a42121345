/** unpublishPost: at every platform whose API deletes posts, counted at the sandbox. */
import sharp from 'sharp';
import request from 'supertest';
import { type Fault, type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import type { SandboxPlatform, SandboxPost } from '../../sandbox/types.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { makeVideo } from '../support/video-file.js';

let db: TestDatabase;
let box: Sandbox;
let service: Service;
let account: TestAccount;
let byKey: Headers;
const owners = new Map<SandboxPlatform, SandboxAccount>();
beforeAll(async () => {
  db = await createTestDatabase();
  box = await startSandbox({ port: 0 });
  service = await startService({ db, env: { PUBLISH_TIMEOUT_MS: '1500', THREADTALK_THREADS_BLOCKED: 'false' } });
  account = await createAccount(db, { plan: 'premium' });
  byKey = { 'x-api-key': account.apiKey };
  for (const { platform } of box.accounts) {
    const owner = box.createAccount(platform);
    owners.set(platform, owner);
    await account.connect(owner);
  }
});
afterEach(() => box.clearFaults());
afterAll(async () => {
  await service?.stop();
  await box?.close();
  await db?.drop();
});

const ask = async (query: string, variables: Record<string, unknown>) => {
  const { data, errors } = await graphql(service, byKey, query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};

interface File {
  type: 'IMAGE' | 'VIDEO';
  contentType: string;
  bytes: Buffer;
}
const image = async (): Promise<File> => {
  const plain = sharp({ create: { width: 640, height: 640, channels: 3, background: 'teal' } });
  return { type: 'IMAGE', contentType: 'image/jpeg', bytes: await plain.jpeg().toBuffer() };
};
const video = async (): Promise<File> => ({
  type: 'VIDEO',
  contentType: 'video/mp4',
  bytes: makeVideo(),
});

interface Post {
  id: string;
  platformKey: string;
  status: string;
  postedId: string;
  deletedAt: string | null;
  publishedAt: string | null;
  updatedAt: string;
  allowedActions: string[];
}
const POST = 'id platformKey status postedId deletedAt publishedAt updatedAt allowedActions';
const GROUP = `query ($id: ID!) { postGroup(id: $id) {
  status processingStatus posts { ${POST} } log(first: 100) { edges { node { event platformPostId error metadata { errorCode } } } } } }`;
const UNPUBLISH = `mutation ($input: UnpublishPostInput!) { unpublishPost(input: $input) {
  platformPost { ${POST} postGroup { status posts { status } } } laterParts { ${POST} } } }`;

const readGroup = async (id: string) => (await ask(GROUP, { id })).postGroup;
const platformIdOf = (platform: SandboxPlatform) => `${platform}-${owners.get(platform)?.accountId}`;

/** A group that is published on one platform, or was refused. */
async function publish(
  platform: SandboxPlatform,
  content: string,
  files: File[] = [],
): Promise<{ id: string; posts: Post[] }> {
  const { createPost } = await ask(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }',
    {
      input: {
        post: {
          content,
          platformIds: [platformIdOf(platform)],
          platformSettings: { shortvideo: { viewerSetting: 'PUBLIC_TO_EVERYONE' }, videohub: { title: content } },
        },
      },
    },
  );
  const { postGroupId } = createPost;
  for (const { type, contentType, bytes } of files) {
    const { createUpload } = await ask(
      'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl } }',
      { input: { postGroupId, fileName: 'file', contentType, type } },
    );
    const headers = { 'content-type': contentType };
    await fetch(createUpload.uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  }
  await ask('mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }', {
    input: { postGroupId, status: 'SCHEDULED', scheduledTime: new Date().toISOString() },
  });
  return eventually(async () => {
    const { processingStatus, status, posts, log } = await readGroup(postGroupId);
    if (processingStatus !== 'FINISHED') return undefined;
    if (status !== 'PUBLISHED') throw new Error(JSON.stringify(log));
    return { id: postGroupId, posts };
  }, 60_000);
}

const unpublish = (platformPostId: string | undefined, headers = byKey) =>
  graphql(service, headers, UNPUBLISH, { input: { platformPostId } });
const refusal = async (platformPostId: string | undefined, headers = byKey) =>
  (await unpublish(platformPostId, headers)).errors?.[0]?.extensions;

const postsOf = (platform: SandboxPlatform): SandboxPost[] =>
  box.posts({ platform, accountId: owners.get(platform)?.accountId ?? '' });
const requestsTo = (platform: SandboxPlatform) => box.requests().filter((sent) => sent.platform === platform);

/** Requests that delete: their method or their path says so. */
const deletionsAt = (platform: SandboxPlatform) =>
  requestsTo(platform).filter(({ method, path }) => method === 'DELETE' || /\/(\w+\.)*delete\w+$/i.test(path));
const eventsOf = async (id: string, type: string) =>
  (await db.query("SELECT 1 FROM live_events WHERE group_id = $1 AND payload->>'type' = $2", [id, type])).length;

const filesFor = async (platform: SandboxPlatform): Promise<File[]> => {
  if (platform === 'videohub' || platform === 'shortvideo') return [await video()];
  return platform === 'pinboard' || platform === 'photogram' ? [await image()] : [];
};

const UNABLE: SandboxPlatform[] = ['photogram', 'shortvideo'];
const ABLE: SandboxPlatform[] = [
  ...(['microblog', 'network', 'threadtalk', 'videohub', 'socialpage'] as const),
  ...(['skyfeed', 'fediverse', 'messenger', 'pinboard'] as const),
];

describe.each(ABLE)('%s', (platform) => {
  test('exactly the post is gone there, by one request; here it is DELETED, its group as before', async () => {
    const text = `To be deleted on ${platform}`;
    const { id, posts } = await publish(platform, text, await filesFor(platform));
    await publish(platform, `To stay on ${platform}`, await filesFor(platform));
    const [post] = posts;
    expect(post).toMatchObject({ status: 'PUBLISHED', deletedAt: null, allowedActions: ['UNPUBLISH'] });
    const before = deletionsAt(platform).length;
    const staying = postsOf(platform).filter((each) => !each.text.includes(text));
    expect(postsOf(platform)).toHaveLength(staying.length + 1);

    const { data } = await unpublish(post?.id);

    expect(postsOf(platform)).toEqual(staying);
    expect(deletionsAt(platform)).toHaveLength(before + 1);
    const gone = {
      id: post?.id,
      status: 'DELETED',
      postedId: post?.postedId,
      deletedAt: expect.any(String),
      publishedAt: post?.publishedAt,
      updatedAt: post?.updatedAt,
      allowedActions: [],
    };
    expect(data.unpublishPost.laterParts).toEqual([]);
    expect(data.unpublishPost.platformPost).toMatchObject(gone);
    expect(data.unpublishPost.platformPost.postGroup).toEqual({ status: 'PUBLISHED', posts: [{ status: 'DELETED' }] });
    const group = await readGroup(id);
    expect(group).toMatchObject({ status: 'PUBLISHED', processingStatus: 'FINISHED', posts: [gone] });
    expect(group.log.edges.at(-1).node).toMatchObject({ event: 'UNPUBLISHED', platformPostId: post?.id });
    expect([await eventsOf(id, 'unpublished'), await eventsOf(id, 'group_finished')]).toEqual([1, 1]);

    expect((await unpublish(post?.id)).data.unpublishPost.platformPost).toMatchObject(gone);
    expect(deletionsAt(platform)).toHaveLength(before + 1);
  });

  test('a lost response is an error, and a repeat finds the post gone, which counts as deleted', async () => {
    const { id, posts } = await publish(platform, `Lost on ${platform}`, await filesFor(platform));
    const left = postsOf(platform).length - 1;
    box.setFault({ platform, kind: 'reset_after_store', on: 'any' });
    expect(await refusal(posts[0]?.id)).toMatchObject({
      code: 'UNPUBLISH_FAILED',
      failure: 'NETWORK_ERROR',
      fault: 'PLATFORM',
      advice: expect.stringContaining('Unpublish the post again'),
      platformPostId: posts[0]?.id,
    });
    expect(postsOf(platform)).toHaveLength(left);
    expect((await readGroup(id)).posts).toMatchObject([{ status: 'PUBLISHED', deletedAt: null }]);
    expect((await unpublish(posts[0]?.id)).data.unpublishPost.platformPost.status).toBe('DELETED');
    const { log } = await readGroup(id);
    expect(log.edges.slice(-2).map(({ node }: { node: { event: string } }) => node.event)).toEqual([
      'UNPUBLISH_FAILED',
      'UNPUBLISHED',
    ]);
  });
});

test.each(UNABLE)('%s has no deletion: PLATFORM_CANNOT_UNPUBLISH names it, and nothing is sent', async (platform) => {
  const { posts } = await publish(platform, `To stay on ${platform}`, await filesFor(platform));
  expect(posts[0]?.allowedActions).toEqual([]);
  const before = requestsTo(platform).length;
  const { errors } = await unpublish(posts[0]?.id);
  expect(errors).toMatchObject([
    {
      message: expect.stringContaining(platform),
      extensions: { code: 'PLATFORM_CANNOT_UNPUBLISH', platform: platform.toUpperCase() },
    },
  ]);
  expect(requestsTo(platform)).toHaveLength(before);
});

describe('what is refused', () => {
  test('another account’s post, and one that does not exist: PLATFORM_POST_NOT_FOUND, nothing is sent', async () => {
    const { posts } = await publish('fediverse', 'Not yours');
    const otherUser = await createAccount(db);
    const before = requestsTo('fediverse').length;
    const headers = { 'x-api-key': otherUser.apiKey };
    expect(await refusal(posts[0]?.id, headers)).toMatchObject({ code: 'PLATFORM_POST_NOT_FOUND' });
    expect(await refusal(newId())).toMatchObject({ code: 'PLATFORM_POST_NOT_FOUND' });
    expect(await refusal('malformed')).toMatchObject({ code: 'ID_INVALID' });
    expect(requestsTo('fediverse')).toHaveLength(before);
  });

  test('a post that is not published: the error says what it is', async () => {
    const { createPost } = await ask(
      'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { posts { id allowedActions } } } }',
      { input: { post: { content: 'A draft', platformIds: [platformIdOf('fediverse')] } } },
    );
    const [draft] = createPost.postGroup.posts;
    expect(draft.allowedActions).toEqual([]);
    expect(await refusal(draft.id)).toMatchObject({ code: 'PLATFORM_POST_NOT_UNPUBLISHABLE', status: 'DRAFT' });
  });

  test('CONNECTION_NOT_FOUND once the account is disconnected', async () => {
    const owner = box.createAccount('fediverse');
    const platformId = await account.connect(owner);
    owners.set('fediverse', owner);
    const { posts } = await publish('fediverse', 'Left behind');
    const disconnect = 'mutation ($input: DisconnectAccountInput!) { disconnectAccount(input: $input) { __typename } }';
    const { errors } = await graphql(service, await account.session(), disconnect, { input: { platformId } });
    expect(errors).toBeUndefined();
    expect(await refusal(posts[0]?.id)).toMatchObject({ code: 'CONNECTION_NOT_FOUND' });
    expect(postsOf('fediverse')).toHaveLength(1);
    await account.connect(owner);
  });
});

describe('what a platform refuses is an error that says whose fault it is; the post stays PUBLISHED', () => {
  const CASES: [string, Partial<Fault> & Pick<Fault, 'kind'>, Record<string, unknown>][] = [
    ['a rejected token', { kind: 'auth_expired' }, { failure: 'PLATFORM_AUTH_EXPIRED', fault: 'ACCOUNT', status: 401 }],
    [
      'a rate limit',
      { kind: 'rate_limited', resetSeconds: 30 },
      { failure: 'RATE_LIMITED', fault: 'PLATFORM', status: 429, retryAfterSeconds: expect.any(Number) },
    ],
    ['a server error', { kind: 'server_error' }, { failure: 'PLATFORM_SERVER_ERROR', fault: 'PLATFORM' }],
    ['no response in time', { kind: 'timeout_before_store' }, { failure: 'TIMEOUT_ERROR', fault: 'PLATFORM' }],
    [
      'a page of something between',
      { kind: 'answer', answer: { status: 404, body: '<html>Not here</html>' } },
      { failure: 'PLATFORM_SERVER_ERROR', fault: 'PLATFORM' },
    ],
  ];
  test.each(CASES)('%s', async (_name, fault, expected) => {
    const { id, posts } = await publish('fediverse', `Refused: ${fault.kind}`);
    const live = postsOf('fediverse').length;
    box.setFault({ platform: 'fediverse', on: 'any', ...fault });
    const extensions = await refusal(posts[0]?.id);
    expect(extensions).toMatchObject({ code: 'UNPUBLISH_FAILED', advice: expect.any(String), ...expected });
    expect(postsOf('fediverse')).toHaveLength(live);
    const group = await readGroup(id);
    expect(group.posts).toMatchObject([{ status: 'PUBLISHED', deletedAt: null, allowedActions: ['UNPUBLISH'] }]);
    expect(group.log.edges.at(-1).node).toMatchObject({
      event: 'UNPUBLISH_FAILED',
      error: extensions?.reason,
      metadata: { errorCode: expected.failure },
    });
    expect(await eventsOf(id, 'unpublished')).toBe(0);
  });

  test('a message that is too old, or that the bot may not delete', async () => {
    const { posts } = await publish('messenger', 'Too old');
    const description = "Bad Request: message can't be deleted";
    const answer = { status: 400, body: { ok: false, error_code: 400, description } };
    box.setFault({ platform: 'messenger', kind: 'answer', on: 'any', answer });
    expect(await refusal(posts[0]?.id)).toMatchObject({ failure: 'PERMISSION_DENIED', fault: 'ACCOUNT', status: 400 });
  });
});

test('the guide’s document deletes a post', async () => {
  const { posts } = await publish('fediverse', 'As the guide says');
  const document = codeBlocks('docs/guides/graphql.md').find(({ code }) => code.includes('unpublishPost('));
  const { unpublishPost } = await ask(document?.code ?? '', { platformPostId: posts[0]?.id });
  expect(unpublishPost).toEqual({ platformPost: { status: 'DELETED', deletedAt: expect.any(String) }, laterParts: [] });
});

test('callers at once, in several processes: all see it deleted; it is requested, stored and announced once', async () => {
  const other = await startService({ db, roles: 'api', env: { PUBLISH_TIMEOUT_MS: '1500' } });
  const { id, posts } = await publish('fediverse', 'Twice');
  const before = deletionsAt('fediverse').length;
  const input = { platformPostId: posts[0]?.id };
  const answers = await Promise.all(
    [service, other, service, other, service, other, service, other].map((at) =>
      graphql(at, byKey, UNPUBLISH, { input }),
    ),
  );
  await other.stop();
  expect(answers.map(({ data }) => data.unpublishPost.platformPost.status)).toEqual(Array(8).fill('DELETED'));
  expect(deletionsAt('fediverse')).toHaveLength(before + 1);
  const { log } = await readGroup(id);
  const events = log.edges.map(({ node }: { node: { event: string } }) => node.event);
  expect(events.filter((event: string) => event === 'UNPUBLISHED')).toHaveLength(1);
  expect(await eventsOf(id, 'unpublished')).toBe(1);
});

test('a group that is removed while its post is deleted: the response says that it was', async () => {
  const { id, posts } = await publish('fediverse', 'Both');
  const before = deletionsAt('fediverse').length;
  box.setFault({ platform: 'fediverse', kind: 'delay_after_store', on: 'any', delayMs: 800 });
  const unpublishing = unpublish(posts[0]?.id);
  await eventually(async () => deletionsAt('fediverse').length > before || undefined);
  await ask('mutation ($id: ID!) { deletePost(input: { postGroupId: $id }) { deletedPostGroupId } }', { id });
  const { data } = await unpublishing;
  expect(data.unpublishPost).toMatchObject({ platformPost: { id: posts[0]?.id, status: 'DELETED', postGroup: null } });
});

test('a process that was killed while it deleted a post: another one takes over after its lease', async () => {
  const { posts } = await publish('fediverse', 'Killed');
  const before = deletionsAt('fediverse').length;
  const [account] = await db.query<{ id: string }>('SELECT id FROM connections WHERE platform_id = $1', [
    platformIdOf('fediverse'),
  ]);
  const [lease] = await db.query<{ end: Date }>(
    `INSERT INTO network_answers (connection_id, question, claimed_until) VALUES ($1, $2, now() + interval '2 s')
     RETURNING claimed_until AS "end"`,
    [account?.id, `unpublish ${posts[0]?.id}`],
  );
  const { data } = await unpublish(posts[0]?.id);
  expect(data.unpublishPost.platformPost.status).toBe('DELETED');
  expect(deletionsAt('fediverse')).toHaveLength(before + 1);
  const { deletedAt } = data.unpublishPost.platformPost;
  expect(new Date(deletedAt).getTime()).toBeGreaterThanOrEqual(lease?.end.getTime() ?? Number.NaN);
});

describe('threads', () => {
  const LONG = ['one', 'two', 'three'].map((word) => `${word} `.repeat(110).trim()).join(' ');
  const partsIn = (posts: Post[]) => posts.map(({ postedId }) => postedId);
  const live = () => postsOf('microblog').map(({ postedId }) => postedId);

  test('a part goes with the parts after it, the last one first; those before it stay', async () => {
    const { posts } = await publish('microblog', LONG);
    const [first = '', second = '', ...others] = partsIn(posts);
    expect(others.length).toBeGreaterThan(0);
    const before = deletionsAt('microblog').length;
    const { data } = await unpublish(posts[1]?.id);
    expect(data.unpublishPost.platformPost).toMatchObject({ id: posts[1]?.id, status: 'DELETED' });
    expect(data.unpublishPost.laterParts).toMatchObject(posts.slice(2).map(({ id }) => ({ id, status: 'DELETED' })));
    expect(live()).toContain(first);
    expect(live()).not.toEqual(expect.arrayContaining([second]));
    const deleted = deletionsAt('microblog').slice(before);
    expect(deleted.map(({ path }) => path.split('/').at(-1))).toEqual([second, ...others].reverse());
  });

  test('an interrupted deletion leaves a thread without gaps, and a repeat goes on with it', async () => {
    const { id, posts } = await publish('microblog', `Again ${LONG}`);
    const second = posts[1];
    box.setFault({ platform: 'microblog', kind: 'server_error', path: `/tweets/${second?.postedId}` });
    expect(await refusal(posts[0]?.id)).toMatchObject({ code: 'UNPUBLISH_FAILED', platformPostId: second?.id });
    const statuses = (await readGroup(id)).posts.map(({ status }: Post) => status);
    expect(statuses).toEqual(['PUBLISHED', 'PUBLISHED', ...posts.slice(2).map(() => 'DELETED')]);
    const before = deletionsAt('microblog').length;
    const { data } = await unpublish(posts[0]?.id);
    expect(data.unpublishPost.laterParts).toHaveLength(posts.length - 1);
    expect(deletionsAt('microblog')).toHaveLength(before + 2);
    expect(live()).not.toEqual(expect.arrayContaining([posts[0]?.postedId]));
  });
});

test('an album and the text that follows it are deleted as one, however many messages they are', async () => {
  const { posts } = await publish('messenger', 'An album '.repeat(150).trim(), [await image(), await image()]);
  const before = deletionsAt('messenger').length;
  const sent = postsOf('messenger').length;
  expect((await unpublish(posts[0]?.id)).data.unpublishPost.platformPost.status).toBe('DELETED');
  // The sandbox keeps the album and the text as a post each.
  expect(postsOf('messenger')).toHaveLength(sent - 2);
  expect(deletionsAt('messenger')).toHaveLength(before + 1);
});

test('REST shows a deleted post as published, and its log without the deletion', async () => {
  const { id, posts } = await publish('fediverse', 'For REST');
  const rest = async (path: string) => (await request(service.url).get(`/api/v1${path}`).set(byKey)).body;
  const paths = [`/get-post/${id}`, `/post-logs/${id}`, '/list-posts?limit=1'];
  const before = await Promise.all(paths.map(rest));
  box.setFault({ platform: 'fediverse', kind: 'server_error', on: 'any' });
  await unpublish(posts[0]?.id);
  await unpublish(posts[0]?.id);
  expect((await readGroup(id)).posts).toMatchObject([{ status: 'DELETED' }]);
  expect(await Promise.all(paths.map(rest))).toEqual(before);
  expect(before[0]).toMatchObject({ posts: [{ status: 'published' }] });
});
