/** Instants at which the clocks of a time zone show a local time. Local times are represented as if they were in UTC. */
import { DAY_MS } from './durations.js';

/** How far clocks are ahead of UTC at an instant, in milliseconds. */
export type OffsetAt = (instant: number) => number;

/** Each instant is looked up once. */
export function offsetsOf(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const),
    second: 'numeric',
  });
  const known = new Map<number, number>();
  return (instant) => {
    const found = known.get(instant);
    if (found !== undefined) return found;
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day, hour, minute, second } = parts;
    // Milliseconds are no part of the format.
    const whole = Math.floor(instant / 1000) * 1000;
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - whole;
    known.set(instant, offset);
    return offset;
  };
}

/** The first instant at which clocks show a local time; null: they skip it. */
export function shownInstant(local: number, offsetAt: OffsetAt): number | null {
  const candidates = [offsetAt(local - DAY_MS), offsetAt(local + DAY_MS)].map((offset) => local - offset);
  const shown = candidates.filter((instant) => instant + offsetAt(instant) === local);
  return shown.length > 0 ? Math.min(...shown) : null;
}

/** The same; of a time that clocks skip, the instant that is as much later as they skip. */
export const instantOf = (local: number, offsetAt: OffsetAt): number =>
  shownInstant(local, offsetAt) ?? local - offsetAt(local - DAY_MS);
