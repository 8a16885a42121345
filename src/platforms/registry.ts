import { fediverse } from './fediverse/fediverse.js';
import { messenger } from './messenger/messenger.js';
import { pinboard } from './pinboard/pinboard.js';
import type { CredentialField, Platform, PlatformKey } from './platform.js';
import { skyfeed } from './skyfeed/skyfeed.js';

const adapters: readonly Platform[] = [fediverse, skyfeed, messenger, pinboard];

/** The platforms that this service publishes to; the other keys are known but have no adapter. */
export const platforms: ReadonlyMap<PlatformKey, Platform> = new Map(adapters.map((each) => [each.key, each]));

/** The platforms whose accounts are connected with what their owner types in, and what that is. */
export const connectablePlatforms = adapters.flatMap(
  ({ key, connector }): { platform: PlatformKey; fields: readonly CredentialField[] }[] =>
    connector ? [{ platform: key, fields: connector.fields }] : [],
);

/** The adapter of a platform; undefined for a key without one, and for what is no key at all. */
export function findPlatform(key: string): Platform | undefined {
  return adapters.find((platform) => platform.key === key);
}
