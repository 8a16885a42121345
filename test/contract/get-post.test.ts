import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import { createAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import {
  create,
  finished,
  ISO_TIME,
  inHours,
  MALFORMED_IDS,
  POST_GROUP_ID,
  refused,
  startContract,
  UNKNOWN_ID,
} from './contract.js';

const contract = startContract({ roles: 'api,worker' });

const get = (id: string) => contract.owner.get(`/get-post/${id}`);
/** Connects a new account of the sandbox, so that faults affect only this account. */
const connect = async (platform: SandboxPlatform) => {
  const account = contract.sandbox.createAccount(platform);
  return { account, platformId: await contract.account.connect(account) };
};
/** Publishes to these targets at once; the entries of `posts` when all have ended. */
const publish = async (...platforms: string[]) =>
  (await finished(contract.owner, await create(contract.owner, { platforms, scheduledTime: inHours(0) }))).posts;

describe('before publishing', () => {
  test.each([
    ['draft', {}],
    ['scheduled', { scheduledTime: inHours(1) }],
  ])('a %s: one entry per target in the order of the request, with the raw account id', async (status, body) => {
    const postGroupId = await create(contract.owner, { platforms: ['network-a_b', 'messenger--100'], ...body });
    const post = { _id: POST_GROUP_ID, content: 'Hi', status };
    expect(await get(postGroupId)).toEqual({
      status: 200,
      body: {
        success: true,
        postGroupId,
        processingStatus: 'pending',
        posts: [
          { ...post, platform: 'network', platformId: 'a_b' },
          { ...post, platform: 'messenger', platformId: '-100' },
        ],
      },
    });
  });
});

describe('while publishing', () => {
  test('a part that is tried again stays processing, and so does the group; its status waits for all to end', async () => {
    const [waiting, ready] = [await connect('fediverse'), await connect('messenger')];
    const { accountId } = waiting.account;
    contract.sandbox.setFault({ platform: 'fediverse', kind: 'rate_limited', accountId, resetSeconds: 600 });
    const platforms = [waiting.platformId, ready.platformId];
    const id = await create(contract.owner, { platforms, scheduledTime: inHours(0) });
    await eventually(async () => {
      const { logs } = (await contract.owner.get(`/post-logs/${id}`)).body;
      const events = logs.map(({ event }: { event: string }) => event);
      return (events.includes('publish_failed') && events.includes('publish_succeeded')) || undefined;
    });
    const { body } = await get(id);
    expect(body.processingStatus).toBe('processing');
    expect(body.posts.map(({ status }: { status: string }) => status)).toEqual(['processing', 'published']);
    expect((await contract.owner.get('/list-posts?limit=1')).body.posts[0]).toMatchObject({
      postGroupId: id,
      status: 'scheduled',
    });
  });

  test.each(['draft', 'scheduled', 'pending', 'processing', 'published', 'failed'])(
    'the status %s of a platform post is reported as it is',
    async (status) => {
      const id = await create(contract.owner);
      await contract.db.query('UPDATE platform_posts SET status = $2 WHERE group_id = $1', [id, status]);
      expect((await get(id)).body.posts).toEqual([expect.objectContaining({ status })]);
    },
  );
});

describe('published', () => {
  test.each(['fediverse', 'skyfeed', 'messenger'] as const)(
    'on %s: postedId is the platform’s own',
    async (platform) => {
      const { account, platformId } = await connect(platform);
      const posts = await publish(platformId);
      const [onPlatform] = contract.sandbox.posts({ accountId: account.accountId });
      expect(posts).toEqual([
        {
          _id: POST_GROUP_ID,
          platform,
          platformId: account.accountId,
          content: 'Hi',
          status: 'published',
          postedId: expect.stringContaining(String(onPlatform?.postedId)),
        },
      ]);
    },
  );

  test('a draft that update-post schedules', async () => {
    const id = await create(contract.owner, { platforms: [(await connect('fediverse')).platformId] });
    await contract.owner.put(`/update-post/${id}`, { status: 'scheduled' });
    expect((await finished(contract.owner, id)).posts).toMatchObject([{ status: 'published' }]);
  });

  test('each part of a thread is an entry, in order', async () => {
    const id = await create(contract.owner, { platforms: ['microblog-1', 'network-2'] });
    await contract.db.query(
      `INSERT INTO platform_posts (id, group_id, user_id, target_index, part_index, platform, account_id, platform_id,
                                   content, status, created_at, updated_at)
       SELECT '000000000000000000000001', group_id, user_id, 0, 1, platform, account_id, platform_id, 'Part 2', status,
              created_at, updated_at
         FROM platform_posts WHERE group_id = $1 AND target_index = 0`,
      [id],
    );
    const parts = (await get(id)).body.posts.map(({ platform, content }: Record<string, string>) => [
      platform,
      content,
    ]);
    expect(parts).toEqual([
      ['microblog', 'Hi'],
      ['microblog', 'Part 2'],
      ['network', 'Hi'],
    ]);
  });
});

describe('failed: the error object has the documented keys, and those that are absent are not null', () => {
  const base = { message: expect.any(String), failedAt: ISO_TIME };

  test('a platform that does not exist: PLATFORM_NOT_SUPPORTED', async () => {
    expect(await publish('myspace-1')).toEqual([
      {
        _id: POST_GROUP_ID,
        platform: 'myspace',
        platformId: '1',
        content: 'Hi',
        status: 'failed',
        error: { ...base, code: 'PLATFORM_NOT_SUPPORTED', platformError: null, retryable: false },
      },
    ]);
  });

  test('a target that is not connected: CONNECTION_NOT_FOUND', async () => {
    const [post] = await publish('fediverse-404');
    expect(post.error).toEqual({ ...base, code: 'CONNECTION_NOT_FOUND', platformError: null, retryable: false });
  });

  test('another account’s connection is not connected', async () => {
    const other = await createAccount(contract.db);
    const [post] = await publish(await other.connect(contract.sandbox.createAccount('fediverse')));
    expect(post.error.code).toBe('CONNECTION_NOT_FOUND');
  });

  test.each([
    ['fediverse', 'rejected', 'INVALID_CONTENT', 422, false],
    ['messenger', 'rejected', 'INVALID_CONTENT', 400, false],
    ['fediverse', 'auth_expired', 'PLATFORM_AUTH_EXPIRED', 401, false],
    ['messenger', 'auth_expired', 'PLATFORM_AUTH_EXPIRED', 401, false],
    ['fediverse', 'server_error', 'PLATFORM_SERVER_ERROR', 503, true],
    ['messenger', 'server_error', 'OUTCOME_UNKNOWN', 502, false],
  ] as const)('%s, %s: %s, HTTP %i, retryable %s', async (platform, kind, code, platformStatusCode, retryable) => {
    const { account, platformId } = await connect(platform);
    contract.sandbox.setFault({ platform, kind, accountId: account.accountId, times: 0 });
    const [post] = await publish(platformId);
    expect(post).toEqual({
      _id: POST_GROUP_ID,
      platform,
      platformId: account.accountId,
      content: 'Hi',
      status: 'failed',
      error: { ...base, code, platformStatusCode, platformError: expect.any(String), retryable },
    });
  });

  test('a platform that cannot be reached: NETWORK_ERROR, without a status of the platform', async () => {
    const account = { ...contract.sandbox.createAccount('fediverse'), baseUrl: 'http://127.0.0.1:9' };
    const [post] = await publish(await contract.account.connect(account));
    expect(post.error).toEqual({ ...base, code: 'NETWORK_ERROR', platformError: null, retryable: true });
  });

  test('an error of the platform that this service does not know: UNKNOWN_ERROR', async () => {
    const { account, platformId } = await connect('fediverse');
    const answer = { status: 418, body: { error: 'I am a teapot' } };
    contract.sandbox.setFault({ platform: 'fediverse', kind: 'answer', accountId: account.accountId, answer });
    const [post] = await publish(platformId);
    const platform = { platformStatusCode: 418, platformError: expect.any(String) };
    expect(post.error).toEqual({ ...base, ...platform, code: 'UNKNOWN_ERROR', retryable: false });
  });

  test('one target’s failure leaves the other alone; the group is partially_published, which published leaves out', async () => {
    const { platformId } = await connect('fediverse');
    const posts = await publish('myspace-1', platformId);
    expect(posts.map((post: { status: string }) => post.status)).toEqual(['failed', 'published']);
    const listed = async (status: string) =>
      (await contract.owner.get(`/list-posts?status=${status}&limit=1`)).body.posts[0];
    expect((await listed('partially_published')).platforms).toEqual([
      { platformId: 'myspace-1', platform: 'myspace', status: 'failed' },
      { platformId, platform: 'fediverse', status: 'published' },
    ]);
    expect((await listed('published')).platforms).not.toContainEqual(expect.objectContaining({ platformId }));
  });
});

test('a skyfeed account: its raw identifier here, the compound form without colons in list-posts', async () => {
  const { account, platformId } = await connect('skyfeed');
  expect(platformId).toBe(`skyfeed-${account.accountId.replaceAll(':', '_')}`);
  const id = await create(contract.owner, { platforms: [platformId] });
  expect((await get(id)).body.posts[0].platformId).toBe(account.accountId);
  expect((await contract.owner.get('/list-posts?limit=1')).body.posts[0].platforms[0].platformId).toBe(platformId);
});

describe('the group', () => {
  test('unknown: Post group not found', async () => {
    expect(await get(UNKNOWN_ID)).toEqual(refused(404, 'Post group not found'));
  });

  test('of another account: Post group not found', async () => {
    const other = contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });
    expect(await get(await create(other))).toEqual(refused(404, 'Post group not found'));
  });

  test.each(MALFORMED_IDS)('quirk: the malformed id %s is a 500, not a 400', async (id) => {
    expect(await get(id)).toEqual(refused(500, 'Failed to fetch post group'));
  });
});
