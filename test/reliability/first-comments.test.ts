import request from 'supertest';
import { type Sandbox, type SandboxAccount, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService, useService } from '../support/service.js';

const env = { THREADTALK_THREADS_BLOCKED: 'false' };
let worker: Service | undefined;
// Before the database of the service goes.
afterAll(() => worker?.stop());
const { db, service } = await useService({ roles: 'api,worker', env });
let sandbox: Sandbox;
let account: TestAccount;

beforeAll(async () => {
  // A second worker, so that every case is also a race between the two.
  worker = await startService({ db, roles: 'worker', env });
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
});

afterEach(() => sandbox.clearFaults());

afterAll(async () => {
  await sandbox?.close();
});

/** Platforms whose first comment is a reply. */
const REPLYING = ['microblog', 'threadtalk', 'skyfeed', 'fediverse'] as const;

const POST = `
  id status
  platformSettings { microblog { firstComment } fediverse { firstComment } skyfeed { firstComment } }
  overrides { platformId content firstComment }
  posts {
    id status partIndex platformId postedId allowedActions
    firstComment {
      id text status postedId url attemptCount publishedAt allowedActions error { code message }
      log { event error }
    }
  }
  log { edges { node { event platformPostId } } }`;

interface Comment {
  id: string | null;
  text: string;
  status: string;
  postedId: string | null;
  url: string | null;
  attemptCount: number;
  publishedAt: string | null;
  allowedActions: string[];
  error: { code: string; message: string } | null;
  log: { event: string; error: string | null }[];
}

interface Post {
  id: string;
  status: string;
  partIndex: number;
  platformId: string;
  postedId: string | null;
  allowedActions: string[];
  firstComment: Comment | null;
}

interface Group {
  id: string;
  status: string;
  platformSettings: Record<string, { firstComment: string | null }>;
  overrides: { platformId: string; content: string | null; firstComment: string | null }[];
  posts: Post[];
  log: { edges: { node: { event: string; platformPostId: string | null } }[] };
}

// biome-ignore lint/suspicious/noExplicitAny: each caller reads its own fields.
const ask = (query: string, variables: Record<string, unknown>): Promise<any> =>
  graphql(service, { 'x-api-key': account.apiKey }, query, variables);

const createRaw = (post: object, scheduledTime: string | null = new Date().toISOString()) =>
  ask(`mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { ${POST} } } }`, {
    input: { post, scheduledTime },
  });

async function create(post: object, scheduledTime?: string | null): Promise<Group> {
  const { data, errors } = await createRaw(post, scheduledTime);
  expect(errors).toBeUndefined();
  return data.createPost.postGroup;
}

const read = async (id: string): Promise<Group> =>
  (await ask(`query ($id: ID!) { postGroup(id: $id) { ${POST} } }`, { id })).data.postGroup;

const connect = async (platform: SandboxPlatform) => {
  const target = sandbox.createAccount(platform);
  return { target, platformId: await account.connect(target) };
};

const ENDED = ['PUBLISHED', 'FAILED'];

/** The group once its posts and their first comments have ended. */
const ended = (id: string): Promise<Group> =>
  eventually(async () => {
    const group = await read(id);
    const all = group.posts.flatMap(({ status, firstComment }) => [status, firstComment?.status ?? status]);
    return all.every((status) => ENDED.includes(status)) ? group : undefined;
  }, 60_000);

const live = ({ accountId }: SandboxAccount) => sandbox.posts({ accountId });

/** What a post replies to, wherever the platform keeps it. */
function parentOf({ record }: { record: unknown }): string | null {
  const text = JSON.stringify(record);
  return (
    /"(?:in_reply_to|reply_to_id|in_reply_to_id)":"([^"]+)"/.exec(text)?.[1] ??
    /"parent":\{"uri":"([^"]+)"/.exec(text)?.[1] ??
    null
  );
}

const retry = (platformPostId: string) =>
  ask(
    'mutation ($input: RetryPlatformPostInput!) { retryPlatformPost(input: $input) { platformPost { id status } } }',
    {
      input: { platformPostId },
    },
  );

const rest = (path: string) => request(service.url).get(`/api/v1${path}`).set('x-api-key', account.apiKey);

const settingsFor = (platform: string, firstComment: string) => ({
  platformSettings: { [platform]: { firstComment } },
});

/** Answers the first request slowly, so that a fault that is set then meets the first comment. */
async function createWithFault(
  platform: SandboxPlatform,
  kind: 'rejected' | 'reset_after_store' | 'timeout_after_store',
) {
  const { target, platformId } = await connect(platform);
  const { accountId } = target;
  sandbox.setFault({ platform, accountId, kind: 'delay_after_store', delayMs: 600 });
  const { id } = await create({
    content: `The post before ${kind}`,
    platformIds: [platformId],
    ...settingsFor(platform, `The comment after ${kind}`),
  });
  await eventually(async () => (live(target).length === 1 ? true : undefined));
  sandbox.setFault({ platform, accountId, kind });
  return { id, target, platformId };
}

