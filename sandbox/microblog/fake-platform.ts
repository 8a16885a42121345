import type { FakePlatform } from '../fake-platform.js';
import { digits, randomToken } from '../random.js';
import { microblogOAuth } from './oauth.js';
import { microblogPastPost } from './past-post.js';
import { microblogRouter } from './router.js';

/** The X API v2. */
export const microblog: FakePlatform = {
  platform: 'microblog',
  hosts: { 'https://api.x.com': /^\/2\// },
  demo: {
    accountId: '1500000000000000001',
    username: 'demo',
    credentials: { accessToken: 'demo-microblog-access-token-00000000000001' },
  },
  newAccount: (name) => ({
    accountId: `15${digits(17)}`,
    username: name,
    credentials: { accessToken: randomToken() },
  }),
  profilePath: (username) => `/${username}`,
  pages: ['/:username', '/:username/status/:post', '/i/web/status/:post'],
  oauth: microblogOAuth,
  pastPost: microblogPastPost,
  router: microblogRouter,
};
