import pg from 'pg';
import { follow, typesOf } from '../live/support.js';
import { waitingForLocks } from '../support/database.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { graphql, openSocket } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { type Editing, LATER, makeEditing, now, withFiles } from './editing.js';

const { db, service } = await useService({ roles: 'api,worker' });
let editing: Editing;

beforeAll(async () => {
  editing = await makeEditing(db, service);
});
afterEach(() => editing.sandbox.clearFaults());
afterAll(() => editing?.sandbox.close());

const textsOf = ({ posts }: { posts: { platformId: string; content: string }[] }) =>
  Object.fromEntries(posts.map(({ platformId, content }) => [platformId, content]));

describe('a draft', () => {
  test('is edited in one call, and what goes out is what it is then: once, to its targets only', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'skyfeed', 'fediverse');
    const [kept = '', left = '', added = ''] = platformIds;
    const { id } = await editing.create({ content: 'Old', platformIds: [kept, left] });
    const files = [];
    for (const [name, color] of [
      ['one.png', 'red'],
      ['two.png', 'green'],
      ['three.png', 'blue'],
    ] as const) {
      files.push(await editing.upload(id, name, color));
    }
    const [one = '', two = '', three = ''] = files;
    const group = await editing.update(id, {
      content: 'New',
      platformIds: [kept, added],
      platformSettings: { videohub: { title: 'A title' } },
      overrides: [{ platformId: added, content: 'New, for one' }],
      media: [{ mediaId: three }, { mediaId: one, altText: 'Red' }],
      videoTimestamp: 1_000,
      status: 'SCHEDULED',
      scheduledTime: now(),
    });
    expect(group).toMatchObject({ status: 'SCHEDULED', platformSettings: { videohub: { title: 'A title' } } });
    expect(textsOf(group)).toEqual({ [kept]: 'New', [added]: 'New, for one' });
    expect(group.media).toMatchObject([
      { id: three, altText: null },
      { id: one, altText: 'Red' },
    ]);
    expect(group.media.map((file) => file.id)).not.toContain(two);

    const ended = await editing.ended(id);
    expect(ended.status).toBe('PUBLISHED');
    expect(accounts.map(editing.sent)).toEqual([['New'], [], ['New, for one']]);
    const times = ended.posts.flatMap((post) => (post.publishedAt ? [Date.parse(post.publishedAt)] : []));
    expect(Date.parse(String(ended.publishedAt))).toBeGreaterThanOrEqual(Math.min(...times));

    expect(ended.allowedActions).toEqual(['DUPLICATE', 'DELETE']);
  });

  test('and an upload of one of its files at the same time wait for each other', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const { id } = await editing.create({ content: 'Old', platformIds });
    const [kept, left] = [await editing.upload(id, 'kept.png', 'red'), await editing.upload(id, 'left.png', 'green')];
    // What an upload locks: the account, whose storage it reserves, then the file.
    const upload = new pg.Client({ connectionString: db.url });
    await upload.connect();
    await upload.query('BEGIN');
    await upload.query(
      'SELECT 1 FROM users u JOIN media m ON m.user_id = u.id WHERE m.id = $1 FOR NO KEY UPDATE OF u',
      [kept],
    );
    const editingIt = editing.update(id, { media: [{ mediaId: kept }], status: 'SCHEDULED', scheduledTime: LATER });
    await eventually(async () => (await waitingForLocks(db)) > 0 || undefined);
    for (const file of [kept, left]) await upload.query('UPDATE media SET reserved_bytes = 0 WHERE id = $1', [file]);
    await upload.query('COMMIT');
    await upload.end();
    expect((await editingIt).media.map((file) => file.id)).toEqual([kept]);
  });

  test('changes only the given fields: targets keep their custom texts', async () => {
    const { platformIds } = await editing.connect('fediverse', 'skyfeed');
    const [shared = '', own = ''] = platformIds;
    const overrides = [{ platformId: own, content: 'Own' }];
    const before = await editing.create({ content: 'A', platformIds, overrides });
    const after = await editing.update(before.id, { content: 'B' });
    expect(textsOf(after)).toEqual({ [shared]: 'B', [own]: 'Own' });
    expect({ ...after, content: 'A', posts: [], updatedAt: '' }).toEqual({ ...before, posts: [], updatedAt: '' });
    expect(after.posts.map((post) => post.id)).toEqual(before.posts.map((post) => post.id));
    expect(textsOf(await editing.update(before.id, { overrides: [] }))).toEqual({ [shared]: 'B', [own]: 'B' });
    // A text that is the group's follows it.
    expect(textsOf(await editing.update(before.id, { content: 'C' }))).toEqual({ [shared]: 'C', [own]: 'C' });
  });

  test.each([
    ['a target keeps its custom text while the content is equal to it', 'A', ['Own', 'Other']],
    ['so does one that was equal from the beginning', 'Own', ['Other']],
  ])('%s', async (_rule, content, edits) => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'skyfeed');
    const [shared = '', own = ''] = platformIds;
    const overrides = [{ platformId: own, content: 'Own' }];
    const { id } = await editing.create({ content, platformIds, overrides });
    for (const edit of edits) {
      const edited = await editing.update(id, { content: edit });
      expect(textsOf(edited)).toEqual({ [shared]: edit, [own]: 'Own' });
      expect(edited.overrides).toEqual(overrides);
    }
    await editing.update(id, { scheduledTime: now() });
    expect((await editing.ended(id)).overrides).toEqual(overrides);
    expect(accounts.map(editing.sent)).toEqual([['Other'], ['Own']]);
  });

  test('loses its cover with null; null leaves everything else but the time as it is', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const { id } = await editing.create({ content: 'A', platformIds });
    const nothing = { content: null, platformIds: null, platformSettings: null, overrides: null, media: null };
    const covered = await editing.update(id, { ...nothing, altTexts: null, status: null, videoTimestamp: 1_000 });
    expect(covered).toMatchObject({ content: 'A', status: 'DRAFT', videoTimestamp: 1_000, posts: [{ content: 'A' }] });
    expect(await editing.update(id, { videoTimestamp: null })).toMatchObject({ videoTimestamp: null });
  });

  test('loses its time with null, and a scheduled group becomes a draft', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const draft = await editing.create({ content: 'A', platformIds });
    await editing.update(draft.id, { status: 'DRAFT', scheduledTime: LATER });
    expect(await editing.update(draft.id, { scheduledTime: null })).toMatchObject({ scheduledTime: null });
    const scheduled = await editing.create({ content: 'A', platformIds, scheduledTime: LATER });
    expect(await editing.update(scheduled.id, { scheduledTime: null })).toMatchObject({
      status: 'DRAFT',
      scheduledTime: null,
      posts: [{ status: 'DRAFT', dueAt: null }],
    });
    expect(await editing.jobs(scheduled.id)).toBe(0);
  });
});