describe.each(REPLYING)('a first comment on %s', (platform) => {
  test('is one reply to the post, right after it', async () => {
    const { target, platformId } = await connect(platform);
    const { id } = await create({
      content: 'The post',
      platformIds: [platformId],
      ...settingsFor(platform, 'The link: https://example.com/'),
    });
    const group = await ended(id);
    const [post, comment] = live(target);
    expect(live(target)).toHaveLength(2);
    expect(comment?.text).toBe('The link: https://example.com/');
    expect(comment && parentOf(comment)).toBe(post?.postedId);
    expect(group.status).toBe('PUBLISHED');
    expect(group.posts).toHaveLength(1);
    expect(group.posts[0]).toMatchObject({
      status: 'PUBLISHED',
      postedId: post?.postedId,
      firstComment: {
        text: 'The link: https://example.com/',
        status: 'PUBLISHED',
        postedId: comment?.postedId,
        publishedAt: expect.any(String),
        error: null,
        allowedActions: [],
      },
    });
    expect(group.posts[0]?.firstComment?.log.map(({ event }) => event)).toEqual([
      'PROCESSING',
      'PUBLISH_ATTEMPTED',
      'PUBLISH_SUCCEEDED',
    ]);
  });

  test('is sent once when its response is lost', async () => {
    const { id, target } = await createWithFault(platform, 'reset_after_store');
    const [post] = (await ended(id)).posts;
    expect(post?.firstComment).toMatchObject({ status: 'PUBLISHED', postedId: live(target)[1]?.postedId });
    expect(live(target)).toHaveLength(2);
  });
});

test('a first comment on messenger is a reply; when its response is lost, nobody can say whether it was sent', async () => {
  const { target, platformId } = await connect('messenger');
  const { id } = await create({
    content: 'The post',
    platformIds: [platformId],
    ...settingsFor('messenger', 'The comment'),
  });
  await ended(id);
  const there = live(target);
  expect(there.map(({ text }) => text)).toEqual(['The post', 'The comment']);
  expect(there[1]?.record).toMatchObject({ reply_to_message: { message_id: Number(there[0]?.postedId) } });

  const lost = await createWithFault('messenger', 'reset_after_store');
  const group = await ended(lost.id);
  expect(group).toMatchObject({ status: 'PUBLISHED', posts: [{ status: 'PUBLISHED' }] });
  expect(group.posts[0]?.firstComment).toMatchObject({
    status: 'FAILED',
    error: { code: 'OUTCOME_UNKNOWN' },
    allowedActions: ['ACKNOWLEDGE_AND_RETRY'],
  });
  expect((await retry(group.posts[0]?.firstComment?.id ?? '')).errors[0].extensions.code).toBe(
    'OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED',
  );
  expect(live(lost.target)).toHaveLength(2);
});

