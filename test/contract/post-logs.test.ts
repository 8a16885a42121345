import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import { createAccount } from '../support/account.js';
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

interface Entry {
  event: string;
  httpStatus?: number;
  retryCount?: number;
  createdAt: string;
}

const logs = (id: string) => contract.owner.get(`/post-logs/${id}`);
const connect = async (platform: SandboxPlatform) => {
  const account = contract.sandbox.createAccount(platform);
  return { account, platformId: await contract.account.connect(account) };
};
/** Publishes to these targets at once; the log when all have ended. */
const published = async (...platforms: string[]) => {
  const id = await create(contract.owner, { platforms, scheduledTime: inHours(0) });
  const { posts } = await finished(contract.owner, id);
  return { id, postId: posts[0]._id, entries: (await logs(id)).body.logs as Entry[] };
};

const common = { _id: POST_GROUP_ID, createdAt: ISO_TIME, updatedAt: ISO_TIME, __v: 0 };

describe('the entries', () => {
  test('of a draft: none', async () => {
    expect(await logs(await create(contract.owner))).toEqual({ status: 200, body: { success: true, logs: [] } });
  });

  test('of a scheduled group: scheduled, once for each target', async () => {
    const id = await create(contract.owner, { platforms: ['network-1', 'messenger-2'], scheduledTime: inHours(1) });
    const entry = { ...common, postGroupId: id, postId: POST_GROUP_ID, event: 'scheduled' };
    expect(await logs(id)).toEqual({
      status: 200,
      body: {
        success: true,
        logs: [
          { ...entry, platform: 'network' },
          { ...entry, platform: 'messenger' },
        ],
      },
    });
  });

  test('of a publishing that succeeds, in their order; what there is not is absent', async () => {
    const { id, postId, entries } = await published((await connect('fediverse')).platformId);
    const ofPost = { ...common, postGroupId: id, postId, platform: 'fediverse' };
    expect(entries).toEqual([
      { ...ofPost, event: 'scheduled' },
      { ...ofPost, event: 'processing' },
      { ...ofPost, event: 'publish_attempted' },
      { ...ofPost, event: 'publish_succeeded', metadata: { postedId: expect.any(String) } },
      // Of the group: no postId, no platform.
      { ...common, postGroupId: id, event: 'status_changed', metadata: { from: 'scheduled', to: 'published' } },
    ]);
  });

  test.each([
    ['fediverse', 'rejected', 'INVALID_CONTENT', 422],
    ['messenger', 'rejected', 'INVALID_CONTENT', 400],
    ['fediverse', 'auth_expired', 'PLATFORM_AUTH_EXPIRED', 401],
    ['messenger', 'server_error', 'OUTCOME_UNKNOWN', 502],
  ] as const)(
    'of a publishing that fails permanently (%s, %s): error, httpStatus, errorCode and retryable',
    async (platform, kind, errorCode, httpStatus) => {
      const { account, platformId } = await connect(platform);
      contract.sandbox.setFault({ platform, kind, accountId: account.accountId });
      const { id, postId, entries } = await published(platformId);
      expect(entries.map((entry) => entry.event)).toEqual([
        'scheduled',
        'processing',
        'publish_attempted',
        'publish_failed',
        'status_changed',
      ]);
      expect(entries[3]).toEqual({
        ...common,
        postGroupId: id,
        postId,
        platform,
        event: 'publish_failed',
        error: expect.stringMatching(new RegExp(`${platform}`)),
        httpStatus,
        metadata: { errorCode, retryable: false },
      });
    },
  );

  test('of a failure without a response of the platform: no httpStatus', async () => {
    const { id, postId, entries } = await published('myspace-1');
    expect(entries).toEqual([
      { ...common, postGroupId: id, postId, platform: 'myspace', event: 'scheduled' },
      {
        ...common,
        postGroupId: id,
        postId,
        platform: 'myspace',
        event: 'publish_failed',
        error: expect.any(String),
        metadata: { errorCode: 'PLATFORM_NOT_SUPPORTED', retryable: false },
      },
      { ...common, postGroupId: id, event: 'status_changed', metadata: { from: 'scheduled', to: 'failed' } },
    ]);
  });

  test.each([
    ['rate_limited', 'RATE_LIMITED', 429],
    ['server_error', 'PLATFORM_SERVER_ERROR', 503],
    ['timeout_before_store', 'TIMEOUT_ERROR', undefined],
  ] as const)('of a retry after %s: retryCount from the second try on', async (kind, errorCode, httpStatus) => {
    const { account, platformId } = await connect('fediverse');
    contract.sandbox.setFault({ platform: 'fediverse', kind, accountId: account.accountId, resetSeconds: 1 });
    const { entries } = await published(platformId);
    expect(entries.map(({ event, retryCount }) => [event, retryCount])).toEqual([
      ['scheduled', undefined],
      ['processing', undefined],
      ['publish_attempted', undefined],
      ['publish_failed', undefined],
      ['publish_attempted', 1],
      ['publish_succeeded', 1],
      ['status_changed', undefined],
    ]);
    expect(entries[3]).toMatchObject({ metadata: { errorCode, retryable: true } });
    expect(entries[3]?.httpStatus).toBe(httpStatus);
    expect(entries[3]).not.toHaveProperty('retryCount');
  });

  test('of update-post: status_changed, and scheduled for each target', async () => {
    const id = await create(contract.owner, { platforms: ['network-1', 'messenger-2'] });
    await contract.owner.put(`/update-post/${id}`, { status: 'scheduled', scheduledTime: inHours(1) });
    await contract.owner.put(`/update-post/${id}`, { status: 'draft' });
    expect((await logs(id)).body.logs).toMatchObject([
      { event: 'status_changed', metadata: { from: 'draft', to: 'scheduled' } },
      { event: 'scheduled', platform: 'network' },
      { event: 'scheduled', platform: 'messenger' },
      { event: 'status_changed', metadata: { from: 'scheduled', to: 'draft' } },
    ]);
  });
});

test('at most the first 100, oldest first', async () => {
  const platforms = Array.from({ length: 60 }, (_, index) => `network-${index}`);
  const id = await create(contract.owner, { platforms, scheduledTime: inHours(1) });
  await contract.owner.put(`/update-post/${id}`, { scheduledTime: inHours(2) });
  const all = await contract.db.query<{ id: string }>(
    'SELECT id FROM post_logs WHERE group_id = $1 ORDER BY created_at, id',
    [id],
  );
  const { body } = await logs(id);
  expect(all).toHaveLength(120);
  expect(body.logs.map((entry: { _id: string }) => entry._id)).toEqual(all.slice(0, 100).map((row) => row.id));
});

describe('the group', () => {
  test('unknown: Post group not found', async () => {
    expect(await logs(UNKNOWN_ID)).toEqual(refused(404, 'Post group not found'));
  });

  test('of another account: Post group not found', async () => {
    const other = contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });
    expect(await logs(await create(other, { scheduledTime: inHours(1) }))).toEqual(
      refused(404, 'Post group not found'),
    );
  });

  test.each(MALFORMED_IDS)('quirk: the malformed id %s is a 500', async (id) => {
    expect(await logs(id)).toEqual(refused(500, 'Failed to get post logs'));
  });
});
