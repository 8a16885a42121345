import type { FakePlatform } from '../fake-platform.js';
import { digits, randomToken } from '../random.js';
import { socialpageOAuth } from './oauth.js';
import { socialpagePastPost } from './past-post.js';
import { socialpageRouter } from './router.js';

/** The Graph API of Facebook pages. The account id is that of the page, the token the page’s. */
export const socialpage: FakePlatform = {
  platform: 'socialpage',
  hosts: { 'https://graph.facebook.com': /^\// },
  demo: {
    accountId: '100000000000001',
    username: 'demo',
    credentials: { accessToken: 'demo-socialpage-access-token-00000000000001' },
  },
  newAccount: (name) => ({
    accountId: `1${digits(14)}`,
    username: name,
    credentials: { accessToken: randomToken() },
  }),
  profilePath: (username) => `/${username}`,
  pages: ['/:username', '/:username/posts/:post', '/:username/videos/:post'],
  oauth: socialpageOAuth,
  pastPost: socialpagePastPost,
  router: socialpageRouter,
};