describe('a scheduled group', () => {
  test('gets another text and another target; jobs, places in the plan and log follow', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'skyfeed', 'fediverse');
    const [kept = '', left = '', added = ''] = platformIds;
    const { id } = await editing.create({ content: 'Old', platformIds: [kept, left], scheduledTime: LATER });
    expect(await editing.counted()).toMatchObject({ [kept]: 1, [left]: 1 });
    const edited = await editing.update(id, { content: 'New', platformIds: [kept, added] });
    expect(edited.posts).toMatchObject([
      { platformId: kept, status: 'SCHEDULED', dueAt: LATER },
      { platformId: added, status: 'SCHEDULED', dueAt: LATER },
    ]);
    expect(await editing.jobs(id)).toBe(2);
    const counted = await editing.counted();
    expect([counted[kept], counted[left], counted[added]]).toEqual([1, undefined, 1]);
    const log = await db.query<{ post_id: string }>(
      `SELECT post_id FROM post_logs WHERE group_id = $1 AND event = 'scheduled' ORDER BY id`,
      [id],
    );
    expect(log.slice(-1)).toEqual([{ post_id: edited.posts[1]?.id }]);

    await editing.update(id, { scheduledTime: now() });
    await editing.ended(id);
    expect(accounts.map(editing.sent)).toEqual([['New'], [], ['New']]);
  });

  test('that is edited while workers take it goes out once, in the text that the edit returned', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse');
    const [target] = accounts;
    const outcomes = await Promise.all(
      Array.from({ length: 15 }, async (_, index) => {
        const { id } = await editing.create({ content: `Old ${index}`, platformIds, scheduledTime: now() });
        const { errors } = await editing.run('updatePost', { postGroupId: id, content: `New ${index}` });
        if (errors) expect(errors[0]?.extensions.code).toBe('POST_GROUP_NOT_UPDATABLE');
        await editing.ended(id);
        return `${errors ? 'Old' : 'New'} ${index}`;
      }),
    );
    expect(editing.sent({ accountId: String(target?.accountId) }).sort()).toEqual(outcomes.sort());
  });

  test('notifies its subscribers', async () => {
    const { platformIds } = await editing.connect('fediverse', 'fediverse');
    const [first = '', second = ''] = platformIds;
    const { id } = await editing.create({ content: 'A', platformIds: [first], scheduledTime: LATER });
    const client = openSocket(service, editing.headers);
    const query =
      'subscription ($id: ID!) { postProgress(postGroupId: $id, after: 0) { type platformPost { platformId } } }';
    const following = follow(client, query, { id });
    await editing.update(id, { content: 'B', platformIds: [first, second] });
    await editing.update(id, { platformIds: [second] });
    await eventually(async () => (following.steps.length >= 6 ? true : undefined));
    expect(typesOf(following.steps)).toEqual(['CREATED', 'QUEUED', 'CREATED', 'QUEUED', 'EDITED', 'EDITED']);
    following.stop();
    await client.dispose();
  });

  test('is validated with its edits, and stays as it was when they are refused', async () => {
    const { platformIds } = await editing.connect('microblog', 'fediverse');
    const [tiny = '', other = ''] = platformIds;
    const before = await editing.create({ content: 'A', platformIds: [other], scheduledTime: LATER });
    const media = await editing.upload(before.id, 'one.png', 'red');
    const known = await editing.read(before.id);
    for (const [change, code] of [
      [{ platformIds: [tiny], overrides: [{ platformId: other, content: 'x' }] }, 'OVERRIDE_NOT_A_TARGET'],
      [{ content: 'B', platformIds: ['fediverse-unknown'] }, 'CONNECTIONS_NOT_FOUND'],
      [{ content: 'B', media: [{ mediaId: media }, { mediaId: 'f'.repeat(24) }] }, 'MEDIA_NOT_FOUND'],
      [{ content: 'B', altTexts: [{ mediaId: 'f'.repeat(24), text: 'x' }] }, 'MEDIA_NOT_FOUND'],
      [{ content: ' ' }, 'CONTENT_REQUIRED'],
      [{ content: 'B', overrides: [{ platformId: other, content: 'x'.repeat(100_000) }] }, 'VALIDATION_FAILED'],
      [{ platformIds: [] }, 'PLATFORMS_EMPTY'],
    ] as const) {
      expect(await editing.refused('updatePost', { postGroupId: before.id, ...change })).toMatchObject({ code });
    }
    expect(await editing.read(before.id)).toEqual(known);
  });
});

