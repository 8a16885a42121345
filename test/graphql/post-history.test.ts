/** The history of a post: who changed what, and what a restored version gives back. */
import fc from 'fast-check';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { patienceMs, runs } from '../support/arbitraries.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember, type TestMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api' });

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { status updatedAt } } }';
const RESTORE = `mutation ($input: RestorePostVersionInput!) {
  restorePostVersion(input: $input) { postGroup { id status scheduledTime content } notRestored { field subject } }
}`;
const HISTORY = `query ($id: ID!, $first: Int, $after: String) {
  postGroup(id: $id) {
    history(first: $first, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { number createdAt content editedBy { kind name } changes { field subject before after } } }
    }
  }
}`;
const UPLOAD = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { media { id } } }';
const REQUEST = 'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { __typename } }';
const DELETE_FILE = 'mutation ($input: DeleteMediaInput!) { deleteMedia(input: $input) { deletedMediaId } }';
const SOON = '2035-01-01T09:00:00.000Z';
const LATER = '2035-02-01T09:00:00.000Z';
const [FIRST, SECOND] = ['fediverse-1', 'fediverse-2'];

let account: TestAccount;
let key: Headers;
let owner: Headers;
let editor: TestMember;
beforeEach(async () => {
  account = await createAccount(db, { connected: [FIRST, SECOND] });
  key = { 'x-api-key': account.apiKey };
  owner = await account.session();
  editor = await addMember(db, account.userId, 'EDITOR');
  await db.query("UPDATE people SET name = 'Eve Moon' WHERE id = $1", [editor.personId]);
});

async function run(headers: Headers, query: string, input: object) {
  const { data, errors } = await graphql(service, headers, query, { input });
  return { data, code: errors?.[0]?.extensions.code };
}
const draft = async (post: object = {}, more: object = {}): Promise<string> =>
  (await run(key, CREATE, { post: { content: 'Hi', platformIds: [FIRST], ...post }, ...more })).data.createPost
    .postGroup.id;
async function edit(id: string, changes: object, headers: Headers = key): Promise<void> {
  expect((await run(headers, UPDATE, { postGroupId: id, ...changes })).code).toBeUndefined();
}
const restore = (postGroupId: string, number: number, headers: Headers = key, more: object = {}) =>
  run(headers, RESTORE, { postGroupId, number, ...more });
async function historyOf(id: string, page: object = {}, headers: Headers = key) {
  const { data, errors } = await graphql(service, headers, HISTORY, { id, ...page });
  expect(errors).toBeUndefined();
  return data.postGroup.history;
}
const versionsOf = async (id: string) => nodesOf(await historyOf(id, { first: 100 })) as Version[];
interface Version {
  number: number;
  createdAt: string;
  content: string;
  editedBy: { kind: string; name: string } | null;
  changes: { field: string; subject: string | null; before: string | null; after: string | null }[];
}
const changed = (field: string, before: string | null, after: string | null, subject: string | null = null) => ({
  ...{ field, subject, before, after },
});
/** The latest version as it is stored, but what a restore does not give back. */
async function contentOf(id: string, number?: number): Promise<unknown> {
  const [row] = await db.query<{ content: unknown }>(
    `SELECT snapshot - 'status' - 'scheduledTime' AS content FROM post_versions
      WHERE group_id = $1 AND ($2::integer IS NULL OR number = $2) ORDER BY number DESC LIMIT 1`,
    [id, number ?? null],
  );
  return row?.content;
}
const addFile = async (postGroupId: string, fileName: string, headers: Headers = key): Promise<string> =>
  (await run(headers, UPLOAD, { postGroupId, fileName, contentType: 'image/png', type: 'IMAGE' })).data.createUpload
    .media.id;

