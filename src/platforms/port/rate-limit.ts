/**
 * How much of a platform one account may use (docs/contract/platforms.md), as data, and how its use is
 * counted: in a window that slides, by slots. A use is forgotten when its whole slot has left the window, so the count
 * is never lower than the platform's.
 */
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../foundation/time/durations.js';

/** The usage of one part of a post. */
export type RateUnit = 'parts' | 'videos' | 'video bytes' | 'requests';

export interface RateLimit {
  max: number;
  unit: RateUnit;
  perSeconds: number;
}

/** The month of a platform's limit, which slides too. */
export const MONTH_SECONDS = 30 * DAY_SECONDS;

/** Uses by the start of their slot, in epoch milliseconds. */
export type RateUses = Readonly<Record<string, number>>;

/** A window has as many slots, none shorter than a second. */
const SLOTS = 60;

const slotMs = ({ perSeconds }: RateLimit): number => Math.max(1000, (perSeconds * 1000) / SLOTS);

const slotOf = (limit: RateLimit, at: Date): string => String(Math.floor(at.getTime() / slotMs(limit)) * slotMs(limit));

const endOf = (limit: RateLimit, slot: string): number => Number(slot) + slotMs(limit) + limit.perSeconds * 1000;

/**
 * The uses with `amount` more at `now`; or, where the limit does not allow that, when it will. More than the limit in
 * one go is allowed once the window is empty: it would never be sent otherwise, and the platform decides.
 */
export function takeRate(
  limit: RateLimit,
  uses: RateUses,
  amount: number,
  now: Date,
): { kind: 'taken'; uses: RateUses } | { kind: 'full'; until: Date } {
  const time = now.getTime();
  const counted = Object.entries(uses)
    .filter(([slot]) => endOf(limit, slot) > time)
    .sort(([a], [b]) => Number(a) - Number(b));
  let used = counted.reduce((sum, [, count]) => sum + count, 0);
  if (used === 0 || used + amount <= limit.max) {
    const slot = slotOf(limit, now);
    const kept = Object.fromEntries(counted);
    return { kind: 'taken', uses: { ...kept, [slot]: (kept[slot] ?? 0) + amount } };
  }
  let until = time;
  for (const [slot, count] of counted) {
    if (used === 0 || used + amount <= limit.max) break;
    used -= count;
    until = endOf(limit, slot);
  }
  return { kind: 'full', until: new Date(until) };
}

const PERIODS: readonly [seconds: number, name: string][] = [
  [MONTH_SECONDS, '30 days'],
  [DAY_SECONDS, '24 hours'],
  [HOUR_SECONDS, 'an hour'],
  [MINUTE_SECONDS, 'a minute'],
];

/** `50 posts in 24 hours` */
export function describeRate({ max, unit, perSeconds }: RateLimit): string {
  const what = unit === 'parts' ? 'posts' : unit === 'video bytes' ? 'bytes of videos' : unit;
  const known = PERIODS.find(([seconds]) => seconds === perSeconds)?.[1];
  return `${max} ${what} in ${known ?? `${perSeconds / MINUTE_SECONDS} minutes`}`;
}