test('a draft with a target that is not connected any more is edited, but not scheduled', async () => {
  const { platformIds } = await editing.connect('fediverse', 'fediverse');
  const [kept = '', gone = ''] = platformIds;
  const { id } = await editing.create({ content: 'A', platformIds });
  const scheduled = await editing.create({ content: 'A', platformIds, scheduledTime: LATER });
  await editing.succeed('disconnectAccount', { platformId: gone }, await editing.account.session());
  const refusal = { code: 'CONNECTIONS_NOT_FOUND', platformIds: [gone] };
  expect(await editing.update(id, { content: 'B' })).toMatchObject({ content: 'B' });
  for (const input of [
    { postGroupId: id, status: 'SCHEDULED' },
    { postGroupId: id, scheduledTime: LATER },
    { postGroupId: scheduled.id, scheduledTime: now() },
  ]) {
    expect(await editing.refused('updatePost', input)).toMatchObject(refusal);
  }
  expect(await editing.read(id)).toMatchObject({ status: 'DRAFT', scheduledTime: null });
  expect(await editing.update(id, { scheduledTime: LATER, platformIds: [kept] })).toMatchObject({
    status: 'SCHEDULED',
  });
  expect(await editing.update(scheduled.id, { scheduledTime: LATER, platformIds: [kept] })).toMatchObject({
    posts: [{ platformId: kept }],
  });
});

