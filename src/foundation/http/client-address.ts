import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';

/** `192.0.2.1:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]`, as some proxies write addresses. */
const WITH_PORT = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/;

/** The IP address in an entry of `X-Forwarded-For`, in its canonical form; undefined: it has none. */
function parseAddress(entry: string | undefined): string | undefined {
  if (entry === undefined) return undefined;
  const [, v4, v6] = WITH_PORT.exec(entry) ?? [];
  const [address = ''] = (v4 ?? v6 ?? entry).split('%', 1);
  // IPv4 mapped to IPv6, as a socket for both has it, becomes IPv4.
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/**
 * The IP address that a request comes from, according to the trusted proxies. A proxy's value that is no IP address is
 * ignored: the address is then that of the proxy. Undefined once the client has reset the connection.
 */
export const makeClientAddress =
  (isTrustedProxy: (address: string, hop: number) => boolean) =>
  (request: IncomingMessage): string | undefined => {
    let nearest: string | undefined;
    for (const entry of proxyaddr.all(request, isTrustedProxy)) {
      const address = parseAddress(entry);
      if (address === undefined) break;
      nearest = address;
    }
    return nearest;
  };
