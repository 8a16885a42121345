import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db, { connected: ['fediverse-1', 'skyfeed-1'] });
});

const GROUP =
  'id status processingStatus scheduledTime updatedAt posts { id status dueAt error { code } attemptCount }';
const OPERATIONS = {
  createPost: `mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { ${GROUP} } } }`,
  updatePost: `mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { ${GROUP} } } }`,
  deletePost: 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }',
  retryPlatformPost: `mutation ($input: RetryPlatformPostInput!) {
    retryPlatformPost(input: $input) { platformPost { id status dueAt error { code } attemptCount } }
  }`,
};
type Operation = keyof typeof OPERATIONS;

const run = (operation: Operation, input: object, by = account) =>
  graphql(service, { 'x-api-key': by.apiKey }, OPERATIONS[operation], { input });
const succeed = async (operation: Operation, input: object) => {
  const { data, errors } = await run(operation, input);
  expect(errors).toBeUndefined();
  return Object.values<Record<string, never>>(data[operation])[0] as never;
};
const refused = async (operation: Operation, input: object, by = account) => {
  const { errors } = await run(operation, input, by);
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
};

interface Group {
  id: string;
  status: string;
  scheduledTime: string | null;
  posts: { id: string; status: string; dueAt: string | null }[];
}
const LATER = '2035-01-01T00:00:00.000Z';
const group = (more: object = {}): Promise<Group> =>
  succeed('createPost', newPost({ content: 'Hi', platformIds: ['fediverse-1', 'skyfeed-1'], ...more }));
const setStatus = (id: string, status: string, processingStatus = 'finished') =>
  db.query('UPDATE post_groups SET status = $2, processing_status = $3 WHERE id = $1', [id, status, processingStatus]);
const jobs = async (id: string) => {
  const rows = await db.query<{ state: string }>(`SELECT state FROM pgboss.job WHERE data->>'groupId' = $1`, [id]);
  return rows.filter(({ state }) => state === 'created').length;
};

describe('updatePost', () => {
  test('schedules a draft, moves it, and takes it back, with its posts and their jobs; the time stays', async () => {
    const { id } = await group();
    const scheduled: Group = await succeed('updatePost', {
      postGroupId: id,
      status: 'SCHEDULED',
      scheduledTime: LATER,
    });
    expect(scheduled).toMatchObject({ status: 'SCHEDULED', scheduledTime: LATER });
    expect(scheduled.posts).toMatchObject([{ status: 'SCHEDULED', dueAt: LATER }, { status: 'SCHEDULED' }]);
    expect(await jobs(id)).toBe(2);

    const moved = '2036-01-01T00:00:00.000Z';
    expect(await succeed('updatePost', { postGroupId: id, scheduledTime: moved })).toMatchObject({
      posts: [{ dueAt: moved }, {}],
    });
    expect(await jobs(id)).toBe(2);

    const draft: Group = await succeed('updatePost', { postGroupId: id, status: 'DRAFT' });
    expect(draft).toMatchObject({ status: 'DRAFT', scheduledTime: moved });
    expect(draft.posts).toMatchObject([{ status: 'DRAFT', dueAt: null }, { status: 'DRAFT' }]);
    expect(await jobs(id)).toBe(0);
  });

  test.each([{ scheduledTime: '2001-01-01T00:00:00Z' }, {}])(
    'a past time, and scheduling without any time, mean now: %j',
    async (more) => {
      const before = Date.now();
      const { id } = await group();
      const { scheduledTime }: Group = await succeed('updatePost', { postGroupId: id, status: 'SCHEDULED', ...more });
      expect(Date.parse(String(scheduledTime))).toBeGreaterThanOrEqual(before);
      expect(Date.parse(String(scheduledTime))).toBeLessThanOrEqual(Date.now());
    },
  );

  test('a time alone schedules a draft', async () => {
    const { id } = await group();
    expect(await succeed('updatePost', { postGroupId: id, scheduledTime: LATER })).toMatchObject({
      status: 'SCHEDULED',
      scheduledTime: LATER,
      posts: [{ status: 'SCHEDULED', dueAt: LATER }, { status: 'SCHEDULED' }],
    });
    expect(await jobs(id)).toBe(2);
  });

  test('a draft keeps a time that comes with the status DRAFT, and stays a draft', async () => {
    const { id } = await group();
    expect(await succeed('updatePost', { postGroupId: id, status: 'DRAFT', scheduledTime: LATER })).toMatchObject({
      status: 'DRAFT',
      scheduledTime: LATER,
      posts: [{ status: 'DRAFT', dueAt: null }, {}],
    });
  });

  test('UPDATE_EMPTY: without any change', async () => {
    const { id } = await group();
    for (const nothing of [{}, { status: null }]) {
      expect(await refused('updatePost', { postGroupId: id, ...nothing })).toEqual({
        code: 'UPDATE_EMPTY',
        message:
          'Nothing to update: give at least one of content, platformIds, platformSettings, overrides, media, altTexts, framings, videoTimestamp, status and scheduledTime',
      });
    }
  });

  test.each(['PUBLISHED', 'FAILED', 'PARTIALLY_PUBLISHED'])('the status %s cannot be given', async (status) => {
    const { id } = await group();
    const { errors } = await run('updatePost', { postGroupId: id, status });
    expect(errors?.[0]?.message).toContain(`Value "${status}" does not exist in "UpdatedPostStatus" enum`);
  });

  test.each(['published', 'failed', 'partially_published'])('POST_GROUP_NOT_UPDATABLE: a %s group', async (status) => {
    const { id } = await group();
    await setStatus(id, status);
    expect(await refused('updatePost', { postGroupId: id, status: 'DRAFT' })).toEqual({
      code: 'POST_GROUP_NOT_UPDATABLE',
      message: `Cannot update post: post is currently in ${status} status`,
      status: status.toUpperCase(),
    });
  });

  test('POST_GROUP_NOT_UPDATABLE: once publishing has begun', async () => {
    const { id } = await group({ scheduledTime: LATER });
    await setStatus(id, 'scheduled', 'processing');
    expect(await refused('updatePost', { postGroupId: id, status: 'DRAFT' })).toMatchObject({
      code: 'POST_GROUP_NOT_UPDATABLE',
      status: 'PROCESSING',
    });
  });
});