describe('two editors', () => {
  test('who know the same state: one of them changes it, the other is told what it is now', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const { id, updatedAt } = await editing.create({ content: 'A', platformIds });
    const edits = ['B', 'C', 'D', 'E'].map((content) => ({ postGroupId: id, content, ifUnchangedSince: updatedAt }));
    const answers = await Promise.all(edits.map((edit) => editing.run('updatePost', edit)));
    const done = answers.flatMap(({ data, errors }) => (errors ? [] : [data.updatePost.postGroup]));
    const codes = answers.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions) ?? []);
    const group = await editing.read(id);
    expect(done.map(withFiles)).toEqual([group]);
    expect(codes).toHaveLength(3);
    for (const error of codes) expect(error).toMatchObject({ code: 'POST_GROUP_CHANGED', updatedAt: group.updatedAt });
    const again = await editing.update(id, { content: 'F', ifUnchangedSince: group.updatedAt });
    expect(again.content).toBe('F');
    expect(again.updatedAt > group.updatedAt).toBe(true);
  });

  test('a file that was added or removed is a change, too', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const { id, updatedAt } = await editing.create({ content: 'A', platformIds });
    const media = await editing.upload(id, 'one.png', 'red');
    const edit = { postGroupId: id, content: 'B' };
    const changed = await editing.refused('updatePost', { ...edit, ifUnchangedSince: updatedAt });
    expect(changed).toMatchObject({ code: 'POST_GROUP_CHANGED' });
    const DELETE = 'mutation ($input: DeleteMediaInput!) { deleteMedia(input: $input) { deletedMediaId } }';
    await graphql(service, editing.headers, DELETE, { input: { mediaId: media } });
    const edited = await editing.refused('updatePost', { ...edit, ifUnchangedSince: changed?.updatedAt });
    expect(edited).toMatchObject({ code: 'POST_GROUP_CHANGED' });
  });
});

describe('once publishing has begun', () => {
  test('nothing of what is sent can be edited, also not in the dashboard', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'skyfeed');
    editing.sandbox.setFault({ platform: 'skyfeed', accountId: accounts[1]?.accountId ?? '', kind: 'rejected' });
    const { id } = await editing.create({ content: 'A', platformIds, scheduledTime: now() });
    const ended = await editing.ended(id);
    expect(ended).toMatchObject({ status: 'PARTIALLY_PUBLISHED', allowedActions: ['RETRY', 'DUPLICATE', 'DELETE'] });
    expect(ended.posts.map(({ allowedActions }) => allowedActions)).toEqual([['UNPUBLISH'], ['RETRY']]);
    expect(ended.posts.map(({ publishedAt }) => publishedAt === null)).toEqual([false, true]);
    const session = await editing.account.session();
    for (const by of [editing.headers, session]) {
      for (const edit of [{ content: 'B' }, { platformIds: platformIds.slice(1) }, { media: [] }, { overrides: [] }]) {
        expect(await editing.refused('updatePost', { postGroupId: id, ...edit }, by)).toMatchObject({
          code: 'POST_GROUP_NOT_UPDATABLE',
          status: 'PARTIALLY_PUBLISHED',
        });
      }
    }
    // The dashboard schedules failed posts again; live posts keep their time of publishing.
    const moved = await editing.succeed('updatePost', { postGroupId: id, videoTimestamp: 5 }, session);
    expect(moved.postGroup.allowedActions).toEqual(['SCHEDULE', 'UNSCHEDULE', 'RETRY', 'DUPLICATE', 'DELETE']);
    expect(moved.postGroup.publishedAt).toBe(ended.publishedAt);
  });
});

