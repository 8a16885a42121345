/** Clocks of time zones: when days begin, and which offsets a period has. */
import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '../../src/foundation/time/durations.js';
import { instantOf, offsetSpans, offsetsOf } from '../../src/foundation/time/local-time.js';

/** Names that Postgres reads as abbreviations; the list has few of them. */
const ABBREVIATIONS = 'CET EET MET WET IST BST CST PST AST ART EST MST HST CST6CDT EST5EDT PST8PDT GMT'.split(' ');
const isKnown = (timeZone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
};
const ZONES = [...Intl.supportedValuesOf('timeZone'), ...ABBREVIATIONS.filter(isKnown)];

// Until 2011, America/St_Johns returned from 00:01 to 23:01 of the day before.
const FIRST = Date.UTC(2012, 0, 1);
const day = fc.integer({ min: 0, max: 25 * 365 }).map((days) => FIRST + days * DAY_MS);

test.each(ZONES)('%s has the offsets of its clocks in each of two years, and few spans', (zone) => {
  const offsetAt = offsetsOf(zone);
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 1, max: 732 }),
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (first, days, places) => {
        const begin = instantOf(first, offsetAt);
        const end = instantOf(first + days * DAY_MS, offsetAt);
        const spans = offsetSpans(begin, end, offsetAt);
        expect(spans[0]?.since).toBe(begin);
        expect(spans.length).toBeLessThanOrEqual(12);
        const edges = spans.flatMap(({ since }) => [since, since - 1]).filter((at) => at >= begin);
        for (const at of [...edges, ...places.map((place) => begin + Math.floor(place * (end - begin)))]) {
          const { offset } = spans.findLast(({ since }) => since <= at) ?? {};
          expect(offset).toBe(offsetAt(at));
          // Every instant of a period is on one of its days.
          const local = at + (offset ?? 0);
          expect(local >= first && local < first + days * DAY_MS).toBe(true);
        }
      },
    ),
    { numRuns: 2 },
  );
});

test.each([
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00Z', 25],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', 23],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z', 23],
  ['CET', '2026-07-01', '2026-06-30T22:00:00Z', 24],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', 0],
])('in %s, %s begins at %s and has %s hours', (zone, date, begin, hours) => {
  const offsetAt = offsetsOf(zone);
  const [first, next] = [0, DAY_MS].map((later) => instantOf(Date.parse(date) + later, offsetAt));
  expect(first).toBe(Date.parse(begin));
  expect(next).toBe(Date.parse(begin) + hours * HOUR_MS);
});
