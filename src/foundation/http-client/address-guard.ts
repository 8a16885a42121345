/**
 * Connects to public addresses alone, for requests to addresses that strangers type in: none of them may reach the
 * operator's own network, whatever a name says [deliveries/address-guard]. What is checked is what is connected to: a
 * name that is looked up a second time could answer something else.
 */
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** All addresses of a name; rejects when there are none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Why no connection was made. Names the host and nothing else of the address. */
export class AddressRefused extends Error {
  constructor(hostname: string) {
    super(`${hostname} is not a public address`);
  }
}

/** Everything in IPv6 that is given out for use on the internet, special ranges included. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv4 as it is reached from a network that has only IPv6 (RFC 6052): an address is as public as the one within. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** A cloud's own service for its machines, at an address that looks public. */
const METADATA = '168.63.129.16';

/** Whether an IP address, in any spelling, is one of the internet: no private, special or reserved range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address that is mapped into IPv6 comes out as what it is.
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return ip.range() === 'unicast' && ip.toString() !== METADATA;
  if (ip.match(NAT64)) return isPublicAddress(ip.toByteArray().slice(-4).join('.'));
  return ip.range() === 'unicast' && ip.match(GLOBAL_UNICAST);
}

/**
 * A connector that refuses with AddressRefused what is not public: a literal address, or a name with any such address.
 * The origins of the trusted addresses are connected to as they are. TLS is verified against the name.
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
  // With all addresses of a name the socket tries one after the other; without, it would ask for a single one.
  const toPublic = buildConnector({ timeout: timeoutMs, lookup, autoSelectFamily: true });
  return (options, callback) => {
    const { protocol, host, hostname } = options;
    if (trusted.has(`${protocol}//${host}`)) return toAny(options, callback);
    // A literal address is never looked up.
    if (isIP(hostname) === 0 || isPublicAddress(hostname)) return toPublic(options, callback);
    queueMicrotask(() => callback(new AddressRefused(hostname), null));
  };
}
