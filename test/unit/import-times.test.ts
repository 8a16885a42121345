/** Times in cells of an import. */
import fc from 'fast-check';
import { readTime } from '../../src/domain/imports/read-time.js';
import { offsetsOf } from '../../src/foundation/time/local-time.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const reader =
  (dateFormat: 'DAY_FIRST' | 'MONTH_FIRST' | null = null, timeZone = 'Europe/Berlin', now = NOW) =>
  (cell: string) =>
    readTime(cell, { offsetAt: offsetsOf(timeZone), timeZone, dateFormat, now });
const read = reader();

test.each([
  ['2026-01-31 14:30', '2026-01-31T13:30:00.000Z'],
  ['2026-01-31T14:30', '2026-01-31T13:30:00.000Z'],
  ['2026-01-31 14:30:15', '2026-01-31T13:30:15.000Z'],
  ['2026/1/31 2:30 pm', '2026-01-31T13:30:00.000Z'],
  ['2026-07-31 12:05 AM', '2026-07-30T22:05:00.000Z'],
  ['2026-01-31T14:30Z', '2026-01-31T14:30:00.000Z'],
  ['2026-01-31 14:30:00+05:30', '2026-01-31T09:00:00.000Z'],
  ['2026-01-31 14:30 -0200', '2026-01-31T16:30:00.000Z'],
  ['\u200e2026-01-31 14:30\u200f', '2026-01-31T13:30:00.000Z'],
])('%s is %s in Berlin', (cell, time) => {
  expect(read(cell)).toEqual({ time: new Date(time) });
});

test('a date with slashes or dots is read by the chosen format, and by none if none is chosen', () => {
  expect(reader('DAY_FIRST')('01/02/2026 10:00')).toEqual({ time: new Date('2026-02-01T09:00Z') });
  expect(reader('DAY_FIRST')('1.2.2026, 10:00')).toEqual({ time: new Date('2026-02-01T09:00Z') });
  expect(reader('MONTH_FIRST')('01/02/2026 10:00 AM')).toEqual({ time: new Date('2026-01-02T09:00Z') });
  expect(read('01/02/2026 10:00')).toMatchObject({ wrong: 'can be read as day or month first' });
});

test('a time that clocks skip is wrong; of one that they show twice, it is the first', () => {
  expect(read('2026-03-29 02:30')).toEqual({
    wrong: 'does not exist in Europe/Berlin, where clocks skip it',
    fix: 'Write 2026-03-29 03:30, or another time',
  });
  expect(read('2026-10-25 02:30')).toEqual({ time: new Date('2026-10-25T00:30Z') });
});

test.each([
  ['2025-12-31 10:00', 'is in the past'],
  ['2028-06-01 10:00', 'is more than two years ahead'],
  ['2026-01-31', 'has no time of day'],
  ['2026-02-30 10:00', 'does not exist in the calendar'],
  ['2026-13-01 10:00', 'does not exist in the calendar'],
  ['2026-01-31 24:00', 'does not exist in the calendar'],
  ['2026-01-31 13:00 pm', 'does not exist in the calendar'],
  ['46053.604166', 'is not a date with a time'],
  ['tomorrow', 'is not a date with a time'],
  ['=NOW()', 'is not a date with a time'],
])('%s is refused: it %s', (cell, wrong) => {
  expect(read(cell)).toMatchObject({ wrong });
});

test.each(['NEXT_FREE', 'next free', 'Next-Free'])('%s is the next free time of a queue', (cell) => {
  expect(read(cell)).toEqual({ time: 'NEXT_FREE' });
});

test('any instant that clocks of a zone show once is read back', () => {
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 1, max: 1_000_000 }), (zone, minutes) => {
      const time = new Date(NOW.getTime() + minutes * 60_000);
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
        time,
      );
      const found = reader(null, zone)(shown);
      // Of a time that is shown twice, it is the first.
      const isTwice = 'time' in found && found.time instanceof Date && found.time.getTime() !== time.getTime();
      if (isTwice) expect(time.getTime() - (found.time as Date).getTime()).toBeLessThanOrEqual(3_600_000);
      else expect(found).toEqual({ time });
    }),
  );
});
