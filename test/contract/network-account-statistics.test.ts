import { HOUR, refused, startContract } from './contract.js';
import { answering, METRICS, platformCounts, requestsTo } from './network-support.js';

const contract = startContract({
  unlogged: /^Failed to fetch metric from network$/,
  logged: /"network_answers\\" does not exist/,
});

const RANGE = { start: { year: 2026, month: 2, day: 27 }, end: { year: 2026, month: 3, day: 2 } };
const NATIVE_RANGE = '(start:(year:2026,month:2,day:27),end:(year:2026,month:3,day:2))';
const BY_DAY = METRICS.filter((metric) => metric !== 'MEMBERS_REACHED');

let platformId: string;
beforeEach(async () => {
  // Nothing is known of a new connection.
  platformId = await contract.account.connect(contract.sandbox.createAccount('network'));
});
afterEach(() => contract.sandbox.clearFaults());

const PATH = '/rest/memberCreatorPostAnalytics';
const statistics = (body: object) => contract.owner.post('/network-account-statistics', { platformId, ...body });
const queries = () => requestsTo(contract, PATH).map(({ query }) => query);

/** The points of these days of February and March 2026. */
const points = (...days: [month: number, day: number, nextMonth: number, nextDay: number][]) =>
  days.map(([month, day, nextMonth, nextDay]) => ({
    count: expect.any(Number),
    dateRange: { start: { year: 2026, month, day }, end: { year: 2026, month: nextMonth, day: nextDay } },
  }));
const POINTS = points([2, 27, 2, 28], [2, 28, 3, 1], [3, 1, 3, 2]);

describe('TOTAL', () => {
  test.each([undefined, null, 'TOTAL', 'total'])('aggregation %j: a number', async (aggregation) => {
    expect(await statistics({ queryType: 'IMPRESSION', aggregation })).toEqual({
      status: 200,
      body: { success: true, data: expect.any(Number), aggregation: 'TOTAL', cached: false },
    });
  });

  test.each(METRICS)('%s of the whole life when there is no dateRange', async (queryType) => {
    expect((await statistics({ queryType })).body.data).toEqual(expect.any(Number));
    expect(queries().at(-1)).toEqual({ q: 'me', queryType, aggregation: 'TOTAL' });
  });

  test('in the days of the dateRange', async () => {
    expect((await statistics({ queryType: 'COMMENT', dateRange: RANGE })).status).toBe(200);
    expect(queries().at(-1)).toMatchObject({ aggregation: 'TOTAL', dateRange: NATIVE_RANGE });
  });

  test('-1 is the platform’s word for what it cannot tell: null', async () => {
    platformCounts(contract, PATH, [{ count: -1 }]);
    expect((await statistics({ queryType: 'RESHARE' })).body).toMatchObject({ success: true, data: null });
  });

  test('several: the number of each', async () => {
    expect(await statistics({ queryTypes: 'ALL' })).toEqual({
      status: 200,
      body: {
        success: true,
        metrics: Object.fromEntries(METRICS.map((metric) => [metric, expect.any(Number)])),
        aggregation: 'TOTAL',
        cached: false,
      },
    });
  });
});

