/** What the dashboard computes for charts, changes and periods. */
import fc from 'fast-check';
import { dashboardModule } from '../support/dashboard-module.js';

const { changeOf } = await dashboardModule<typeof import('../../dashboard/src/metrics/change.js')>('metrics/change.ts');
const { axisLabels, lineThrough, scaleOf, shownLabels, ticksBetween } =
  await dashboardModule<typeof import('../../dashboard/src/parts/chart/scale.js')>('parts/chart/scale.ts');
const { parseSearch } = await dashboardModule<typeof import('../../dashboard/src/views/analytics/analytics-search.js')>(
  'views/analytics/analytics-search.ts',
);
const { daysOf, LONGEST_DAYS, laterDate, PERIOD_NAMES, PERIODS, startsIn } =
  await dashboardModule<typeof import('../../dashboard/src/views/analytics/periods.js')>('views/analytics/periods.ts');

const count = fc.integer({ min: 0, max: 5_000_000_000 });
const date = fc.integer({ min: 0, max: 20_000 }).map((days) => laterDate('2000-01-01', days));
const period = fc.record({ from: date, days: fc.integer({ min: 1, max: 366 }) }).map(({ from, days }) => ({
  from,
  to: laterDate(from, days - 1),
}));

describe('an axis', () => {
  test('has both ends, equal steps, and few lines', () => {
    fc.assert(
      fc.property(count, count, (one, other) => {
        const [least, most] = [Math.min(one, other), Math.max(one, other)];
        const ticks = ticksBetween(least, most);
        const [first = 0, second = 0] = ticks;
        expect(first).toBeLessThanOrEqual(least);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
        expect(Number.isInteger(second - first)).toBe(true);
        expect(ticks).toEqual(ticks.map((_, index) => first + index * (second - first)));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  test('shows as many labels as fit, from the first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 200 }),
        (given, distance) => {
          const places = given.toSorted((one, other) => one - other);
          const shown = shownLabels(places, distance).map((index) => places[index] ?? Number.NaN);
          expect(shown[0]).toBe(places[0]);
          for (const [index, place] of shown.slice(1).entries()) {
            expect(place - (shown[index] ?? 0)).toBeGreaterThanOrEqual(distance);
          }
          // One that is missing would be too close to one that is shown.
          for (const place of places) expect(shown.some((one) => Math.abs(place - one) < distance)).toBe(true);
        },
      ),
    );
  });

  test('has a label for each line, and no two are the same', () => {
    expect(axisLabels([1000, 1020, 1040])).toEqual(['1K', '1.02K', '1.04K']);
    expect(axisLabels([0, 500, 1000])).toEqual(['0', '500', '1K']);
    expect(axisLabels([1_000_000, 1_000_500])).toEqual(['1,000,000', '1,000,500']);
    fc.assert(
      fc.property(count, count, (one, other) => {
        const labels = axisLabels(ticksBetween(Math.min(one, other), Math.max(one, other)));
        expect(new Set(labels).size).toBe(labels.length);
      }),
    );
  });

  test('keeps proportions', () => {
    expect([0, 5, 10].map(scaleOf([0, 10], [100, 0]))).toEqual([100, 50, 0]);
    expect(scaleOf([3, 3], [7, 9])(3)).toBe(7);
  });
});

test('a line has a gap where a value is missing', () => {
  const points = [1, null, 3, 4].map((y, x) => ({ x, y }));
  expect(lineThrough(points)).toBe('M0 1M2 3L3 4');
});

test('a change is no share of nothing, and none without both numbers', () => {
  const value = fc.option(count);
  fc.assert(
    fc.property(value, value, (now, then) => {
      const change = changeOf(now, then);
      if (now === null || then === null) expect(change).toBeNull();
      else if (then === 0) expect(change).not.toContain('%');
      else expect(change).toMatch(now === then ? /^No change$/ : /%$/);
    }),
  );
  expect([changeOf(150, 100), changeOf(50, 100), changeOf(7, 0)]).toEqual(['+50%', '-50%', '+7']);
});

describe('a period', () => {
  test('each of its days is in one day, week and month of the trend', () => {
    fc.assert(
      fc.property(period, fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const), (days, interval) => {
        const starts = startsIn(days, interval);
        const first = starts[0] ?? '';
        expect(first <= days.from && (starts.at(-1) ?? '') <= days.to).toBe(true);
        expect(starts.toSorted()).toEqual([...new Set(starts)]);
        if (interval === 'DAY') expect(starts).toHaveLength(daysOf(days));
        if (interval === 'WEEK') expect(starts.every((start) => new Date(start).getUTCDay() === 1)).toBe(true);
        if (interval === 'MONTH') expect(starts.every((start) => start.endsWith('-01'))).toBe(true);
      }),
    );
  });

  test('usual ones end today or with the last month', () => {
    expect(PERIOD_NAMES.map((name) => PERIODS[name].on('2024-03-15'))).toEqual([
      { from: '2024-03-09', to: '2024-03-15' },
      { from: '2024-02-15', to: '2024-03-15' },
      { from: '2023-12-17', to: '2024-03-15' },
      { from: '2024-02-01', to: '2024-02-29' },
    ]);
  });

  test('an address gives at most as many days as the service sums over, and nothing that is no filter', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), date, date, (one, other, from, to) => {
        const search = parseSearch({ from, to, target: one, platforms: other, labels: one, authors: other, by: one });
        expect(daysOf({ from: search.from ?? '', to: search.to ?? '' })).toBeLessThanOrEqual(LONGEST_DAYS);
        expect(daysOf({ from: search.from ?? '', to: search.to ?? '' })).toBeGreaterThanOrEqual(1);
        expect(parseSearch(search as Record<string, unknown>)).toEqual(search);
      }),
    );
  });
});
