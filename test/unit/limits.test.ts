import fc from 'fast-check';
import { assertChannelRoom } from '../../src/domain/plans/channel-limit.js';
import {
  assertAllowed,
  assertRoom,
  type ConnectionCount,
  periodOf,
  type QuotaRequest,
  sum,
  type Usage,
} from '../../src/domain/plans/limits.js';
import { PLANS, type Plan, type Quota } from '../../src/domain/plans/plans.js';
import { AppError } from '../../src/foundation/errors/app-error.js';

const MARCH = new Date('2035-03-15T10:00:00Z');
const UNLIMITED: Quota = { max: Number.MAX_SAFE_INTEGER, per: 'account' };
const NOTHING: Usage = { postsPerMonth: [], pending: [], connections: 0 };

const target = (platformId: string) => ({ platform: 'fediverse', platformId });
const request = (userId: string, platformIds: string[], more: Partial<QuotaRequest> = {}): QuotaRequest => ({
  userId,
  targets: platformIds.map(target),
  scheduledTime: MARCH,
  adds: { toMonth: true, toPending: true },
  ...more,
});

/** What a check throws, as REST answers it; undefined when it passes. */
function refusal(check: () => void): Record<string, unknown> | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.restBody();
    throw error;
  }
}

const users = fc.constantFrom('ann', 'bob');
const platformIds = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 });
const requests = fc.array(fc.record({ userId: users, platformIds }), { maxLength: 30 });

/** The two quotas, each with a plan in which it is the only limit. */
const QUOTAS = [
  {
    quota: 'postsPerMonth',
    plan: (quota: Quota): Plan => ({ ...PLANS.pro, postsPerMonth: quota, scheduledPosts: UNLIMITED }),
    label: { error: 'Post limit reached', code: 'POST_LIMIT_REACHED', metric: 'posts.platform_monthly' },
    period: { periodStart: '2035-03-01T00:00:00.000Z', periodEnd: '2035-04-01T00:00:00.000Z' },
  },
  {
    quota: 'pending',
    plan: (quota: Quota): Plan => ({ ...PLANS.pro, postsPerMonth: UNLIMITED, scheduledPosts: quota }),
    label: {
      error: 'Scheduled post limit reached',
      code: 'SCHEDULED_POST_LIMIT_REACHED',
      metric: 'posts.scheduled_active',
    },
    period: { periodStart: null, periodEnd: null },
  },
] as const;

describe.each(QUOTAS)('the quota $quota', ({ quota, plan, label, period }) => {
  /** Lets request after request take its places, as long as the check passes. */
  function play(
    limits: Plan,
    sequence: { userId: string; platformIds: string[] }[],
    judge: (used: ConnectionCount[], attempted: { userId: string; platformIds: string[] }, answer: unknown) => void,
  ): void {
    const used: ConnectionCount[] = [];
    for (const attempted of sequence) {
      const wanted = request(attempted.userId, attempted.platformIds);
      const answer = refusal(() => assertRoom(limits, { ...NOTHING, [quota]: used }, wanted));
      judge(used, attempted, answer);
      if (answer) continue;
      for (const platformId of attempted.platformIds) {
        const count = used.find((one) => one.userId === attempted.userId && one.platformId === platformId);
        if (count) count.used += 1;
        else used.push({ userId: attempted.userId, platformId, used: 1 });
      }
    }
  }

  test('for the account: what fits passes, to the last place; what does not is refused with the sums', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), requests, (max, sequence) => {
        play(plan({ max, per: 'account' }), sequence, (counts, { platformIds }, answer) => {
          const used = sum(counts);
          expect(used).toBeLessThanOrEqual(max);
          const requested = platformIds.length;
          expect(answer !== undefined).toBe(used + requested > max);
          if (!answer) return;
          const message = expect.stringContaining(`Your Pro plan allows ${max} `);
          const numbers = { limit: max, used, requested, remaining: max - used };
          expect(answer).toEqual({ ...label, message, ...numbers, ...period, planName: 'Pro', scope: 'account' });
        });
      }),
    );
  });

  test('for each connection: refused are exactly those without room, and blockedPlatforms has the numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 }), requests, (max, sequence) => {
        play(plan({ max, per: 'connection' }), sequence, (counts, { userId, platformIds }, answer) => {
          for (const { used } of counts) expect(used).toBeLessThanOrEqual(max);
          const full = platformIds.filter(
            (id) =>
              max === 0 || counts.some((one) => one.userId === userId && one.platformId === id && one.used === max),
          );
          expect(answer !== undefined).toBe(full.length > 0);
          if (!answer) return;
          const message = expect.stringContaining(`Your Pro plan allows ${max} `);
          const numbers = { limit: max, used: null, requested: platformIds.length, remaining: null };
          const blockedPlatforms = full.map((id) => ({ platformSelection: id, used: max, remaining: 0 }));
          const context = { planName: 'Pro', scope: 'connection', blockedPlatforms };
          expect(answer).toEqual({ ...label, message, ...numbers, ...period, ...context });
        });
      }),
    );
  });

  test('more used than the plan allows: nothing is left, never less', () => {
    const used = [{ userId: 'ann', platformId: 'a', used: 9 }];
    const check = (per: Quota['per']) =>
      refusal(() => assertRoom(plan({ max: 5, per }), { ...NOTHING, [quota]: used }, request('ann', ['a'])));
    expect(check('account')).toMatchObject({ used: 9, remaining: 0 });
    expect(check('connection')).toMatchObject({
      blockedPlatforms: [{ platformSelection: 'a', used: 9, remaining: 0 }],
    });
  });

  test('what adds nothing to it passes, however full it is', () => {
    const adds = { toMonth: quota !== 'postsPerMonth', toPending: quota !== 'pending' };
    expect(refusal(() => assertRoom(plan({ max: 0, per: 'account' }), NOTHING, request('ann', ['a'], { adds })))).toBe(
      undefined,
    );
  });
});

