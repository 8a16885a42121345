/** Labels of posts and files: managing them, putting them on many at once, finding posts by them. */
import fc from 'fast-check';
import pg from 'pg';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { newId } from '../../src/foundation/database/id.js';
import { follow, POST_PROGRESS } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase, waitingForLocks } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers, openSocket } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';
import { insertRows, type Row } from './page-data.js';

const LABEL = 'id name color postCount fileCount';
const LABELS = `query ($first: Int, $after: String) {
  labels(first: $first, after: $after) { totalCount pageInfo { endCursor hasNextPage } edges { node { ${LABEL} } } }
}`;
const CREATE = `mutation ($input: CreateLabelInput!) { createLabel(input: $input) { label { ${LABEL} } } }`;
const UPDATE = `mutation ($input: UpdateLabelInput!) { updateLabel(input: $input) { label { ${LABEL} } } }`;
const DELETE =
  'mutation ($input: DeleteLabelInput!) { deleteLabel(input: $input) { deletedLabelId postCount fileCount } }';
const CHANGE = `mutation ($input: ChangeLabelsInput!) {
  changeLabels(input: $input) { postGroups { id labels { name postCount } } media { id labels { name fileCount } } }
}`;
const FIND = `query ($filter: PostGroupFilter, $first: Int) {
  postGroups(filter: $filter, sort: { direction: ASC }, first: $first) { totalCount edges { node { id labels { name } } } }
  postGroupCounts(filter: $filter) { status count }
}`;

let db: TestDatabase;
let tap: StatementTap;
let service: Service;
let account: TestAccount;
let me: Headers;

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  service = await startService({ db: { ...db, url: tap.url }, env: { GRAPHQL_OPERATION_POINTS: '10000' } });
});
afterAll(async () => {
  await service?.stop();
  tap?.close();
  await db?.drop();
});
beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
  me = { 'x-api-key': account.apiKey };
});

async function run(query: string, variables: Record<string, unknown>, headers = me) {
  const { data, errors } = await graphql(service, headers, query, variables);
  const [error] = errors ?? [];
  return { data, code: error?.extensions.code, error };
}
const mutate = (query: string, input: object, headers = me) => run(query, { input }, headers);
const refusal = async (query: string, input: object, headers = me) => (await mutate(query, input, headers)).code;

async function create(name: string, headers = me): Promise<string> {
  const { data, error } = await mutate(CREATE, { name }, headers);
  expect(error).toBeUndefined();
  return data.createLabel.label.id;
}
async function change(input: object, headers = me) {
  const { data, error } = await mutate(CHANGE, input, headers);
  expect(error).toBeUndefined();
  return data.changeLabels;
}
async function listed(headers = me, page = {}) {
  const { data } = await run(LABELS, { first: 100, ...page }, headers);
  return data.labels;
}
const namesOf = async (headers = me) => nodesOf(await listed(headers)).map(({ name }: { name: string }) => name);

/** Posts in the order of the list, which begins with the oldest. */
async function posts(count: number, of = account): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index): Row => {
    const times = { createdAt: index, updatedAt: index, scheduledTime: null };
    return { id: newId(), ...times, status: index % 3 === 0 ? 'published' : 'draft', platforms: ['fediverse'] };
  });
  await insertRows(db, of.userId, rows);
  return rows.map(({ id }) => id);
}
async function find(filter: Record<string, unknown>, headers = me): Promise<string[]> {
  const { data, error } = await run(FIND, { filter, first: 100 }, headers);
  expect(error).toBeUndefined();
  const ids: string[] = nodesOf(data.postGroups).map(({ id }: { id: string }) => id);
  expect(data.postGroups.totalCount).toBe(ids.length);
  const counted = data.postGroupCounts.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  expect(counted).toBe(ids.length);
  return ids;
}
async function upload(headers = me, postGroupId: string | null = null): Promise<string> {
  const input = { postGroupId, fileName: 'a.png', contentType: 'image/png', type: 'IMAGE' };
  const query = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { media { id } } }';
  return (await mutate(query, input, headers)).data.createUpload.media.id;
}
const auditOf = (userId: string) =>
  db.query<{ action: string; subject_name: string; details: object }>(
    "SELECT action, subject_name, details FROM audit_events WHERE owner_id = $1 AND action LIKE 'label_%' ORDER BY id",
    [userId],
  );

