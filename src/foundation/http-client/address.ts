/**
 * Base URLs of platforms that have several hosts. An override (an operator's gateway, the sandbox) applies to all hosts
 * of a platform: the path stays, the origin is replaced.
 */

/** Rewrites `url` for a platform whose API is at `baseUrl` instead of `own`; null: unchanged. */
export function addressAt(baseUrl: string | null, own: string, url: string): string {
  if (baseUrl === null || baseUrl === own) return url;
  const { pathname, search } = new URL(url);
  return baseUrl + pathname + search;
}