describe('the history of a post', () => {
  test('names who changed what, newest first', async () => {
    const id = await draft();
    expect(await historyOf(id)).toMatchObject({ totalCount: 0, edges: [] });
    await edit(id, { content: 'Hi there' }, editor.browser);
    await edit(id, { platformIds: [FIRST, SECOND], overrides: [{ platformId: SECOND, content: 'Own' }] }, owner);
    await edit(id, { scheduledTime: SOON });
    await edit(id, { scheduledTime: LATER });
    await edit(id, { status: 'DRAFT' });
    const versions = await versionsOf(id);
    const [, ...times] = versions.map(({ createdAt }) => createdAt).toReversed();
    expect(times).toEqual(times.toSorted());
    expect(versions.map(({ createdAt, ...version }) => version)).toEqual([
      {
        ...{ number: 6, content: 'Hi there', editedBy: { kind: 'API_KEY', name: 'Test' } },
        changes: [changed('STATUS', 'SCHEDULED', 'DRAFT')],
      },
      {
        ...{ number: 5, content: 'Hi there', editedBy: { kind: 'API_KEY', name: 'Test' } },
        changes: [changed('SCHEDULED_TIME', SOON, LATER)],
      },
      {
        ...{ number: 4, content: 'Hi there', editedBy: { kind: 'API_KEY', name: 'Test' } },
        changes: [changed('STATUS', 'DRAFT', 'SCHEDULED'), changed('SCHEDULED_TIME', null, SOON)],
      },
      {
        ...{ number: 3, content: 'Hi there', editedBy: { kind: 'PERSON', name: 'Test' } },
        changes: [changed('ACCOUNT', null, SECOND, SECOND), changed('ACCOUNT_CONTENT', null, 'Own', SECOND)],
      },
      {
        ...{ number: 2, content: 'Hi there', editedBy: { kind: 'PERSON', name: 'Eve Moon' } },
        changes: [changed('CONTENT', 'Hi', 'Hi there')],
      },
      { number: 1, content: 'Hi', editedBy: null, changes: [] },
    ]);
    await db.query("UPDATE people SET name = 'Eve Sun' WHERE id = $1", [editor.personId]);
    expect((await versionsOf(id))[4]?.editedBy?.name).toBe('Eve Moon');
  });

  test('has settings, the cover, and files with their order and texts', async () => {
    const id = await draft({ platformIds: [FIRST] });
    await edit(id, { platformSettings: { videohub: { title: 'Ours', privacy: 'UNLISTED' } }, videoTimestamp: 1500 });
    const [one, two] = [await addFile(id, 'one.png'), await addFile(id, 'two.png', editor.browser)];
    await edit(id, { media: [{ mediaId: two }, { mediaId: one }], altTexts: [{ mediaId: one, text: 'A cat' }] });
    await run(editor.browser, DELETE_FILE, { mediaId: two });
    const versions = await versionsOf(id);
    expect(versions.map(({ changes, editedBy }) => [editedBy?.kind ?? null, changes])).toEqual([
      ['PERSON', [changed('FILE', two, null, 'two.png')]],
      [
        'API_KEY',
        [changed('FILE_ORDER', 'one.png, two.png', 'two.png, one.png'), changed('ALT_TEXT', null, 'A cat', 'one.png')],
      ],
      ['PERSON', [changed('FILE', null, two, 'two.png')]],
      ['API_KEY', [changed('FILE', null, one, 'one.png')]],
      [
        'API_KEY',
        [
          changed('SETTING', 'public', 'unlisted', 'videohub.privacy'),
          changed('SETTING', '', 'Ours', 'videohub.title'),
          changed('VIDEO_TIMESTAMP', null, '1500'),
        ],
      ],
      [null, []],
    ]);
  });

  test('has no version of an edit that changes nothing, and none of one that is refused', async () => {
    const id = await draft();
    await edit(id, { content: 'Hi' });
    await edit(id, { content: 'Hi', platformIds: [FIRST] });
    expect((await run(key, UPDATE, { postGroupId: id, content: 'x'.repeat(100_001) })).code).toBe('CONTENT_TOO_LONG');
    expect((await run(key, UPDATE, { postGroupId: id, platformIds: ['skyfeed-9'] })).code).toBe(
      'CONNECTIONS_NOT_FOUND',
    );
    expect((await versionsOf(id)).map(({ number }) => number)).toEqual([1]);
  });

  test('has what changed without an edit as a version of nobody', async () => {
    const id = await draft();
    await edit(id, { content: 'Ho', scheduledTime: SOON });
    await db.query("UPDATE post_groups SET status = 'draft' WHERE id = $1", [id]);
    await db.query("UPDATE platform_posts SET status = 'draft', due_at = NULL, job_id = NULL WHERE group_id = $1", [
      id,
    ]);
    await edit(id, { content: 'Hm' }, editor.browser);
    expect((await versionsOf(id)).slice(0, 2)).toMatchObject([
      { number: 4, editedBy: { kind: 'PERSON' }, changes: [changed('CONTENT', 'Ho', 'Hm')] },
      { number: 3, editedBy: null, changes: [changed('STATUS', 'SCHEDULED', 'DRAFT')] },
    ]);
  });

  test('is numbered without gaps by concurrent edits, and each version follows the one before', async () => {
    const id = await draft();
    await Promise.all(Array.from({ length: 8 }, (_, index) => edit(id, { content: `Edit ${index}` })));
    const versions = await versionsOf(id);
    expect(versions.map(({ number }) => number)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    for (const [index, { changes }] of versions.slice(0, -1).entries()) {
      expect(changes).toEqual([changed('CONTENT', versions[index + 1]?.content ?? '', versions[index]?.content ?? '')]);
    }
  });

  test('is read in pages', async () => {
    const id = await draft();
    for (const content of ['A', 'B', 'C']) await edit(id, { content });
    const first = await historyOf(id, { first: 3 });
    expect(first).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } });
    // The last one of a page is compared with the first one of the next.
    expect(nodesOf(first).at(-1)).toMatchObject({ number: 2, changes: [changed('CONTENT', 'Hi', 'A')] });
    const second = await historyOf(id, { first: 3, after: first.pageInfo.endCursor });
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect(nodesOf(second)).toMatchObject([{ number: 1 }]);
    const { errors } = await graphql(service, key, HISTORY, { id, first: 101 });
    expect(errors?.[0]?.extensions.code).toBe('PAGE_INVALID');
  });

  test('keeps the first version and the last 99', async () => {
    const id = await draft();
    await edit(id, { content: 'Second' });
    await db.query(
      `INSERT INTO post_versions (group_id, number, snapshot, bytes, created_at)
       SELECT group_id, n, snapshot || jsonb_build_object('content', 'Version ' || n), bytes, created_at
         FROM post_versions, generate_series(3, 100) AS n WHERE group_id = $1 AND number = 2`,
      [id],
    );
    expect((await versionsOf(id)).length).toBe(100);
    // The group differs from its last version: one of nobody, and one of the edit.
    await edit(id, { content: 'Last' });
    const versions = await versionsOf(id);
    expect(versions.map(({ number }) => number)).toEqual([...Array.from({ length: 99 }, (_, n) => 102 - n), 1]);
    expect(versions.at(-2)).toMatchObject({ number: 4, changes: [changed('CONTENT', 'Hi', 'Version 4')] });
  });

  test('keeps 5 MB of versions, with the first and the last', async () => {
    const id = await draft();
    const long = 'ä'.repeat(99_990);
    for (let number = 0; number < 40; number += 1) await edit(id, { content: `${number} ${long}` });
    const [{ bytes = 0, count = 0, first = 0 } = {}] = await db.query<{ bytes: number; count: number; first: number }>(
      'SELECT sum(bytes)::int AS bytes, count(*)::int AS count, min(number) AS first FROM post_versions WHERE group_id = $1',
      [id],
    );
    expect(first).toBe(1);
    expect(count).toBeGreaterThan(20);
    expect(count).toBeLessThan(40);
    expect(bytes).toBeLessThan(5_300_000);
    const { data, errors } = await graphql(service, key, HISTORY, { id, first: 100 });
    expect(errors).toBeUndefined();
    expect(data.postGroup.history.totalCount).toBe(count);
  });

  test('goes with the post', async () => {
    const id = await draft();
    await edit(id, { content: 'Ho' });
    await run(key, 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }', {
      postGroupId: id,
    });
    expect(await db.query('SELECT 1 FROM post_versions WHERE group_id = $1', [id])).toEqual([]);
  });
});

