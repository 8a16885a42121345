/** The times of recurrence rules, beside those of an independent implementation. */
import fc from 'fast-check';
import { nextTimes, parseRule } from '../../src/domain/recurrences/recurrence-rule.js';

const DAY = 24 * 3_600_000;
const ZONES = Intl.supportedValuesOf('timeZone');

const times = (
  rule: string,
  timeZone: string,
  startsAt: string,
  count = 5,
  after = new Date(Date.parse(startsAt) - 1),
) =>
  nextTimes({ rule: parseRule(rule), timeZone, startsAt: new Date(startsAt) }, after, count).map((time) =>
    time.toISOString().slice(0, 16),
  );
const reasonOf = (rule: string): string => {
  try {
    parseRule(rule);
    return 'none';
  } catch (error) {
    return (error as { details: { reason: string } }).details.reason;
  }
};

test('each occurrence is at the same time of day, also after a change of clocks', () => {
  expect(times('FREQ=DAILY', 'Europe/Berlin', '2026-03-28T08:00Z', 3)).toEqual([
    '2026-03-28T08:00',
    '2026-03-29T07:00',
    '2026-03-30T07:00',
  ]);
});

test('a time that clocks skip is as much later as they skip; of a time that they show twice it is the first', () => {
  expect(times('FREQ=DAILY', 'Europe/Berlin', '2026-03-28T01:30Z', 3)).toEqual([
    '2026-03-28T01:30',
    '2026-03-29T01:30',
    '2026-03-30T00:30',
  ]);
  expect(times('FREQ=DAILY', 'Europe/Berlin', '2026-10-24T00:30Z', 3)).toEqual([
    '2026-10-24T00:30',
    '2026-10-25T00:30',
    '2026-10-26T01:30',
  ]);
});

test('the 31st leaves out months without one; -1 is the last day of each', () => {
  expect(times('FREQ=MONTHLY;BYMONTHDAY=31', 'UTC', '2027-01-31T09:00Z', 3)).toEqual([
    '2027-01-31T09:00',
    '2027-03-31T09:00',
    '2027-05-31T09:00',
  ]);
  expect(times('FREQ=MONTHLY;BYMONTHDAY=-1', 'UTC', '2027-01-31T09:00Z', 3)).toEqual([
    '2027-01-31T09:00',
    '2027-02-28T09:00',
    '2027-03-31T09:00',
  ]);
});

