/** Recurrence rules of RFC 5545 (RRULE), and the times that a rule has on the clocks of a time zone. */
import { RRuleTemporal } from 'rrule-temporal';
import { AppError } from '../../foundation/errors/app-error.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { instantOf, offsetsOf } from '../../foundation/time/local-time.js';

/** Characters of a rule. */
export const MAX_RULE = 300;
/** INTERVAL and COUNT. */
const MAX_INTERVAL = 366;
export const MAX_COUNT = 1_000;
/** A rule without a time for so long has ended. */
const LONGEST_GAP_MS = 3_653 * DAY_MS;
const FIRST_LOOK_MS = 64 * DAY_MS;

/** A rule, and when it begins: the time of day of `startsAt` on the clocks of the zone is that of each occurrence. */
export interface RuleInZone {
  rule: string;
  timeZone: string;
  startsAt: Date;
}

const list = (item: string, most: number) => new RegExp(`^${item}(,${item}){0,${most - 1}}$`);

/** What a rule can have, in the order in which it is stored. */
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  BYMONTH: list('(0?[1-9]|1[0-2])', 12),
  BYMONTHDAY: list('-?(0?[1-9]|[12]\\d|3[01])', 31),
  BYDAY: list('([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)', 14),
  BYSETPOS: list('-?([1-9]|[12]\\d|3[01])', 10),
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
};

/** The parts of a rule; undefined: it does not have it. */
type Parts = Readonly<Record<string, string | undefined>>;

const invalid = (reason: string) => new AppError('RECURRENCE_RULE_INVALID', { reason });

/** A rule as it is stored. Error: RECURRENCE_RULE_INVALID, with the reason. */
export function parseRule(given: string): string {
  if (given.length > MAX_RULE) throw invalid(`it has more than ${MAX_RULE} characters`);
  const text = given
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '');
  const parts: Record<string, string> = {};
  for (const part of text.split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    const form = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (!form)
      throw invalid(
        `its parts are ${Object.keys(PARTS).join(', ')}: ${name.slice(0, 20) || 'an empty one'} is not one`,
      );
    if (Object.hasOwn(parts, name)) throw invalid(`it has ${name} twice`);
    if (rest.length > 0 || !form.test(value)) throw invalid(`the value of ${name} is not valid`);
    parts[name] = value;
  }
  assertTogether(parts);
  return Object.keys(PARTS)
    .flatMap((name) => (parts[name] === undefined ? [] : `${name}=${parts[name]}`))
    .join(';');
}

function assertTogether({ FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS }: Parts): void {
  if (FREQ === undefined) throw invalid('FREQ is missing');
  if (Number(INTERVAL ?? 1) > MAX_INTERVAL) throw invalid(`INTERVAL is at most ${MAX_INTERVAL}`);
  if (Number(COUNT ?? 1) > MAX_COUNT) throw invalid(`COUNT is at most ${MAX_COUNT}`);
  if (COUNT !== undefined && UNTIL !== undefined) throw invalid('it ends by COUNT or by UNTIL, not by both');
  if (UNTIL !== undefined && untilOf(UNTIL) === null) throw invalid('UNTIL is no date');
  if (BYMONTHDAY !== undefined && FREQ === 'WEEKLY') throw invalid('BYMONTHDAY is not for WEEKLY');
  const isNumbered = /\d/.test(BYDAY ?? '');
  if (isNumbered && FREQ !== 'MONTHLY' && FREQ !== 'YEARLY')
    throw invalid('a number in BYDAY is for MONTHLY and YEARLY');
  const isSelected = [BYMONTH, BYMONTHDAY, BYDAY].some((part) => part !== undefined);
  if (BYSETPOS !== undefined && !isSelected) throw invalid('BYSETPOS is beside BYDAY, BYMONTHDAY or BYMONTH');
}

const partOf = (rule: string, name: string): string | undefined =>
  rule.match(new RegExp(`(?:^|;)${name}=([^;]+)`))?.[1];

/** How many occurrences a rule has; null: it does not count them. */
export function countOf(rule: string): number | null {
  const count = partOf(rule, 'COUNT');
  return count === undefined ? null : Number(count);
}

export const withCount = (rule: string, count: number): string => rule.replace(/COUNT=\d+/, `COUNT=${count}`);

/** Whether months without the day are left out: RFC 5545 ignores dates that do not exist. */
export function leavesMonthsOut({ rule, timeZone, startsAt }: RuleInZone): boolean {
  if (partOf(rule, 'FREQ') !== 'MONTHLY' || partOf(rule, 'BYDAY') !== undefined) return false;
  const day = new Date(localOf(startsAt, timeZone)).getUTCDate();
  return (partOf(rule, 'BYMONTHDAY') ?? `${day}`).split(',').some((one) => Math.abs(Number(one)) > 28);
}

const localOf = (instant: Date, timeZone: string): number => instant.getTime() + offsetsOf(timeZone)(instant.getTime());

/** The last local time, or the last instant, of a rule; null: no such date. */
function untilOf(until: string): { local: number } | { instant: number } | null {
  const [, year, month, day, hour = '23', minute = '59', second = '59'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(until) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at) || new Date(at).getUTCDate() !== Number(day)) return null;
  return until.endsWith('Z') ? { instant: at } : { local: at };
}

/**
 * The times of a rule, later than `after`, in order. The rule is that of the calendar: a time that clocks skip is as much
 * later as they skip, of a time that they show twice it is the first, and a date that does not exist is left out.
 */
export function* timesOf({ rule, timeZone, startsAt }: RuleInZone, after: Date): Generator<Date> {
  const offsetAt = offsetsOf(timeZone);
  const start = startsAt.getTime() + offsetAt(startsAt.getTime());
  const given = partOf(rule, 'UNTIL');
  const until = given === undefined ? null : untilOf(given);
  const calendar = new RRuleTemporal({ rruleString: `DTSTART:${compact(start)}\nRRULE:${withoutEnd(rule)}` });
  // The library gives up on a count that takes long: 30 times on leap days. Without one it looks at days as they are asked for.
  let left = countOf(rule);
  // Local times differ from instants by less than a day.
  let from = left === null ? Math.max(start, after.getTime() - DAY_MS) : start;
  let look = FIRST_LOOK_MS;
  for (let end = from + LONGEST_GAP_MS; from < end; look *= 2) {
    const to = Math.min(from + look, end);
    for (const { epochMilliseconds: local } of calendar.between(new Date(from), new Date(to), true)) {
      if (local >= to) break;
      if (left === 0) return;
      if (left !== null) left -= 1;
      const instant = instantOf(local, offsetAt);
      if (until && ('local' in until ? local > until.local : instant > until.instant)) return;
      end = local + LONGEST_GAP_MS;
      if (instant > after.getTime()) yield new Date(instant);
    }
    from = to;
  }
}

const withoutEnd = (rule: string): string => rule.replace(/;(UNTIL|COUNT)=[^;]+/, '');

/** As RFC 5545 writes a time. Seconds are kept, milliseconds are not. */
const compact = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');

/** The first times of a rule later than `after`; at most `count`. */
export function nextTimes(of: RuleInZone, after: Date, count: number): Date[] {
  const times: Date[] = [];
  for (const time of timesOf(of, after)) {
    times.push(time);
    if (times.length >= count) break;
  }
  return times;
}