describe('a version', () => {
  test('is restored: text, accounts, own texts, settings and files, as an edit of who restores it', async () => {
    const id = await draft({
      ...{ platformIds: [FIRST, SECOND], overrides: [{ platformId: SECOND, content: 'Own' }] },
      platformSettings: { videohub: { title: 'Ours', privacy: 'UNLISTED' } },
    });
    const [one, two] = [await addFile(id, 'one.png'), await addFile(id, 'two.png')];
    await edit(id, { altTexts: [{ mediaId: one, text: 'A cat' }], videoTimestamp: 5 });
    const { number = 0 } = (await versionsOf(id))[0] ?? {};
    const before = await contentOf(id);
    await edit(id, {
      ...{ content: 'Other', platformIds: [FIRST], overrides: [], platformSettings: {}, videoTimestamp: null },
      media: [{ mediaId: two }, { mediaId: one, altText: '' }],
    });
    expect(await contentOf(id)).not.toEqual(before);
    const { data } = await restore(id, number, editor.browser);
    expect(data.restorePostVersion).toMatchObject({ postGroup: { id, content: 'Hi' }, notRestored: [] });
    expect(await contentOf(id)).toEqual(before);
    expect((await versionsOf(id))[0]).toMatchObject({ number: number + 2, editedBy: { name: 'Eve Moon' } });
    // What it was before the restore is a version, too.
    await restore(id, number + 1);
    expect(await contentOf(id)).toMatchObject({ content: 'Other', videoTimestamp: null });
  });

  test('is restored without its accounts that are not connected, and its files that were removed', async () => {
    const id = await draft({ platformIds: [FIRST, SECOND], overrides: [{ platformId: SECOND, content: 'Own' }] });
    const [gone, kept] = [await addFile(id, 'gone.png'), await addFile(id, 'kept.png')];
    await edit(id, { content: 'Before' });
    const { number = 0 } = (await versionsOf(id))[0] ?? {};
    await edit(id, { content: 'After', platformIds: [FIRST], overrides: [], media: [{ mediaId: kept }] });
    const added = await addFile(id, 'added.png');
    await db.query('DELETE FROM connections WHERE user_id = $1 AND platform_id = $2', [account.userId, SECOND]);
    const { data } = await restore(id, number);
    expect(data.restorePostVersion.notRestored).toEqual([
      { field: 'ACCOUNT', subject: SECOND },
      { field: 'FILE', subject: 'gone.png' },
    ]);
    expect(await contentOf(id)).toMatchObject({
      ...{ content: 'Before', targets: [{ platformId: FIRST, content: null }] },
      files: [{ id: kept }],
    });
    const files = await db.query('SELECT 1 FROM media WHERE id = ANY($1)', [[gone, added]]);
    expect(files).toEqual([]);
    await db.query('DELETE FROM connections WHERE user_id = $1', [account.userId]);
    expect(await restore(id, number)).toMatchObject({ code: 'CONNECTIONS_NOT_FOUND' });
  });

  test('is restored without its time and status: those stay', async () => {
    const id = await draft();
    await edit(id, { content: 'Ho', scheduledTime: SOON });
    await edit(id, { scheduledTime: LATER });
    const { data } = await restore(id, 1);
    expect(data.restorePostVersion.postGroup).toMatchObject({
      ...{ content: 'Hi', status: 'SCHEDULED', scheduledTime: LATER },
    });
    await edit(id, { status: 'DRAFT' });
    expect((await restore(id, 2)).data.restorePostVersion.postGroup).toMatchObject({ content: 'Ho', status: 'DRAFT' });
  });

  test('of a scheduled post is checked like other edits', async () => {
    const id = await draft({ content: 'x'.repeat(5_000) });
    await edit(id, { content: 'Short', scheduledTime: SOON });
    expect(await restore(id, 1)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await contentOf(id)).toMatchObject({ content: 'Short' });
    const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
    expect(await restore(id, 2, contributor.browser)).toMatchObject({ code: 'PERMISSION_REQUIRED' });
    const viewer = await addMember(db, account.userId, 'VIEWER');
    expect(await restore(id, 2, viewer.browser)).toMatchObject({ code: 'PERMISSION_REQUIRED' });
    await edit(id, { status: 'DRAFT' });
    expect((await restore(id, 1, contributor.browser)).code).toBeUndefined();
  });

  test('is not restored once the post is published, or was changed since', async () => {
    const id = await draft();
    await edit(id, { content: 'Ho' });
    const { data } = await graphql(service, key, `{ postGroup(id: "${id}") { updatedAt } }`);
    await edit(id, { content: 'Hm' });
    const ifUnchangedSince = data.postGroup.updatedAt;
    expect(await restore(id, 1, key, { ifUnchangedSince })).toMatchObject({ code: 'POST_GROUP_CHANGED' });
    await db.query("UPDATE platform_posts SET status = 'published' WHERE group_id = $1", [id]);
    await db.query("UPDATE post_groups SET status = 'published', processing_status = 'finished' WHERE id = $1", [id]);
    expect(await restore(id, 1)).toMatchObject({ code: 'POST_GROUP_NOT_UPDATABLE' });
    expect(await restore(id, 1, editor.browser)).toMatchObject({ code: 'POST_GROUP_NOT_UPDATABLE' });
    expect(nodesOf(await historyOf(id))).toHaveLength(3);
  });

  test('has to exist, and be of a post of the account', async () => {
    const id = await draft();
    await edit(id, { content: 'Ho' });
    for (const number of [0, 3, -1, 2_147_483_647]) {
      expect(await restore(id, number)).toMatchObject({ code: 'POST_VERSION_NOT_FOUND' });
    }
    expect(await restore('x', 1)).toMatchObject({ code: 'ID_INVALID' });
    expect(await restore(newId(), 1)).toMatchObject({ code: 'POST_GROUP_NOT_FOUND' });
    const stranger = await createAccount(db, { connected: [FIRST] });
    for (const headers of [{ 'x-api-key': stranger.apiKey }, await stranger.session()]) {
      expect(await restore(id, 1, headers)).toMatchObject({ code: 'POST_GROUP_NOT_FOUND' });
      expect((await graphql(service, headers, HISTORY, { id })).data.postGroup).toBeNull();
    }
    const reader = { 'x-api-key': await account.newKey({ scopes: ['READ'] }) };
    expect(await restore(id, 1, reader)).toMatchObject({ code: 'API_KEY_SCOPE_REQUIRED' });
    expect((await historyOf(id, {}, reader)).totalCount).toBe(2);
    expect(await contentOf(id)).toMatchObject({ content: 'Ho' });
  });

  test('outdates a pending approval, and of a scheduled post needs one where everybody does', async () => {
    const id = await draft();
    await edit(id, { content: 'Ho' });
    await run(owner, REQUEST, { postGroupId: id });
    await restore(id, 1, editor.browser);
    const { data } = await graphql(service, key, `{ postGroup(id: "${id}") { approval { state } } }`);
    expect(data.postGroup.approval.state).toBe('OUTDATED');
    await run(owner, REQUEST, { postGroupId: id, scheduledTime: SOON });
    const approved = await run(
      editor.browser,
      'mutation ($input: ApprovePostInput!) { approvePost(input: $input) { __typename } }',
      { postGroupId: id },
    );
    expect(approved.code).toBeUndefined();
    expect((await versionsOf(id))[0]).toMatchObject({
      editedBy: { kind: 'PERSON', name: 'Eve Moon' },
      changes: [changed('STATUS', 'DRAFT', 'SCHEDULED'), changed('SCHEDULED_TIME', null, SOON)],
    });
    await run(owner, 'mutation ($input: SetApprovalPolicyInput!) { setApprovalPolicy(input: $input) { __typename } }', {
      neededFor: 'EVERYBODY',
    });
    expect(await restore(id, 2, editor.browser)).toMatchObject({ code: 'APPROVAL_REQUIRED' });
    expect(await contentOf(id)).toMatchObject({ content: 'Hi' });
  });

  test(
    'gives back exactly what it has, also after other edits',
    async () => {
      const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((one) => /\p{L}|\d/u.test(one));
      const settings = fc.record({
        title: fc.constantFrom('', 'One', 'Two'),
        privacy: fc.constantFrom('PUBLIC', 'UNLISTED'),
      });
      const targets = fc.subarray([FIRST, SECOND], { minLength: 1 });
      const files = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
      const altText = fc.oneof(fc.constant(''), text);
      const cover = fc.option(fc.nat(100_000));
      const edits = fc
        .record({ content: text, targets, own: fc.option(text), settings, files, altText, cover })
        .map(({ content, targets: platformIds, own, settings: videohub, files: order, ...one }) => (ids: string[]) => ({
          ...{ content, platformIds, platformSettings: { videohub }, videoTimestamp: one.cover },
          overrides: own === null ? [] : [{ platformId: platformIds[0], content: own }],
          media: order.map((index) => ({ mediaId: ids[index], altText: index === 0 ? one.altText : null })),
        }));
      await fc.assert(
        fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 5 }), fc.nat(), async (all, which) => {
          const id = await draft();
          const ids: string[] = [];
          for (const name of ['a.png', 'b.png', 'c.png']) ids.push(await addFile(id, name));
          for (const changes of all) await edit(id, changes(ids));
          // From the version on that has all files.
          const numbers = (await versionsOf(id)).map(({ number }) => number).filter((number) => number > 3);
          const number = numbers[which % numbers.length] ?? 4;
          expect((await restore(id, number)).data.restorePostVersion.notRestored).toEqual([]);
          expect(await contentOf(id)).toEqual(await contentOf(id, number));
        }),
        runs(25),
      );
    },
    patienceMs(25),
  );
});
