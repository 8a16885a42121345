import type { graphql } from '../api/graphql.js';

export type Platform = ReturnType<typeof graphql.scalar<'Platform'>>;

export const PLATFORMS = [
  ...(['FEDIVERSE', 'MESSENGER', 'MICROBLOG', 'NETWORK', 'PHOTOGRAM', 'PINBOARD'] as const),
  ...(['SHORTVIDEO', 'SKYFEED', 'SOCIALPAGE', 'THREADTALK', 'VIDEOHUB'] as const),
] as const satisfies readonly Platform[];

/** The name of a platform by its key, in either spelling: `FEDIVERSE`, `fediverse`. */
export const platformName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).toLowerCase();
