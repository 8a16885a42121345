import { Resolver } from 'node:dns/promises';
import type { Resolve } from './address-guard.js';

const LOOK_UP = { timeout: 2_000, tries: 2 };

/**
 * Resolves host names that users supply, with DNS itself. The system's lookup runs on a handful of threads that the whole
 * process shares: four hosts whose name servers do not answer would hold up every other lookup, publishing included. It
 * also knows the operator's own names.
 */
export function makeDnsResolver(): Resolve {
  const dns = new Resolver(LOOK_UP);
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
    return addresses;
  };
}
