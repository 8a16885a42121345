import type { graphql } from '../api/graphql.js';

export type Platform = ReturnType<typeof graphql.scalar<'Platform'>>;

export const PLATFORMS = [
  ...(['FEDIVERSE', 'MESSENGER', 'MICROBLOG', 'NETWORK', 'PHOTOGRAM', 'PINBOARD'] as const),
  ...(['SHORTVIDEO', 'SKYFEED', 'SOCIALPAGE', 'THREADTALK', 'VIDEOHUB'] as const),
] as const;

/** The name of a platform by its key, in either spelling: `FEDIVERSE`, `fediverse`. */
export const platformName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).toLowerCase();

/** Those of a list that is not known to have only platforms, in their order; undefined if it has none. */
export function knownPlatforms(list: unknown): Platform[] | undefined {
  const known = Array.isArray(list) ? PLATFORMS.filter((platform) => list.includes(platform)) : [];
  return known.length > 0 ? known : undefined;
}
