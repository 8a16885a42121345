import { refused, startContract } from './contract.js';
import { platformCounts, requestsTo } from './network-support.js';

const contract = startContract({ logged: /"network_answers\\" does not exist/ });

const RANGE = { start: { year: 2026, month: 2, day: 27 }, end: { year: 2026, month: 3, day: 2 } };
const NATIVE_RANGE = '(start:(year:2026,month:2,day:27),end:(year:2026,month:3,day:2))';

let platformId: string;
beforeEach(async () => {
  // Nothing is known of a new connection.
  platformId = await contract.account.connect(contract.sandbox.createAccount('network'));
});
afterEach(() => contract.sandbox.clearFaults());

const FOLLOWERS = '/rest/memberFollowersCount';
const POSTS = '/rest/memberCreatorPostAnalytics';
const summary = (body: object = {}) => contract.owner.post('/network-profile-summary', { platformId, ...body });
const fails = (path: string, times = 1) =>
  contract.sandbox.setFault({ platform: 'network', kind: 'server_error', path, times });

const posts = {
  totalImpressions: expect.any(Number),
  totalMembersReached: expect.any(Number),
  totalReactions: expect.any(Number),
  totalComments: expect.any(Number),
  totalReshares: expect.any(Number),
};
const error = 'Failed to fetch metric from network';

test('followers, and the five numbers of all posts', async () => {
  expect(await summary()).toEqual({
    status: 200,
    body: { success: true, profile: { followers: { total: expect.any(Number) }, posts } },
  });
});

test('with a dateRange: the posts in its days, and the followers that came in them', async () => {
  const { body } = await summary({ dateRange: RANGE });
  const daily = await contract.owner.post('/network-followers', { platformId, period: 'daily', dateRange: RANGE });
  expect(body).toEqual({
    success: true,
    profile: { followers: { total: expect.any(Number), periodGrowth: daily.body.totalGrowth }, posts },
  });
  const ranges = requestsTo(contract, POSTS).map(({ query }) => query.dateRange);
  expect(ranges.slice(-5)).toEqual(Array(5).fill(NATIVE_RANGE));
});

test('the numbers are those of the other routes, which know them from there', async () => {
  const { profile } = (await summary()).body;
  expect((await contract.owner.post('/network-followers', { platformId })).body).toEqual({
    success: true,
    followersCount: profile.followers.total,
    cached: true,
  });
  const query = { platformId, queryTypes: 'ALL' };
  const { metrics } = (await contract.owner.post('/network-account-statistics', query)).body;
  expect(metrics).toEqual({
    IMPRESSION: profile.posts.totalImpressions,
    MEMBERS_REACHED: profile.posts.totalMembersReached,
    REACTION: profile.posts.totalReactions,
    COMMENT: profile.posts.totalComments,
    RESHARE: profile.posts.totalReshares,
  });
});

test('-1 is null, and no failure', async () => {
  platformCounts(contract, POSTS, [{ count: -1 }], 0);
  const { body } = await summary();
  expect(body.success).toBe(true);
  expect(body.profile.posts.totalImpressions).toBeNull();
});

describe('some metrics failed: success false, partialData true and errors', () => {
  test('of the posts', async () => {
    await contract.owner.post('/network-account-statistics', { platformId, queryTypes: ['IMPRESSION', 'REACTION'] });
    fails(POSTS, 0);
    expect(await summary()).toEqual({
      status: 200,
      body: {
        success: false,
        partialData: true,
        profile: {
          followers: { total: expect.any(Number) },
          posts: { ...posts, totalMembersReached: null, totalComments: null, totalReshares: null },
        },
        errors: ['MEMBERS_REACHED', 'RESHARE', 'COMMENT'].map((metric) => ({ metric, error })),
      },
    });
  });

  test('of the followers', async () => {
    fails(FOLLOWERS, 0);
    expect((await summary({ dateRange: RANGE })).body).toEqual({
      success: false,
      partialData: true,
      profile: { followers: { total: null, periodGrowth: null }, posts },
      errors: ['FOLLOWERS', 'FOLLOWERS_GROWTH'].map((metric) => ({ metric, error })),
    });
  });
});

test('all of them failed: 502', async () => {
  fails(FOLLOWERS, 0);
  fails(POSTS, 0);
  const failure = refused(502, 'No metric could be fetched from network');
  expect(await summary()).toEqual(failure);
  expect(await summary({ dateRange: RANGE })).toEqual(failure);
});

describe('400', () => {
  const { start } = RANGE;
  test.each([
    [{ platformId: undefined }, 'platformId is required'],
    [{ platformId: null }, 'platformId is required'],
    [{ platformId: '' }, 'Invalid platformId'],
    [{ platformId: '\n' }, 'Invalid platformId'],
    [{ platformId: 5 }, 'platformId must be a string'],
    [{ dateRange: 'x' }, 'dateRange must be an object'],
    [{ dateRange: { start } }, "dateRange must have both 'start' and 'end' objects"],
    [{ dateRange: { start, end: {} } }, 'dateRange.start and dateRange.end must have: year, month, day'],
  ])('%j: %s', async (body, message) => {
    expect(await summary(body)).toEqual(refused(400, message));
  });
});

test.each(['network-nobody', 'unrecognized', 'fediverse-1'])(
  'a connection %s that there is not, or not on the network: 404',
  async (other) => {
    expect(await summary({ platformId: other })).toEqual(refused(404, 'network connection not found'));
  },
);

test('a failure of the service’s own is the 500 of the route', async () => {
  await contract.db.query('ALTER TABLE network_answers RENAME TO lost');
  try {
    expect(await summary()).toEqual(refused(500, 'Failed to fetch network profile summary'));
  } finally {
    await contract.db.query('ALTER TABLE lost RENAME TO network_answers');
  }
});
