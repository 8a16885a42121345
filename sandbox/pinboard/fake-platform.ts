import type { FakePlatform } from '../fake-platform.js';
import { digits, randomToken } from '../random.js';
import { pinboardOAuth } from './oauth.js';
import { pinboardRouter } from './router.js';

/** The Pinterest API v5. The account id is that of a board. */
export const pinboard: FakePlatform = {
  platform: 'pinboard',
  hosts: { 'https://api.pinterest.com': /^\/v5\// },
  demo: {
    accountId: '1000000000000000001',
    username: 'demo',
    credentials: { accessToken: 'demo-pinboard-access-token-00000000000001' },
  },
  newAccount: (name) => ({
    accountId: `10${digits(16)}`,
    username: name,
    credentials: { accessToken: randomToken() },
  }),
  profilePath: (username) => `/@${username}`,
  pages: ['/@:username', '/pin/:post'],
  oauth: pinboardOAuth,
  router: pinboardRouter,
};
