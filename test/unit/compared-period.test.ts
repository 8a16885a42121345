/** Which days a period is compared with. */
import fc from 'fast-check';
import { periodBefore } from '../../src/domain/metrics/metrics-filter.js';

const DAY = 86_400_000;
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);
const add = (day: string, days: number) => dayAt(Date.parse(day) + days * DAY);
const daysOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / DAY;

const firstDay = fc.integer({ min: 0, max: 60_000 }).map((n) => dayAt(n * DAY));
const year = fc.integer({ min: 1971, max: 2198 });
const month = fc.integer({ min: 0, max: 11 });

test('a calendar month is compared with the month before, of 28 to 31 days', () => {
  fc.assert(
    fc.property(year, month, (y, m) => {
      const first = (offset: number) => dayAt(Date.UTC(y, m + offset, 1));
      const before = periodBefore({ from: first(0), to: first(1) });
      expect(before).toEqual({ from: first(-1), to: first(0), shift: '1 month' });
      expect([28, 29, 30, 31]).toContain(daysOf(before));
    }),
  );
});

test('a year is compared with the year before, with or without a leap day', () => {
  fc.assert(
    fc.property(year, (y) => {
      const before = periodBefore({ from: `${y}-01-01`, to: `${y + 1}-01-01` });
      expect(before).toEqual({ from: `${y - 1}-01-01`, to: `${y}-01-01`, shift: '1 year' });
    }),
  );
});

test('anything else, such as a week, is compared with as many days', () => {
  fc.assert(
    fc.property(firstDay, fc.integer({ min: 1, max: 366 }), (from, days) => {
      const to = add(from, days);
      const before = periodBefore({ from, to });
      expect(before.to).toBe(from);
      const isCalendar = from.endsWith('-01') && to.endsWith('-01') && (days <= 31 || days >= 365);
      fc.pre(!isCalendar);
      expect(before).toEqual({ from: add(from, -days), to: from, shift: `${days} days` });
    }),
  );
});

test.each([
  ['2026-03-01', '2026-04-01', '2026-02-01'],
  ['2026-02-01', '2026-03-01', '2026-01-01'],
  ['2024-03-01', '2024-04-01', '2024-02-01'],
  ['2026-01-01', '2026-02-01', '2025-12-01'],
  ['2026-01-01', '2027-01-01', '2025-01-01'],
  ['2025-07-01', '2026-07-01', '2024-07-01'],
  ['2026-03-02', '2026-03-09', '2026-02-23'],
  ['2026-01-01', '2026-04-01', '2025-10-03'],
])('%s to %s begins after %s', (from, to, first) => {
  expect(periodBefore({ from, to })).toMatchObject({ from: first, to: from });
});
