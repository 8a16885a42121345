import type { graphql } from '../api/graphql.js';

export type Platform = ReturnType<typeof graphql.scalar<'Platform'>>;

/** Every platform of the schema: one that is missing does not compile. */
const KNOWN: Record<Platform, true> = {
  FEDIVERSE: true,
  MESSENGER: true,
  MICROBLOG: true,
  NETWORK: true,
  PHOTOGRAM: true,
  PINBOARD: true,
  SHORTVIDEO: true,
  SKYFEED: true,
  SOCIALPAGE: true,
  THREADTALK: true,
  VIDEOHUB: true,
};
export const PLATFORMS = Object.keys(KNOWN) as Platform[];

/** The name of a platform by its key, in either spelling: `FEDIVERSE`, `fediverse`. */
export const platformName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).toLowerCase();

/** The platforms in a list of unknown values, in their order; undefined if it has none. */
export function knownPlatforms(list: unknown): Platform[] | undefined {
  const known = Array.isArray(list) ? PLATFORMS.filter((platform) => list.includes(platform)) : [];
  return known.length > 0 ? known : undefined;
}
