import ipaddr from 'ipaddr.js';

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 one, in which its holder has as many as it likes. */
export function networkOf(address: string): string {
  // What a proxy calls an address may be anything.
  if (!ipaddr.isValid(address)) return address.slice(0, 100);
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv4 ? ip.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString();
}
