import { refused, startContract } from './contract.js';
import { answering, METRICS, type Networked, network, platformCounts, requestsTo } from './network-support.js';

const contract = startContract({
  roles: 'api,worker',
  unlogged: /^Failed to fetch metric from network$/,
  logged: /"network_answers\\" does not exist/,
});

let own: Networked;
beforeAll(async () => {
  own = await network(contract);
});
// Nothing is known.
beforeEach(() => contract.db.query('DELETE FROM network_answers'));
afterEach(() => contract.sandbox.clearFaults());

const PATH = '/rest/memberCreatorPostAnalytics';
const statistics = (body: object) =>
  contract.owner.post('/network-post-statistics', { postedId: own.postedId, platformId: own.platformId, ...body });
const queries = () => requestsTo(contract, PATH).map(({ query }) => query);
const activity = () => `urn:network:activity:${BigInt(own.postedId.split(':').at(-1) ?? 0) + 1n}`;
const native = (urn: string) => urn.replace('urn:network:', 'urn:li:');

describe('one metric: queryType', () => {
  test.each(METRICS)('%s: its count', async (queryType) => {
    expect(await statistics({ queryType })).toEqual({
      status: 200,
      body: { success: true, count: expect.any(Number), cached: false },
    });
    expect(queries().at(-1)).toEqual({
      q: 'entity',
      entity: `(share:${native(own.postedId)})`,
      queryType,
      aggregation: 'TOTAL',
    });
  });

  test('it counts what happened', async () => {
    const { body: before } = await statistics({ queryType: 'REACTION' });
    const { postedId, platformId } = own;
    await contract.owner.post('/network-reactions', { postedId, platformId, reactionType: 'LIKE' });
    await contract.db.query('DELETE FROM network_answers');
    expect((await statistics({ queryType: 'REACTION' })).body.count).toBe(before.count + 1);
  });

  test.each([
    ['the number of its share', () => own.postedId.split(':').at(-1)],
    ['the URN of its activity', activity],
  ])('the post may be named by %s', async (_by, postedId) => {
    const { body } = await statistics({ postedId: postedId(), queryType: 'IMPRESSION' });
    expect(body).toEqual({ success: true, count: expect.any(Number), cached: false });
    expect(queries().at(-1)).toMatchObject({ entity: `(share:${native(own.postedId)})` });
  });

  test('a ugcPost is requested as one', async () => {
    expect((await statistics({ postedId: 'urn:network:ugcPost:1', queryType: 'COMMENT' })).status).toBe(404);
    expect(queries().at(-1)).toMatchObject({ entity: '(ugc:urn:li:ugcPost:1)' });
  });

  test('the second time it is known', async () => {
    const { body } = await statistics({ queryType: 'IMPRESSION' });
    const calls = queries().length;
    expect(await statistics({ queryType: 'IMPRESSION' })).toEqual({ status: 200, body: { ...body, cached: true } });
    expect(queries()).toHaveLength(calls);
  });

  test('-1 is the platform’s word for what it cannot tell: null, and that is known then', async () => {
    platformCounts(contract, PATH, [{ count: -1 }]);
    expect((await statistics({ queryType: 'RESHARE' })).body).toEqual({ success: true, count: null, cached: false });
    expect((await statistics({ queryType: 'RESHARE' })).body).toEqual({ success: true, count: null, cached: true });
  });

  test('an empty response of the platform is a count of null', async () => {
    platformCounts(contract, PATH, []);
    expect((await statistics({ queryType: 'RESHARE' })).body).toEqual({ success: true, count: null, cached: false });
  });
});

describe('several metrics: queryTypes', () => {
  test.each(['ALL', 'all', ['All']])('%j: each of the five', async (queryTypes) => {
    expect(await statistics({ queryTypes })).toEqual({
      status: 200,
      body: {
        success: true,
        metrics: Object.fromEntries(METRICS.map((metric) => [metric, expect.any(Number)])),
        cached: false,
      },
    });
  });

  test('an array in any case, each once', async () => {
    const { body } = await statistics({ queryTypes: ['impression', 'Comment', 'IMPRESSION'] });
    expect(body).toEqual({
      success: true,
      metrics: { IMPRESSION: expect.any(Number), COMMENT: expect.any(Number) },
      cached: false,
    });
  });

  test('one in an array is returned as several are', async () => {
    const { body } = await statistics({ queryTypes: ['RESHARE'] });
    expect(body).toEqual({ success: true, metrics: { RESHARE: expect.any(Number) }, cached: false });
  });

  test('cachedMetrics names those that were known already, and one is enough for cached', async () => {
    const { body } = await statistics({ queryType: 'COMMENT' });
    const calls = queries().length;
    expect((await statistics({ queryTypes: ['COMMENT', 'REACTION'] })).body).toEqual({
      success: true,
      metrics: { COMMENT: body.count, REACTION: expect.any(Number) },
      cachedMetrics: ['COMMENT'],
      cached: true,
    });
    expect(queries()).toHaveLength(calls + 1);
  });

  test('-1 is null, and no failure', async () => {
    platformCounts(contract, PATH, [{ count: -1 }]);
    expect((await statistics({ queryTypes: ['COMMENT'] })).body).toEqual({
      success: true,
      metrics: { COMMENT: null },
      cached: false,
    });
  });

  test('a partial failure: what failed is null and listed, and requested again the next time', async () => {
    const { body } = await statistics({ queryType: 'IMPRESSION' });
    contract.sandbox.setFault({ platform: 'network', kind: 'server_error', path: PATH });
    expect(await statistics({ queryTypes: ['IMPRESSION', 'COMMENT'] })).toEqual({
      status: 200,
      body: {
        success: false,
        metrics: { IMPRESSION: body.count, COMMENT: null },
        errors: [{ metric: 'COMMENT', error: 'Failed to fetch metric from network' }],
        cachedMetrics: ['IMPRESSION'],
        cached: true,
      },
    });
    const { body: again } = await statistics({ queryTypes: ['IMPRESSION', 'COMMENT'] });
    expect(again).toMatchObject({ success: true, metrics: { COMMENT: expect.any(Number) } });
  });

  test('also when all of them failed', async () => {
    contract.sandbox.setFault({ platform: 'network', kind: 'server_error', path: PATH, times: 0 });
    const { status, body } = await statistics({ queryTypes: 'ALL' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: false,
        metrics: Object.fromEntries(METRICS.map((metric) => [metric, null])),
        errors: METRICS.map((metric) => ({ metric, error: 'Failed to fetch metric from network' })),
        cached: false,
      },
    });
  });
});