test('a first comment on network is a comment; when its response is lost, nobody can say whether it was sent', async () => {
  const { target, platformId } = await connect('network');
  const { accountId } = target;
  const post = (name: string) => ({
    content: `The post ${name}`,
    platformIds: [platformId],
    ...settingsFor('network', `The link ${name}`),
  });
  const sent = () =>
    sandbox
      .requests()
      .filter(({ platform, path }) => platform === 'network' && path.includes('/socialActions/'))
      .map(({ body }) => body as { object: string; message: { text: string } });
  const first = await ended((await create(post('one'))).id);
  const [there] = live(target);
  expect(sent()).toMatchObject([{ object: there?.postedId, message: { text: 'The link one' } }]);
  expect(first.posts[0]?.firstComment).toMatchObject({
    status: 'PUBLISHED',
    postedId: expect.stringMatching(/^urn:network:comment:\(/),
    url: expect.stringContaining('/feed/update/'),
  });

  sandbox.setFault({ platform: 'network', accountId, kind: 'reset_after_store', path: '/comments' });
  const second = await ended((await create(post('two'))).id);
  expect(second.posts[0]).toMatchObject({
    status: 'PUBLISHED',
    firstComment: { status: 'FAILED', error: { code: 'OUTCOME_UNKNOWN' }, allowedActions: ['ACKNOWLEDGE_AND_RETRY'] },
  });
  expect(sent()).toHaveLength(2);
});

test('a first comment follows the last part of a thread, and replies to the first', async () => {
  const { target, platformId } = await connect('microblog');
  const { id } = await create({
    content: 'Part one\n---\nPart two\n---\nPart three',
    platformIds: [platformId],
    ...settingsFor('microblog', 'The comment'),
  });
  const { posts } = await ended(id);
  const there = live(target);
  expect(there.map(({ text }) => text)).toEqual([
    'Part one (1/3)',
    'Part two (2/3)',
    'Part three (3/3)',
    'The comment',
  ]);
  expect(there.map(parentOf)).toEqual([null, there[0]?.postedId, there[1]?.postedId, there[0]?.postedId]);
  expect(posts.map(({ partIndex }) => partIndex)).toEqual([0, 1, 2]);
  expect(posts.map(({ firstComment }) => firstComment?.postedId)).toEqual([there[3]?.postedId, undefined, undefined]);
});

test('a first comment that fails changes nothing of its post, and is sent again alone', async () => {
  const { id, target } = await createWithFault('fediverse', 'rejected');
  const group = await ended(id);
  const [post] = group.posts;
  const comment = post?.firstComment;
  expect(group.status).toBe('PUBLISHED');
  expect(post).toMatchObject({ status: 'PUBLISHED', allowedActions: ['UNPUBLISH'] });
  expect(comment).toMatchObject({ status: 'FAILED', postedId: null, allowedActions: ['RETRY'] });
  expect(comment?.error?.code).toBe('INVALID_CONTENT');
  // Neither the log of the group nor REST has it.
  expect(group.log.edges.filter(({ node }) => node.platformPostId === comment?.id)).toEqual([]);
  const { body } = await rest(`/get-post/${id}`);
  expect(body.posts).toHaveLength(1);
  expect(body).toMatchObject({ processingStatus: 'finished', posts: [{ status: 'published' }] });
  const { logs } = (await rest(`/post-logs/${id}`)).body;
  expect(new Set(logs.flatMap((entry: { postId?: string }) => entry.postId ?? []))).toEqual(new Set([post?.id]));
  expect(await db.query('SELECT kind, title FROM notifications WHERE group_id = $1', [id])).toEqual([
    { kind: 'FIRST_COMMENT_FAILED', title: 'A first comment could not be sent' },
  ]);

  sandbox.clearFaults();
  const { data } = await retry(comment?.id ?? '');
  expect(data.retryPlatformPost.platformPost).toEqual({ id: post?.id, status: 'PUBLISHED' });
  const again = await ended(id);
  expect(again.posts[0]?.firstComment).toMatchObject({ status: 'PUBLISHED', postedId: live(target)[1]?.postedId });
  expect(live(target)).toHaveLength(2);
});

test('a first comment that is a reply is deleted with its post', async () => {
  const { target, platformId } = await connect('fediverse');
  const { id } = await create({
    content: 'The post',
    platformIds: [platformId],
    ...settingsFor('fediverse', 'The comment'),
  });
  const [post] = (await ended(id)).posts;
  expect(live(target)).toHaveLength(2);
  const unpublish = `mutation ($input: UnpublishPostInput!) {
    unpublishPost(input: $input) { platformPost { status } laterParts { id } }
  }`;
  const { data } = await ask(unpublish, { input: { platformPostId: post?.id } });
  expect(data.unpublishPost).toEqual({ platformPost: { status: 'DELETED' }, laterParts: [] });
  expect(live(target)).toHaveLength(0);
  expect((await read(id)).posts[0]?.firstComment?.status).toBe('DELETED');
});

test('with a post that fails, its first comment fails; a retry of the post sends both', async () => {
  const { target, platformId } = await connect('fediverse');
  sandbox.setFault({ platform: 'fediverse', accountId: target.accountId, kind: 'rejected' });
  const { id } = await create({
    content: 'The post',
    platformIds: [platformId],
    ...settingsFor('fediverse', 'The comment'),
  });
  const [failed] = (await ended(id)).posts;
  expect(failed).toMatchObject({
    status: 'FAILED',
    firstComment: { status: 'FAILED', error: { code: 'THREAD_INTERRUPTED' }, allowedActions: [] },
  });
  expect(live(target)).toHaveLength(0);
  sandbox.clearFaults();
  await retry(failed?.id ?? '');
  const [post] = (await ended(id)).posts;
  expect(post).toMatchObject({ status: 'PUBLISHED', firstComment: { status: 'PUBLISHED', error: null } });
  expect(live(target).map(({ text }) => text)).toEqual(['The post', 'The comment']);
});

test('each account has the first comment of its platform, its own, or none', async () => {
  const [shared, own, none] = [await connect('fediverse'), await connect('fediverse'), await connect('fediverse')];
  const { id } = await create({
    content: 'The post',
    platformIds: [shared.platformId, own.platformId, none.platformId],
    ...settingsFor('fediverse', 'For all'),
    overrides: [
      { platformId: own.platformId, firstComment: 'For this one' },
      { platformId: none.platformId, content: 'Its own text', firstComment: '' },
    ],
  });
  const group = await ended(id);
  expect(live(shared.target).map(({ text }) => text)).toEqual(['The post', 'For all']);
  expect(live(own.target).map(({ text }) => text)).toEqual(['The post', 'For this one']);
  expect(live(none.target).map(({ text }) => text)).toEqual(['Its own text']);
  expect(group.overrides).toEqual([
    { platformId: own.platformId, content: null, firstComment: 'For this one' },
    { platformId: none.platformId, content: 'Its own text', firstComment: '' },
  ]);
  expect(group.posts[2]?.firstComment).toBeNull();
});

test('a draft keeps its first comments through edits, copies and restored versions', async () => {
  const [one, other] = [await connect('microblog'), await connect('microblog')];
  const created = await create(
    {
      content: 'A draft',
      platformIds: [one.platformId, other.platformId],
      ...settingsFor('microblog', 'First'),
      overrides: [{ platformId: other.platformId, firstComment: 'Other' }],
    },
    null,
  );
  expect(created.posts.map(({ firstComment }) => firstComment)).toMatchObject([
    { id: null, text: 'First', status: 'DRAFT' },
    { id: null, text: 'Other', status: 'DRAFT' },
  ]);
  const update = (input: object) =>
    ask(`mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { ${POST} } } }`, {
      input: { postGroupId: created.id, ...input },
    });
  const textsOf = ({ posts }: Group) => posts.map(({ firstComment }) => firstComment?.text ?? null);
  const edited = (await update({ content: 'Edited' })).data.updatePost.postGroup;
  expect(textsOf(edited)).toEqual(['First', 'Other']);
  const replaced = (await update(settingsFor('microblog', 'Second'))).data.updatePost.postGroup;
  expect(textsOf(replaced)).toEqual(['Second', 'Other']);
  const shared = (await update({ overrides: [] })).data.updatePost.postGroup;
  expect(textsOf(shared)).toEqual(['Second', 'Second']);
  const copy = await ask(
    `mutation ($input: DuplicatePostInput!) { duplicatePost(input: $input) { postGroup { ${POST} } } }`,
    { input: { postGroupId: created.id } },
  );
  expect(textsOf(copy.data.duplicatePost.postGroup)).toEqual(['Second', 'Second']);
  await update({ overrides: [{ platformId: one.platformId, firstComment: 'Own' }] });
  const restored = await ask(
    `mutation ($input: RestorePostVersionInput!) { restorePostVersion(input: $input) { postGroup { ${POST} } } }`,
    { input: { postGroupId: created.id, number: 1 } },
  );
  expect(textsOf(restored.data.restorePostVersion.postGroup)).toEqual(['First', 'Other']);
  const none = (await update({ platformSettings: {}, overrides: [] })).data.updatePost.postGroup;
  expect(textsOf(none)).toEqual([null, null]);
});

describe('a first comment that the platform would refuse is not scheduled', () => {
  const codesOf = ({ errors }: { errors?: { extensions: { validation: { errors: object[] } } }[] }) =>
    errors?.[0]?.extensions.validation.errors;

  test('a text over the limit of the platform', async () => {
    const { platformId } = await connect('microblog');
    const result = await createRaw({
      content: 'The post',
      platformIds: [platformId],
      ...settingsFor('microblog', 'x'.repeat(281)),
    });
    expect(codesOf(result)).toMatchObject([
      {
        code: 'FIRST_COMMENT_TOO_LONG',
        platform: 'MICROBLOG',
        field: 'firstComment',
        currentValue: 281,
        maxValue: 280,
      },
    ]);
  });

  test.each([
    ['shortvideo', {}, 'shortvideo takes no first comments from this service'],
    ['videohub', { privacy: 'PRIVATE' }, 'videohub takes no first comments on private videos from this service'],
  ] as const)('on a post without comments on %s', async (platform, settings, message) => {
    const { platformId } = await connect(platform);
    const result = await createRaw({
      content: 'The post',
      platformIds: [platformId],
      platformSettings: { [platform]: settings },
      overrides: [{ platformId, firstComment: 'The link' }],
    });
    expect(codesOf(result)).toContainEqual(
      expect.objectContaining({
        code: 'FIRST_COMMENT_NOT_SUPPORTED',
        platform: platform.toUpperCase(),
        platformIds: [platformId],
        message,
      }),
    );
  });
});

test('REST has no first comments: a setting with this name is ignored', async () => {
  const { target, platformId } = await connect('threadtalk');
  const { body } = await request(service.url)
    .post('/api/v1/create-post')
    .set('x-api-key', account.apiKey)
    .send({
      content: 'The post',
      platforms: [platformId],
      scheduledTime: new Date().toISOString(),
      ...settingsFor('threadtalk', 'Not sent'),
    })
    .expect(200);
  const group = await ended(body.postGroupId);
  expect(group.posts).toMatchObject([{ status: 'PUBLISHED', firstComment: null }]);
  expect(live(target)).toHaveLength(1);
});
