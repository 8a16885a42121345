import { newId } from '../../src/foundation/database/id.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { newPost } from '../support/new-post.js';
import { startService, useService } from '../support/service.js';
import { type Editing, type Group, LATER, makeEditing, now } from './editing.js';

const { db, service } = await useService({ roles: 'api,worker' });
let editing: Editing;

beforeAll(async () => {
  editing = await makeEditing(db, service);
});
afterEach(() => editing.sandbox.clearFaults());
afterAll(() => editing?.sandbox.close());

const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const stored = async (userId: string) => {
  const [row] = await db.query<{ bytes: string; files: number }>(
    'SELECT bytes, files FROM storage_usage WHERE user_id = $1',
    [userId],
  );
  return { bytes: Number(row?.bytes ?? 0), files: row?.files ?? 0 };
};
const groupsOf = async (userId: string) =>
  (await db.query('SELECT 1 FROM post_groups WHERE user_id = $1', [userId])).length;

describe('duplicatePost', () => {
  test('makes an equal draft: texts, settings, copies of the files, and the targets that are still connected', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'skyfeed', 'fediverse');
    const [shared = '', own = '', gone = ''] = platformIds;
    const source = await editing.create({
      content: 'A',
      platformIds,
      platformSettings: { videohub: { title: 'A title' } },
      overrides: [{ platformId: own, content: 'Own' }],
    });
    const [one, two] = [
      await editing.upload(source.id, 'one.png', 'red'),
      await editing.upload(source.id, 'two.png', 'blue'),
    ];
    // Nothing is uploaded to this address.
    const CREATE = { postGroupId: source.id, fileName: 'never.png', contentType: 'image/png', type: 'IMAGE' };
    await editing.update(source.id, { media: [{ mediaId: two }, { mediaId: one, altText: 'Red' }] });
    await editing.open(CREATE);
    await editing.succeed('disconnectAccount', { platformId: gone }, await editing.account.session());
    const before = await stored(editing.account.userId);

    const { postGroup: copy, replayed }: { postGroup: Group; replayed: boolean } = await editing.succeed(
      'duplicatePost',
      { postGroupId: source.id },
    );
    expect({ replayed, isNew: copy.id !== source.id, status: copy.status }).toEqual({
      replayed: false,
      isNew: true,
      status: 'DRAFT',
    });
    expect(copy.platformSettings).toEqual({ videohub: { title: 'A title' } });
    expect(copy.posts.map(({ platformId, content }) => [platformId, content])).toEqual([
      [shared, 'A'],
      [own, 'Own'],
    ]);
    const [twice, once] = (await editing.read(source.id)).media;
    expect(copy.media).toMatchObject([
      { name: 'two.png', altText: null, status: 'READY' },
      { name: 'one.png', altText: 'Red', status: 'READY' },
    ]);
    for (const [file, original] of [
      [copy.media[0], twice],
      [copy.media[1], once],
    ]) {
      expect(file?.url).not.toBe(original?.url);
      expect(await bytesOf(String(file?.url))).toEqual(await bytesOf(String(original?.url)));
    }
    const size = copy.media.reduce((sum, { metadata }) => sum + metadata.size, 0);
    expect(await stored(editing.account.userId)).toEqual({ bytes: before.bytes + size, files: before.files + 2 });

    // The copy does not depend on the original.
    await editing.succeed('deletePost', { postGroupId: source.id });
    expect((await fetch(String(once?.url))).status).toBe(404);
    await editing.update(copy.id, { status: 'SCHEDULED', scheduledTime: now() });
    expect(await editing.ended(copy.id)).toMatchObject({ status: 'PUBLISHED' });
    expect(accounts.map(editing.sent)).toEqual([['A'], ['Own'], []]);
  });

  test('of a group that was published: a text of one target that became a thread is whole again', async () => {
    const { accounts, platformIds } = await editing.connect('microblog', 'microblog');
    const [thread = '', other = ''] = platformIds;
    const overrides = [{ platformId: thread, content: 'First\n---\nSecond' }];
    const source = await editing.create({ content: 'A\n---\nB', platformIds, overrides, scheduledTime: now() });
    await editing.ended(source.id);
    const { postGroup } = await editing.succeed('duplicatePost', { postGroupId: source.id, scheduledTime: LATER });
    expect(postGroup).toMatchObject({
      status: 'SCHEDULED',
      scheduledTime: LATER,
      posts: [
        { platformId: thread, content: 'First\n---\nSecond', dueAt: LATER },
        { platformId: other, content: 'A\n---\nB', dueAt: LATER },
      ],
      overrides,
    });
    // A part of a thread is not a custom text.
    expect((await editing.read(source.id)).overrides).toEqual(overrides);
    expect(accounts.map(editing.sent)).toEqual([
      ['First (1/2)', 'Second (2/2)'],
      ['A (1/2)', 'B (2/2)'],
    ]);
  });

  test('with an idempotency key makes one copy, however often it is called', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const source = await editing.create({ content: 'A', platformIds });
    await editing.upload(source.id, 'one.png', 'red');
    const before = await stored(editing.account.userId);
    const input = { postGroupId: source.id, idempotencyKey: newId() };
    const copies = await Promise.all([1, 2, 3].map(() => editing.succeed('duplicatePost', input)));
    copies.push(await editing.succeed('duplicatePost', input));
    expect(new Set(copies.map(({ postGroupId }) => postGroupId)).size).toBe(1);
    expect(copies.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect((await stored(editing.account.userId)).files).toBe(before.files + 1);
    expect(await editing.refused('duplicatePost', { ...input, scheduledTime: LATER })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  test('that is refused leaves no file behind', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const source = await editing.create({ content: 'A', platformIds });
    await editing.upload(source.id, 'one.png', 'red');
    const { userId } = editing.account;
    const before = await stored(userId);
    const groups = await groupsOf(userId);
    await db.query(
      `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
       SELECT 'abc' || lpad(to_hex(n), 21, '0'), $1, 'x', 'draft', 'pending', '{}', now(), now() FROM generate_series(1, 1000) n`,
      [userId],
    );
    expect(await editing.refused('duplicatePost', { postGroupId: source.id })).toMatchObject({
      code: 'DRAFT_LIMIT_REACHED',
    });
    await db.query(`DELETE FROM post_groups WHERE user_id = $1 AND id LIKE 'abc%'`, [userId]);
    expect(await stored(userId)).toEqual(before);
    expect(await groupsOf(userId)).toBe(groups);
    await db.query('UPDATE storage_usage SET bytes = bytes + 1000000000000000 WHERE user_id = $1', [userId]);
    expect(await editing.refused('duplicatePost', { postGroupId: source.id })).toMatchObject({
      code: 'STORAGE_LIMIT_REACHED',
    });
    await db.query('UPDATE storage_usage SET bytes = bytes - 1000000000000000 WHERE user_id = $1', [userId]);
    expect(await stored(userId)).toEqual(before);
  });

  test.each([
    ['an unknown group', () => newId(), 'POST_GROUP_NOT_FOUND'],
    ['a group whose accounts are all disconnected', () => unconnected(), 'CONNECTIONS_NOT_FOUND'],
    ['another account’s group', () => anothers(), 'POST_GROUP_NOT_FOUND'],
  ])('of %s is refused', async (_name, id, code) => {
    expect(await editing.refused('duplicatePost', { postGroupId: await id() })).toMatchObject({ code });
  });
  const unconnected = async () => {
    const { platformIds } = await editing.connect('fediverse');
    const { id } = await editing.create({ content: 'A', platformIds });
    const session = await editing.account.session();
    for (const platformId of platformIds) await editing.succeed('disconnectAccount', { platformId }, session);
    return id;
  };
  const anothers = async () => {
    const platformIds = ['fediverse-1'];
    const other = await createAccount(db, { connected: platformIds });
    const input = newPost({ content: 'A', platformIds });
    const { data } = await editing.run('createPost', input, { 'x-api-key': other.apiKey });
    return data.createPost.postGroup.id;
  };
});

