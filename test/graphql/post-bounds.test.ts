import { PLATFORM_KEYS } from '../../src/platforms/port/platform.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql, openSocket } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { insertDrafts } from '../support/plan-usage.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const TARGETS = Array.from({ length: 100 }, (_, index) => `fediverse-${index}`);
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db, { connected: TARGETS });
});

const ask = (query: string, variables: Record<string, unknown>, by = account) =>
  graphql(service, { 'x-api-key': by.apiKey }, query, variables);
const codesOf = (answer: { errors?: { extensions: Record<string, unknown> }[] }) =>
  answer.errors?.map(({ extensions }) => extensions.code);

/** The codes of an operation over a web socket. */
async function codesOverSocket(query: string, variables: Record<string, unknown> = {}) {
  const client = openSocket(service, { 'x-api-key': account.apiKey });
  try {
    for await (const { errors } of client.iterate({ query, variables })) {
      return errors?.map(({ extensions }) => extensions?.code);
    }
    return undefined;
  } finally {
    await client.dispose();
  }
}

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id content } } }';
const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';
const VALIDATE = 'query ($input: ValidatePostInput!) { validatePost(input: $input) { valid errors { message } } }';
const PREVIEW = 'query ($input: ValidatePostInput!) { previewPost(input: $input) { parts { text } } }';

const draft = (more: object = {}, by = account) =>
  ask(CREATE, { input: newPost({ content: 'Hi', platformIds: ['fediverse-1'], ...more }) }, by);
const draftId = async (more: object = {}) => (await draft(more)).data.createPost.postGroup.id;

const LONG = 'a'.repeat(100_001);
const many = <Value>(value: Value, count: number) => Array.from({ length: count }, () => value);
const TITLE = { videohub: { title: 'a'.repeat(10_000) } };

describe('what takes a post refuses', () => {
  const post = { content: 'Hi', platforms: ['FEDIVERSE'] };
  const stored = async (more: object) => ({ postGroupId: await draftId(), ...more });

  test.each<[name: string, code: string, query: string, input: () => object | Promise<object>]>([
    ['createPost: a long content', 'CONTENT_TOO_LONG', CREATE, () => newPost({ content: LONG, platformIds: ['x-1'] })],
    [
      'createPost: 101 targets',
      'PLATFORMS_TOO_MANY',
      CREATE,
      () => newPost({ content: 'Hi', platformIds: many('x-1', 101) }),
    ],
    [
      'createPost: 4,000 targets',
      'PLATFORMS_TOO_MANY',
      CREATE,
      () => newPost({ content: 'Hi', platformIds: many('x-1', 4_000) }),
    ],
    [
      'createPost: 60,000 targets',
      'OPERATION_TOO_LARGE',
      CREATE,
      () => newPost({ content: 'Hi', platformIds: many('x-1', 60_000) }),
    ],
    [
      'createPost: long settings',
      'PLATFORM_SETTINGS_TOO_LONG',
      CREATE,
      () => newPost({ content: 'Hi', platformIds: ['x-1'], platformSettings: TITLE }),
    ],
    [
      'updatePost: 101 alternative texts',
      'ALT_TEXTS_TOO_LONG',
      UPDATE,
      async () => ({ postGroupId: await draftId(), altTexts: many({ mediaId: 'a'.repeat(24), text: 'a' }, 101) }),
    ],
    [
      'updatePost: a long alternative text',
      'ALT_TEXTS_TOO_LONG',
      UPDATE,
      async () => ({ postGroupId: await draftId(), altTexts: [{ mediaId: 'a'.repeat(24), text: 'a'.repeat(10_001) }] }),
    ],
    ['validatePost: a long content', 'CONTENT_TOO_LONG', VALIDATE, () => ({ post: { ...post, content: LONG } })],
    ['validatePost: one for a stored group', 'CONTENT_TOO_LONG', VALIDATE, () => stored({ post: { content: LONG } })],
    [
      'validatePost: 101 platforms',
      'PLATFORMS_TOO_MANY',
      VALIDATE,
      () => ({ post: { ...post, platforms: many('NETWORK', 101) } }),
    ],
    [
      'validatePost: long settings',
      'PLATFORM_SETTINGS_TOO_LONG',
      VALIDATE,
      () => ({ post: { ...post, platformSettings: TITLE } }),
    ],
    ['previewPost: a long content', 'CONTENT_TOO_LONG', PREVIEW, () => ({ post: { ...post, content: LONG } })],
    ['previewPost: one for a stored group', 'CONTENT_TOO_LONG', PREVIEW, () => stored({ post: { content: LONG } })],
    [
      'previewPost: 4,000 platforms',
      'PLATFORMS_TOO_MANY',
      PREVIEW,
      () => ({ post: { ...post, platforms: many('MICROBLOG', 4_000) } }),
    ],
    [
      'previewPost: 60,000 platforms',
      'OPERATION_TOO_LARGE',
      PREVIEW,
      () => ({ post: { ...post, platforms: many('MICROBLOG', 60_000) } }),
    ],
  ])('%s is %s', async (_name, code, query, input) => {
    const answer = await ask(query, { input: await input() });
    expect(Object.values(answer.data ?? {}).filter((one) => one !== null)).toEqual([]);
    expect(codesOf(answer)).toEqual([code]);
  });
});