test('the limit of the month is reported before the one on what is pending', () => {
  const none: Quota = { max: 0, per: 'account' };
  const plan = { ...PLANS.pro, postsPerMonth: none, scheduledPosts: none };
  expect(refusal(() => assertRoom(plan, NOTHING, request('ann', ['a'])))?.code).toBe('POST_LIMIT_REACHED');
});

describe('what does not depend on how much was posted', () => {
  const NOW = new Date('2035-03-01T00:00:00Z');
  const check = (more: { connections?: number; max?: number; platforms?: string[]; scheduledTime?: Date }) => {
    const { connections = 0, max = 3, platforms = ['skyfeed'], scheduledTime = NOW } = more;
    const targets = platforms.map((platform) => ({ platform, platformId: `${platform}-1` }));
    const wanted = { ...request('ann', []), targets, scheduledTime };
    return refusal(() => assertAllowed(PLANS.starter, max, { ...NOTHING, connections }, wanted, NOW));
  };

  test('exactly as far ahead as the plan allows passes, a millisecond more does not', () => {
    const latest = new Date('2035-03-08T00:00:00.000Z');
    expect(check({ scheduledTime: latest })).toBeUndefined();
    expect(check({ scheduledTime: new Date(latest.getTime() + 1) })).toMatchObject({
      code: 'SCHEDULE_HORIZON_REACHED',
      scheduledTime: '2035-03-08T00:00:00.001Z',
      maxScheduledDate: '2035-03-08T00:00:00.000Z',
    });
  });

  test('exactly as many connections as there may be pass, one more does not', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (connections, max) => {
        const over = connections > max ? { code: 'CONNECTIONS_OVER_LIMIT', overLimitBy: connections - max } : {};
        expect(check({ connections, max }) ?? {}).toMatchObject(over);
        expect(check({ connections, max }) === undefined).toBe(connections <= max);
      }),
    );
  });

  test('the connections are reported before the platforms, the platforms before the horizon', () => {
    const all = { connections: 4, platforms: ['videohub'], scheduledTime: MARCH };
    expect(check(all)?.code).toBe('CONNECTIONS_OVER_LIMIT');
    expect(check({ ...all, connections: 3 })?.code).toBe('PLATFORM_NOT_AVAILABLE');
    expect(check({ scheduledTime: MARCH })?.code).toBe('SCHEDULE_HORIZON_REACHED');
  });
});

describe('the period of a time', () => {
  const YEARS = {
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  };

  test('is the calendar month (UTC) that holds it, and ends with the first instant of the next', () => {
    fc.assert(
      fc.property(fc.date(YEARS), (time) => {
        const { start, end } = periodOf(time);
        expect(start.getTime()).toBeLessThanOrEqual(time.getTime());
        expect(end.getTime()).toBeGreaterThan(time.getTime());
        expect(start.toISOString().slice(0, 7)).toBe(time.toISOString().slice(0, 7));
        expect(start.toISOString().slice(7)).toBe('-01T00:00:00.000Z');
        expect(periodOf(new Date(end.getTime() - 1))).toEqual({ start, end });
        expect(periodOf(end).start).toEqual(end);
      }),
    );
  });

  test.each([
    ['2035-12-31T23:59:59.999Z', '2035-12-01T00:00:00.000Z', '2036-01-01T00:00:00.000Z'],
    ['2036-02-29T12:00:00.000Z', '2036-02-01T00:00:00.000Z', '2036-03-01T00:00:00.000Z'],
    ['2036-03-01T00:00:00.000Z', '2036-03-01T00:00:00.000Z', '2036-04-01T00:00:00.000Z'],
  ])('%s: from %s to %s', (time, start, end) => {
    expect(periodOf(new Date(time))).toEqual({ start: new Date(start), end: new Date(end) });
  });
});

test('without a price of the operator’s, an expandable channel limit names none', () => {
  const plan = PLANS.pro;
  const account = { planKey: 'pro', plan, channelQuantity: 1, connections: 4, managed: false, pricing: null } as const;
  expect(refusal(() => assertChannelRoom(account))).toEqual({
    success: false,
    code: 'CHANNEL_LIMIT_REACHED',
    error: 'Channel limit reached',
    canExpand: true,
    planKey: 'pro',
    planName: 'Pro',
    currentQuantity: 1,
    targetQuantity: 5,
    connectionCount: 4,
    pricing: null,
    projectedUsed: 5,
  });
});
