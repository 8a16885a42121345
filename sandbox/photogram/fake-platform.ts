import type { FakePlatform } from '../fake-platform.js';
import { containerPastPost } from '../graph/past-post.js';
import { digits, randomToken } from '../random.js';
import { photogramOAuth } from './oauth.js';
import { photogramRouter } from './router.js';

/** The Instagram API with Instagram login. */
export const photogram: FakePlatform = {
  platform: 'photogram',
  hosts: {
    'https://graph.instagram.com': /^\/(v\d+\.0\/|access_token$|refresh_access_token$)/,
    'https://api.instagram.com': /^\/oauth\/access_token$/,
  },
  demo: {
    accountId: '17841400000000001',
    username: 'demo',
    credentials: { accessToken: 'demo-photogram-access-token-00000000000001' },
  },
  newAccount: (name) => ({
    accountId: `178414${digits(11)}`,
    username: name,
    credentials: { accessToken: randomToken() },
  }),
  profilePath: (username) => `/@${username}`,
  pages: ['/@:username', '/p/:post'],
  oauth: photogramOAuth,
  pastPost: containerPastPost({
    platform: 'photogram',
    text: 'IMAGE',
    path: (_account, postedId) => `/p/${postedId}`,
    more: { media_product_type: 'FEED' },
  }),
  router: photogramRouter,
};