test('over a web socket it is the same', async () => {
  const variables = { input: { post: { content: LONG, platformIds: ['fediverse-1'] } } };
  expect(await codesOverSocket(CREATE, variables)).toEqual(['CONTENT_TOO_LONG']);
});

test('a content of 100,000 characters is stored as it is, and read as it is', async () => {
  const content = '🦊'.repeat(100_000);
  expect((await draft({ content })).data.createPost.postGroup.content).toBe(content);
});

test('the 1,001st draft is DRAFT_LIMIT_REACHED', async () => {
  const full = await createAccount(db, { connected: ['fediverse-1'] });
  await insertDrafts(db, full.userId, 1_000);
  expect((await draft({}, full)).errors).toMatchObject([
    {
      message: 'Draft limit reached. Delete or schedule drafts to create more.',
      extensions: { code: 'DRAFT_LIMIT_REACHED' },
    },
  ]);
});

test('a draft that is being sent is not counted, as long as at most 100 exceed the limit', async () => {
  const full = await createAccount(db, { connected: ['fediverse-1'] });
  await insertDrafts(db, full.userId, 1_099);
  const send = () =>
    ask(CREATE, { input: { post: { content: 'Hi', platformIds: ['fediverse-1'] }, isBeingSent: true } }, full);
  expect(codesOf(await send())).toBeUndefined();
  expect(codesOf(await send())).toEqual(['DRAFT_LIMIT_REACHED']);
});

test('a thread of more than 1,000 parts is no thread: validatePost says so', async () => {
  const content = many('a', 1_001).join('\n---\n');
  const { data } = await ask(VALIDATE, { input: { post: { content, platforms: ['MICROBLOG'] } } });
  expect(data.validatePost).toEqual({
    valid: false,
    errors: [{ message: 'A thread can have at most 1000 parts' }],
  });
});

describe('text of a response', () => {
  const POSTS = 'posts { content }';
  const read = (id: string, times: number) =>
    `{ ${many('', times)
      .map((_, index) => `g${index}: postGroup(id: "${id}") { ${POSTS} }`)
      .join(' ')} }`;

  test('is at most 50 MB, also over several aliases: larger ones are ANSWER_TOO_LARGE', async () => {
    const id = await draftId({ content: 'a'.repeat(100_000), platformIds: TARGETS });
    expect(codesOf(await ask(read(id, 6), {}))).toContain('ANSWER_TOO_LARGE');
  });

  test('is at most 1 MB over a web socket', async () => {
    const id = await draftId({ content: 'a'.repeat(100_000), platformIds: TARGETS.slice(0, 20) });
    expect(await codesOverSocket(read(id, 1))).toContain('ANSWER_TOO_LARGE');
    expect((await ask(read(id, 1), {})).data.g0.posts).toHaveLength(20);
  });

  test('previewPost has the same limit', async () => {
    const query = 'query ($input: ValidatePostInput!) { previewPost(input: $input) { parts { text } } }';
    const platforms = PLATFORM_KEYS.map((key) => key.toUpperCase());
    const variables = { input: { post: { content: 'a'.repeat(100_000), platforms } } };
    expect(await codesOverSocket(query, variables)).toContain('ANSWER_TOO_LARGE');
  });
});

describe('a webhook has', () => {
  const CREATE_WEBHOOK = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
  const webhook = { name: 'Hook', url: 'https://example.com/', events: ['POST_FAILED'] };
  test.each([
    ['a name of at most 200 characters', { name: 'a'.repeat(201) }, 'WEBHOOK_NAME_TOO_LONG'],
    ['an address of at most 2,048', { url: `https://example.com/${'a'.repeat(2_030)}` }, 'URL_INVALID'],
  ])('%s', async (_name, more, code) => {
    expect(codesOf(await ask(CREATE_WEBHOOK, { input: { ...webhook, ...more } }))).toEqual([code]);
  });
});