describe('DAILY', () => {
  test.each(['DAILY', 'daily'])('aggregation %s: a point for each day, its end exclusive', async (aggregation) => {
    expect(await statistics({ queryType: 'IMPRESSION', aggregation, dateRange: RANGE })).toEqual({
      status: 200,
      body: { success: true, data: POINTS, aggregation: 'DAILY', cached: false },
    });
    expect(queries().at(-1)).toMatchObject({ q: 'me', aggregation: 'DAILY', dateRange: NATIVE_RANGE });
  });

  test('the last 30 days when there is no dateRange', async () => {
    const today = () => new Date().toISOString().slice(0, 10);
    const before = today();
    const { body } = await statistics({ queryType: 'COMMENT', aggregation: 'DAILY' });
    const after = today();
    expect(body.data).toHaveLength(30);
    const starts: string[] = body.data.map(({ dateRange: { start } }: { dateRange: typeof RANGE }) => iso(start));
    const yesterdays = [before, after].map((day) => iso(datesOf(Date.parse(day) - 24 * HOUR)));
    expect(yesterdays).toContain(starts.at(-1));
    expect(starts).toEqual(starts.map((_, index) => iso(datesOf(Date.parse(starts[0] ?? '') + index * 24 * HOUR))));
  });

  test('several: the points of each', async () => {
    expect(await statistics({ queryTypes: BY_DAY, aggregation: 'DAILY', dateRange: RANGE })).toEqual({
      status: 200,
      body: {
        success: true,
        metrics: Object.fromEntries(BY_DAY.map((metric) => [metric, POINTS])),
        aggregation: 'DAILY',
        cached: false,
      },
    });
  });

  test('-1 is null on that day', async () => {
    const dateRange = { start: RANGE.start, end: { year: 2026, month: 2, day: 28 } };
    platformCounts(contract, PATH, [{ count: -1, dateRange }]);
    expect((await statistics({ queryType: 'RESHARE', aggregation: 'DAILY', dateRange })).body.data).toEqual([
      { count: null, dateRange },
    ]);
  });

  test.each([{ queryType: 'MEMBERS_REACHED' }, { queryTypes: ['COMMENT', 'members_reached'] }, { queryTypes: 'ALL' }])(
    'MEMBERS_REACHED cannot be had: %j',
    async (query) => {
      expect(await statistics({ ...query, aggregation: 'DAILY', dateRange: RANGE })).toEqual(
        refused(400, 'MEMBERS_REACHED with DAILY aggregation is not supported by network API'),
      );
    },
  );
});

describe('what the platform reported is kept for 30 minutes', () => {
  test('the response to the same question comes from there; another aggregation, range or metric is another', async () => {
    const questions = [
      { queryType: 'COMMENT' },
      { queryType: 'COMMENT', dateRange: RANGE },
      { queryType: 'COMMENT', dateRange: RANGE, aggregation: 'DAILY' },
      { queryType: 'REACTION' },
    ];
    for (const question of questions) {
      const { body } = await statistics(question);
      expect(body.cached).toBe(false);
      expect((await statistics(question)).body).toEqual({ ...body, cached: true });
    }
  });

  test('cachedMetrics names those that were known already', async () => {
    const daily = { aggregation: 'DAILY', dateRange: RANGE };
    await statistics({ queryType: 'COMMENT', ...daily });
    expect((await statistics({ queryTypes: ['reaction', 'comment'], ...daily })).body).toEqual({
      success: true,
      metrics: { REACTION: POINTS, COMMENT: POINTS },
      aggregation: 'DAILY',
      cachedMetrics: ['COMMENT'],
      cached: true,
    });
  });
});

describe('400', () => {
  const QUERY = 'queryType or queryTypes is required';
  const ONE = 'Invalid queryType. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT';
  const MANY =
    'Invalid queryTypes: LIKES. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT, or "ALL"';
  const FIELDS = 'dateRange.start and dateRange.end must have: year, month, day';
  const { start, end } = RANGE;
  const queryType = 'COMMENT';
  test.each([
    [{ platformId: undefined, queryType }, 'platformId is required'],
    [{ platformId: null, queryType }, 'platformId is required'],
    [{ platformId: '', queryType }, 'Invalid platformId'],
    [{ platformId: ' ', queryType }, 'Invalid platformId'],
    [{ platformId: 5, queryType }, 'platformId must be a string'],
    [{}, QUERY],
    [{ queryType: 'comment' }, ONE],
    [{ queryTypes: ['LIKES'] }, MANY],
    [{ queryType, queryTypes: 'ALL' }, 'Use either queryType or queryTypes, not both'],
    [{ queryType, aggregation: 5 }, 'aggregation must be a string'],
    [{ queryType, aggregation: '' }, 'Invalid aggregation. Must be one of: DAILY, TOTAL'],
    [{ queryType, aggregation: 'WEEKLY' }, 'Invalid aggregation. Must be one of: DAILY, TOTAL'],
    [{ queryType, dateRange: 'x' }, 'dateRange must be an object'],
    [{ queryType, dateRange: { start } }, "dateRange must have both 'start' and 'end' objects"],
    [{ queryType, dateRange: { start, end: {} } }, FIELDS],
    [{ queryType, dateRange: { start: { ...start, month: 13 }, end } }, FIELDS],
    [{ queryType, dateRange: { start, end: { ...end, day: 1.5 } } }, FIELDS],
  ])('%j: %s', async (body, message) => {
    expect(await statistics(body)).toEqual(refused(400, message));
  });
});

