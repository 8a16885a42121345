import type { FakePlatform } from './fake-platform.js';
import { fediverse } from './fediverse/fake-platform.js';
import { messenger } from './messenger/fake-platform.js';
import { microblog } from './microblog/fake-platform.js';
import { network } from './network/fake-platform.js';
import { photogram } from './photogram/fake-platform.js';
import { pinboard } from './pinboard/fake-platform.js';
import { shortvideo } from './shortvideo/fake-platform.js';
import { skyfeed } from './skyfeed/fake-platform.js';
import { socialpage } from './socialpage/fake-platform.js';
import { threadtalk } from './threadtalk/fake-platform.js';
import type { SandboxPlatform } from './types.js';
import { videohub } from './videohub/fake-platform.js';

/** Every platform of the sandbox by its key. */
export const fakePlatforms: Readonly<Record<SandboxPlatform, FakePlatform>> = {
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
