import { fediverse } from './fediverse/fediverse.js';
import { enforceRules } from './kit/enforce-rules.js';
import { messenger } from './messenger/messenger.js';
import { microblog } from './microblog/microblog.js';
import { network } from './network/network.js';
import { photogram } from './photogram/photogram.js';
import { pinboard } from './pinboard/pinboard.js';
import type { Platform, PlatformKey } from './port/platform.js';
import { platformRules } from './rules-registry.js';
import { shortvideo } from './shortvideo/shortvideo.js';
import { skyfeed } from './skyfeed/skyfeed.js';
import { socialpage } from './socialpage/socialpage.js';
import { threadtalk } from './threadtalk/threadtalk.js';
import { videohub } from './videohub/videohub.js';

const adapters: readonly Platform[] = [
  microblog,
  network,
  photogram,
  threadtalk,
  shortvideo,
  videohub,
  socialpage,
  skyfeed,
  fediverse,
  messenger,
  pinboard,
].map((each) => enforceRules(each, platformRules[each.key]));

/** The platforms by their key, in the order of the contract. */
export const platforms: ReadonlyMap<PlatformKey, Platform> = new Map(adapters.map((each) => [each.key, each]));

/** The adapter of a platform; undefined for an unknown key. */
export function findPlatform(key: string): Platform | undefined {
  return platforms.get(key as PlatformKey);
}
