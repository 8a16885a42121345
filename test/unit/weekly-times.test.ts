import fc from 'fast-check';
import { instantsOf, type Weekday, type WeeklyTime } from '../../src/domain/schedules/weekly-times.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FROM = Date.UTC(2020, 0, 1);
const UNTIL = Date.UTC(2030, 0, 1);

const list = (times: WeeklyTime[], timeZone: string, after: string, days = 8) =>
  [...instantsOf(times, timeZone, new Date(after), new Date(Date.parse(after) + days * DAY))].map((at) =>
    at.toISOString().slice(0, 16),
  );

const everyDay = (time: string): WeeklyTime[] => ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({ weekday, time }));

test('a time keeps its place on the clock across a change of them', () => {
  expect(list(everyDay('09:00'), 'Europe/Berlin', '2026-03-27T12:00Z', 3)).toEqual([
    '2026-03-28T08:00',
    '2026-03-29T07:00',
    '2026-03-30T07:00',
  ]);
  expect(list([{ weekday: 1, time: '00:30' }], 'Pacific/Kiritimati', '2026-01-01T00:00Z')).toEqual([
    '2026-01-04T10:30',
  ]);
});

test('a time that clocks skip is as much later as they skip; it and that later time are one', () => {
  const times = [...everyDay('02:30'), ...everyDay('03:30')];
  expect(list(times, 'Europe/Berlin', '2026-03-28T12:00Z', 1)).toEqual(['2026-03-29T01:30']);
});

test('of a time that clocks show twice, it is the first', () => {
  expect(list(everyDay('02:30'), 'Europe/Berlin', '2026-10-24T12:00Z', 2)).toEqual([
    '2026-10-25T00:30',
    '2026-10-26T01:30',
  ]);
});

test('instants come in order, each once, later than one and not later than another', () => {
  const weeklyTime = fc.record({
    weekday: fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7),
    time: fc.integer({ min: 0, max: 24 * 60 - 1 }).map(clock),
  });
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  fc.assert(
    fc.property(
      fc.array(weeklyTime, { minLength: 1, maxLength: 30 }),
      zone,
      fc.integer({ min: FROM, max: UNTIL }),
      (times, timeZone, after) => {
        const until = after + 30 * DAY;
        const found = [...instantsOf(times, timeZone, new Date(after), new Date(until))].map((at) => at.getTime());
        expect(found).toEqual([...new Set(found)].sort((one, other) => one - other));
        expect(found.every((at) => at > after && at <= until)).toBe(true);
        // A prefix of the list is the list of a shorter range.
        const middle = found[Math.floor(found.length / 2)];
        if (middle === undefined) return;
        const shorter = [...instantsOf(times, timeZone, new Date(after), new Date(middle))];
        expect(shorter.map((at) => at.getTime())).toEqual(found.filter((at) => at <= middle));
      },
    ),
    { numRuns: 300 },
  );
});

/** An independent implementation: the changes of a zone's clocks, found by bisection, and the rule for each of them. */
interface Change {
  at: number;
  before: number;
  after: number;
}

test('around every change of clocks in every zone, within ten years, the instants follow the rule', () => {
  let changes = 0;
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const offsetAt = offsets(timeZone);
    for (const change of changesOf(offsetAt)) {
      changes += 1;
      // What the clocks show from an hour before to two hours after, every quarter of an hour.
      const base = Math.floor((change.at + change.before) / (15 * MINUTE)) * 15 * MINUTE;
      for (let local = base - HOUR; local <= base + 2 * HOUR; local += 15 * MINUTE) {
        const expected = instantBy(change, local);
        const time = clock(Math.floor((((local % DAY) + DAY) % DAY) / MINUTE));
        const weekday = (new Date(local).getUTCDay() || 7) as Weekday;
        const found = [
          ...instantsOf([{ weekday, time }], timeZone, new Date(expected - 2 * DAY), new Date(expected + 2 * DAY)),
        ].map((at) => at.toISOString());
        if (found.length !== 1 || found[0] !== new Date(expected).toISOString()) {
          expect({ timeZone, time, found }).toEqual({ timeZone, time, found: [new Date(expected).toISOString()] });
        }
      }
    }
  }
  // Each year has two in about a hundred zones.
  expect(changes).toBeGreaterThan(1_500);
});

/** When clocks show a local time: skipped ones as much later, repeated ones the first time. */
function instantBy({ at, before, after }: Change, local: number): number {
  const isShownBefore = local - before < at;
  const isSkipped = !isShownBefore && local - after < at;
  return isShownBefore || isSkipped ? local - before : local - after;
}

function* changesOf(offsetAt: (instant: number) => number): Generator<Change> {
  for (let day = FROM; day < UNTIL; day += 2 * DAY) {
    let [early, late] = [day, day + 2 * DAY];
    const [before, after] = [offsetAt(early), offsetAt(late)];
    if (before === after) continue;
    while (late - early > MINUTE) {
      const middle = Math.floor((early + late) / 2 / MINUTE) * MINUTE;
      if (offsetAt(middle) === before) early = middle;
      else late = middle;
    }
    yield { at: late, before, after };
  }
}

/** The difference to UTC as Intl writes it: `GMT+05:45`. */
function offsets(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(instant)) ?? [];
    return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
  };
}

function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
