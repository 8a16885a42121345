/** Targets of a post that are named by the ids of connected accounts, in place of platform ids or beside them. */
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';

const CREATE = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) { replayed postGroup { id posts { platformId } } }
}`;
const UPDATE =
  'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { posts { platformId } } } }';
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
