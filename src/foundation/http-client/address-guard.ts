/**
 * Connects only to public addresses, for requests to user-supplied URLs: none of them may reach the operator's own
 * network, even if a host name resolves to it [deliveries/address-guard]. The connection uses the checked address: a
 * second lookup of a name could return a different one.
 */
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.js';

/** All addresses of a host name; rejects if there are none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Why no connection was made. Includes only the host of the URL. */
export class AddressRefused extends Error {
  constructor(hostname: string) {
    super(`${hostname} is not a public address`);
  }
}

/**
 * A connector that rejects non-public addresses with AddressRefused: a literal address, or a name with any such
 * address. Trusted origins are connected to without a check. TLS is verified against the name.
 */
export function makeGuardedConnector({
  timeoutMs,
  trustedOrigins,
  resolve = (hostname) => systemLookup(hostname, { all: true }),
}: {
  timeoutMs: number;
  trustedOrigins: readonly string[];
  resolve?: Resolve;
}): buildConnector.connector {
  const trusted = new Set(trustedOrigins.map((address) => new URL(address).origin));
  const lookup: LookupFunction = (hostname, _options, callback) => {
    const check = (addresses: LookupAddress[]) => {
      if (addresses.every(({ address }) => isPublicAddress(address))) callback(null, addresses);
      else callback(new AddressRefused(hostname), []);
    };
    resolve(hostname).then(check, (error: NodeJS.ErrnoException) => callback(error, []));
  };
  const toAny = buildConnector({ timeout: timeoutMs });
  // With all addresses of a name the socket tries one after the other; otherwise it would look up a single one.
  const toPublic = buildConnector({ timeout: timeoutMs, lookup, autoSelectFamily: true });
  return (options, callback) => {
    const { protocol, host, hostname } = options;
    if (trusted.has(`${protocol}//${host}`)) return toAny(options, callback);
    // A literal address is never looked up.
    if (isIP(hostname) === 0 || isPublicAddress(hostname)) return toPublic(options, callback);
    queueMicrotask(() => callback(new AddressRefused(hostname), null));
  };
}
