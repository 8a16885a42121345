import { connectTargets, createAccount, type TestAccount } from '../support/account.js';
import { type GraphqlAnswer, graphql, type Headers } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1', 'fediverse-2'] });
});

const CREATE = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) { replayed postGroupId postGroup { id content status } }
}`;
const own = () => ({ 'x-api-key': account.apiKey });
const create = (key: string | null, more: object = {}, headers: Headers = own()) =>
  graphql(service, headers, CREATE, {
    input: newPost({ content: 'Hi', platformIds: ['fediverse-1'], idempotencyKey: key, ...more }),
  });
const idOf = (answer: GraphqlAnswer): string => answer.data.createPost.postGroupId;
const codeOf = (answer: GraphqlAnswer) => answer.errors?.[0]?.extensions.code;
const groupsOf = (userId: string) => db.query('SELECT id FROM post_groups WHERE user_id = $1 ORDER BY id', [userId]);

test('the same key and input return the same group, and say that nothing was created', async () => {
  const first = await create('same');
  expect(first.data.createPost.replayed).toBe(false);
  for (const _ of [1, 2]) {
    const again = await create('same');
    expect(again.data.createPost).toEqual({ ...first.data.createPost, replayed: true });
  }
});

test('a replay shows the group as it is now, not as it was', async () => {
  const id = idOf(await create('fresh'));
  await graphql(
    service,
    own(),
    'mutation ($id: ID!) { updatePost(input: { postGroupId: $id, scheduledTime: "2035-01-01T00:00:00Z", status: SCHEDULED }) { postGroup { id } } }',
    { id },
  );
  expect((await create('fresh')).data.createPost).toMatchObject({ replayed: true, postGroup: { status: 'SCHEDULED' } });
});

test('the order in which settings are written makes no other input', async () => {
  const settings = { photogram: { videoType: 'STORIES' }, videohub: { title: 'x', privacy: 'PRIVATE' } };
  const reversed = { videohub: { privacy: 'PRIVATE', title: 'x' }, photogram: { videoType: 'STORIES' } };
  const first = await create('order', { platformSettings: settings });
  const again = await create('order', { platformSettings: reversed });
  expect(again.data.createPost).toEqual({ ...first.data.createPost, replayed: true });
});

test('a repeat gets its response also when a connection was removed since', async () => {
  const gone = await createAccount(db, { connected: ['fediverse-1'] });
  const headers = { 'x-api-key': gone.apiKey };
  const first = await create('removed', {}, headers);
  await db.query('DELETE FROM connections WHERE user_id = $1', [gone.userId]);
  expect(idOf(await create('removed', {}, headers))).toBe(idOf(first));
});

test('twenty equal requests at once make one group', async () => {
  const many = await createAccount(db, { connected: ['fediverse-1'] });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => create('at once', {}, { 'x-api-key': many.apiKey })),
  );
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(answers.filter((answer) => !answer.data.createPost.replayed)).toHaveLength(1);
  expect(await groupsOf(many.userId)).toHaveLength(1);
});

test.each([
  { content: 'Other' },
  { platformIds: ['fediverse-2'] },
  { scheduledTime: '2035-01-01T00:00:00Z' },
  { platformSettings: { videohub: { title: 'x' } } },
  { overrides: [{ platformId: 'fediverse-1', content: 'Own' }] },
])('another input under the same key is refused: %j', async (more) => {
  const key = JSON.stringify(more);
  await create(key);
  const answer = await create(key, more);
  expect(answer.errors?.[0]).toMatchObject({
    message: 'Idempotency key was used with a different request',
    extensions: { code: 'IDEMPOTENCY_KEY_REUSED' },
  });
});

test('without a key every request makes a group', async () => {
  expect(idOf(await create(null))).not.toBe(idOf(await create(null)));
});

test('a key belongs to the caller and to the managed user', async () => {
  const otherUser = await createAccount(db, { connected: ['fediverse-1'] });
  const managedIds = [await account.manage(), await account.manage()];
  for (const id of managedIds) await connectTargets(db, id, ['fediverse-1']);
  const managed = managedIds.map((id) => ({ ...own(), 'x-service-user-id': id }));
  const callers: Headers[] = [own(), { 'x-api-key': otherUser.apiKey }, ...managed];
  const answers = await Promise.all(callers.map((headers) => create('mine', {}, headers)));
  expect(answers.map((answer) => answer.data.createPost.replayed)).toEqual([false, false, false, false]);
  expect(new Set(answers.map(idOf)).size).toBe(4);
});

test('another API key of the same account is the same caller', async () => {
  const first = await create('two keys');
  const again = await create('two keys', {}, { 'x-api-key': await account.newKey() });
  expect(again.data.createPost).toMatchObject({ replayed: true, postGroup: { id: idOf(first) } });
});

test('a key is free again after 24 hours, and not before', async () => {
  const age = (interval: string) =>
    db.query(`UPDATE idempotency_keys SET created_at = now() - $1::interval WHERE key = 'day'`, [interval]);
  const first = idOf(await create('day'));
  await age('23 hours 59 minutes');
  expect(codeOf(await create('day', { content: 'Next' }))).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(idOf(await create('day'))).toBe(first);
  await age('24 hours 1 second');
  const next = await create('day', { content: 'Next' });
  expect(next.data.createPost.replayed).toBe(false);
  expect(codeOf(await create('day'))).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('a refused request claims no key', async () => {
  expect(codeOf(await create('refused', { content: '' }))).toBe('CONTENT_REQUIRED');
  expect((await create('refused')).data.createPost.replayed).toBe(false);
});

test('after the group was removed its key still returns its id, and makes no second one', async () => {
  const id = idOf(await create('deleted'));
  await graphql(
    service,
    own(),
    'mutation ($id: ID!) { deletePost(input: { postGroupId: $id }) { deletedPostGroupId } }',
    { id },
  );
  const before = await groupsOf(account.userId);
  const again = await create('deleted');
  expect(again.data.createPost).toEqual({ replayed: true, postGroupId: id, postGroup: null });
  expect(await groupsOf(account.userId)).toEqual(before);
});

test('a key has 1 to 255 characters', async () => {
  const INVALID = {
    message: 'Idempotency key must be 1 to 255 characters',
    extensions: { code: 'IDEMPOTENCY_KEY_INVALID' },
  };
  expect((await create('')).errors?.[0]).toMatchObject(INVALID);
  expect((await create('k'.repeat(256))).errors?.[0]).toMatchObject(INVALID);
  expect((await create('k'.repeat(255))).data.createPost.replayed).toBe(false);
});
