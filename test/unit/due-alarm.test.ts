import fc from 'fast-check';
import { makeDueAlarm } from '../../jobs/due-alarm.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('it fires at each time that was set, in any order, and never before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 30 }), (offsets) => {
      const start = Date.now();
      const rung: number[] = [];
      const alarm = makeDueAlarm(
        () => rung.push(Date.now() - start),
        () => new Date(),
      );
      for (const offset of offsets) alarm.add(start + offset);
      jest.advanceTimersByTime(6_000);
      alarm.stop();
      expect(rung).toEqual([...new Set(offsets)].sort((a, b) => a - b));
    }),
    { numRuns: 50 },
  );
});

test('a moment further away than a timer can wait is kept, not rung at once', () => {
  let rings = 0;
  const alarm = makeDueAlarm(
    () => (rings += 1),
    () => new Date(),
  );
  const inSixtyDays = 60 * 86_400_000;
  alarm.add(Date.now() + inSixtyDays);
  jest.advanceTimersByTime(inSixtyDays - 1_000);
  expect(rings).toBe(0);
  jest.advanceTimersByTime(1_000);
  expect(rings).toBe(1);
  alarm.stop();
});

test('a stopped alarm is silent', () => {
  let rings = 0;
  const alarm = makeDueAlarm(
    () => (rings += 1),
    () => new Date(),
  );
  alarm.add(Date.now() + 100);
  alarm.stop();
  jest.advanceTimersByTime(1_000);
  expect(rings).toBe(0);
});
