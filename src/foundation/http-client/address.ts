/**
 * Addresses of platforms that have several hosts. Whoever says that a platform lives elsewhere (an operator with a
 * gateway, the sandbox) says it of all of its hosts: the path stays, the origin is replaced.
 */

/** `url` as it is where the platform's API lives at `baseUrl` instead of at `own`; null: at its own addresses. */
export function addressAt(baseUrl: string | null, own: string, url: string): string {
  if (baseUrl === null || baseUrl === own) return url;
  const { pathname, search } = new URL(url);
  return baseUrl + pathname + search;
}
