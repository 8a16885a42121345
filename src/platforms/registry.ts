import { fediverse } from './fediverse/fediverse.js';
import { messenger } from './messenger/messenger.js';
import type { Platform, PlatformKey } from './platform.js';
import { skyfeed } from './skyfeed/skyfeed.js';

/** The platforms that this service publishes to; the other keys are known but have no adapter. */
export const platforms: ReadonlyMap<PlatformKey, Platform> = new Map(
  [fediverse, skyfeed, messenger].map((platform) => [platform.key, platform]),
);

/** The platforms whose accounts are connected with what their owner types in, and what that is. */
export const connectablePlatforms = [...platforms.values()].map(({ key, connector: { fields } }) => ({
  platform: key,
  fields,
}));

/** The adapter of a platform; undefined for a key without one, and for what is no key at all. */
export function findPlatform(key: string): Platform | undefined {
  return [...platforms.values()].find((platform) => platform.key === key);
}
