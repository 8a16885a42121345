/** What all throttles of the doors have in common: where the counts are, shared by all processes, and what an address is. */
import ipaddr from 'ipaddr.js';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Db } from '../database/unit-of-work.js';

export interface ThrottleLimit {
  /** Begin of the keys in the table: each throttle has its own. */
  keyPrefix: string;
  /** What is allowed in the time. */
  points: number;
  /** Seconds. */
  duration: number;
}

export const makeThrottle = (db: Db, limit: ThrottleLimit): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: db.dataSource,
    storeType: 'typeorm',
    tableName: 'sign_in_throttle',
    tableCreated: true,
    clearExpiredByTimeout: false,
    ...limit,
  });

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 one, in which its holder has as many as it likes. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv4 ? ip.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString();
}
