import type { FakePlatform } from '../fake-platform.js';
import { digits, randomToken } from '../random.js';
import { messengerRouter } from './router.js';

/** The Bot API. The account id is that of the chat. */
export const messenger: FakePlatform = {
  platform: 'messenger',
  hosts: { 'https://api.telegram.org': /^\/bot/ },
  demo: {
    accountId: '-1001234567890',
    username: 'demo_channel',
    credentials: { botToken: '123456789:AADemoMessengerBotTokenForTheSandbo', chatId: '-1001234567890' },
  },
  newAccount: (name) => {
    const accountId = `-100${digits(10)}`;
    const botToken = `${digits(9)}:AA${randomToken(24)}A`;
    return { accountId, username: `${name}_channel`, credentials: { botToken, chatId: accountId } };
  },
  profilePath: (channel) => `/${channel}`,
  // Channel names end so here, lest a wrong address of the API be taken for one.
  pages: ['/:"name"_channel', '/:"name"_channel/:post'],
  router: messengerRouter,
};
