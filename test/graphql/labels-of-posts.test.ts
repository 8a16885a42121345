/** Labels that a post gets when it is created or updated, in the same transaction. */
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const GROUP = 'postGroup { id content status updatedAt labels { name } }';
const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { replayed ${GROUP} } }`;
const SEVERAL = `mutation ($input: CreatePostsInput!) {
  createPosts(input: $input) { results { ${GROUP} error { code } } }
}`;
const UPDATE = `mutation ($input: UpdatePostInput!) { updatePost(input: $input) { ${GROUP} } }`;
let account: TestAccount;
let me: Headers;
let sale: string;
let idea: string;

async function run(query: string, input: object, headers = me) {
  const { data, errors } = await graphql(service, headers, query, { input });
  return { data, code: errors?.[0]?.extensions.code };
}
const newLabel = async (name: string, headers = me): Promise<string> =>
  (await run('mutation ($input: CreateLabelInput!) { createLabel(input: $input) { label { id } } }', { name }, headers))
    .data.createLabel.label.id;
const post = { content: 'Hello', platformIds: ['fediverse-1'] };
const create = (input: object, headers = me) => run(CREATE, { post, ...input }, headers);
const created = async (input: object) => (await create(input)).data.createPost.postGroup;
const update = (postGroupId: string, input: object) => run(UPDATE, { postGroupId, ...input });
const names = (group: { labels: { name: string }[] }) => group.labels.map(({ name }) => name);
const posts = async () =>
  (await db.query('SELECT id FROM post_groups WHERE user_id = $1', [account.userId])).map(({ id }) => id);

beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
  me = { 'x-api-key': account.apiKey };
  [sale = '', idea = ''] = await Promise.all(['Sale', 'Idea'].map((name) => newLabel(name)));
});

describe('labelIds', () => {
  test('of createPost: a draft and a scheduled post have their labels, each once', async () => {
    expect(names(await created({ labelIds: [sale, idea, sale] }))).toEqual(['Idea', 'Sale']);
    const scheduled = await created({ labelIds: [sale], scheduledTime: '2035-01-01T10:00:00Z' });
    expect([scheduled.status, names(scheduled)]).toEqual(['SCHEDULED', ['Sale']]);
    expect(names(await created({ labelIds: [] }))).toEqual([]);
  });

  test('of createPosts are those of each post, and a wrong one refuses its post alone', async () => {
    const unknown = 'a'.repeat(24);
    const inputs = [{ labelIds: [sale] }, { labelIds: [unknown] }, { labelIds: ['x'] }, {}];
    const { data } = await run(SEVERAL, { posts: inputs.map((input) => ({ post, ...input })) });
    const results = data.createPosts.results.map(
      ({ postGroup, error }: { postGroup: { labels: { name: string }[] } | null; error: { code: string } | null }) =>
        postGroup ? names(postGroup) : error?.code,
    );
    expect(results).toEqual([['Sale'], 'LABEL_NOT_FOUND', 'ID_INVALID', []]);
    expect(await posts()).toHaveLength(2);
  });

  test('that are wrong create nothing', async () => {
    const stranger = await createAccount(db);
    const foreign = await newLabel('Foreign', { 'x-api-key': stranger.apiKey });
    expect((await create({ labelIds: [foreign] })).code).toBe('LABEL_NOT_FOUND');
    expect((await create({ labelIds: ['x'] })).code).toBe('ID_INVALID');
    const many = Array.from({ length: 21 }, (_, index) => index.toString(16).padStart(24, '0'));
    expect((await create({ labelIds: many })).code).toBe('LABELS_TOO_MANY');
    expect(await posts()).toEqual([]);
  });

  test('are part of the request of an idempotency key, in any order', async () => {
    const idempotencyKey = 'one';
    const first = await created({ idempotencyKey, labelIds: [sale, idea] });
    const again = await create({ idempotencyKey, labelIds: [idea, sale] });
    expect(again.data.createPost).toMatchObject({ replayed: true, postGroup: { id: first.id } });
    expect((await create({ idempotencyKey, labelIds: [sale] })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await create({ idempotencyKey })).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('of updatePost are all labels from now on; omitted and null, they stay', async () => {
    const { id } = await created({ labelIds: [sale] });
    const changed = (await update(id, { content: 'Other', labelIds: [idea] })).data.updatePost.postGroup;
    expect([changed.content, names(changed)]).toEqual(['Other', ['Idea']]);
    expect(names((await update(id, { content: 'Third' })).data.updatePost.postGroup)).toEqual(['Idea']);
    expect(names((await update(id, { content: 'Fourth', labelIds: null })).data.updatePost.postGroup)).toEqual([
      'Idea',
    ]);
    expect(names((await update(id, { labelIds: [] })).data.updatePost.postGroup)).toEqual([]);
  });

  test('of updatePost alone change nothing else of the post, and all or nothing with other changes', async () => {
    const { id, updatedAt } = await created({});
    expect((await update(id, { labelIds: [sale] })).data.updatePost.postGroup).toMatchObject({
      updatedAt,
      labels: [{ name: 'Sale' }],
    });
    const events = await db.query(`SELECT payload->>'type' AS type FROM live_events WHERE group_id = $1 ORDER BY 1`, [
      id,
    ]);
    expect(events).toEqual([{ type: 'annotated' }, { type: 'created' }]);
    expect((await update(id, { content: 'Lost', labelIds: ['a'.repeat(24)] })).code).toBe('LABEL_NOT_FOUND');
    const [row] = await db.query('SELECT content FROM post_groups WHERE id = $1', [id]);
    expect(row).toEqual({ content: 'Hello' });
    expect((await update(id, {})).code).toBe('UPDATE_EMPTY');
  });

  test('keep a label from being deleted under them: a post has it, or there is neither', async () => {
    const rounds = Array.from({ length: 10 }, async (_, index) => {
      const labelId = await newLabel(`Round ${index}`);
      const drop = 'mutation ($input: DeleteLabelInput!) { deleteLabel(input: $input) { deletedLabelId } }';
      const [made] = await Promise.all([create({ labelIds: [labelId] }), run(drop, { labelId })]);
      expect([undefined, 'LABEL_NOT_FOUND']).toContain(made.code);
    });
    await Promise.all(rounds);
  });
});
