/** Targets and overrides of a post that are named by the ids of connected accounts, not by platform ids. */
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';

const CREATE = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) { replayed postGroup { id overrides { platformId content } posts { platformId } } }
}`;
const UPDATE =
  'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { overrides { platformId content } posts { platformId } } } }';
const CREATE_SEVERAL = `mutation ($input: CreatePostsInput!) {
  createPosts(input: $input) {
    results { error { code field } postGroup { overrides { platformId content } } }
  }
}`;
const PREVIEW =
  'query ($input: ValidatePostInput!) { previewPost(input: $input) { platform platformIds parts { text } } }';
const VALIDATE = `query ($input: ValidatePostInput!) {
  validatePost(input: $input) { valid errors { code } summary { affectedPlatforms } }
}`;

const { db, service } = await useService();
let sandbox: Sandbox;
let account: TestAccount;
/** By platform id: the ids of the account's connections. */
let ids: Map<string, string>;
let targets: string[];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(async () => {
  account = await createAccount(db);
  targets = [];
  for (const platform of ['fediverse', 'skyfeed', 'messenger'] as const) {
    targets.push(await account.connect(sandbox.createAccount(platform)));
  }
  ids = await idsOf(account);
});
afterAll(async () => {
  await sandbox?.close();
});

const run = (query: string, input: object, by = account) =>
  graphql(service, { 'x-api-key': by.apiKey }, query, { input });
async function idsOf({ apiKey }: TestAccount): Promise<Map<string, string>> {
  const { data } = await graphql(
    service,
    { 'x-api-key': apiKey },
    '{ connectedAccounts(first: 100) { edges { node { id platformId } } } }',
  );
  return new Map(nodesOf(data.connectedAccounts).map(({ id, platformId }) => [platformId, id]));
}
const idOf = (index: number): string => ids.get(targets[index] ?? '') ?? '';
const targetsOf = ({ posts }: { posts: { platformId: string }[] }) => posts.map(({ platformId }) => platformId);
const create = async (post: object, more: object = {}) => {
  const { data, errors } = await run(CREATE, { post: { content: 'Hi', ...post }, ...more });
  expect(errors).toBeUndefined();
  return data.createPost;
};
const refusal = async (query: string, input: object) => {
  const { errors } = await run(query, input);
  expect(errors).toHaveLength(1);
  return { code: errors?.[0]?.extensions.code, field: errors?.[0]?.guidance?.field };
};

test('a post is created for accounts, in their order', async () => {
  const { postGroup } = await create({ accountIds: [idOf(2), idOf(0).toUpperCase()] });
  expect(targetsOf(postGroup)).toEqual([targets[2], targets[0]]);
});

test('platformIds come first, and an account that is named twice is one target', async () => {
  const { postGroup } = await create({ accountIds: [idOf(2), idOf(0), idOf(2)], platformIds: [targets[0]] });
  expect(targetsOf(postGroup)).toEqual([targets[0], targets[2]]);
});

test('updatePost replaces all targets', async () => {
  const { postGroup } = await create({ platformIds: targets });
  const update = async (more: object) => {
    const { data, errors } = await run(UPDATE, { postGroupId: postGroup.id, ...more });
    expect(errors).toBeUndefined();
    return targetsOf(data.updatePost.postGroup);
  };
  expect(await update({ accountIds: [idOf(1)] })).toEqual([targets[1]]);
  expect(await update({ accountIds: [idOf(0)], platformIds: [targets[1]] })).toEqual([targets[1], targets[0]]);
  expect(await refusal(UPDATE, { postGroupId: postGroup.id, accountIds: [] })).toMatchObject({
    code: 'PLATFORMS_EMPTY',
  });
});

test('validatePost checks the platforms of the accounts', async () => {
  const post = { content: 'x'.repeat(5_000), accountIds: [idOf(0)] };
  const { data } = await run(VALIDATE, { post });
  expect(data.validatePost).toMatchObject({ valid: false, summary: { affectedPlatforms: ['FEDIVERSE'] } });
});

test.each([
  [
    'of another user',
    () =>
      createAccount(db, { connected: ['fediverse-1'] })
        .then(idsOf)
        .then((all) => all.get('fediverse-1')),
  ],
  ['of no account', async () => '0'.repeat(24)],
])('an id %s is refused, and named', async (_, other) => {
  const accountIds = [idOf(0), await other()];
  const refused = { code: 'CONNECTION_NOT_FOUND', field: 'input.post.accountIds.1' };
  expect(await refusal(CREATE, { post: { content: 'Hi', accountIds } })).toEqual(refused);
  expect(await refusal(VALIDATE, { post: { content: 'Hi', accountIds } })).toEqual(refused);
});

test('a malformed id is refused, and so are more than 100 targets in all', async () => {
  expect(await refusal(CREATE, { post: { content: 'Hi', accountIds: [idOf(0), 'x'] } })).toEqual({
    code: 'ID_INVALID',
    field: 'input.post.accountIds.1',
  });
  const accountIds = Array<string>(60).fill(idOf(0));
  const platformIds = Array<string>(41).fill(String(targets[0]));
  expect(await refusal(CREATE, { post: { content: 'Hi', accountIds, platformIds } })).toMatchObject({
    code: 'PLATFORMS_TOO_MANY',
  });
});

test('a repeated request has its response when the account has been disconnected since', async () => {
  const request = [{ accountIds: [idOf(0)] }, { idempotencyKey: 'again' }] as const;
  const { postGroup } = await create(...request);
  await db.query('DELETE FROM connections WHERE id = $1', [idOf(0)]);
  expect(await create(...request)).toMatchObject({ replayed: true, postGroup: { id: postGroup.id } });
  const other = await createAccount(db);
  expect(
    (await run(CREATE, { post: { content: 'Hi', ...request[0] }, ...request[1] }, other)).errors?.[0]?.extensions.code,
  ).toBe('CONNECTION_NOT_FOUND');
});

test('platforms are no targets of a new post: its input has none', async () => {
  const { errors } = await run(CREATE, { post: { content: 'Hi', platforms: ['FEDIVERSE'] } });
  expect(errors?.[0]?.message).toContain('Field "platforms" is not defined by type "PostInput"');
});

describe('an override', () => {
  const named = (index: number, content: string) => ({ accountId: idOf(index), content });
  const shown = (index: number, content: string) => ({ platformId: targets[index], content });

  test('names its target by account or by platform id, in createPost, updatePost and createPosts', async () => {
    const overrides = [named(1, 'One'), shown(0, 'Zero')];
    const { postGroup } = await create({ platformIds: targets, overrides });
    expect(postGroup.overrides).toEqual([shown(0, 'Zero'), shown(1, 'One')]);

    const { data } = await run(UPDATE, { postGroupId: postGroup.id, overrides: [named(2, 'Two')] });
    expect(data.updatePost.postGroup.overrides).toEqual([shown(2, 'Two')]);

    const post = (override: object) => ({ post: { content: 'Hi', accountIds: [idOf(0)], overrides: [override] } });
    const several = await run(CREATE_SEVERAL, {
      posts: [post(named(0, 'Zero')), post(named(1, 'One')), post({ content: 'Two' })],
    });
    expect(several.data.createPosts.results).toEqual([
      { error: null, postGroup: { overrides: [shown(0, 'Zero')] } },
      {
        error: { code: 'OVERRIDE_NOT_A_TARGET', field: 'input.posts.1.post.overrides.0.accountId' },
        postGroup: null,
      },
      { error: { code: 'OVERRIDE_TARGET_INVALID', field: 'input.posts.2.post.overrides.0' }, postGroup: null },
    ]);
  });

  test('is validated and previewed for its account', async () => {
    const post = { content: 'Hi', accountIds: [idOf(0), idOf(1)], overrides: [named(0, 'x'.repeat(5_000))] };
    const { data } = await run(VALIDATE, { post });
    expect(data.validatePost).toMatchObject({ valid: false, summary: { affectedPlatforms: ['FEDIVERSE'] } });
    const preview = await run(PREVIEW, { post: { ...post, overrides: [named(1, 'Only there')] } });
    expect(preview.data.previewPost).toEqual([
      { platform: 'FEDIVERSE', platformIds: null, parts: [{ text: 'Hi' }] },
      { platform: 'SKYFEED', platformIds: [targets[1]], parts: [{ text: 'Only there' }] },
    ]);
  });

  test.each<[string, () => object[], string, string]>([
    ['for no target', () => [{ content: 'a' }], 'OVERRIDE_TARGET_INVALID', '0'],
    ['for both', () => [named(0, 'a'), { ...named(1, 'a'), ...shown(1, 'a') }], 'OVERRIDE_TARGET_INVALID', '1'],
    ['for a malformed id', () => [{ accountId: 'x', content: 'a' }], 'ID_INVALID', '0.accountId'],
    [
      'for an id of no account',
      () => [{ accountId: '0'.repeat(24), content: 'a' }],
      'CONNECTION_NOT_FOUND',
      '0.accountId',
    ],
    ['for an account that is no target', () => [named(2, 'a')], 'OVERRIDE_NOT_A_TARGET', '0.accountId'],
    ['twice for one target', () => [shown(0, 'a'), named(0, 'b')], 'OVERRIDE_DUPLICATE', '1.accountId'],
    ['without text', () => [named(0, ' ')], 'CONTENT_REQUIRED', '0.content'],
  ])('is refused %s, and named', async (_, overrides, code, at) => {
    const { postGroup } = await create({ accountIds: [idOf(0), idOf(1)] });
    const post = { content: 'Hi', accountIds: [idOf(0), idOf(1)], overrides: overrides() };
    const inPost = { code, field: `input.post.overrides.${at}` };
    expect(await refusal(CREATE, { post })).toEqual(inPost);
    expect(await refusal(VALIDATE, { post })).toEqual(inPost);
    expect(await refusal(PREVIEW, { post })).toEqual(inPost);
    expect(await refusal(UPDATE, { postGroupId: postGroup.id, overrides: overrides() })).toEqual({
      code,
      field: `input.overrides.${at}`,
    });
  });

  test('for the account of another user is refused', async () => {
    const other = await createAccount(db, { connected: ['fediverse-1'] });
    const accountId = [...(await idsOf(other)).values()][0];
    const post = { content: 'Hi', platformIds: targets, overrides: [{ accountId, content: 'a' }] };
    expect(await refusal(CREATE, { post })).toEqual({
      code: 'CONNECTION_NOT_FOUND',
      field: 'input.post.overrides.0.accountId',
    });
  });

  test('of a repeated request is not read again when its account has been disconnected since', async () => {
    const request = [{ platformIds: targets, overrides: [named(0, 'a')] }, { idempotencyKey: 'again' }] as const;
    const { postGroup } = await create(...request);
    await db.query('DELETE FROM connections WHERE id = $1', [idOf(0)]);
    expect(await create(...request)).toMatchObject({ replayed: true, postGroup: { id: postGroup.id } });
  });
});