describe('retryPostGroup', () => {
  test('queues each failed part again; one that may be live waits for its owner’s word', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'messenger', 'skyfeed');
    const [live, unknown, rejected] = accounts;
    editing.sandbox.setFault({ platform: 'skyfeed', accountId: String(rejected?.accountId), kind: 'rejected' });
    editing.sandbox.setFault({
      platform: 'messenger',
      accountId: String(unknown?.accountId),
      kind: 'reset_after_store',
    });
    const { id } = await editing.create({ content: 'A', platformIds, scheduledTime: now() });
    const ended = await editing.ended(id);
    expect(ended.posts.map(({ error }) => error?.code)).toEqual([undefined, 'OUTCOME_UNKNOWN', expect.any(String)]);
    expect(ended.allowedActions).toEqual(['RETRY', 'ACKNOWLEDGE_AND_RETRY', 'DUPLICATE', 'DELETE']);
    expect(ended.posts.map(({ allowedActions }) => allowedActions)).toEqual([
      ['UNPUBLISH'],
      ['ACKNOWLEDGE_AND_RETRY'],
      ['RETRY'],
    ]);
    editing.sandbox.clearFaults();

    const { results } = await editing.succeed('retryPostGroup', { postGroupId: id });
    expect(results).toEqual([
      {
        platformPost: { id: ended.posts[1]?.id, status: 'FAILED' },
        error: { code: 'OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED', message: expect.any(String), details: {} },
      },
      { platformPost: { id: ended.posts[2]?.id, status: 'PENDING' }, error: null },
    ]);
    const again = await editing.ended(id);
    expect(again.posts.map(({ status }) => status)).toEqual(['PUBLISHED', 'FAILED', 'PUBLISHED']);
    expect(again.allowedActions).toEqual(['ACKNOWLEDGE_AND_RETRY', 'DUPLICATE', 'DELETE']);
    expect([live, unknown, rejected].map((one) => editing.sent({ accountId: String(one?.accountId) }))).toEqual([
      ['A'],
      ['A'],
      ['A'],
    ]);

    await editing.succeed('retryPostGroup', { postGroupId: id, acknowledgeUnknownOutcome: true });
    expect(await editing.ended(id)).toMatchObject({ status: 'PUBLISHED' });
    expect(editing.sent({ accountId: String(unknown?.accountId) })).toEqual(['A', 'A']);
    expect(await editing.refused('retryPostGroup', { postGroupId: id })).toMatchObject({
      code: 'POST_GROUP_NOT_RETRYABLE',
      status: 'PUBLISHED',
    });
  });
});

