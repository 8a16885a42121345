import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The IPv6 global unicast range, special ranges included. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** IPv4 embedded in IPv6 for NAT64 (RFC 6052): as public as the embedded address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** A cloud provider's metadata service at an address that looks public. */
const METADATA = '168.63.129.16';

/** Whether an IP address, in any notation, is public: not in a private, special or reserved range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4-mapped IPv6 address is converted to IPv4.
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return ip.range() === 'unicast' && ip.toString() !== METADATA;
  if (ip.match(NAT64)) return isPublicAddress(ip.toByteArray().slice(-4).join('.'));
  return ip.range() === 'unicast' && ip.match(GLOBAL_UNICAST);
}

/** Whether a host is an IP address that is not public. */
export const isInternalAddress = (host: string): boolean => isIP(host) !== 0 && !isPublicAddress(host);