test('it ends by count, or by a date, which it includes', () => {
  expect(times('FREQ=DAILY;COUNT=2', 'UTC', '2027-01-01T09:00Z')).toEqual(['2027-01-01T09:00', '2027-01-02T09:00']);
  expect(times('FREQ=DAILY;UNTIL=20270102', 'Asia/Tokyo', '2027-01-01T00:00Z')).toHaveLength(2);
  expect(times('FREQ=DAILY;UNTIL=20270102T000000Z', 'Asia/Tokyo', '2027-01-01T00:00Z')).toHaveLength(2);
  expect(times('FREQ=DAILY;UNTIL=20270101T235959Z', 'Asia/Tokyo', '2027-01-01T00:00Z')).toHaveLength(1);
  expect(times('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'UTC', '2027-01-01T09:00Z')).toEqual([]);
});

test('the first occurrence is the first time of the rule, not the start', () => {
  expect(times('FREQ=WEEKLY;BYDAY=MO', 'UTC', '2027-01-01T09:00Z', 1)).toEqual(['2027-01-04T09:00']);
});

test('a rule is one that names days, of a bounded size, and the reason says what is wrong', () => {
  expect(parseRule('rrule:freq=weekly;byday=mo,fr;interval=2')).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR');
  expect(reasonOf('FREQ=HOURLY')).toBe('the value of FREQ is not valid');
  expect(reasonOf('FREQ=DAILY;BYHOUR=1')).toContain('BYHOUR is not one');
  expect(reasonOf('INTERVAL=2')).toBe('FREQ is missing');
  expect(reasonOf('FREQ=DAILY;FREQ=DAILY')).toBe('it has FREQ twice');
  expect(reasonOf('FREQ=DAILY;COUNT=1001')).toBe('COUNT is at most 1000');
  expect(reasonOf('FREQ=DAILY;INTERVAL=367')).toBe('INTERVAL is at most 366');
  expect(reasonOf('FREQ=DAILY;COUNT=2;UNTIL=20270101')).toBe('it ends by COUNT or by UNTIL, not by both');
  expect(reasonOf('FREQ=DAILY;UNTIL=20270230')).toBe('UNTIL is no date');
  expect(reasonOf('FREQ=WEEKLY;BYDAY=1MO')).toBe('a number in BYDAY is for MONTHLY and YEARLY');
  expect(reasonOf('FREQ=WEEKLY;BYMONTHDAY=1')).toBe('BYMONTHDAY is not for WEEKLY');
  expect(reasonOf('FREQ=DAILY;BYSETPOS=1')).toContain('BYSETPOS is beside');
  expect(reasonOf(`FREQ=DAILY;${'X'.repeat(300)}`)).toBe('it has more than 300 characters');
  expect(reasonOf('')).toContain('an empty one');
});

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const some = <Item>(items: readonly Item[], most = 3) =>
  fc.uniqueArray(fc.constantFrom(...items), { minLength: 1, maxLength: most });
const monthDays = some([1, 2, 15, 28, 29, 30, 31, -1, -2, -31]);

const anyRule = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.option(fc.integer({ min: 1, max: 6 })),
    count: fc.option(fc.integer({ min: 1, max: 30 })),
    days: fc.option(some(DAYS)),
    monthDays: fc.option(monthDays),
    months: fc.option(some([1, 2, 3, 4, 6, 10, 12])),
    position: fc.option(fc.constantFrom(1, 2, -1)),
    wkst: fc.option(fc.constantFrom('MO', 'SU')),
  })
  .map(({ freq, interval, count, days, monthDays: ofMonth, months, position, wkst }) => {
    const usesDays = days !== null && !(ofMonth !== null && freq !== 'WEEKLY');
    const parts = [
      `FREQ=${freq}`,
      ...(interval === null ? [] : [`INTERVAL=${interval}`]),
      ...(count === null ? [] : [`COUNT=${count}`]),
      ...(months === null ? [] : [`BYMONTH=${months.join(',')}`]),
      ...(ofMonth === null || freq === 'WEEKLY' ? [] : [`BYMONTHDAY=${ofMonth.join(',')}`]),
      ...(usesDays ? [`BYDAY=${days.join(',')}`] : []),
      ...(position !== null && usesDays && freq === 'MONTHLY' ? [`BYSETPOS=${position}`] : []),
      ...(wkst === null ? [] : [`WKST=${wkst}`]),
    ];
    return parts.join(';');
  });

/** The instants at which the clocks of a zone show a local time, by looking at them. */
function instantsOf(local: number, timeZone: string): number[] {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const wanted = new Date(local).toISOString().slice(0, 19).replace('T', ' ');
  const found: number[] = [];
  for (let at = local - 15 * 3_600_000; at <= local + 15 * 3_600_000; at += 900_000) {
    if (shown.format(at) === wanted) found.push(at);
  }
  return found;
}

