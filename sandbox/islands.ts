import { fediverse } from './fediverse/island.js';
import type { Island } from './island.js';
import { messenger } from './messenger/island.js';
import { microblog } from './microblog/island.js';
import { network } from './network/island.js';
import { photogram } from './photogram/island.js';
import { pinboard } from './pinboard/island.js';
import { shortvideo } from './shortvideo/island.js';
import { skyfeed } from './skyfeed/island.js';
import { socialpage } from './socialpage/island.js';
import { threadtalk } from './threadtalk/island.js';
import type { SandboxPlatform } from './types.js';
import { videohub } from './videohub/island.js';

/** Every platform of the sandbox by its key. */
export const islands: Readonly<Record<SandboxPlatform, Island>> = {
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
