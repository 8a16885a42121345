/**
 * Base URLs of platforms that have several hosts. An override (an operator's gateway, the sandbox) applies to all hosts
 * of a platform: the path stays, the origin is replaced.
 */

/** Where a request goes. */
export interface RequestAddress {
  /** Absolute address. It may contain a secret (a bot token), so it is never logged. */
  url: string;
  /** The platform's own origin, if a base URL replaces it in `url`: sent as `Forwarded` (RFC 7239). */
  replacedOrigin?: string;
}

/** Rewrites `url` for a platform whose API is at `baseUrl` instead of `own`; null: unchanged. */
export function addressAt(baseUrl: string | null, own: string, url: string): string {
  if (baseUrl === null || baseUrl === own) return url;
  const { pathname, search } = new URL(url);
  return baseUrl + pathname + search;
}

/** The same for a request: a replaced origin is sent along, so that a gateway knows which host is meant. */
export function requestTo(baseUrl: string | null, own: string, url: string): RequestAddress {
  const address = addressAt(baseUrl, own, url);
  return address === url ? { url } : { url: address, replacedOrigin: new URL(url).origin };
}

/** An origin as `Forwarded` has it (RFC 7239). */
export function forwarded(origin: string): string {
  const { protocol, host } = new URL(origin);
  return `host="${host}";proto=${protocol.slice(0, -1)}`;
}
