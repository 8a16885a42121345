import type { FakePlatform } from '../fake-platform.js';
import { containerPastPost } from '../graph/past-post.js';
import { digits, randomToken } from '../random.js';
import { threadtalkOAuth } from './oauth.js';
import { threadtalkRouter } from './router.js';

/** The Threads API. */
export const threadtalk: FakePlatform = {
  platform: 'threadtalk',
  hosts: { 'https://graph.threads.net': /^\// },
  demo: {
    accountId: '25000000000000001',
    username: 'demo',
    credentials: { accessToken: 'demo-threadtalk-access-token-00000000000001' },
  },
  newAccount: (name) => ({
    accountId: `25${digits(15)}`,
    username: name,
    credentials: { accessToken: randomToken() },
  }),
  profilePath: (username) => `/@${username}`,
  pages: ['/@:username', '/@:username/post/:post'],
  oauth: threadtalkOAuth,
  pastPost: containerPastPost({
    platform: 'threadtalk',
    text: 'TEXT_POST',
    path: ({ username }, postedId) => `/@${username}/post/${postedId}`,
    more: {},
  }),
  router: threadtalkRouter,
};