describe('400', () => {
  const REQUIRED = 'postedId and platformId are required';
  const STRINGS = 'postedId and platformId must be strings';
  const QUERY = 'queryType or queryTypes is required';
  const ONE = 'Invalid queryType. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT';
  const invalid = (list: string) =>
    `Invalid queryTypes: ${list}. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT, or "ALL"`;
  test.each([
    [{ postedId: undefined }, REQUIRED],
    [{ platformId: null }, REQUIRED],
    [{ postedId: 5 }, STRINGS],
    [{ platformId: {} }, STRINGS],
    [{}, QUERY],
    [{ queryType: null, queryTypes: [] }, QUERY],
    [{ queryType: '' }, QUERY],
    [{ queryType: 'impression' }, ONE],
    [{ queryType: 'ALL' }, ONE],
    [{ queryType: ['COMMENT'] }, ONE],
    [{ queryTypes: ['COMMENT', 'LIKES', 5] }, invalid('LIKES, 5')],
    [{ queryTypes: 'EVERYTHING' }, invalid('EVERYTHING')],
    [{ queryTypes: 5 }, invalid('5')],
    [{ queryType: 'COMMENT', queryTypes: 'ALL' }, 'Use either queryType or queryTypes, not both'],
    [{ postedId: 'hello', queryType: 'COMMENT' }, 'postedId must be a valid network URN'],
    [{ postedId: '', queryType: 'COMMENT' }, 'postedId must be a valid network URN'],
    [{ platformId: '', queryType: 'COMMENT' }, 'Invalid platformId'],
    [{ platformId: ' \t', queryType: 'COMMENT' }, 'Invalid platformId'],
  ])('%j: %s', async (body, message) => {
    expect(await statistics(body)).toEqual(refused(400, message));
  });
});

test.each(['network-nobody', 'unrecognized', 'fediverse-1'])(
  'a connection %s that there is not, or not on the network: 404',
  async (platformId) => {
    const notFound = refused(404, 'network connection not found');
    expect(await statistics({ platformId, queryType: 'COMMENT' })).toEqual(notFound);
    expect(await statistics({ platformId, queryTypes: 'ALL' })).toEqual(notFound);
  },
);

describe('what the platform refuses', () => {
  const METRIC = 'Failed to fetch metric from network';

  test('its trouble with a single metric is a 500', async () => {
    contract.sandbox.setFault({ platform: 'network', kind: 'server_error', path: PATH });
    expect(await statistics({ queryType: 'COMMENT' })).toEqual(refused(500, METRIC));
  });

  test('a post of somebody else is a 403, as the platform says', async () => {
    const { postedId } = await network(contract, 'Of another');
    expect(await statistics({ postedId, queryType: 'COMMENT' })).toEqual(refused(403, METRIC));
  });

  test('a 429 is passed on with its Retry-After', async () => {
    answering(contract, PATH, { status: 429, headers: { 'retry-after': '90' } });
    const { platformId, postedId } = own;
    const sent = { platformId, postedId, queryType: 'COMMENT' };
    const { status, body, headers } = await contract.owner.raw('post', '/network-post-statistics', sent);
    expect({ status, body }).toEqual(refused(429, METRIC));
    expect(Number(headers['retry-after'])).toBeGreaterThan(80);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(90);
  });

  test('so is one to the translation of an activity', async () => {
    answering(contract, '/v2/activities', { status: 429, headers: { 'retry-after': '90' } });
    expect(await statistics({ postedId: activity(), queryType: 'COMMENT' })).toEqual(refused(429, METRIC));
  });

  test('a 401 is none of the caller’s key: 500, and the connection is marked', async () => {
    const { platformId, postedId } = await network(contract, 'Revoked');
    contract.sandbox.setFault({ platform: 'network', kind: 'auth_expired', path: PATH, times: 0 });
    expect(await statistics({ platformId, postedId, queryType: 'COMMENT' })).toEqual(refused(500, METRIC));
    const { body } = await contract.owner.get('/platform-connections');
    const marked = body.connections.find((one: { platformId: string }) => one.platformId === platformId);
    expect(marked.tokenStatus).toBe('expired');
  });
});

test('a failure of the service’s own is the 500 of the route', async () => {
  await contract.db.query('ALTER TABLE network_answers RENAME TO lost');
  try {
    expect(await statistics({ queryType: 'COMMENT' })).toEqual(refused(500, 'Failed to fetch network post statistics'));
  } finally {
    await contract.db.query('ALTER TABLE lost RENAME TO network_answers');
  }
});