describe('deletePost', () => {
  test.each(['draft', 'scheduled', 'published', 'failed', 'partially_published'])(
    'removes a %s group',
    async (status) => {
      const { id } = await group({ scheduledTime: LATER });
      await setStatus(id, status);
      expect((await run('deletePost', { postGroupId: id.toUpperCase() })).data).toEqual({
        deletePost: { deletedPostGroupId: id },
      });
      expect(await jobs(id)).toBe(0);
      expect(await refused('deletePost', { postGroupId: id })).toMatchObject({ code: 'POST_GROUP_NOT_FOUND' });
    },
  );
});

describe('retryPlatformPost', () => {
  const failed = async (code: string) => {
    const { id, posts } = await group({ scheduledTime: LATER });
    await setStatus(id, 'failed');
    await db.query(
      `UPDATE platform_posts SET status = 'failed', due_at = NULL, attempt_count = 5, error = $2 WHERE group_id = $1`,
      [id, JSON.stringify({ code, message: 'x', platformError: null, failedAt: LATER, retryable: true })],
    );
    return posts[0]?.id ?? '';
  };

  test('queues a failed post again, at once and with five new attempts', async () => {
    const before = Date.now();
    const post: Record<string, string> = await succeed('retryPlatformPost', {
      platformPostId: await failed('NETWORK_ERROR'),
    });
    expect(post).toMatchObject({ status: 'PENDING', error: null, attemptCount: 0 });
    expect(Date.parse(String(post.dueAt))).toBeGreaterThanOrEqual(before);
  });

  test('PLATFORM_POST_NOT_RETRYABLE: a post that has not failed; the error says what it is', async () => {
    const { posts } = await group();
    expect(await refused('retryPlatformPost', { platformPostId: posts[0]?.id })).toEqual({
      code: 'PLATFORM_POST_NOT_RETRYABLE',
      message: 'The post cannot be retried: it is draft',
      status: 'DRAFT',
      reason: 'it is draft',
    });
  });

  test('PLATFORM_POST_NOT_RETRYABLE: a post that was deleted, and a failed one that replies to it, each say so', async () => {
    const { id, posts } = await group({ scheduledTime: LATER });
    await setStatus(id, 'partially_published');
    const [first] = posts;
    await db.query(
      `UPDATE platform_posts SET status = 'published', due_at = NULL, posted_id = 'x', deleted_at = now() WHERE id = $1`,
      [first?.id],
    );
    const laterPart = newId();
    await db.query(
      `INSERT INTO platform_posts (id, group_id, user_id, target_index, part_index, platform, account_id, platform_id,
                                   status, created_at, updated_at)
       SELECT $2, group_id, user_id, target_index, 1, platform, account_id, platform_id, 'failed', created_at, updated_at
         FROM platform_posts WHERE id = $1`,
      [first?.id, laterPart],
    );
    expect(await refused('retryPlatformPost', { platformPostId: first?.id })).toMatchObject({
      message: 'The post cannot be retried: it is deleted',
      status: 'DELETED',
    });
    expect(await refused('retryPlatformPost', { platformPostId: laterPart })).toEqual({
      code: 'PLATFORM_POST_NOT_RETRYABLE',
      message: 'The post cannot be retried: it replies to a part of its thread that was deleted',
      status: 'FAILED',
      reason: 'it replies to a part of its thread that was deleted',
    });
    const others = posts.slice(1).map((post) => post.id);
    await db.query(`UPDATE platform_posts SET status = 'published' WHERE id = ANY($1)`, [others]);
    const query = 'mutation ($id: ID!) { retryPostGroup(input: { postGroupId: $id }) { postGroup { id } } }';
    const { errors } = await graphql(service, { 'x-api-key': account.apiKey }, query, { id });
    expect(errors?.[0]).toMatchObject({
      message: 'No part of the post can be retried: those that failed reply to a part of their thread that was deleted',
      extensions: { code: 'POST_GROUP_NOT_RETRYABLE', status: 'PARTIALLY_PUBLISHED' },
    });
  });

  test('OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED: a post that may be live, until its owner says that they looked', async () => {
    const id = await failed('OUTCOME_UNKNOWN');
    expect(await refused('retryPlatformPost', { platformPostId: id })).toMatchObject({
      code: 'OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED',
    });
    expect(await succeed('retryPlatformPost', { platformPostId: id, acknowledgeUnknownOutcome: true })).toMatchObject({
      status: 'PENDING',
    });
  });
});