describe('a group that is live in part, and taken back to draft', () => {
  const takenBack = async () => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'skyfeed');
    editing.sandbox.setFault({ platform: 'skyfeed', accountId: accounts[1]?.accountId ?? '', kind: 'rejected' });
    const { id } = await editing.create({ content: 'Old', platformIds, scheduledTime: now() });
    expect(await editing.ended(id)).toMatchObject({ status: 'PARTIALLY_PUBLISHED', livePosts: 1 });
    const session = await editing.account.session();
    const { postGroup } = await editing.succeed('updatePost', { postGroupId: id, status: 'DRAFT' }, session);
    return { id, accounts, platformIds, session, draft: postGroup };
  };

  test('is a draft with a live post, never shown as being published', async () => {
    const { id, session, draft } = await takenBack();
    expect(draft).toMatchObject({ status: 'DRAFT', processingStatus: 'PENDING', livePosts: 1 });
    expect(draft.allowedActions).toEqual(['EDIT', 'SCHEDULE', 'DUPLICATE', 'DELETE']);
    const later = { postGroupId: id, status: 'SCHEDULED', scheduledTime: LATER };
    const { postGroup } = await editing.succeed('updatePost', later, session);
    expect(postGroup).toMatchObject({ status: 'SCHEDULED', processingStatus: 'PENDING', livePosts: 1 });
  });

  test('is edited and scheduled again: what is live keeps its text, the rest goes out as edited', async () => {
    const { id, accounts, platformIds } = await takenBack();
    const [live = '', failed = '', added = ''] = [...platformIds, ...(await editing.connect('fediverse')).platformIds];
    const edited = await editing.update(id, { content: 'New', platformIds: [failed, added] });
    expect(textsOf(edited)).toEqual({ [live]: 'Old', [failed]: 'New', [added]: 'New' });
    await editing.update(id, { status: 'SCHEDULED', scheduledTime: now() });
    expect(await editing.ended(id)).toMatchObject({ status: 'PUBLISHED', livePosts: 3 });
    expect(accounts.map(editing.sent)).toEqual([['Old'], ['New']]);
  });
});

describe('a thread that failed', () => {
  const CONTENT = 'One\n---\ntwo';
  const unnumbered = (texts: string[]) => texts.map((text) => text.replace(/\s*\(\d\/\d\)$/, ''));

  test('is neither taken back to draft nor edited, also in the dashboard', async () => {
    const { accounts, platformIds } = await editing.connect('microblog');
    editing.sandbox.setFault({ platform: 'microblog', accountId: accounts[0]?.accountId ?? '', kind: 'rejected' });
    const { id } = await editing.create({ content: CONTENT, platformIds, scheduledTime: now() });
    expect((await editing.ended(id)).posts.map(({ status }) => status)).toEqual(['FAILED', 'FAILED']);
    for (const by of [editing.headers, await editing.account.session()]) {
      for (const edit of [{ status: 'DRAFT' }, { content: 'Three\n---\nfour' }]) {
        expect(await editing.refused('updatePost', { postGroupId: id, ...edit }, by)).toMatchObject({
          code: 'POST_GROUP_NOT_UPDATABLE',
          status: 'FAILED',
        });
      }
    }
  });

  test('beside a post that is live is taken back by the dashboard and edited: it begins from scratch', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'microblog');
    const accountId = String(accounts[1]?.accountId);
    editing.sandbox.setFault({ platform: 'microblog', accountId, kind: 'rejected' });
    const { id } = await editing.create({ content: CONTENT, platformIds, scheduledTime: now() });
    expect(await editing.ended(id)).toMatchObject({ status: 'PARTIALLY_PUBLISHED' });
    const session = await editing.account.session();
    const back = await editing.succeed('updatePost', { postGroupId: id, status: 'DRAFT' }, session);
    const texts = ({ posts }: Pick<Awaited<ReturnType<typeof editing.read>>, 'posts'>) =>
      unnumbered(posts.filter(({ platformId }) => platformId === platformIds[1]).map(({ content }) => content));
    expect(texts(back.postGroup)).toEqual(['One', 'two']);
    const edit = { postGroupId: id, content: 'Three\n---\nfour' };
    const edited = await editing.succeed('updatePost', edit, session);
    expect(texts(edited.postGroup)).toEqual(['Three\n---\nfour']);
    await editing.succeed('updatePost', { postGroupId: id, status: 'SCHEDULED', scheduledTime: now() }, session);
    expect(await editing.ended(id)).toMatchObject({ status: 'PUBLISHED' });
    expect(unnumbered(editing.sent({ accountId }))).toEqual(['Three', 'four']);
  });
});

