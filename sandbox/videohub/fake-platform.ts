import type { FakePlatform } from '../fake-platform.js';
import { randomToken } from '../random.js';
import { videohubOAuth } from './oauth.js';
import { videohubRouter } from './router.js';

/** The YouTube Data API v3. The account id is that of the channel. */
export const videohub: FakePlatform = {
  platform: 'videohub',
  hosts: {
    'https://www.googleapis.com': /^\/(upload\/)?youtube\/v3\//,
    'https://oauth2.googleapis.com': /^\/(token|tokeninfo|revoke)$/,
  },
  demo: {
    accountId: 'UCDemoVideohubChannel001',
    username: 'demo',
    credentials: { accessToken: 'demo-videohub-access-token-00000000000001' },
  },
  newAccount: (name) => ({
    accountId: `UC${randomToken(16)}`,
    username: name,
    credentials: { accessToken: randomToken() },
  }),
  profilePath: (username) => `/@${username}`,
  pages: ['/@:username', '/channel/:id'],
  oauth: videohubOAuth,
  router: videohubRouter,
};