test.each(['network-nobody', 'unrecognized', 'fediverse-1'])(
  'a connection %s that there is not, or not on the network: 404',
  async (other) => {
    const notFound = refused(404, 'network connection not found');
    expect(await statistics({ platformId: other, queryType: 'COMMENT' })).toEqual(notFound);
    expect(await statistics({ platformId: other, queryTypes: BY_DAY, aggregation: 'DAILY' })).toEqual(notFound);
  },
);

describe('what the platform refuses', () => {
  const METRIC = 'Failed to fetch metric from network';

  test.each(['TOTAL', 'DAILY'])('its trouble with a single metric, %s, is a 500', async (aggregation) => {
    contract.sandbox.setFault({ platform: 'network', kind: 'server_error', path: PATH });
    expect(await statistics({ queryType: 'COMMENT', aggregation })).toEqual(refused(500, METRIC));
  });

  test.each([400, 403, 429])('a %d is passed on', async (status) => {
    answering(contract, PATH, { status, headers: { 'retry-after': '60' }, body: { message: 'No' } });
    expect(await statistics({ queryType: 'COMMENT' })).toEqual(refused(status, METRIC));
  });

  test.each([
    ['is its start', RANGE.start],
    ['is before its start', { year: 2026, month: 2, day: 1 }],
  ])('a dateRange whose end %s: 400 of the platform', async (_, end) => {
    const dateRange = { start: RANGE.start, end };
    expect(await statistics({ queryType: 'COMMENT', dateRange })).toEqual(refused(400, METRIC));
    expect(queries()).not.toEqual([]);
  });

  test('of several metrics, those that failed are null and listed', async () => {
    const daily = { aggregation: 'DAILY', dateRange: RANGE };
    await statistics({ queryType: 'COMMENT', ...daily });
    contract.sandbox.setFault({ platform: 'network', kind: 'server_error', path: PATH });
    expect(await statistics({ queryTypes: ['REACTION', 'COMMENT'], ...daily })).toEqual({
      status: 200,
      body: {
        success: false,
        metrics: { REACTION: null, COMMENT: POINTS },
        errors: [{ metric: 'REACTION', error: METRIC }],
        aggregation: 'DAILY',
        cachedMetrics: ['COMMENT'],
        cached: true,
      },
    });
  });

  test('a range that ends before it starts is refused with its message', async () => {
    const { start: end, end: start } = RANGE;
    expect(await statistics({ queryType: 'COMMENT', dateRange: { start, end } })).toEqual(refused(400, METRIC));
  });
});

test('a failure of the service’s own is the 500 of the route', async () => {
  await contract.db.query('ALTER TABLE network_answers RENAME TO lost');
  try {
    expect(await statistics({ queryType: 'COMMENT' })).toEqual(
      refused(500, 'Failed to fetch network account statistics'),
    );
  } finally {
    await contract.db.query('ALTER TABLE lost RENAME TO network_answers');
  }
});

const iso = ({ year, month, day }: typeof RANGE.start): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

function datesOf(time: number): typeof RANGE.start {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