test('allowedActions say what updatePost then does', async () => {
  const { platformIds } = await editing.connect('fediverse');
  const draft = await editing.create({ content: 'A', platformIds });
  expect(draft.allowedActions).toEqual(['EDIT', 'SCHEDULE', 'DUPLICATE', 'DELETE']);
  const scheduled = await editing.update(draft.id, { status: 'SCHEDULED', scheduledTime: LATER });
  expect(scheduled.allowedActions).toEqual(['EDIT', 'SCHEDULE', 'UNSCHEDULE', 'DUPLICATE', 'DELETE']);
});

test('allowedActions have nothing that takes an account which is not connected any more', async () => {
  const disconnect = async (platformId: string) =>
    editing.succeed('disconnectAccount', { platformId }, await editing.account.session());
  const { accounts, platformIds } = await editing.connect('fediverse', 'skyfeed');
  const [gone = '', stays = ''] = platformIds;
  editing.sandbox.setFault({ platform: 'skyfeed', accountId: accounts[1]?.accountId ?? '', kind: 'rejected' });
  const draft = await editing.create({ content: 'A', platformIds });
  const sent = await editing.create({ content: 'A', platformIds, scheduledTime: now() });
  const ended = await editing.ended(sent.id);
  expect(ended.posts.map(({ allowedActions }) => allowedActions)).toEqual([['UNPUBLISH'], ['RETRY']]);

  await disconnect(gone);
  expect((await editing.read(draft.id)).allowedActions).toEqual(['EDIT', 'DUPLICATE', 'DELETE']);
  expect(await editing.refused('updatePost', { postGroupId: draft.id, scheduledTime: LATER })).toMatchObject({
    code: 'CONNECTIONS_NOT_FOUND',
    platformIds: [gone],
  });
  const half = await editing.read(sent.id);
  expect(half.allowedActions).toEqual(['RETRY', 'DUPLICATE', 'DELETE']);
  expect(half.posts.map(({ allowedActions }) => allowedActions)).toEqual([[], ['RETRY']]);

  await disconnect(stays);
  expect((await editing.read(draft.id)).allowedActions).toEqual(['EDIT', 'DELETE']);
  expect(await editing.refused('duplicatePost', { postGroupId: draft.id })).toMatchObject({
    code: 'CONNECTIONS_NOT_FOUND',
  });
  const none = await editing.read(sent.id);
  expect(none.allowedActions).toEqual(['DELETE']);
  expect(none.posts.map(({ allowedActions }) => allowedActions)).toEqual([[], []]);
});

test('two updates in one operation each show the group as they leave it', async () => {
  const { platformIds } = await editing.connect('fediverse');
  const { id } = await editing.create({ content: 'A', platformIds });
  const media = await editing.upload(id, 'one.png', 'red');
  const update = (name: string, mediaIds: string[]) =>
    `${name}: updatePost(input: { postGroupId: "${id}", content: "${name}", media: [${mediaIds.map((mediaId) => `{ mediaId: "${mediaId}" }`)}] }) {
      postGroup { content posts { content } media { edges { node { id } } } }
    }`;
  const query = `mutation { ${update('a', [media])} ${update('b', [])} }`;
  const shown = (content: string, files: object[]) => ({
    postGroup: { content, posts: [{ content }], media: { edges: files } },
  });
  expect((await graphql(service, editing.headers, query)).data).toEqual({
    a: shown('a', [{ node: { id: media } }]),
    b: shown('b', []),
  });
});

test('the guide’s example', async () => {
  const example = codeBlocks('docs/guides/graphql.md').find(({ code }) => code.includes('ifUnchangedSince'));
  const { platformIds } = await editing.connect('fediverse', 'skyfeed');
  const { id, updatedAt } = await editing.create({ content: 'A', platformIds, scheduledTime: LATER });
  const variables = { postGroupId: id, updatedAt, platformIds: platformIds.slice(1) };
  const { data } = await graphql(service, editing.headers, String(example?.code), variables);
  expect(data.updatePost.postGroup).toMatchObject({
    content: 'Better',
    status: 'DRAFT',
    allowedActions: ['EDIT', 'SCHEDULE', 'DUPLICATE', 'DELETE'],
    posts: [{ platformId: platformIds[1], content: 'Better' }],
  });
});
