/** Times as people write them in spreadsheets. */
import { DAY_MS } from '../../foundation/time/durations.js';
import { parseIsoTime } from '../../foundation/time/iso-time.js';
import { instantOf, type OffsetAt, shownInstant } from '../../foundation/time/local-time.js';
import { NEXT_FREE } from '../schedules/posting-schedules.js';

/** Which of day and month is first in dates such as 01/02/2026. */
export const DateFormat = { DAY_FIRST: 'DAY_FIRST', MONTH_FIRST: 'MONTH_FIRST' } as const;
export type DateFormat = (typeof DateFormat)[keyof typeof DateFormat];

/** As with the queues of posting schedules. */
export const MAX_AHEAD_MS = 730 * DAY_MS;

export interface TimeRules {
  /** Of the import's time zone. */
  offsetAt: OffsetAt;
  timeZone: string;
  dateFormat: DateFormat | null;
  now: Date;
}

/** What is wrong with a cell, and what to do. */
export interface Wrong {
  wrong: string;
  fix: string;
}

export type ReadTime = { time: Date | typeof NEXT_FREE } | Wrong;

const ISO_LIKE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T]+(.*))?$/;
const OTHER = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[ ,T]+(.*))?$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.0+)?)?(?: ?([ap])\.?m\.?)?$/i;
const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/;

const WRITE = 'Write it as 2026-01-31 14:30';

/** A time with a zone, or on the clocks of the import's zone. Of a time that clocks show twice, it is the first. */
export function readTime(cell: string, rules: TimeRules): ReadTime {
  const text = cell.replace(/\p{Cf}/gu, '').trim();
  if (/^next[ _-]?free$/i.test(text)) return { time: NEXT_FREE };
  const read = ISO_LIKE.test(text) && ZONED.test(text) ? zoned(text) : local(text, rules);
  if ('wrong' in read) return read;
  const { time } = read;
  if (time <= rules.now) return { wrong: 'is in the past', fix: 'Choose a later time, or empty the cell' };
  if (time.getTime() > rules.now.getTime() + MAX_AHEAD_MS) {
    return { wrong: 'is more than two years ahead', fix: 'Choose an earlier time' };
  }
  return read;
}

const INVALID: Wrong = { wrong: 'is not a date with a time', fix: WRITE };

function zoned(text: string): { time: Date } | Wrong {
  const time = parseIsoTime(text.replace(/^(\S+) +/, '$1T').replace(' ', ''));
  return time ? { time } : INVALID;
}

function local(text: string, { dateFormat, offsetAt, timeZone }: TimeRules): { time: Date } | Wrong {
  const iso = ISO_LIKE.exec(text);
  const other = iso ? null : OTHER.exec(text);
  const [, first = '', second = '', third = '', clock] = iso ?? other ?? [];
  if (!iso && !other) return INVALID;
  if (other && !dateFormat) {
    return {
      wrong: 'can be read as day or month first',
      fix: `Choose the format of dates. Or: ${WRITE.toLowerCase()}`,
    };
  }
  const date = iso
    ? [first, second, third]
    : dateFormat === DateFormat.DAY_FIRST
      ? [third, second, first]
      : [third, first, second];
  const [year = 0, month = 0, day = 0] = date.map(Number);
  if (!clock) return { wrong: 'has no time of day', fix: WRITE };
  const time = secondsOf(clock);
  const midnight = Date.UTC(year, month - 1, day);
  const isDate = month >= 1 && month <= 12 && new Date(midnight).getUTCDate() === day && day >= 1;
  if (time === null || !isDate) return { wrong: 'does not exist in the calendar', fix: WRITE };
  const at = midnight + time * 1_000;
  const instant = shownInstant(at, offsetAt);
  if (instant === null) {
    const later = instantOf(at, offsetAt);
    const shown = new Date(later + offsetAt(later)).toISOString().slice(0, 16).replace('T', ' ');
    return { wrong: `does not exist in ${timeZone}, where clocks skip it`, fix: `Write ${shown}, or another time` };
  }
  return { time: new Date(instant) };
}

/** Seconds since midnight; null: no time of day. */
function secondsOf(clock: string): number | null {
  const [, hours = '', minutes = '', seconds = '0', half] = CLOCK.exec(clock.trim()) ?? [];
  if (hours === '') return null;
  let hour = Number(hours);
  if (half && (hour < 1 || hour > 12)) return null;
  if (half) hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return hour * 3_600 + Number(minutes) * 60 + Number(seconds);
}
