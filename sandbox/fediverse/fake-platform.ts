import type { FakePlatform } from '../fake-platform.js';
import { digits, randomToken } from '../random.js';
import { fediverseOAuth } from './oauth.js';
import { fediversePastPost } from './past-post.js';
import { fediverseRouter } from './router.js';

/** The Mastodon client API. */
export const fediverse: FakePlatform = {
  platform: 'fediverse',
  demo: {
    accountId: '110000000000000001',
    username: 'demo',
    credentials: { accessToken: 'demo-fediverse-access-token-000000000000001' },
  },
  newAccount: (name) => ({
    accountId: `11${digits(16)}`,
    username: name,
    credentials: { accessToken: randomToken() },
  }),
  profilePath: (username) => `/@${username}`,
  pages: ['/@:username', '/@:username/:post'],
  oauth: fediverseOAuth,
  pastPost: fediversePastPost,
  router: fediverseRouter,
};
