import { rules as fediverse } from './fediverse/rules.js';
import { rules as messenger } from './messenger/rules.js';
import { rules as microblog } from './microblog/rules.js';
import { rules as network } from './network/rules.js';
import { rules as photogram } from './photogram/rules.js';
import { rules as pinboard } from './pinboard/rules.js';
import type { PlatformKey } from './port/platform.js';
import type { PlatformRules } from './port/rules.js';
import { rules as shortvideo } from './shortvideo/rules.js';
import { rules as skyfeed } from './skyfeed/rules.js';
import { rules as socialpage } from './socialpage/rules.js';
import { rules as threadtalk } from './threadtalk/rules.js';
import { rules as videohub } from './videohub/rules.js';

/** The rules of every platform, with or without an adapter. */
export const platformRules: Readonly<Record<PlatformKey, PlatformRules>> = {
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
};

/** The rules of a platform; undefined for an unknown key. */
export function findRules(platform: string): PlatformRules | undefined {
  return Object.entries(platformRules).find(([key]) => key === platform)?.[1];
}
