import { toEntered, toInstant } from '../../parts/time.js';
import { addDays, type Day } from './days.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Clocks change by a multiple of it. */
const STEP_MS = 15 * MINUTE_MS;

/** An hour of a day as its clock shows it. When clocks change, an hour is shorter, does not exist, or occurs twice. */
export interface Slot {
  /** Its start, an instant. */
  at: string;
  lengthMs: number;
  hour: number;
  /** The minute at which it starts: 0, unless clocks skip half an hour. */
  minute: number;
  /** 1: the hour has occurred on this day before. */
  occurrence: 0 | 1;
}

/** The slots of a day in a time zone: 24, and 23 or 25 if clocks change by an hour. */
export function slotsOf(day: Day, timeZone: string): Slot[] {
  const from = Date.parse(toInstant(`${day} 00:00:00`, timeZone));
  const to = Date.parse(toInstant(`${addDays(day, 1)} 00:00:00`, timeZone));
  if (to - from === 24 * HOUR_MS && toEntered(new Date(from), timeZone).endsWith(' 00:00:00')) {
    return Array.from({ length: 24 }, (_, hour) => ({
      at: new Date(from + hour * HOUR_MS).toISOString(),
      lengthMs: HOUR_MS,
      hour,
      minute: 0,
      occurrence: 0,
    }));
  }
  const slots: Slot[] = [];
  let before = '';
  // Where clocks change at midnight, the day begins an hour earlier or later.
  for (let at = from - 2 * HOUR_MS; at < to + 2 * HOUR_MS; at += STEP_MS) {
    const wallTime = toEntered(new Date(at), timeZone);
    if (!wallTime.startsWith(day)) continue;
    const [hour, minute] = [Number(wallTime.slice(11, 13)), Number(wallTime.slice(14, 16))];
    const last = slots.at(-1);
    if (last?.hour === hour && wallTime > before) last.lengthMs += STEP_MS;
    else {
      const occurrence = slots.some((slot) => slot.hour === hour) ? 1 : 0;
      slots.push({ at: new Date(at).toISOString(), lengthMs: STEP_MS, hour, minute, occurrence });
    }
    before = wallTime;
  }
  return slots;
}

/** A line of the hours of several days. */
export interface Row {
  hour: number;
  occurrence: 0 | 1;
}

export const isInRow = (slot: Slot, row: Row): boolean => slot.hour === row.hour && slot.occurrence === row.occurrence;

/** The lines that days need together: an hour that occurs twice on one of them has two. */
export function rowsOf(days: Slot[][]): Row[] {
  const rows = new Map<number, Row>();
  for (const { hour, occurrence } of days.flat()) rows.set(hour * 2 + occurrence, { hour, occurrence });
  return [...rows].sort(([one], [other]) => one - other).map(([, row]) => row);
}

/** Where an instant is in the lines: 9.5 is half past nine. */
export function positionOf(at: string, slots: Slot[], rows: Row[]): number {
  const ms = Date.parse(at);
  const slot = slots.findLast((one) => Date.parse(one.at) <= ms) ?? slots[0];
  if (!slot) return 0;
  const row = rows.findIndex((one) => isInRow(slot, one));
  return row + Math.min((ms - Date.parse(slot.at) + slot.minute * MINUTE_MS) / HOUR_MS, 0.999);
}