/** The dates of a rule as the tables of RFC 5545 have them: looks at each day, and keeps those that match. */
function datesOf(rule: string, start: number, until: number): number[] {
  const parts = Object.fromEntries(rule.split(';').map((part) => part.split('=') as [string, string]));
  const numbers = (name: string) => parts[name]?.split(',').map(Number);
  const { FREQ, BYDAY, WKST = 'MO', INTERVAL = '1', COUNT = '1000', BYSETPOS } = parts;
  const first = new Date(start);
  const firstDay = start - (start % DAY);
  const weekStart = (day: number) => day - ((new Date(day).getUTCDay() + 6 - DAYS.indexOf(WKST) + 7) % 7) * DAY;
  const periodOf = (day: number): number => {
    const [date, begin] = [new Date(day), first];
    if (FREQ === 'DAILY') return (day - firstDay) / DAY;
    if (FREQ === 'WEEKLY') return (weekStart(day) - weekStart(firstDay)) / (7 * DAY);
    const years = date.getUTCFullYear() - begin.getUTCFullYear();
    return FREQ === 'YEARLY' ? years : years * 12 + date.getUTCMonth() - begin.getUTCMonth();
  };
  const matches = (day: number): boolean => {
    const date = new Date(day);
    const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    const weekday = DAYS[(date.getUTCDay() + 6) % 7] as string;
    const isOfMonth = numbers('BYMONTHDAY')?.some((one) => date.getUTCDate() === (one > 0 ? one : length + one + 1));
    const isOfWeek = BYDAY?.split(',').includes(weekday);
    if (numbers('BYMONTH')?.includes(date.getUTCMonth() + 1) === false) return false;
    if (isOfMonth === false || isOfWeek === false) return false;
    if (isOfMonth || isOfWeek || FREQ === 'DAILY') return true;
    if (FREQ === 'WEEKLY') return date.getUTCDay() === first.getUTCDay();
    const isInMonth = FREQ === 'MONTHLY' || parts.BYMONTH || date.getUTCMonth() === first.getUTCMonth();
    return date.getUTCDate() === first.getUTCDate() && Boolean(isInMonth);
  };
  const periods = new Map<number, number[]>();
  for (let day = firstDay - 40 * DAY; day <= until; day += DAY) {
    const period = periodOf(day);
    if (period < 0 || period % Number(INTERVAL) !== 0 || !matches(day)) continue;
    periods.set(period, [...(periods.get(period) ?? []), day + (start % DAY)]);
  }
  const position = Number(BYSETPOS);
  const chosen = [...periods.values()].flatMap((days) =>
    BYSETPOS ? (days.at(position > 0 ? position - 1 : position) ?? []) : days,
  );
  return chosen.filter((time) => time >= start).slice(0, Number(COUNT));
}

test('a count of rare days ends after the last one', () => {
  const rule = parseRule('FREQ=DAILY;COUNT=9;BYMONTH=2;BYMONTHDAY=29');
  const leapDays = { rule, timeZone: 'UTC', startsAt: new Date('2024-02-29T09:00:00Z') };
  const years = nextTimes(leapDays, new Date('2040-01-01'), 100).map((time) => time.getUTCFullYear());
  expect(years).toEqual([2040, 2044, 2048, 2052, 2056]);
});

test('its times are those of an independent implementation, in any zone', () => {
  const start = fc.integer({ min: 0, max: 8 * 365 * 96 }).map((quarters) => Date.UTC(2024, 0, 1) + quarters * 900_000);
  fc.assert(
    fc.property(anyRule, fc.constantFrom(...ZONES), start, (text, timeZone, local) => {
      const [first] = instantsOf(local, timeZone);
      // Clocks skip it: it is the start of no recurrence.
      if (first === undefined) return;
      const rule = { rule: parseRule(text), timeZone, startsAt: new Date(first) };
      // A period that is not looked at to its end has another last day.
      const until = local + 800 * DAY;
      const seen = datesOf(text, local, until + 400 * DAY).filter((date) => date <= until);
      const expected = seen.map((date) => instantsOf(date, timeZone)[0] ?? skipped(date, timeZone)).slice(0, 300);
      const found = nextTimes(rule, new Date(first - 1), 300)
        .map((time) => time.getTime())
        .filter((time) => time <= until - DAY);
      expect({ text, timeZone, found }).toEqual({
        text,
        timeZone,
        found: expected.filter((time) => time <= until - DAY),
      });
      // What follows a time does not depend on where one looks from.
      const middle = found[Math.floor(found.length / 2)] ?? first;
      const later = nextTimes(rule, new Date(middle), 3).map((time) => time.getTime());
      const follows = found.filter((time) => time > middle).slice(0, 3);
      expect(later.slice(0, follows.length)).toEqual(follows);
    }),
    { numRuns: 150 },
  );
}, 120_000);

/** Of a local time that clocks skip: the instant that the offset before gives. */
function skipped(local: number, timeZone: string): number {
  for (let back = 900_000; back <= DAY; back += 900_000) {
    const [shown] = instantsOf(local - back, timeZone).slice(-1);
    if (shown !== undefined) return shown + back;
  }
  throw new Error('Clocks skip no whole day');
}
