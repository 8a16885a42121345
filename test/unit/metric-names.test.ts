/** From the numbers of a platform to those of the service, for any numbers. */
import fc from 'fast-check';
import { type Insights, numbersOf } from '../../src/platforms/graph/graph-insights.js';
import { measured } from '../../src/platforms/kit/metrics.js';

const name = fc.constantFrom('likes', 'loves', 'views', 'played', 'other');
const count = fc.nat({ max: 1_000_000_000 });
const noCount = fc.constantFrom<unknown[]>(null, undefined, '7', -1, 0.5, Number.NaN, true, [], {}, 2 ** 60);
const NAMES = { reactions: ['likes', 'loves'], views: ['views'], watchSeconds: { milliseconds: ['played'] } };

test('a metric is the sum of the counts that the platform gave, and absent without any', () => {
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(count, noCount)), (given) => {
      const { own, values } = measured<'reactions' | 'views' | 'watchSeconds'>(given, NAMES);
      for (const [key, value] of Object.entries(own)) expect(given[key]).toBe(value);
      const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
      expect(Object.keys(own).sort()).toEqual(
        Object.keys(given)
          .filter((key) => isCount(given[key]))
          .sort(),
      );
      const has = (...keys: string[]) => keys.some((key) => key in own);
      expect(values.reactions).toBe(has('likes', 'loves') ? (own.likes ?? 0) + (own.loves ?? 0) : undefined);
      expect(values.views).toBe(own.views);
      expect(values.watchSeconds).toBe(has('played') ? Math.round((own.played ?? 0) / 1000) : undefined);
      expect(Object.values(values).every(isCount)).toBe(true);
    }),
  );
});

test('at most 40 of the platform’s own numbers are kept', () => {
  const given = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`n${index}`, index]));
  const { own, values } = measured(given, { views: ['n0'], shares: ['n99'] });
  expect(Object.keys(own)).toHaveLength(40);
  expect(values).toEqual({ views: 0 });
});

test('a breakdown has its sum and its parts, known ones also if they are 0; what was not requested is left out', () => {
  const part = fc.constantFrom('like', 'comment', 'share');
  const value = fc.oneof(count, fc.dictionary(part, fc.option(count)));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('actions', 'views', 'graph'), value), (all) => {
      const insights: Insights = new Map(Object.entries(all));
      const numbers = numbersOf(insights, ['actions', 'views'], { actions: ['comment', 'share'] });
      expect(Object.keys(numbers).some((key) => key.startsWith('graph'))).toBe(false);
      for (const key of ['actions', 'views']) {
        const given = insights.get(key);
        const parts = Object.entries(numbers).filter(([each]) => each.startsWith(`${key}.`));
        if (given === undefined) expect(numbers).not.toHaveProperty([key]);
        else if (typeof given === 'number') expect([numbers[key], parts]).toEqual([given, []]);
        else {
          expect(numbers[key]).toBe(parts.reduce((sum, [, each]) => sum + each, 0));
          const known = key === 'actions' ? { comment: 0, share: 0 } : {};
          const expected = Object.entries({ ...known, ...given }).filter(([, each]) => each !== null);
          expect(Object.fromEntries(parts)).toEqual(
            Object.fromEntries(expected.map(([each, number]) => [`${key}.${each}`, number])),
          );
        }
      }
    }),
  );
});
