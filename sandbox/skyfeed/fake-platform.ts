import type { FakePlatform } from '../fake-platform.js';
import { base32Letters, pick } from '../random.js';
import { skyfeedPastPost } from './past-post.js';
import { skyfeedRouter } from './router.js';

/** The AT Protocol. */
export const skyfeed: FakePlatform = {
  platform: 'skyfeed',
  hosts: {
    'https://bsky.social': /^\/xrpc\/(com\.atproto|app\.bsky\.(feed|actor))\./,
    'https://video.bsky.app': /^\/xrpc\/app\.bsky\.video\./,
  },
  demo: {
    accountId: 'did:plc:demoskyfeedaccountaaaaaa',
    username: 'demo.skyfeed.test',
    credentials: { identifier: 'demo.skyfeed.test', appPassword: 'demo-demo-demo-demo' },
  },
  newAccount: (name) => ({
    accountId: `did:plc:${pick(base32Letters, 24)}`,
    username: `${name}.skyfeed.test`,
    credentials: {
      identifier: `${name}.skyfeed.test`,
      appPassword: [4, 4, 4, 4].map((count) => pick(base32Letters, count)).join('-'),
    },
  }),
  profilePath: (handle) => `/profile/${handle}`,
  pages: ['/profile/:actor', '/profile/:actor/post/:post'],
  pastPost: skyfeedPastPost,
  router: skyfeedRouter,
};