describe('managing labels', () => {
  test('a label has a name and a colour; both change, and the audit log has each change', async () => {
    const { data } = await mutate(CREATE, { name: '  Summer   sale ', color: 'ORANGE' });
    const { label } = data.createLabel;
    const { id: labelId } = label;
    expect(label).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'Summer sale', color: 'ORANGE' },
      ...{ postCount: 0, fileCount: 0 },
    });
    expect((await mutate(UPDATE, { labelId, name: 'summer SALE' })).data.updateLabel.label).toEqual({
      ...label,
      name: 'summer SALE',
    });
    expect((await mutate(UPDATE, { labelId, color: 'TEAL' })).data.updateLabel.label.color).toBe('TEAL');
    expect((await mutate(UPDATE, { labelId, color: 'TEAL', name: null })).code).toBeUndefined();
    expect((await mutate(DELETE, { labelId })).data.deleteLabel).toEqual({
      ...{ deletedLabelId: labelId, postCount: 0, fileCount: 0 },
    });
    expect(await auditOf(account.userId)).toEqual([
      { action: 'label_created', subject_name: 'Summer sale', details: {} },
      { action: 'label_updated', subject_name: 'summer SALE', details: { changed: ['name'] } },
      { action: 'label_updated', subject_name: 'summer SALE', details: { changed: ['color'] } },
      { action: 'label_deleted', subject_name: 'summer SALE', details: { posts: 0, files: 0 } },
    ]);
  });

  test('labels are listed by name, ignoring case, in pages', async () => {
    for (const name of ['beta', 'Alpha', 'alpine', 'Élan', 'Gamma']) await create(name);
    const first = await listed(me, { first: 3 });
    expect(first.totalCount).toBe(5);
    expect(nodesOf(first).map(({ name }: { name: string }) => name)).toEqual(['Alpha', 'alpine', 'beta']);
    const second = await listed(me, { first: 3, after: first.pageInfo.endCursor });
    expect(nodesOf(second).map(({ name }: { name: string }) => name)).toEqual(['Gamma', 'Élan']);
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect((await run(LABELS, { after: 'x' })).code).toBe('PAGE_INVALID');
  });

  test.each([
    ['', 'LABEL_NAME_INVALID'],
    [' \n\u200b', 'LABEL_NAME_INVALID'],
    ['x'.repeat(51), 'LABEL_NAME_INVALID'],
    ['x'.repeat(100_000), 'LABEL_NAME_INVALID'],
    ['a\0b', 'TEXT_NOT_PUBLISHABLE'],
    ['SALE', 'LABEL_NAME_TAKEN'],
    ['ｓａｌｅ', 'LABEL_NAME_TAKEN'],
  ])('the name %j is refused', async (name, code) => {
    await create('Sale');
    const labelId = await create('Other');
    expect(await refusal(CREATE, { name })).toBe(code);
    expect(await refusal(UPDATE, { labelId, name })).toBe(code);
    expect(await namesOf()).toEqual(['Other', 'Sale']);
  });

  test('a name has at most 50 code points', async () => {
    const name = '🌻'.repeat(50);
    await create(name);
    expect(await namesOf()).toEqual([name]);
  });

  test('an account has at most 200 labels', async () => {
    await db.query(
      `INSERT INTO labels (id, user_id, name, name_key, color, created_at)
       SELECT lpad(to_hex(n) || $1::text, 24, '0'), $1, 'l' || n, 'l' || n, 'GRAY', now() FROM generate_series(1, 199) n`,
      [account.userId.slice(0, 20)],
    );
    await db.query('UPDATE labels SET user_id = $1 WHERE user_id = $2', [account.userId, account.userId.slice(0, 20)]);
    await create('The last');
    expect(await refusal(CREATE, { name: 'One more' })).toBe('LABEL_LIMIT_REACHED');
  });

  test('of concurrent creations with one name, one succeeds', async () => {
    const codes = await Promise.all(['Sale', 'sale', 'SALE', 'Sale'].map((name) => refusal(CREATE, { name })));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'LABEL_NAME_TAKEN')).toHaveLength(3);
    expect(await namesOf()).toHaveLength(1);
  });

  test('accounts have separate labels: another account’s do not exist', async () => {
    const other = await createAccount(db);
    const stranger = { 'x-api-key': other.apiKey };
    const labelId = await create('Sale');
    await create('Sale', stranger);
    expect(await refusal(UPDATE, { labelId, name: 'Mine' }, stranger)).toBe('LABEL_NOT_FOUND');
    expect(await refusal(DELETE, { labelId }, stranger)).toBe('LABEL_NOT_FOUND');
    expect((await run('query ($id: ID!) { node(id: $id) { id } }', { id: labelId }, stranger)).data.node).toBeNull();
    expect(
      (await run('query ($id: ID!) { node(id: $id) { ... on Label { name } } }', { id: labelId })).data.node,
    ).toEqual({ name: 'Sale' });
    expect(await namesOf()).toEqual(['Sale']);
  });

  test('contributors label; viewers, and keys that only read, do not', async () => {
    const [contributor, viewer] = [
      await addMember(db, account.userId, 'CONTRIBUTOR'),
      await addMember(db, account.userId, 'VIEWER'),
    ];
    const [published] = await posts(1);
    const labelId = await create('Sale', contributor.browser);
    await change({ postGroupIds: [published], add: [labelId] }, contributor.browser);
    const reader = { 'x-api-key': await account.newKey({ scopes: ['READ'] }) };
    expect(await namesOf(viewer.browser)).toEqual(['Sale']);
    expect(await namesOf(reader)).toEqual(['Sale']);
    for (const headers of [viewer.browser, reader]) {
      const codes = [
        await refusal(CREATE, { name: 'x' }, headers),
        await refusal(UPDATE, { labelId, name: 'x' }, headers),
        await refusal(CHANGE, { postGroupIds: [published], remove: [labelId] }, headers),
        await refusal(DELETE, { labelId }, headers),
      ];
      const code = headers === reader ? 'API_KEY_SCOPE_REQUIRED' : 'PERMISSION_REQUIRED';
      expect(codes).toEqual([code, code, code, code]);
    }
  });
});

