import ipaddr from 'ipaddr.js';

/**
 * The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which one client can use
 * freely.
 */
export function networkOf(address: string): string {
  // The client of a connection that was reset has none.
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv4 ? ip.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString();
}
