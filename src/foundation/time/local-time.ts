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

/** A stretch of time with one offset. */
export interface OffsetSpan {
  /** Its first instant. */
  since: number;
  offset: number;
}

/** The offsets from one instant until another, in order, for whole seconds. Misses a change that is reversed within a day. */
export function offsetSpans(since: number, until: number, offsetAt: OffsetAt): OffsetSpan[] {
  const spans = [{ since, offset: offsetAt(since) }];
  for (let at = since; at < until; ) {
    const next = Math.min(at + DAY_MS, until);
    const before = offsetAt(at);
    at = offsetAt(next) === before ? next : endOf(before, at, next, offsetAt);
    if (at < until && offsetAt(at) !== before) spans.push({ since: at, offset: offsetAt(at) });
  }
  return spans;
}

/** The first instant without an offset, between an instant that has it and one that does not. */
function endOf(offset: number, has: number, hasNot: number, offsetAt: OffsetAt): number {
  let [low, high] = [has, hasNot];
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}