describe('whose it is', () => {
  const MISSING = { updatePost: 'POST_GROUP_NOT_FOUND', deletePost: 'POST_GROUP_NOT_FOUND' } as const;
  const OPERATIONS_BY_ID = { ...MISSING, retryPlatformPost: 'PLATFORM_POST_NOT_FOUND' } as const;
  const argumentOf = (name: string) => (name === 'retryPlatformPost' ? 'platformPostId' : 'postGroupId');

  test.each(Object.entries(OPERATIONS_BY_ID))(
    '%s: %s for an unknown one, and for another account’s',
    async (name, code) => {
      const otherUser = await createAccount(db);
      const { id, posts } = await group();
      const input = {
        [argumentOf(name)]: name === 'retryPlatformPost' ? posts[0]?.id : id,
        ...(name === 'updatePost' && { status: 'DRAFT' }),
      };
      expect(await refused(name as Operation, { ...input, [argumentOf(name)]: newId() })).toMatchObject({ code });
      expect(await refused(name as Operation, input, otherUser)).toMatchObject({ code });
    },
  );

  test.each(Object.keys(OPERATIONS_BY_ID))('%s: ID_INVALID for a malformed id, which the error names', async (name) => {
    expect(
      await refused(name as Operation, {
        [argumentOf(name)]: 'x'.repeat(24),
        ...(name === 'updatePost' && { status: 'DRAFT' }),
      }),
    ).toEqual({
      code: 'ID_INVALID',
      message: `${argumentOf(name)} must be 24 hexadecimal characters, not "${'x'.repeat(24)}"`,
      argument: argumentOf(name),
      value: 'x'.repeat(24),
      expected: '24 hexadecimal characters',
    });
  });
});
