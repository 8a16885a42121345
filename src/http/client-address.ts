import type { IncomingMessage } from 'node:http';

/** The address of a client behind so many proxies, each of which adds the one that it sees to X-Forwarded-For. */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const addresses = [socket.remoteAddress ?? '', ...forwarded.map((address) => address.trim()).reverse()];
  return (
    addresses
      .filter(Boolean)
      .slice(0, trustedProxies + 1)
      .at(-1) ?? 'unknown'
  );
}
