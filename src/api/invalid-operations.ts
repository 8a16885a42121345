import { LRUCache } from 'lru-cache';
import { networkOf } from '../domain/identity/account/network-of.js';
import { REMEMBERED_KEYS, secondsUntil } from '../foundation/request-limits/rate-limiter.js';
import { MINUTE_MS } from '../foundation/time/durations.js';

/**
 * Limits operations that are not valid, per network and minute: parsing and validation are work for which nobody pays.
 * Beyond the limit, texts of the network are refused without parsing, unless they are known to be valid. Counted per
 * process, whose CPU the limit protects.
 */
export interface InvalidOperations {
  /** Counts a text that is not valid. */
  count(address: string): void;
  /** Seconds until texts that are not known are parsed again; 0: they are. */
  waitSeconds(address: string): number;
}

export function makeInvalidOperations(perMinute: number): InvalidOperations {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: REMEMBERED_KEYS });
  const openWindow = (network: string) => {
    const window = windows.get(network);
    return window && performance.now() < window.endsAt ? window : undefined;
  };
  return {
    count(address) {
      const network = networkOf(address);
      const { count, endsAt } = openWindow(network) ?? { count: 0, endsAt: performance.now() + MINUTE_MS };
      windows.set(network, { count: count + 1, endsAt });
    },
    waitSeconds(address) {
      const window = openWindow(networkOf(address));
      return window && window.count >= perMinute ? secondsUntil(window.endsAt) : 0;
    },
  };
}
