import { refused, startContract } from './contract.js';
import { answering, requestsTo } from './network-support.js';

const contract = startContract({ unlogged: /^Failed to fetch network followers statistics$/ });

const RANGE = { start: { year: 2026, month: 2, day: 27 }, end: { year: 2026, month: 3, day: 2 } };

let platformId: string;
beforeEach(async () => {
  // Nothing is known of a new connection.
  platformId = await contract.account.connect(contract.sandbox.createAccount('network'));
});
afterEach(() => contract.sandbox.clearFaults());

const followers = (body: object = {}) => contract.owner.post('/network-followers', { platformId, ...body });
const calls = () => requestsTo(contract, '/rest/memberFollowersCount').length;

describe('POST /network-followers', () => {
  test.each([undefined, null, 'lifetime', 'LifeTime'])('period %j: how many there are', async (period) => {
    const { status, body } = await followers({ period });
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, followersCount: expect.any(Number), cached: false },
    });
    expect(body.followersCount).toBeGreaterThan(0);
    expect(requestsTo(contract, '/rest/memberFollowersCount').at(-1)?.query).toEqual({ q: 'me' });
  });

  test.each(['daily', 'DAILY'])('period %s: those that came, by day, the end exclusive', async (period) => {
    const { status, body } = await followers({ period, dateRange: RANGE });
    expect(status).toBe(200);
    expect(body.data.map(({ date }: { date: string }) => date)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    const sum = body.data.reduce((all: number, { count }: { count: number }) => all + count, 0);
    expect(body).toEqual({ success: true, data: body.data, totalGrowth: sum, cached: false });
    expect(requestsTo(contract, '/rest/memberFollowersCount').at(-1)?.query).toMatchObject({
      q: 'dateRange',
      dateRange: '(start:(year:2026,month:2,day:27),end:(year:2026,month:3,day:2))',
    });
  });

  test('a dateRange is no concern of the lifetime', async () => {
    expect((await followers({ dateRange: RANGE })).body).toHaveProperty('followersCount');
    expect(requestsTo(contract, '/rest/memberFollowersCount').at(-1)?.query).toEqual({ q: 'me' });
  });
});

describe('what the platform reported is kept for 30 minutes', () => {
  test('the response to the same question comes from there, that to another does not', async () => {
    const before = calls();
    const first = await followers();
    expect(await followers()).toEqual({ status: 200, body: { ...first.body, cached: true } });
    expect((await followers({ period: 'daily', dateRange: RANGE })).body.cached).toBe(false);
    expect((await followers({ period: 'daily', dateRange: RANGE })).body.cached).toBe(true);
    const other = { ...RANGE, end: { year: 2026, month: 3, day: 3 } };
    expect((await followers({ period: 'daily', dateRange: other })).body.cached).toBe(false);
    expect(calls() - before).toBe(3);
  });

  test('another connection is another question', async () => {
    await followers();
    const other = await contract.account.connect(contract.sandbox.createAccount('network'));
    expect((await followers({ platformId: other })).body.cached).toBe(false);
  });

  test.each([
    ['29 minutes', true],
    ['31 minutes', false],
  ])('after %s: cached is %s', async (age, cached) => {
    await followers();
    await contract.db.query(
      `UPDATE network_answers SET answered_at = now() - $1::interval, claimed_until = now() - $1::interval`,
      [age],
    );
    expect((await followers()).body.cached).toBe(cached);
  });

  test('a failure is not kept', async () => {
    contract.sandbox.setFault({ platform: 'network', kind: 'server_error', path: 'memberFollowersCount' });
    expect((await followers()).status).toBe(500);
    expect((await followers()).body).toMatchObject({ success: true, cached: false });
  });
});

describe('400', () => {
  const FIELDS = 'dateRange.start and dateRange.end must have: year, month, day';
  const { start, end } = RANGE;
  const daily = (dateRange: unknown) => ({ period: 'daily', dateRange });
  test.each([
    [{ platformId: undefined }, 'platformId is required'],
    [{ platformId: null }, 'platformId is required'],
    [{ platformId: 5 }, 'platformId must be a string'],
    [{ period: 5 }, 'period must be a string'],
    [{ period: '' }, 'Invalid period. Must be one of: lifetime, daily'],
    [{ period: 'weekly' }, 'Invalid period. Must be one of: lifetime, daily'],
    [{ period: 'daily' }, 'dateRange is required for daily period'],
    [daily(null), 'dateRange is required for daily period'],
    [daily('2026'), 'dateRange must be an object'],
    [daily([]), 'dateRange must be an object'],
    [daily({}), "dateRange must have both 'start' and 'end' objects"],
    [daily({ start }), "dateRange must have both 'start' and 'end' objects"],
    [daily({ start, end: '2026-03-02' }), "dateRange must have both 'start' and 'end' objects"],
    [daily({ start: {}, end }), FIELDS],
    [daily({ start, end: { year: 2026, month: 3 } }), FIELDS],
    [daily({ start, end: { year: '2026', month: 3, day: 2 } }), FIELDS],
    [daily({ start, end: { year: 2026, month: 2, day: 30 } }), FIELDS],
    [{ dateRange: 'x' }, 'dateRange must be an object'],
    [{ platformId: '' }, 'Invalid platformId'],
  ])('%j: %s', async (body, message) => {
    expect(await followers(body)).toEqual(refused(400, message));
  });
});

test.each(['network-nobody', 'unrecognized'])('a connection %s that there is not: 404', async (other) => {
  expect(await followers({ platformId: other })).toEqual(refused(404, 'network connection not found'));
});

describe('what the platform refuses', () => {
  test('its trouble is a 500', async () => {
    contract.sandbox.setFault({ platform: 'network', kind: 'server_error', path: 'memberFollowersCount', times: 2 });
    const failure = refused(500, 'Failed to fetch network followers statistics');
    expect(await followers()).toEqual(failure);
    expect(await followers({ period: 'daily', dateRange: RANGE })).toEqual(failure);
  });

  test('a 403 (a right that is missing) is passed on', async () => {
    answering(contract, 'memberFollowersCount', { status: 403, body: { message: 'No' } });
    expect(await followers()).toEqual(refused(403, 'Failed to fetch network followers statistics'));
  });

  test('a 429 is passed on with its Retry-After', async () => {
    answering(contract, 'memberFollowersCount', { status: 429, headers: { 'retry-after': '90' } });
    const { status, headers } = await contract.owner.raw('post', '/network-followers', { platformId });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(80);
  });

  test.each([[[]], [[{ memberFollowersCount: -1 }]]])(
    '%j instead of a number of followers is a failure',
    async (elements) => {
      answering(contract, 'memberFollowersCount', { status: 200, body: { elements } });
      expect(await followers()).toEqual(refused(500, 'Failed to fetch network followers statistics'));
    },
  );
});