describe('labelling', () => {
  test('many posts and files get and lose labels together; repeating it changes nothing', async () => {
    const [a, b, c] = await posts(3);
    const file = await upload(me, b);
    const [sale, news] = [await create('Sale'), await create('News')];
    const first = await change({ postGroupIds: [a, b, a], mediaIds: [file], add: [sale, news, sale] });
    expect(first.postGroups.map(({ id }: { id: string }) => id).sort()).toEqual([a, b].sort());
    for (const { labels } of first.postGroups) {
      expect(labels).toEqual([
        { name: 'News', postCount: 2 },
        { name: 'Sale', postCount: 2 },
      ]);
    }
    expect(first.media).toEqual([
      {
        id: file,
        labels: [
          { name: 'News', fileCount: 1 },
          { name: 'Sale', fileCount: 1 },
        ],
      },
    ]);
    const nothing = { postGroups: [], media: [] };
    expect(await change({ postGroupIds: [a, b], mediaIds: [file], add: [sale] })).toEqual(nothing);
    expect(await change({ postGroupIds: [c], remove: [sale] })).toEqual(nothing);
    const second = await change({ postGroupIds: [a, b, c], add: [news], remove: [sale] });
    expect(second.postGroups).toHaveLength(3);
    expect(await find({ labels: { ids: [sale] } })).toEqual([]);
    expect(nodesOf(await listed()).map(({ postCount, fileCount }) => [postCount, fileCount])).toEqual([
      [3, 1],
      [0, 1],
    ]);
  });

  test('it changes nothing about the posts, and their followers notice it', async () => {
    const [id = '', untouched = ''] = await posts(2);
    const file = await upload(me, id);
    const read = () => db.query('SELECT id, status, updated_at FROM post_groups WHERE id = $1', [id]);
    const before = await read();
    const [sale, news] = [await create('Sale'), await create('News')];
    const client = openSocket(service, me);
    const { steps } = follow(client, POST_PROGRESS, { id, after: 0 });
    const annotated = () => steps.filter(({ type }) => type === 'ANNOTATED');
    const seen = (count: number) => eventually(async () => annotated().length >= count || undefined);
    await change({ postGroupIds: [id], add: [sale, news] });
    await seen(1);
    await change({ mediaIds: [file], add: [sale] });
    await seen(2);
    // These change nothing, so nothing is sent.
    await change({ postGroupIds: [id], add: [sale] });
    await change({ postGroupIds: [untouched], remove: [sale] });
    await change({ postGroupIds: [id], remove: [sale] });
    await seen(3);
    const kept = await db.query(
      "SELECT group_id FROM live_events WHERE user_id = $1 AND payload->>'type' = 'annotated'",
      [account.userId],
    );
    expect(kept).toEqual(Array(3).fill({ group_id: id }));
    expect(await read()).toEqual(before);
    await client.dispose();
  });

  test('unknown posts, files and labels refuse all of it, and are named', async () => {
    const other = await createAccount(db);
    const stranger = { 'x-api-key': other.apiKey };
    const [mine] = await posts(1);
    const [theirs] = await posts(1, other);
    const theirFile = await upload(stranger);
    const label = await create('Sale');
    const theirLabel = await create('Sale', stranger);
    const targets = await mutate(CHANGE, { postGroupIds: [mine, theirs], mediaIds: [theirFile], add: [label] });
    expect(targets.code).toBe('LABEL_TARGETS_NOT_FOUND');
    expect(targets.error?.extensions).toMatchObject({ postGroupIds: [theirs], mediaIds: [theirFile] });
    const labels = await mutate(CHANGE, { postGroupIds: [mine], add: [label, theirLabel] });
    expect(labels.code).toBe('LABEL_NOT_FOUND');
    expect(labels.error?.extensions).toMatchObject({ labelIds: [theirLabel] });
    expect(await find({ labels: { ids: [label, theirLabel] } })).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['no post and no file', { add: [newId()] }, 'LABEL_CHANGES_INVALID'],
    ['no label', { postGroupIds: [newId()] }, 'LABEL_CHANGES_INVALID'],
    ['too many posts', { postGroupIds: Array(501).fill(newId()), add: [newId()] }, 'LABEL_CHANGES_INVALID'],
    ['too many labels', { postGroupIds: [newId()], remove: Array(201).fill(newId()) }, 'LABEL_CHANGES_INVALID'],
    [
      'a label in both lists',
      { postGroupIds: [newId()], add: ['0'.repeat(24)], remove: ['0'.repeat(24)] },
      'LABEL_CHANGES_INVALID',
    ],
    ['a malformed id', { postGroupIds: ['x'], add: [newId()] }, 'ID_INVALID'],
  ])('%s is refused', async (_, input, code) => {
    expect(await refusal(CHANGE, input)).toBe(code);
  });

  test('500 posts are labelled in one call, with a few statements', async () => {
    const ids = await posts(500);
    const add = [await create('Sale'), await create('News')];
    tap.take();
    expect((await change({ postGroupIds: ids, add })).postGroups).toHaveLength(500);
    expect(tap.take().length).toBeLessThan(20);
  });

  test('a post has at most 20 labels', async () => {
    const [id] = await posts(1);
    const labels: string[] = [];
    for (let count = 0; count < 21; count++) labels.push(await create(`Label ${count}`));
    await change({ postGroupIds: [id], add: labels.slice(0, 20) });
    expect(await refusal(CHANGE, { postGroupIds: [id], add: labels.slice(20) })).toBe('LABELS_TOO_MANY');
    await change({ postGroupIds: [id], add: labels.slice(20), remove: labels.slice(0, 1) });
    expect(await find({ labels: { ids: labels, match: 'ALL' } })).toEqual([]);
    expect(await find({ labels: { ids: labels.slice(1), match: 'ALL' } })).toEqual([id]);
  });

  test('a deleted label is removed everywhere; its posts stay', async () => {
    const [a, b] = await posts(2);
    const file = await upload();
    const sale = await create('Sale');
    await change({ postGroupIds: [a, b], mediaIds: [file], add: [sale] });
    expect((await mutate(DELETE, { labelId: sale })).data.deleteLabel).toMatchObject({ postCount: 2, fileCount: 1 });
    expect(await find({})).toEqual([a, b]);
    expect(await refusal(DELETE, { labelId: sale })).toBe('LABEL_NOT_FOUND');
  });

  test('a label that is deleted while it is put on posts is on them, or refused; never half', async () => {
    const ids = await posts(20);
    const sale = await create('Sale');
    const holding = new pg.Client({ connectionString: db.url });
    await holding.connect();
    await holding.query('BEGIN');
    await holding.query('SELECT 1 FROM post_groups WHERE id = $1 FOR UPDATE', [ids[0]]);
    const labelling = mutate(CHANGE, { postGroupIds: ids, add: [sale] });
    await eventually(async () => (await waitingForLocks(db)) >= 1 || undefined);
    const deletion = mutate(DELETE, { labelId: sale });
    await eventually(async () => (await waitingForLocks(db)) >= 2 || undefined);
    await holding.query('COMMIT');
    await holding.end();
    expect((await labelling).code).toBeUndefined();
    expect((await deletion).data.deleteLabel).toMatchObject({ postCount: 20 });
    expect(await db.query('SELECT 1 FROM group_labels WHERE label_id = $1', [sale])).toEqual([]);
  });

  test('a copy of a post has its labels', async () => {
    const createPost = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
    const duplicate =
      'mutation ($input: DuplicatePostInput!) { duplicatePost(input: $input) { postGroup { id labels { name } } } }';
    const post = { content: 'Hi', platformIds: ['fediverse-1'] };
    const { postGroupId } = (await mutate(createPost, { post })).data.createPost;
    await change({ postGroupIds: [postGroupId], add: [await create('Sale'), await create('News')] });
    const copy = (await mutate(duplicate, { postGroupId })).data.duplicatePost.postGroup;
    expect(copy.labels).toEqual([{ name: 'News' }, { name: 'Sale' }]);
  });
});

