import fc from 'fast-check';
import { describeRate, type RateLimit, type RateUses, takeRate } from '../../src/platforms/port/rate-limit.js';

const START = Date.parse('2026-03-15T10:00:00Z');

const limits = fc.record({
  max: fc.integer({ min: 1, max: 20 }),
  unit: fc.constant('parts' as const),
  perSeconds: fc.constantFrom(60, 900, 86_400),
});

/** Waits between one request and the next, in milliseconds. */
const waits = (limit: RateLimit) =>
  fc.array(fc.integer({ min: 0, max: limit.perSeconds * 1000 }), { minLength: 1, maxLength: 60 });

/** The times at which uses were allowed. */
function run(limit: RateLimit, times: readonly number[]): number[] {
  let uses: RateUses = {};
  return times.filter((time) => {
    const result = takeRate(limit, uses, 1, new Date(time));
    if (result.kind === 'taken') uses = result.uses;
    return result.kind === 'taken';
  });
}

const timesOf = (steps: readonly number[]): number[] => {
  let time = START;
  return steps.map((step) => {
    time += step;
    return time;
  });
};

test('in no window are there more uses than the limit allows, wherever it starts', () => {
  const cases = limits.chain((limit) => fc.tuple(fc.constant(limit), waits(limit)));
  fc.assert(
    fc.property(cases, ([limit, steps]) => {
      const taken = run(limit, timesOf(steps));
      for (const begin of taken) {
        const within = taken.filter((time) => time >= begin && time < begin + limit.perSeconds * 1000);
        expect(within.length).toBeLessThanOrEqual(limit.max);
      }
    }),
  );
});

test('a use that has to wait is allowed at the time that was returned, and not before', () => {
  const cases = limits.chain((limit) => fc.tuple(fc.constant(limit), waits(limit)));
  fc.assert(
    fc.property(cases, ([limit, steps]) => {
      let uses: RateUses = {};
      for (const time of timesOf(steps)) {
        const result = takeRate(limit, uses, 1, new Date(time));
        if (result.kind === 'taken') {
          uses = result.uses;
          continue;
        }
        expect(result.until.getTime()).toBeGreaterThan(time);
        expect(takeRate(limit, uses, 1, new Date(result.until.getTime() - 1)).kind).toBe('full');
        expect(takeRate(limit, uses, 1, result.until).kind).toBe('taken');
      }
    }),
  );
});

test('what is forgotten is not kept: the uses never have more slots than a window', () => {
  const limit: RateLimit = { max: 1_000_000, unit: 'parts', perSeconds: 3600 };
  let uses: RateUses = {};
  for (let time = START; time < START + 24 * 3_600_000; time += 30_000) {
    const result = takeRate(limit, uses, 1, new Date(time));
    if (result.kind === 'taken') uses = result.uses;
  }
  expect(Object.keys(uses).length).toBeLessThanOrEqual(61);
});

test('what is larger than the whole limit goes out alone', () => {
  const limit: RateLimit = { max: 10, unit: 'video bytes', perSeconds: 60 };
  const first = takeRate(limit, {}, 25, new Date(START));
  expect(first.kind).toBe('taken');
  const uses = first.kind === 'taken' ? first.uses : {};
  expect(takeRate(limit, uses, 1, new Date(START + 30_000)).kind).toBe('full');
  expect(takeRate(limit, uses, 25, new Date(START + 62_000)).kind).toBe('taken');
});

test.each([
  [{ max: 50, unit: 'parts', perSeconds: 86_400 }, '50 posts in 24 hours'],
  [{ max: 100, unit: 'parts', perSeconds: 900 }, '100 posts in 15 minutes'],
  [{ max: 500, unit: 'parts', perSeconds: 2_592_000 }, '500 posts in 30 days'],
  [{ max: 2, unit: 'videos', perSeconds: 60 }, '2 videos in a minute'],
  [{ max: 200, unit: 'requests', perSeconds: 3600 }, '200 requests in an hour'],
] as const)('%j is said as “%s”', (limit, message) => {
  expect(describeRate(limit)).toBe(message);
});
