import type { FakePlatform } from '../fake-platform.js';
import { randomToken } from '../random.js';
import { shortvideoOAuth } from './oauth.js';
import { shortvideoRouter } from './router.js';

/** The TikTok Content Posting API. The account id is the open_id. */
export const shortvideo: FakePlatform = {
  platform: 'shortvideo',
  hosts: { 'https://open.tiktokapis.com': /^\/v2\// },
  demo: {
    accountId: '-000DemoShortvideoOpenId0001',
    username: 'demo',
    credentials: { accessToken: 'demo-shortvideo-access-token-00000000000001' },
  },
  newAccount: (name) => ({
    accountId: `-000${randomToken(24)}`,
    username: name,
    credentials: { accessToken: randomToken() },
  }),
  profilePath: (username) => `/@${username}`,
  pages: ['/@:username', '/@:username/video/:post'],
  oauth: shortvideoOAuth,
  router: shortvideoRouter,
};
