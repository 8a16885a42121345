import type { FakePlatform } from '../fake-platform.js';
import { pick, randomToken } from '../random.js';
import { networkOAuth } from './oauth.js';
import { networkPastPost } from './past-post.js';
import { networkRouter } from './router.js';

/** The LinkedIn REST API. The account id is that of the member. */
export const network: FakePlatform = {
  platform: 'network',
  hosts: { 'https://api.linkedin.com': /^\/(rest|v2)\//, 'https://www.linkedin.com': /^\/oauth\/v2\// },
  demo: {
    accountId: 'demoMember1',
    username: 'demo',
    credentials: { accessToken: 'demo-network-access-token-00000000000001' },
  },
  newAccount: (name) => ({
    accountId: pick('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789', 10),
    username: name,
    credentials: { accessToken: randomToken() },
  }),
  profilePath: (username) => `/in/${username}`,
  pages: ['/in/:username', '/company/:id', '/feed/update/:post'],
  oauth: networkOAuth,
  pastPost: networkPastPost,
  router: networkRouter,
};
