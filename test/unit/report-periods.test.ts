/** When reports are sent by e-mail, and of which days. */
import {
  dueDay,
  isTooLate,
  nextSendingDay,
  periodOf,
  ReportFrequency,
  sendingDay,
} from '../../src/domain/reports/report-periods.js';

const { WEEKLY, MONTHLY } = ReportFrequency;

test.each([
  // From 08:00 on, on the clocks of the zone.
  ['2026-06-01T05:59:59Z', 'Europe/Berlin', '2026-05-31'],
  ['2026-06-01T06:00:00Z', 'Europe/Berlin', '2026-06-01'],
  ['2026-11-30T06:59:59Z', 'Europe/Berlin', '2026-11-29'],
  ['2026-11-30T07:00:00Z', 'Europe/Berlin', '2026-11-30'],
  ['2026-05-31T18:00:00Z', 'Pacific/Kiritimati', '2026-06-01'],
  ['2026-06-01T17:59:59Z', 'Pacific/Honolulu', '2026-05-31'],
  ['2026-06-01T02:15:00Z', 'Asia/Kathmandu', '2026-06-01'],
  // Clocks are set forward at 02:00.
  ['2026-03-29T06:00:00Z', 'Europe/Berlin', '2026-03-29'],
])('at %s in %s, what is due until %s is sent', (now, zone, day) => {
  expect(dueDay(new Date(now), zone)).toBe(day);
});

test.each([
  [WEEKLY, '2026-06-01', '2026-06-01', '2026-06-08'],
  [WEEKLY, '2026-06-07', '2026-06-01', '2026-06-08'],
  [WEEKLY, '2027-01-02', '2026-12-28', '2027-01-04'],
  [MONTHLY, '2026-06-01', '2026-06-01', '2026-07-01'],
  [MONTHLY, '2026-01-31', '2026-01-01', '2026-02-01'],
  [MONTHLY, '2026-12-15', '2026-12-01', '2027-01-01'],
] as const)('%s on %s: the last one was on %s, the next one is on %s', (frequency, day, last, next) => {
  expect([sendingDay(frequency, day), nextSendingDay(frequency, day)]).toEqual([last, next]);
});

test('a report is of the week from Monday on, or the month, before its day', () => {
  expect(periodOf(WEEKLY, '2026-06-01')).toEqual({ from: '2026-05-25', to: '2026-06-01' });
  expect(periodOf(MONTHLY, '2026-03-01')).toEqual({ from: '2026-02-01', to: '2026-03-01' });
  expect(periodOf(MONTHLY, '2027-01-01')).toEqual({ from: '2026-12-01', to: '2027-01-01' });
});

test('it is sent up to three days late', () => {
  expect(isTooLate('2026-06-01', '2026-06-04')).toBe(false);
  expect(isTooLate('2026-06-01', '2026-06-05')).toBe(true);
});