describe('createPosts', () => {
  test('returns a group or an error for each input, and what is refused leaves the others', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse');
    const input = (content: string, more = {}) => newPost({ content, platformIds, scheduledTime: now(), ...more });
    const posts = [
      input('One'),
      input(' '),
      input('Two'),
      input('Three', { platformIds: ['fediverse-unknown'] }),
      input('x'.repeat(90_000)),
      { post: { content: 'Four', accountIds: ['0'.repeat(24)] }, scheduledTime: now() },
    ];
    const { results } = await editing.succeed('createPosts', { posts });
    expect(results.map((result: { error: { code: string } | null }) => result.error?.code ?? null)).toEqual([
      null,
      'CONTENT_REQUIRED',
      null,
      'CONNECTIONS_NOT_FOUND',
      'VALIDATION_FAILED',
      'CONNECTION_NOT_FOUND',
    ]);
    expect(results[3]).toEqual({
      postGroupId: null,
      postGroup: null,
      replayed: false,
      error: {
        code: 'CONNECTIONS_NOT_FOUND',
        message: 'No connected account for: fediverse-unknown',
        details: { platformIds: ['fediverse-unknown'] },
      },
    });
    for (const index of [0, 2]) await editing.ended(results[index].postGroupId);
    expect(editing.sent({ accountId: String(accounts[0]?.accountId) }).sort()).toEqual(['One', 'Two']);
  });

  test('takes 100 of 1,000 characters with 7 targets each, and none', async () => {
    const { platformIds } = await editing.connect(...Array<'messenger'>(7).fill('messenger'));
    const post = newPost({ content: 'A word '.repeat(143).slice(0, 1_000), platformIds });
    const { results } = await editing.succeed('createPosts', { posts: Array(100).fill(post) });
    expect(results.filter(({ error }: { error: unknown }) => error !== null)).toEqual([]);
    expect(results).toHaveLength(100);
    expect(await editing.succeed('createPosts', { posts: [] })).toEqual({ results: [] });
  });

  test('takes 100, and refuses more as a whole', async () => {
    const platformIds = ['fediverse-1'];
    const account = await createAccount(db, { connected: platformIds });
    const headers = { 'x-api-key': account.apiKey };
    const post = newPost({ content: 'A', platformIds });
    const { results } = await editing.succeed('createPosts', { posts: Array(100).fill(post) }, headers);
    expect(results.every(({ postGroupId }: { postGroupId: string | null }) => postGroupId !== null)).toBe(true);
    expect(await groupsOf(account.userId)).toBe(100);
    expect(await editing.refused('createPosts', { posts: Array(101).fill(post) }, headers)).toMatchObject({
      code: 'POSTS_TOO_MANY',
    });
    expect(await groupsOf(account.userId)).toBe(100);
  });

  test('repeated after the service was killed half-way, creates and sends each once', async () => {
    const own = await createTestDatabase();
    let api = await startService({ db: own, roles: 'api' });
    const there = await makeEditing(own, api);
    const { accounts, platformIds } = await there.connect('fediverse');
    const posts = Array.from({ length: 60 }, (_, index) =>
      newPost({ content: `Post ${index}`, platformIds, scheduledTime: now(), idempotencyKey: `key ${index}` }),
    );
    const cut = there.run('createPosts', { posts }).catch(() => undefined);
    await eventually(async () => {
      const [row] = await own.query<{ count: number }>('SELECT count(*)::int AS count FROM post_groups');
      return (row?.count ?? 0) >= 3 ? true : undefined;
    });
    await api.kill();
    await cut;
    api = await startService({ db: own, roles: 'api,worker' });
    const { data } = await there.run('createPosts', { posts }, there.headers, api);
    const { results } = data.createPosts;
    expect(results.map(({ error }: { error: unknown }) => error)).toEqual(posts.map(() => null));
    expect(results[0].replayed).toBe(true);
    expect(new Set(results.map(({ postGroupId }: { postGroupId: string }) => postGroupId)).size).toBe(60);
    await eventually(async () => {
      const [row] = await own.query<{ left: number }>(
        "SELECT count(*)::int AS left FROM post_groups WHERE status <> 'published'",
      );
      return row?.left === 0 ? true : undefined;
    }, 60_000);
    const sent = there.sent({ accountId: String(accounts[0]?.accountId) });
    expect(sent.sort()).toEqual(posts.map(({ post }) => String(post.content)).sort());
    await api.stop();
    await there.sandbox.close();
    await own.drop();
  });
});
