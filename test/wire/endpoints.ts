import type { PlatformKey } from '../../src/platforms/port/platform.js';
import type { PlatformWire } from './endpoint.js';
import { fediverse } from './endpoints/fediverse.js';
import { messenger } from './endpoints/messenger.js';
import { microblog } from './endpoints/microblog.js';
import { network } from './endpoints/network.js';
import { photogram } from './endpoints/photogram.js';
import { pinboard } from './endpoints/pinboard.js';
import { shortvideo } from './endpoints/shortvideo.js';
import { skyfeed } from './endpoints/skyfeed.js';
import { socialpage } from './endpoints/socialpage.js';
import { threadtalk } from './endpoints/threadtalk.js';
import { videohub } from './endpoints/videohub.js';

/** Every endpoint that this service calls, by platform. A new one is a row in the file of its platform. */
export const wires: Readonly<Record<PlatformKey, PlatformWire>> = {
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