describe('finding posts by labels', () => {
  test('any, all and none of some labels, as in a model', async () => {
    const ids = await posts(12);
    const labels = [await create('a'), await create('b'), await create('c'), await create('unused')];
    const has = ids.map((_, index) => labels.filter((__, label) => label < 3 && index & (1 << label)));
    for (const [index, add] of has.entries()) if (add.length > 0) await change({ postGroupIds: [ids[index]], add });
    const model = {
      ANY: (given: string[], own: string[]) => given.some((id) => own.includes(id)),
      ALL: (given: string[], own: string[]) => given.every((id) => own.includes(id)),
      NONE: (given: string[], own: string[]) => !given.some((id) => own.includes(id)),
    };
    const filters = fc.record({
      ids: fc.array(fc.constantFrom(...labels, newId()), { maxLength: 5 }),
      match: fc.constantFrom('ANY' as const, 'ALL' as const, 'NONE' as const),
      statuses: fc.constantFrom<string[] | null>(null, ['DRAFT'], ['PUBLISHED', 'DRAFT']),
    });
    await fc.assert(
      fc.asyncProperty(filters, async ({ ids: given, match, statuses }) => {
        const expected = ids.filter(
          (_, index) =>
            model[match](given, has[index] ?? []) &&
            (!statuses || statuses.includes(index % 3 === 0 ? 'PUBLISHED' : 'DRAFT')),
        );
        expect(await find({ labels: { ids: given, match }, statuses })).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('labels of another account find nothing', async () => {
    const other = await createAccount(db);
    const [theirs] = await posts(1, other);
    const stranger = { 'x-api-key': other.apiKey };
    const label = await create('Sale', stranger);
    await change({ postGroupIds: [theirs], add: [label] }, stranger);
    await posts(1);
    expect(await find({ labels: { ids: [label] } })).toEqual([]);
  });

  test('filters are bounded', async () => {
    const codeOf = async (ids: string[]) => (await run(FIND, { filter: { labels: { ids } } })).code;
    expect(await codeOf(Array(201).fill(newId()))).toBe('FILTER_INVALID');
    expect(await codeOf(['x'])).toBe('ID_INVALID');
  });

  test('the labels of a page of posts are one statement', async () => {
    const ids = await posts(20);
    await change({ postGroupIds: ids, add: [await create('Sale')] });
    tap.take();
    await run('{ postGroups { edges { node { labels { name } } } } }', {});
    const statements = tap.take().filter(({ text }) => text.includes('group_labels'));
    expect(statements).toHaveLength(1);
  });
});
